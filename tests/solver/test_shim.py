"""The stand-in for Cython, and the choice of the kernel."""

import os
import subprocess
import sys
from threading import Thread
from types import ModuleType

import pytest

from okey.solver import KERNEL, kernel, shim
from okey.solver.core import core, load


def test_arrays_are_zeroed() -> None:
    assert shim.declare("int[3]") == [0, 0, 0]
    for kind, size in (
        ("signed char", 1),
        ("unsigned char", 1),
        ("unsigned short", 2),
        ("unsigned int", 4),
        ("int", 4),
    ):
        array = shim.declare(f"{kind}[5000]")
        assert (len(array), array.itemsize, array[4999]) == (5000, size, 0)
        array[7] = 101
        assert array[7] == 101


def test_variables_keep_their_value() -> None:
    assert shim.declare(shim.int, 7) == 7


@pytest.mark.parametrize("kind", ["int", "int[x]", "[3]"])
def test_what_is_no_array_is_refused(kind: str) -> None:
    with pytest.raises(TypeError, match="no array"):
        shim.declare(kind)


def test_decorators_give_the_function_back() -> None:
    def double(value: int) -> int:
        """Twice."""
        return 2 * value

    assert shim.cfunc(double) is double
    assert shim.exceptval(check=False)(double) is double
    assert shim.boundscheck(False)(double) is double
    assert shim.wraparound(False)(double) is double
    called = shim.ccall(double)
    assert (called(4), called.__doc__) == (8, "Twice.")


def test_calls_do_not_overlap() -> None:
    inside = 0
    most = 0

    @shim.ccall
    def enter() -> None:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        for _ in range(20_000):
            pass
        inside -= 1

    threads = [Thread(target=enter) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


def test_the_kernel_is_chosen_by_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    built = ModuleType("built")
    monkeypatch.setitem(sys.modules, "okey.solver._kernel", built)
    assert load("auto") is load("compiled") is built
    assert load("pure") is kernel
    monkeypatch.setitem(sys.modules, "okey.solver._kernel", None)
    assert load("auto") is kernel
    with pytest.raises(ImportError, match="_kernel"):
        load("compiled")
    with pytest.raises(ValueError, match="not 'fast'"):
        load("fast")


def test_the_word_is_read_from_the_environment() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", "import okey.solver; print(okey.solver.KERNEL)"],
        env={**os.environ, "OKEY_KERNEL": "pure", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout == "pure\n"


def test_the_kernel_says_what_it_is() -> None:
    assert (core.__name__, core.compiled()) == (
        ("okey.solver._kernel", True) if KERNEL == "compiled" else ("okey.solver.kernel", False)
    )
