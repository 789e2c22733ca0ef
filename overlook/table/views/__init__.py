"""View models of a table in play, filled from `TableFacts`."""
