"""`okey bench`: the benchmarks of a checkout. They lie in its folder `benchmarks/`, not in the installed package."""

import importlib
import json as writer
import platform
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from cyclopts import Parameter

Name = Literal["solver", "rules", "bots", "fair", "log", "board", "table", "page"]
NAMES: Final[tuple[Name, ...]] = ("solver", "rules", "bots", "fair", "log", "board", "table", "page")


def bench(*names: Name, json: Annotated[bool, Parameter(negative=())] = False) -> int:
    """Measure this machine: ratios and microseconds of CPU. Needs a checkout.

    Parameters
    ----------
    names
        What to measure; everything when nothing is named.
    json
        Answer as one JSON object.
    """
    import okey
    from okey.solver import KERNEL

    root = Path(okey.__file__).resolve().parents[2]
    present = [name for name in NAMES if (root / "benchmarks" / f"{name}.py").is_file()]
    missing = [name for name in names if name not in present]
    if not present or missing:
        what = f"benchmarks/{missing[0]}.py" if present else "the folder benchmarks/"
        print(f"okey: {what} is not here; okey bench runs in a checkout of the sources", file=sys.stderr)
        return 2
    sys.path.insert(0, str(root))
    about = {"python": platform.python_version(), "machine": platform.machine(), "kernel": KERNEL}
    results: dict[str, Any] = {}
    if not json:
        print(f"okey {okey.__version__}, " + ", ".join(f"{key} {value}" for key, value in about.items()))
    code = 0
    for name in names or present:
        try:
            results[name] = importlib.import_module(f"benchmarks.{name}").run()
        except ImportError as error:
            print(f"okey: {name} cannot be measured here: {error}", file=sys.stderr)
            code = 1
            continue
        if not json:
            print(f"\n{name}")
            for key, value in _flat(results[name]):
                print(f"  {key:<48} {_number(value)}")
            sys.stdout.flush()
    if json:
        print(writer.dumps({"about": about, **results}))
    return code


def _flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Measurements of a nested mapping, one at a time, with their whole names."""
    for key, value in values.items():
        name = f"{before}{key}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{name}, ")
        else:
            yield name, value


def _number(value: Any) -> str:
    """A measurement as people read it: three figures, thousands apart."""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
