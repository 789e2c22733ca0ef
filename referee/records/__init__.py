"""What is kept: the journal, rosters, missions, exports, and the corpus of positions. The keeper never decides."""
