"""The examples in the solver's docstrings."""

import doctest
from types import ModuleType

import pytest

from okey import solver
from okey.solver import report


@pytest.mark.parametrize("module", [solver, report], ids=lambda module: module.__name__)
def test_examples_run(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert (failed, tried > 0) == (0, True)
