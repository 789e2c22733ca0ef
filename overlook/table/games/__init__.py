"""The games of one table: files, beginning, steps, rulings."""
