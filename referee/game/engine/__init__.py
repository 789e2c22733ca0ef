"""The engine: legality of intents, their consequences, and the fold of the journal."""
