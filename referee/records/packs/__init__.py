"""Packs: the actions and equipment of teams and missions, as data (rule D24-16)."""
