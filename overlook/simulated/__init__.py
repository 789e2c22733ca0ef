"""The demonstration: a scripted game on the simulated table. Poses go to the camera, intents to the game."""
