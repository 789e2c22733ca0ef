"""A scenario as the referee sees it: a position, and a question about it."""

from __future__ import annotations

from geometry.base import MM_PER_INCH, BaseShape
from geometry.placement import Placement
from geometry.table import Board, Marker, Operative, Table
from geometry.terrain import Part
from referee.corpus.questions import Question
from referee.corpus.schema import Scenario, ScenarioMarker, ScenarioOperative, ScenarioTerrain
from referee.rules.edition import Edition
from referee.rules.errors import MalformedError
from referee.rules.moves.at_its_height import at_their_heights
from referee.rules.position import Order, Position, Status


def question_of(scenario: Scenario, edition: Edition) -> Question:
    """Return the scenario's question, under the edition as it is played in the scenario's killzone."""
    return Question(
        scenario.id,
        scenario.question,
        edition.in_killzone(killzone_of(scenario)),
        position_of(scenario),
        scenario.query,
        scenario.state,
    )


def killzone_of(scenario: Scenario) -> str | None:
    """Return the killzone whose rules apply: from the state, or from any terrain part."""
    named = [scenario.state.get("killzone"), *(part.killzone for part in scenario.terrain)]
    return next((str(name).lower() for name in named if name), None)


def position_of(scenario: Scenario) -> Position:
    """Build the exact position of a scenario; geometry and stats are refused with the thing's name."""
    operatives = {one.id: _operative(one) for one in scenario.operatives}
    carried = {marker.carried_by: marker.id for marker in scenario.markers if marker.carried_by}
    table = Table(
        Board(*scenario.board),
        operatives,
        tuple(part_of(part) for part in scenario.terrain),
        {marker.id: _marker(marker, operatives) for marker in scenario.markers},
    )
    status = {
        one.id: Status(_order(scenario, one), one.apl, one.move, *one.wounds, carrying=carried.get(one.id))
        for one in scenario.operatives
    }
    return Position(
        at_their_heights(table),
        status,
        killzone_of(scenario),
        not_liftable=frozenset(marker.id for marker in scenario.markers if not marker.pick_up_allowed),
        in_stronghold=frozenset(map(str, scenario.state.get("wholly_in_stronghold", ()))),
    )


def _order(scenario: Scenario, one: ScenarioOperative) -> Order:
    try:
        return Order(one.order)
    except ValueError:
        raise MalformedError(
            f"scenario {scenario.id}: operative {one.id}: order {one.order!r}: expected engage or conceal"
        ) from None


def _operative(one: ScenarioOperative) -> Operative:
    shape, turn = _shape(one.base_mm)
    return Operative(
        one.id, one.player, shape, one.head, Placement(one.id, *one.pos, z=one.z, rotation_deg=one.rot + turn)
    )


def _shape(base_mm: float | tuple[float, float]) -> tuple[BaseShape, float]:
    if isinstance(base_mm, tuple) and base_mm[0] < base_mm[1]:
        return BaseShape.from_mm((base_mm[1], base_mm[0])), 90.0
    return BaseShape.from_mm(base_mm), 0.0


def part_of(part: ScenarioTerrain) -> Part:
    """Return a terrain part of a position as the judge has it."""
    return Part(
        part.id,
        part.feature or part.id,
        part.poly,
        *part.z,
        traits=frozenset(part.traits),
        see_through=part.see_through,
        role=part.role,
        state=part.state,
        killzone=part.killzone,
        equipment=str(part.equipment) if part.equipment else None,
    )


def _marker(marker: ScenarioMarker, operatives: dict[str, Operative]) -> Marker:
    if marker.pos is not None:
        where = Placement(marker.id, *marker.pos, z=marker.z)
    elif marker.carried_by in operatives:
        carrier = operatives[marker.carried_by].placement
        where = Placement(marker.id, carrier.x, carrier.y, carrier.z)
    else:
        raise MalformedError(f"marker {marker.id!r}: needs a place (pos), or an operative that carries it")
    return Marker(marker.id, marker.kind, marker.mm / MM_PER_INCH, where, marker.carried_by)
