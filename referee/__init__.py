"""The game: what happened, what is asked, what the rules say of it. The judge never sees a pixel."""
