"""View models of a table in play, the feed that sends them, and the ports behind them."""
