"""What works on this machine, and the line that mends what does not."""
