"""Write the overlay's test card, a scripted minute, from examples/scripts/on_air.json: `python -m tools.test_card`.

The script is played and directed like any game, on a simulated clock. Each line of the file is a moment: `at_s`, the
seconds from the beginning, and either the whole view on air (`air`) or its changes (`delta`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from overlook.play.runner import ScriptedTable, scripted_table
from overlook.play.script import Step, load_script
from web.contract.table.feed import full_message
from web.contract.table.game_views import ClockSeatView, ClockView
from web.contract.table.on_air import AIR_DELTAS, AirView
from web.contract.table.snapshot import Snapshot
from web.stream.director import Director

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "examples" / "scripts" / "on_air.json"
WRITTEN = ROOT / "web" / "static" / "testcard" / "test-card.ndjson"
TICK_S = 0.1
MINUTE_S = 60.0
STEP_S = 0.8
"""Shortest time in seconds that a step is on air."""

END_S = 6.0
LIMIT_S = 3600


class Minute:
    """Records what is on air, on a clock that advances by ticks."""

    def __init__(self, table: ScriptedTable) -> None:
        self.now_s = 0.0
        self._table = table
        self._on_air = Director(table.service, now_s=lambda: self.now_s)
        self.moments: list[tuple[float, AirView]] = []

    def show(self, now: Snapshot, least_s: float) -> None:
        """Put a snapshot on air for at least `least_s` seconds, and until the queue is empty."""
        self._on_air.update(now.model_copy(update={"clock": self._clock(now)}))
        end_s = self.now_s + least_s
        while self.now_s < end_s or self._on_air.rundown().queue:
            self._seen()
            self.now_s = round(self.now_s + TICK_S, 3)
            self._on_air.tick()
        self._seen()

    def _clock(self, now: Snapshot) -> ClockView:
        used = tuple(ClockSeatView(player=seat.player, used_s=int(self.now_s) * 9) for seat in now.game.seats)
        return ClockView(running=True, seats=used, round_s=int(self.now_s) * 18, limit_s=LIMIT_S)

    def _seen(self) -> None:
        view = self._on_air.view()
        if not self.moments or self.moments[-1][1].revision != view.revision:
            self.moments.append((self.now_s, view))


async def minute() -> tuple[list[tuple[float, AirView]], float]:
    """Return every moment of the script on air with its time, and the total length, in seconds."""
    script = load_script(SCRIPT)
    dull = idle(script.steps)
    async with scripted_table(script) as table:
        shown, done = Minute(table), 0

        async def before(_: Step) -> None:
            nonlocal done
            # Show the result of the steps before this one.
            if done - 1 not in dull:
                shown.show(table.service.snapshot(), STEP_S)
            done += 1

        table.before_each = before
        await table.play()
        shown.show(over(table.service.snapshot()), END_S)
        return shown.moments, shown.now_s


def idle(steps: Sequence[Step]) -> frozenset[int]:
    """Return the indices of steps in which an operative is activated and ends at once, which are not worth showing."""
    words = [getattr(getattr(step, "do", None), "kind", getattr(step, "choose", "")) for step in steps]
    pairs = (at for at, two in enumerate(pairwise(words)) if two == ("activate", "End"))
    return frozenset(place for at in pairs for place in (at, at + 1))


def over(now: Snapshot) -> Snapshot:
    """Return the snapshot as the end of the game, won by the leader."""
    best = max(now.game.seats, key=lambda seat: seat.vp)
    return now.model_copy(update={"game": now.game.model_copy(update={"over": True, "winner": best.player})})


def lines() -> list[str]:
    """Return the file's lines."""
    moments, whole_s = asyncio.run(minute())
    share = MINUTE_S / whole_s
    written, known = [], None
    for at_s, view in moments:
        change = full_message(view) if known is None else AIR_DELTAS.message(known, view)
        word = "air" if known is None else "delta"
        body = {name: value for name, value in json.loads(change.json).items() if value is not None}
        step = {"at_s": round(at_s * share, 2), word: body}
        written.append(json.dumps(step, ensure_ascii=False, separators=(",", ":")))
        known = view
    return written


def main() -> None:
    """Write the file."""
    WRITTEN.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")


if __name__ == "__main__":
    main()
