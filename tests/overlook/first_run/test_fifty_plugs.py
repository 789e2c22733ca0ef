"""The plug pulled twenty times in one first run (fifty at full depth), at random moments: it goes on where it was."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from tests.depth import depth
from tests.overlook.first_run.fresh_table import FreshTable
from tests.overlook.first_run.hands_camera import SOURCE

PULLS = depth(20, 50)
SEED = 27
PATIENCE_S = 1200.0
"""The sheet moves by the program's own work: on a busy machine the lens takes its time."""

LONGEST_S = 1.2
"""A plug is pulled at most so long after something was asked for: before it was heard, meanwhile, or afterwards."""

STARTING_S = 3.0
PLATES = ((8.0, 11.0, 20.0), (21.5, 10.5, -70.0), (15.0, 12.0, 100.0))
STEPS = ("camera", "picture", "print", "lens", "board", "verify")
State = dict[str, Any]


@dataclass(frozen=True)
class Part:
    """One thing of a first run that is asked for: what shows that it is done, and what hands hold meanwhile."""

    name: str
    wish: dict[str, Any]
    done: Callable[[State], bool]
    show: dict[str, object]


def at(step: str) -> Callable[[State], bool]:
    return lambda state: STEPS.index(state["step"]) >= STEPS.index(step)


def turned(step: str, show: dict[str, object]) -> Part:
    return Part(f"turn to {step}", {"kind": "turn", "step": step, "done": True}, at(step), show)


def place(number: int) -> Part:
    x, y, turn = PLATES[number - 1]
    show: dict[str, object] = {"show": "plate", "x": x, "y": y, "turn": turn}
    return Part(f"place {number}", {"kind": "take_place"}, lambda state: len(state["places"]) >= number, show)


BOARD: dict[str, object] = {"show": "board"}
SHEET: dict[str, object] = {"show": "sheet"}
RULER = {"kind": "ruler", "ruler_mm": 100.0, "plate_mm": 1.2}
JOURNEY = (
    Part(
        "camera", {"kind": "choose", "source": SOURCE}, lambda state: any(c["chosen"] for c in state["cameras"]), BOARD
    ),
    turned("picture", BOARD),
    turned("print", BOARD),
    Part("ruler", RULER, lambda state: state["plate_mm"] == 1.2, BOARD),
    turned("lens", SHEET),
    Part("lens found", {"kind": "find_lens"}, lambda state: bool(state["ready"]), SHEET),
    turned("board", BOARD),
    turned("verify", BOARD),
    *(place(number) for number in (1, 2, 3)),
    Part("certificate", {"kind": "certify"}, lambda state: bool(state["certificate"]), BOARD),
    Part("finished", {"kind": "finish"}, lambda state: bool(state["playing"]), BOARD),
)


def reached(state: State) -> list[str]:
    """Return what of the journey is done; each needs all before it, else it is a mixture."""
    done = [part.done(state) for part in JOURNEY]
    assert done == sorted(done, reverse=True), [part.name for part, one in zip(JOURNEY, done, strict=True) if one]
    return [part.name for part, one in zip(JOURNEY, done, strict=True) if one]


class Journey:
    """Whoever goes through a first run by what the page asks of the table, while somebody pulls the plug."""

    def __init__(self, table: FreshTable, chance: random.Random) -> None:
        self.table, self.chance = table, chance
        self.pulled: list[str] = []
        self.views = 0

    def state(self) -> State:
        """Return how the first run stands, once the table says it."""
        found: list[State] = []

        def said() -> bool:
            now = self.table.program.first()
            found.extend([now] if now is not None else [])
            return bool(found)

        self.table.program.until("the first run is shown", said, PATIENCE_S)
        return found[-1]

    def ask(self, part: Part) -> bool:
        """Ask for something once, and return whether the table said yes; one that is gone meanwhile says nothing."""
        with contextlib.suppress(httpx.HTTPError):
            return self.table.program.ask(**part.wish).is_success
        return False

    def pulls(self, part: Part) -> None:
        """Pull the plug at a random moment about a wish: what stood before it stands, and at most that wish besides."""
        before, told = reached(self.state()), list[bool]()
        if self.chance.random() < 0.25:
            self.table.pull_plug_while_it_starts(self.chance.uniform(0, STARTING_S))
            moment = "while it starts"
        else:
            asking = threading.Thread(target=lambda: told.append(self.ask(part)))
            asking.start()
            after_s = self.chance.choice([0.0, self.chance.uniform(0, 0.1), self.chance.uniform(0, LONGEST_S), None])
            asking.join(90) if after_s is None else time.sleep(after_s)
            heard = any(told)
            self.table.pull_plug()
            asking.join(90)
            moment = "as soon as it was answered" if after_s is None else f"{after_s:.2f} s after it was asked for"
            moment += ", and the table had said yes" if heard else ""
        self.pulled.append(f"{part.name}: {moment}")
        after = reached(self.state())
        assert after in (before, [*before, part.name]), self.pulled[-1]
        # What the table has said yes to is on its disk.
        assert after != before or part.name in before or not any(told), self.pulled[-1]
        self.pulled[-1] += ", all as it was" if after == before else ", and it was done"
        assert "Traceback" not in self.table.program.said, (self.pulled[-1], self.table.program.said)
        if self.views and part.name == "lens found" and part.name not in after:
            # With the first picture the views are there again: of a table that had lost them it would be one.
            self.table.program.until("views are counted again", lambda: self.table.views() > 0, PATIENCE_S)
            assert self.table.views() >= self.views, self.pulled[-1]

    def does(self, part: Part) -> None:
        """Ask until it is done."""

        def done() -> bool:
            now = self.state()
            if part.name == "lens found" and not part.done(now):
                lens = now["lens"] or {"views": [], "enough": False}
                self.views = max(self.views, len(lens["views"]))
                if not lens["enough"]:
                    return False
            if not part.done(now):
                self.ask(part)
            return part.done(self.state())

        self.table.program.until(part.name, done, PATIENCE_S)


@pytest.mark.nightly
def test_it_goes_on_where_it_was_however_often_the_plug_is_pulled(fresh: FreshTable) -> None:
    journey = Journey(fresh, random.Random(SEED))
    for number, part in enumerate(JOURNEY):
        fresh.hold(part.show)
        for _ in range((number + 1) * PULLS // len(JOURNEY) - number * PULLS // len(JOURNEY)):
            journey.pulls(part)
        journey.does(part)
    assert len(journey.pulled) == PULLS
    fresh.program.until("the table plays", lambda: fresh.program.page("/api/snapshot").status_code == 200, PATIENCE_S)
    print("\n" + "\n".join(journey.pulled))
