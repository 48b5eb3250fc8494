"""Which kernel runs: the compiled one when it was built, else the same source as Python."""

import importlib
import os
from types import ModuleType
from typing import TYPE_CHECKING, Final


def load(wanted: str) -> ModuleType:
    """The kernel for `auto`, `pure` or `compiled`.

    Raises `ImportError` when `compiled` is wanted and was not built, `ValueError` for any other word.
    """
    if wanted not in ("auto", "pure", "compiled"):
        raise ValueError(f"OKEY_KERNEL is auto, pure or compiled, not {wanted!r}")
    if wanted != "pure":
        try:
            return importlib.import_module("okey.solver._kernel")
        except ImportError:
            if wanted == "compiled":
                raise
    return importlib.import_module("okey.solver.kernel")


if TYPE_CHECKING:
    from okey.solver import kernel as core
else:
    core = load(os.environ.get("OKEY_KERNEL", "auto"))

KERNEL: Final[str] = "compiled" if core.compiled() else "pure"

__all__ = ["KERNEL", "core", "load"]
