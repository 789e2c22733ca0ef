"""What stands on the simulated table, and how it moves."""
