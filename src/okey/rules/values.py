"""Frozen values that change with every move."""

from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

    def replace(value: T, /, **changes: Any) -> T:
        """`dataclasses.replace` for dataclasses without slots and without checks of their own, in a tenth of its time.

        All of a value is copied, then the changed fields; `__init__` is not run. Types and names are checked by mypy.
        """
        changed = object.__new__(value.__class__)
        changed.__dict__.update(value.__dict__, **changes)
        return changed
