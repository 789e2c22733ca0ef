"""What the pages of the set-up show and ask for."""
