"""`python -m tests.referee.whole_games --games N --seed S`: play N games of each edition from seed S on, all checked.

Prints the games and every rule that one broke; exits with 1 if any did. Results are kept by seed in
artifacts/whole_games.json for one commit, so that a later run continues with the games that are left.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.mutants.checkout_copy import commit_of
from tests.referee.whole_games.printed import EDITIONS
from tests.referee.whole_games.seated import Played, play

ROOT = Path(__file__).resolve().parents[3]
KEPT = ROOT / "artifacts" / "whole_games.json"


class Results:
    """Games that were played so far at one commit, on disk after each."""

    def __init__(self, path: Path, commit: str) -> None:
        self._path, self._commit = path, commit
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        self.games: dict[str, dict[str, Any]] = known.get("games", {}) if known.get("commit") == commit else {}

    def add(self, played: Played) -> None:
        """Keep a game."""
        self.games[f"{played.edition} {played.seed}"] = asdict(played)
        self._path.parent.mkdir(exist_ok=True)
        document = {"commit": self._commit, "games": self.games}
        self._path.write_text(json.dumps(document, indent=1, sort_keys=True), encoding="utf-8")


def main(arguments: list[str] | None = None, kept: Path = KEPT) -> int:
    """Play the games that are left and print what all came to."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee.whole_games", description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="games of each edition")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    asked = parser.parse_args(arguments)
    results = Results(kept, commit_of(ROOT))
    wanted = [(edition, seed) for seed in range(asked.seed, asked.seed + asked.games) for edition in EDITIONS]
    for edition, seed in wanted:
        if f"{edition} {seed}" not in results.games:
            results.add(play(edition, seed))
    games = [results.games[f"{edition} {seed}"] for edition, seed in wanted]
    for line in _summary(games):
        print(line)
    return 1 if any(game["wrong"] for game in games) else 0


def _summary(games: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the number of games, what they contained and which rules they broke."""
    steps, refused = sum(game["steps"] for game in games), sum(game["refused"] for game in games)
    ended = sum(game["ended"] for game in games)
    yield f"{len(games)} games, {ended} to their end, {steps} steps accepted, {refused} moves refused"
    kinds: Counter[str] = Counter()
    for game in games:
        kinds.update(game["kinds"])
    yield "  " + ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    broken = [(game, text) for game in games for text in game["wrong"]]
    yield f"violations: {len(broken)} in {sum(bool(game['wrong']) for game in games)} games"
    for game, text in broken[:40]:
        yield f"  seed {game['seed']}: {text}"


if __name__ == "__main__":
    sys.exit(main())
