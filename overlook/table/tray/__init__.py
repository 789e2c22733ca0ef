"""The dice tray beside the running table: what lies in it, which question it answers, what is kept of it."""
