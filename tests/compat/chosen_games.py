"""Games to keep: few, and between them everything that a journal may hold.

They come from two sources: wanderers who try everything, and the games that the program's own tests play. A game counts
by what stands in it: kinds, fields, words of small vocabularies, beginnings of prompts and choices.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from referee.editions.registry import ruleset_of
from referee.game.engine.game import Game
from referee.game.journal_entry import JournalEntry
from referee.rules.errors import RefereeError
from tests.compat.wanderer import Wanderer
from tests.referee.records.battle import TERRAIN, Battle

KILLZONES = (("kt21", None), ("kt21", "gallowdark"), ("kt24", None), ("kt24", "volkus"), ("kt24", "gallowdark"))
STEPS, SEEDS = 220, 6
PLAYED_BY_TESTS = ("tests/referee/game", "tests/referee/records")
LEFT_OUT = ("test_free_play.py", "test_machine.py", "test_scripted_battle.py", "test_journal.py")
"""What plays at random, for long, or writes no game: it would take minutes and say nothing new."""

MOST_OF_ONE_TEST = 40
OVERHEAD_BYTES = 6000
"""What one more journal costs beside its events."""

FREE = frozenset(
    {
        "by",
        "claim",
        "colour",
        "conceded_by",
        "feature",
        "id",
        "key",
        "label",
        "labels",
        "marker",
        "means",
        "mission",
        "name",
        "of",
        "operative",
        "opening",
        "owner",
        "picture",
        "player",
        "proposal",
        "question",
        "sha256",
        "target",
        "test",
        "text",
        "thing",
        "weapon",
        "why",
        "winner",
    }
)
"""Fields whose words are names and sentences, as many as there are games."""

Feature = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A game: who played it, its events, what stands in it, and how much room it takes."""

    source: str
    log: tuple[JournalEntry, ...]
    features: frozenset[Feature]
    size: int


def found(source: str, log: tuple[JournalEntry, ...]) -> Found:
    """Return a game with what stands in it."""
    features = {(event.edition, event.kind) for event in log} | {
        feature for event in log for feature in _features(event.kind, (), event.data)
    }
    return Found(source, log, frozenset(features), sum(len(json.dumps(event.data)) for event in log))


def _features(kind: str, path: tuple[str, ...], value: Any) -> Iterator[Feature]:
    last = next((step for step in reversed(path) if step != "*"), "")
    if isinstance(value, dict):
        yield kind, path, "{}"
        for key, inner in value.items():
            named = last in ("places", "by_rule") or (len(key) <= 3 and any(letter.isdigit() for letter in key))
            yield from _features(kind, (*path, "*" if named else key), inner)
    elif isinstance(value, list):
        yield kind, path, bool(value)
        for inner in value:
            yield from _features(kind, (*path, "*"), inner)
    elif isinstance(value, bool) or value is None:
        yield kind, path, value
    elif isinstance(value, str):
        yield kind, path, _word(last, value)
    else:
        yield kind, path, value < 0


def _word(field: str, value: str) -> str:
    if field in ("prompt", "choice"):
        return value.partition(":")[0]
    return "text" if field in FREE or len(value) >= 40 else value


def wandered() -> Iterator[Found]:
    """Yield the games of wanderers in every killzone."""
    for edition, killzone in KILLZONES:
        for seed in range(SEEDS):
            wanderer = Wanderer(edition, killzone, seed)
            wanderer.wander(STEPS)
            if seed % 3 == 1:
                wanderer.concede()
            yield found(f"wanderer {edition} {killzone} {seed}", wanderer.game.log)


def battles() -> list[Found]:
    """Return whole battles of 2024 in which the judge was asked of every action."""
    played = []
    for killzone in TERRAIN:
        battle = Battle(killzone, 0)
        battle.play()
        played.append(found(f"a battle in {killzone}", battle.game.log))
    return played


class _Listener:
    """Hears of every game that a test makes."""

    def __init__(self) -> None:
        self.games: deque[Game] = deque(maxlen=MOST_OF_ONE_TEST)
        self.kept: list[Found] = []
        self._seen: set[Feature] = set()

    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        """Keep the games of a test in which something new stands."""
        for game in list(self.games):
            one = found(item.nodeid, game.log)
            if len(one.log) > 1 and not one.features <= self._seen:
                self._seen |= one.features
                self.kept.append(one)
        self.games.clear()


def played_by_tests() -> list[Found]:
    """Return games of the program's own tests in which something stands that in others does not."""
    listener, begin = _Listener(), Game.__init__

    def begun(game: Game, *given: Any, **named: Any) -> None:
        begin(game, *given, **named)
        listener.games.append(game)

    left_out = [f"--ignore-glob=*/{name}" for name in LEFT_OUT]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Game, "__init__", begun)
        words = ["-q", "-p", "no:cacheprovider", "-o", "filterwarnings=default", *left_out, *PLAYED_BY_TESTS]
        pytest.main(words, plugins=[listener])
    return [one for one in listener.kept if _stands(one)]


def _stands(one: Found) -> bool:
    """Return whether the game can be read again: some tests play by rules of their own."""
    try:
        Game(ruleset_of(one.log[0].edition).flow, one.log)
    except RefereeError:
        return False
    return True


def chosen(games: Iterable[Found], most_bytes: int) -> Sequence[Found]:
    """Return few games that have all kinds of either edition, and as much of the rest as there is room for."""
    pool = list(games)
    left = set().union(*(one.features for one in pool))
    taken: list[Found] = []
    room = most_bytes
    while left:
        best = max(pool, key=lambda one: len(one.features & left) / (one.size + OVERHEAD_BYTES))
        new = best.features & left
        if not new:
            break
        left -= new
        if best.size > room and all(len(feature) != 2 for feature in new):
            continue
        room -= best.size
        taken.append(best)
    return taken
