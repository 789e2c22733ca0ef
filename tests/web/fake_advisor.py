"""An advisor with plain answers: three targets at odds, three moves with their areas, distances as the crow flies."""

from __future__ import annotations

import math

from geometry.witness import Role, Stroke, Witness
from messages.message import Message
from referee.rules.ruling import Verdict
from tests.web.drawn_camera import circle
from tests.web.fake_table import FakeTable
from web.contract.base import Point
from web.contract.errors import UnknownError
from web.contract.table.available_actions import (
    FreeGameView,
    LengthView,
    MeasureFactView,
    MeasureView,
    MoveView,
    OperativeCard,
    ReachOutlineView,
    ReachView,
    TargetView,
    WeaponView,
)
from web.contract.table.board_views import OperativeView
from web.contract.table.view_builders import witness_view

MOVES = (("Reposition", 6.0), ("Dash", 3.0), ("Charge", 8.0))
RANGE = ("Range ", LengthView(said='12"', inches=12.0))


class FakeAdvisor:
    """Answers for whatever stands on a `FakeTable`."""

    def __init__(self, fake: FakeTable) -> None:
        self._fake = fake
        self.asked: list[str] = []
        self.asked_freely: list[str] = []
        self.moves: tuple[tuple[str, float], ...] = MOVES

    async def card(self, operative: str) -> OperativeCard:
        one = self._operative(operative)
        self.asked.append(operative)
        enemies = [other for other in self._fake.snapshot().table.operatives if other.player != one.player]
        return OperativeCard(
            operative=one.id,
            apl=2,
            apl_left=1,
            move_in=6.0,
            save="3+",
            weapons=(
                WeaponView(
                    name="Rifle",
                    kind="ranged",
                    attacks=4,
                    hit="3+",
                    damage="3/4",
                    rules=('Range 12"',),
                    rules_prose=(RANGE,),
                ),
                WeaponView(name="Blade", kind="melee", attacks=3, hit="4+", damage="3/5", rules=("Rending",)),
            ),
            effects=("Stunned until its next activation",),
            targets=tuple(
                self._target(one, other, index)
                for index, other in enumerate(sorted(enemies, key=lambda other: apart(one, other))[:3])
            ),
            moves=tuple(_move(action, inches) for action, inches in self.moves),
        )

    async def reach(self, operative: str, action: str) -> ReachView:
        one = self._operative(operative)
        found = [length for name, length in MOVES if name == action]
        if not found:
            raise UnknownError(Message.stored(f"There is no move {action!r}"))
        length = found[0]
        hole = ((13.4, 4.5), (13.4, 10.0), (14.2, 10.0), (14.2, 4.5))
        rings = (tuple((x, y) for x, y, _ in circle(one.x, one.y, length)), hole)
        areas = tuple(ReachOutlineView(points=ring) for ring in rings)
        return ReachView(action=action, sentence=str(_price(length)), areas=areas, outer=action == "Charge")

    async def measure(self, start: str | Point, end: str | Point) -> MeasureView:
        (ax, ay), (bx, by) = self._point(start), self._point(end)
        inches = math.hypot(bx - ax, by - ay)
        line = Stroke(Role.MEASURE, ((ax, ay, 0.0), (bx, by, 0.0)), label=f"{inches:.2f} in")
        one, other = self._called(start), self._called(end)
        facts = (
            (Verdict.NO, f"{one} and {other} are not within control range of each other", "No path between them."),
            (Verdict.YES, f"{one} can see {other}", "The line of sight is clear."),
            (Verdict.TOO_CLOSE, f"Too close to call: {other} is in cover", "Cover is given by the ruin."),
            (Verdict.NO, f"{other} cannot see {one}", "The line of sight is blocked by the ruin."),
        )
        models = isinstance(start, str) and isinstance(end, str)
        return MeasureView(
            sentence=f"{one} to {other}",
            figures=f"{inches:.2f} in, ±0.01",
            witness=witness_view(Witness((line,)), self._fake.project),
            facts=tuple(
                MeasureFactView(verdict=verdict, sentence=sentence, why=why)
                for verdict, sentence, why in facts
                if models
            ),
        )

    def _operative(self, id_: str) -> OperativeView:
        for one in self._fake.snapshot().table.operatives:
            if one.id == id_:
                return one
        raise UnknownError(Message.stored(f"There is no operative {id_!r} on the table"))

    def _point(self, spot: str | Point) -> Point:
        if isinstance(spot, tuple):
            return spot
        one = self._operative(spot)
        return one.x, one.y

    def _called(self, spot: str | Point) -> str:
        return f"{spot[0]:.1f}, {spot[1]:.1f}" if isinstance(spot, tuple) else self._operative(spot).name

    def free_game(self) -> FreeGameView:
        return FreeGameView(
            name="Ice Skiffs", model="skiff", turn="lap", ranges=("harpoon", "ram"), templates=("crack",)
        )

    async def measure_free(self, asked: str) -> MeasureView:
        """Answer with the question."""
        self.asked_freely.append(asked)
        if "z9" in asked:
            raise UnknownError("free-model-unknown", model="z9", known=["a1"])
        message = Message.of("free-gap", a="a1", b="b1", value=7.5)
        line = Stroke(Role.MEASURE, ((7.0, 4.1, 0.0), (14.0, 9.0, 0.0)), label='7.50"')
        fact = MeasureFactView(verdict=Verdict.TOO_CLOSE, sentence="A1 to B1: 7.50 in", message=message)
        strokes = witness_view(Witness((line,)), self._fake.project)
        return MeasureView(
            sentence="A1 to B1: 7.50 in", message=message, figures="±0.02", witness=strokes, facts=(fact,)
        )

    def _target(self, one: OperativeView, other: OperativeView, index: int) -> TargetView:
        verdict = (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NO)[index]
        role = (Role.CLEAR_LINE, Role.MEASURE, Role.BLOCKED_LINE)[index]
        line = Stroke(role, ((one.x, one.y, 1.5), (other.x, other.y, 0.5)), label=f"{apart(one, other):.2f} in")
        chance = (0.41, 0.18, None)[index]
        return TargetView(
            operative=other.id,
            weapon="Rifle" if index < 2 else "",
            verdict=verdict,
            sentence=("A clean shot from its left edge.", "The wall may hide it.", "The ruin hides all of it.")[index],
            cover=Verdict.YES if index == 1 else Verdict.NO,
            odds=f"{chance:.0%} incapacitated" if chance is not None else "",
            chance=chance,
            witness=witness_view(Witness((line,)), self._fake.project),
        )


def apart(one: OperativeView, other: OperativeView) -> float:
    """Return how far two centres are apart, inches."""
    return math.hypot(one.x - other.x, one.y - other.y)


def _price(inches: float) -> Message:
    return Message.of("offer-move", inches=inches, cost=1)


def _move(action: str, inches: float) -> MoveView:
    price = _price(inches)
    return MoveView(action=action, sentence=str(price), message=price)
