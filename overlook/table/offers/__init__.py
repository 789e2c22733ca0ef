"""Offers: everything that can be done now (prompts, actions, scoring, odds, advice, panel menu)."""
