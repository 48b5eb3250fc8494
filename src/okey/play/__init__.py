"""Tables, clocks and seats: the same match whoever brings the bytes. No HTTP, no SQL, no time or chance of its own."""
