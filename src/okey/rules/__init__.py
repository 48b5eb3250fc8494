"""The rules of Okey: pure values and functions, standard library only (see `okey.rules.match`)."""
