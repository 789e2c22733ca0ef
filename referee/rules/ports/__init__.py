"""The ports that an edition fills, and what every edition does with them."""
