"""The live stream: what goes on air, in which order and words, and OBS."""
