"""The games of one table: journal files, set-up, steps, rulings."""
