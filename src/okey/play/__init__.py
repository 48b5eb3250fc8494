"""Tables, clocks and seats: the same match whoever brings the bytes. No HTTP, no SQL, no clock or randomness of its own."""
