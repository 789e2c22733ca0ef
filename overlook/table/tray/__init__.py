"""The dice tray beside the table: what lies in it, which question it answers, what is kept of it."""
