"""What can be done now: prompts, actions, scoring, odds, advice, panel menu."""
