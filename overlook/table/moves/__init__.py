"""What was moved on the table, as actions and intents."""
