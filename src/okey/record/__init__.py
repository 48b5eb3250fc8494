"""A match as a file: reading, writing and checking records and evidence files of okey-fair/1."""
