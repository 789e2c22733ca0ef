"""Live stream: what goes on air, in which order and words, and the control of OBS."""
