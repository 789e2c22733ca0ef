"""The simulated table: scripted demonstration, ready game, box of models and terrain, lobby."""
