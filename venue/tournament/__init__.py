"""A tournament: who plays, the rounds, how they ended, who stands where; pure, a fold of what was done."""
