"""Training of the dice reader: renderer, batches, network, loop, evaluation. Never imported by the packages."""
