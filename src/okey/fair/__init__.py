"""Fair dealing, protocol okey-fair/1: all tiles of a match follow from one master key (see `okey.fair.deal`)."""
