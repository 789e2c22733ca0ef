"""The corpus of rulings: positions with a question, answered through an edition's ports and compared."""
