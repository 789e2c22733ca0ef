"""What somebody who opens the table's page can begin with: watch, play on a simulated table, set up, continue."""
