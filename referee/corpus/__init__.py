"""The corpus of rulings: positions with a question, answered through the edition's ports and compared."""
