"""A whole site in a world of chance: one server, its disk, its sockets and the people at its tables, from one seed.

`python -m tests.simulation 17` plays the world of seed 17; docs/simulation.md says what is in it.
"""
