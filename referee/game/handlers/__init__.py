"""Intent handlers common to all editions, with each edition's rule ids and figures."""
