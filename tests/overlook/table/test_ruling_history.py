"""The rulings of a game as they are shown, step by step and all at once."""

from __future__ import annotations

from pathlib import Path

from overlook.table.games.ruling_history import RulingHistory
from referee.game.engine.timeline import Timeline, fold
from referee.records.journal.reading import read_journal
from tests.compat.yesterday import games_of, restored

FIXTURE = Path(__file__).parents[2] / "compat" / "fixtures" / "v0_1"


class Forgetful(RulingHistory):
    """A history that goes through all steps every time."""

    def _steps_since(self, timeline: Timeline) -> None:
        return None


def test_following_each_step_shows_what_going_through_all_steps_shows(tmp_path: Path) -> None:
    undone = short = 0
    for path in games_of(restored(FIXTURE, tmp_path)):
        entries, timeline = read_journal(path), Timeline()
        history, forgetful = RulingHistory(), Forgetful()
        for entry, after in zip(entries, [*entries[1:], None], strict=True):
            timeline = fold(timeline, entry)
            undone += entry.kind in ("undo", "redo", "withdrawn")
            if after is None or after.is_intent:
                short += history._steps_since(timeline) is not None
                history.follow(timeline)
                forgetful.follow(timeline)
                assert history.newest_first == forgetful.newest_first
    assert undone > 10
    assert short > 100
