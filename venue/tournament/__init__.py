"""Tournament: entrants, rounds, results and standings, as a pure fold of commands."""
