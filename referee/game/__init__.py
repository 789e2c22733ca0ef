"""The game: state, events, intents and open decisions. Pure; rulings come in as data."""
