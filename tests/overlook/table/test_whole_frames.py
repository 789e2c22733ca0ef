"""A frame counts as a whole or not at all: a fault in judging it leaves game, journal and memory as they were."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from geometry.errors import GeometryError
from messages.message import Message
from overlook.table.games.games import Clock, Games
from overlook.table.moves.reconciler import Reconciler
from overlook.table.service import TableService
from overlook.table.session import TableSession
from referee.game.engine.game import Game
from referee.records.journal.errors import JournalError
from referee.records.journal.journal import Journal
from referee.rules.ruling import Threshold
from tests.depth import depth
from tests.overlook.random_hands import KILLZONES, Hands
from tests.overlook.table.example_at_rest import at_rest

STEPS = 40
OURS = "overlook.table."
POINTS = ("_clear_faults", "_take_tokens", "_propose", "_propose_leaves", "_shoved", "_readings", "_fault")
"""Steps of the reconciler in which a fault may come, before or after it has told something."""


def memory_of(thing: Any, path: str = "") -> dict[str, Any]:
    """Return everything that the table's own objects hold, by where: containers flat, what they hold as it is."""
    if isinstance(thing, dict):
        return {key: value for name, each in thing.items() for key, value in memory_of(each, f"{path}[{name}]").items()}
    if isinstance(thing, set | list):
        return {f"{path}[]": frozenset(map(id, thing)) if isinstance(thing, set) else tuple(map(id, thing))}
    if isinstance(thing, Game):
        return {f"{path}.log": thing.log, f"{path}.timeline": thing.timeline}
    if type(thing).__module__.startswith(OURS) and hasattr(thing, "__dict__"):
        return {
            key: value for name, each in vars(thing).items() for key, value in memory_of(each, f"{path}.{name}").items()
        }
    return {path: thing}


def unlike(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Return where two memories differ: other things are held, or the same ones elsewhere."""
    caches = ("._shots", "._exact_shots", "._memo")
    places = {key for key in before.keys() | after.keys() if not key.startswith(caches)}
    missing = object()

    def same(key: str) -> bool:
        one, other = before.get(key, missing), after.get(key, missing)
        plain = isinstance(one, str | int | float | bool | tuple | frozenset | Clock)
        return one is other or (plain and type(one) is type(other) and one == other)

    return sorted(key for key in places if not same(key))


@contextmanager
def failing(point: str, after: int) -> Iterator[None]:
    """Have a step of the reconciler raise, or the journal's disk fail, once it was called so often."""
    calls = 0
    owner: Any = Journal if point == "append" else Reconciler
    real = getattr(owner, point)

    def broken(*given: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > after:
            raise (
                JournalError(Message.stored("the disk is full"))
                if point == "append"
                else GeometryError(Message.stored("no such thing there"))
            )
        return real(*given, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, point, broken)
        yield


MADE_UP = frozenset({"id", "proposal", "prompt", "prompts", "picture", "salt", "digest", "opened"})
"""Fields that hold ids which the table numbers itself, or what it draws at random."""

FAULTS = (
    GeometryError(Message.stored("no operative 'A1' on the table")),
    KeyError("A1"),
    ValueError("max() of nothing"),
)


def said(game: Game) -> list[tuple[str, Any]]:
    """Return what was said in a game without the ids that the table made up."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(each) for key, each in value.items() if key not in MADE_UP}
        return [plain(each) for each in value] if isinstance(value, list) else value

    return [(entry.kind, plain(entry.data)) for entry in game.log]


class FailingHands(Hands):
    """Hands above a table whose frames fail now and then, each of which is seen again."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.fate = random.Random(7)
        self.failed = 0

    def take(self, seen: Any) -> None:
        """Take in a frame, after it has failed at a place that chance names."""
        point, after = self.fate.choice((*POINTS, "append")), self.fate.choice((0, 0, 1, 2))
        before = memory_of(self.session)
        with failing(point, after):
            try:
                self.session.take_frame(seen)
            except (GeometryError, JournalError):
                self.failed += 1
                assert unlike(before, memory_of(self.session)) == []
            else:
                return
        self.session.take_frame(seen)


@pytest.mark.in_turn
@pytest.mark.long
@pytest.mark.parametrize("seed", range(depth(3, 60)))
def test_a_frame_that_fails_changes_nothing_and_comes_to_the_same_when_it_is_seen_again(
    seed: int, tmp_path: Path
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    edition, killzone = KILLZONES[seed % len(KILLZONES)]
    plain = Hands(edition, killzone, seed, tmp_path / "one")
    failing_table = FailingHands(edition, killzone, seed, tmp_path / "other")
    for hands in (plain, failing_table):
        hands.play(STEPS)
        hands.games.close()
    assert failing_table.failed > 3
    assert said(failing_table.game) == said(plain.game)
    kept = Games(tmp_path / "other")
    assert kept.go_on(failing_table.session.flow).log == failing_table.game.log
    kept.close()


def service_of(session: TableSession) -> TableService:
    return TableService(session, Threshold())


@pytest.mark.parametrize(
    "fault", [GeometryError(Message.stored("no operative 'A1' on the table")), KeyError("A1"), ValueError("max()")]
)
def test_a_frame_that_cannot_be_judged_is_logged_once_and_shown_until_one_can(
    fault: Exception, first_activation: TableSession, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = at_rest()
    service = service_of(first_activation)

    def broken(*_: Any) -> Any:
        raise fault

    async def play() -> None:
        assert await service.take(seen) is None
        before = memory_of(first_activation)
        with monkeypatch.context() as patched, caplog.at_level(logging.ERROR, "overlook"):
            patched.setattr(Reconciler, "intents", broken)
            for _ in range(5):
                assert await service.take(seen) is fault
                service.publish()
        (line,) = [record for record in caplog.records if record.name.startswith("overlook")]
        assert "game 1, event" in line.getMessage()
        assert "phase 'firefight'" in line.getMessage()
        assert line.exc_info is not None
        assert unlike(before, memory_of(first_activation)) == []
        shown = service.snapshot()
        (health,) = [part for part in shown.health if part.part == "judging"]
        assert health.state.value == "trouble"
        assert health.message == Message.of("health-not-judged", fault=type(fault).__name__)
        assert any(notice.id == "lost-judging" for notice in shown.notices)
        assert await service.take(seen) is None
        service.publish()
        assert not any(part.part == "judging" for part in service.snapshot().health)

    asyncio.run(play())
