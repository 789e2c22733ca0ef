"""The dice tray beside the table: its dice, the questions that they answer, and storage."""
