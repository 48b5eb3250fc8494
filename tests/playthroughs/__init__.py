"""Golden playthroughs: whole matches as text, one for each preset and number of seats.

Every action, every event, every state, every legal action and what each seat sees stand in them, so that a change of
any rule shows as a difference. `python -m tests.playthroughs` writes them anew; read the difference before keeping it.
"""
