"""The engine: which intents are legal now, what follows from one, the fold of the journal."""
