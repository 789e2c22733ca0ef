"""The program: it wires cameras, the referee and the surfaces, and translates between strangers."""
