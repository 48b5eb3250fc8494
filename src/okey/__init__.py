"""Okey, the Turkish 106-tile game: rules, exact solver, bots, provable dealing and the table server.

>>> from okey import PRESETS, new_match
>>> state = new_match(PRESETS["klasik"], kinds=(1, 2, 2, 2), roller=0)
>>> state.phase, state.next_starter
('between', 1)
"""

from okey.rules.faults import Fault
from okey.rules.match import decide, evolve, legal, new_match
from okey.rules.ruleset import PRESETS, Ruleset, RulesetError
from okey.rules.state import State
from okey.rules.view import View, view

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "Fault",
    "Ruleset",
    "RulesetError",
    "State",
    "View",
    "decide",
    "evolve",
    "legal",
    "new_match",
    "view",
]
