"""Training of the dice networks: renderer, batches, networks, training loop, evaluation."""
