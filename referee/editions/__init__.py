"""The editions there are, each a package of its own, and the registry that knows them."""
