"""Random branches of games: `python -m tests.overlook.branch_walk --branches 500 --seed S`.

Each game is wandered through (`tests/compat/wanderer.py`) with secret choices that no other text contains. From a
random event a table begins a branch. It must have the parent's state without its secrets, the parent's seal, and no
byte of a choice that was secret then.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from overlook.table.games.games import Games
from referee.editions.registry import ruleset_of
from referee.game.engine.timeline import CHOICE_KINDS, fold_all, redact_secrets
from referee.game.journal_entry import JournalEntry
from referee.game.state import GameState
from referee.records.journal.reading import read_written, to_lines
from referee.records.recorded_game import Form, Recorded, branch_of, step_end
from tests.compat.wanderer import Wanderer

KILLZONES = (("kt24", None), ("kt21", None), ("kt24", "gallowdark"))
TOPICS = {"kt24": ("tac_op",), "kt21": ("tac_op_1", "tac_op_2", "tac_op_3")}
STEPS, BRANCHES_OF_A_GAME = 60, 5


class SecretWanderer(Wanderer):
    """A wanderer on a table's disk who also makes secret choices."""

    def __init__(self, edition: str, killzone: str | None, seed: int, games: Games) -> None:
        self._games, self.choices = games, 0
        super().__init__(edition, killzone, seed)

    def take_the_table(self, seed: int) -> None:
        """Play the same on a journal from now on, and make a choice every few steps."""
        begun = self.game.log
        self.game = self._games.begin(self.game._flow)
        for entry in begun:
            if entry.is_intent:
                self.tried(entry.kind, entry.data)
        for _ in range(STEPS):
            self.wander(1)
            if self.luck.random() < 0.5:
                self.choices += 1
                topic = self.luck.choice(TOPICS[self.edition.id])
                value = f"secret-{seed}-{self.choices}-"
                self.tried("seal", {"player": self.player, "topic": topic, "value": value})


def secrets_at(log: tuple[JournalEntry, ...], sequence: int) -> frozenset[str]:
    """Return the texts of the choices made up to an event and secret there, and their salts."""
    kept = log[:sequence]
    revealed = fold_all(kept).revealed
    made = [entry for entry in kept if entry.kind in CHOICE_KINDS and entry.cause not in revealed]
    values = [str(entry.data["value"]) for entry in made if "value" in entry.data]
    return frozenset(value for value in values if value.startswith("secret-")) | {
        str(entry.data["salt"]) for entry in made if entry.data.get("salt")
    }


@dataclass
class Walk:
    """Counts of what was compared, and what is wrong."""

    branches: int = 0
    with_secrets: int = 0
    secrets: int = 0
    wrong: list[str] = field(default_factory=list)

    def play(self, seed: int, most: int) -> None:
        """Play one game, and branch it at random events."""
        edition, killzone = KILLZONES[seed % len(KILLZONES)]
        with TemporaryDirectory() as folder:
            games = Games(Path(folder))
            one = SecretWanderer(edition, killzone, seed, games)
            one.take_the_table(seed)
            log, luck, flow = one.game.log, random.Random(seed), one.game._flow
            for _ in range(min(most, BRANCHES_OF_A_GAME)):
                sequence = luck.randint(1, len(log))
                game = games.branch(flow, 1, sequence)
                fault = self.compare(games, game.state, log, sequence)
                if fault:
                    self.wrong.append(f"seed {seed}, event {sequence}: {fault}")
            games.close()

    def compare(self, games: Games, state: GameState, log: tuple[JournalEntry, ...], sequence: int) -> str:
        """Return what is wrong with the open branch of game 1; empty if nothing is."""
        self.branches += 1
        number, last = games.number, step_end(log, sequence)
        kept, secret = log[:last], secrets_at(log, last)
        self.with_secrets += bool(secret)
        self.secrets += len(secret)
        games.checkpoint()
        parent, written = read_written(games.path(1)), read_written(games.path(number))
        entries = tuple(one.event for one in written)
        branch = branch_of(entries)
        if branch is None or (branch.parent, branch.sequence) != ("0001", last):
            return f"its parent is {branch}"
        if branch.seal != parent[last - 1].seal or written[last - 1].seal != branch.seal:
            return "its seal is not the parent's"
        if state != fold_all(redact_secrets(kept, fold_all(kept))).state:
            return "its state is not the parent's"
        rules = ruleset_of(log[0].edition)
        imported = Recorded(rules.edition, rules.flow, log, Form.LINES, log).branch(sequence, "0001.jsonl")
        if fold_all(imported).state != state:
            return "its state is not that of the imported game's branch"
        files = [path for path in games.folder.parent.rglob(f"{number:04d}*") if path.is_file()]
        told = b"\n".join([*(path.read_bytes() for path in files), to_lines(imported).encode()])
        if games.vault(number).path.exists() or any(each.encode() in told for each in secret):
            return "a secret choice can be read"
        return ""


def main(arguments: list[str] | None = None) -> int:
    """Play random games, and print what their branches came to."""
    parser = argparse.ArgumentParser(prog="python -m tests.overlook.branch_walk", description=__doc__)
    parser.add_argument("--branches", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    walk, seed = Walk(), asked.seed
    while walk.branches < asked.branches:
        walk.play(seed, asked.branches - walk.branches)
        seed += 1
    games = seed - asked.seed
    print(f"{walk.branches} branches of {games} games from seed {asked.seed}")
    print(f"{walk.with_secrets} from an event with secrets, {walk.secrets} secret texts looked for")
    print(f"wrong: {len(walk.wrong)}", *walk.wrong[:40], sep="\n  ")
    return 1 if walk.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
