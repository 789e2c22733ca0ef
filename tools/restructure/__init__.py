"""Moving modules and renaming what they define, from a table."""
