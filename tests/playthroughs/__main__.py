"""Write all playthroughs anew: `python -m tests.playthroughs`."""

from tests.playthroughs.story import FOLDER, tell
from tests.strategies import TABLES

for preset, seats in TABLES:
    (FOLDER / f"{preset}-{seats}.txt").write_text(tell(preset, seats), encoding="ascii")
