"""What could be: cards, targets with odds, reach, distances; all by the judge that will decide it."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import shapely

from geometry.measure import gap
from overlook.table.offers.advisor import card_of, measured, measured_free, reach_of
from overlook.table.rulings.judging_context import JudgingContext
from referee.rules.judgement import Move, Shot, Violation
from referee.rules.ruling import Verdict
from tests.overlook.played_table import Table, played
from web.contract.errors import UnknownError
from web.contract.table.available_actions import MeasureView


def asked(folder: Path, edition: str = "kt24") -> JudgingContext:
    """Return the context of a game in its first firefight."""
    found: list[JudgingContext] = []

    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        context = table.table.facts().context(exact=True)
        assert context is not None
        found.append(context)

    played(folder, play, edition)
    return found[0]


@pytest.fixture(scope="module", params=["kt24", "kt21"])
def context(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> JudgingContext:
    return asked(tmp_path_factory.mktemp("table"), request.param)


def test_a_target_is_what_the_judge_says_of_the_shot(context: JudgingContext) -> None:
    for operative in ("a1", "a3"):
        card = card_of(context, operative)
        assert {one.operative for one in card.targets} == {enemy.id for enemy in context.position.enemies_of(operative)}
        for target in card.targets:
            judged = context.edition.judge_shot(context.position, Shot(operative, target.operative))
            assert target.verdict is judged.selectable.verdict()
            assert (target.chance is not None) == (target.verdict is not Verdict.NO)
            seen = judged.visible.verdict() is not Verdict.NO
            assert (target.cover is Verdict.YES) == (seen and judged.in_cover.verdict() is Verdict.YES)


def test_where_a_move_could_end_is_where_the_judge_lets_it_end(context: JudgingContext) -> None:
    """Places inside the reach are legal by the cheapest way; places well outside it are not."""
    operative = "a1"
    own = context.position.table.operative(operative).placement
    assert {one.action for one in card_of(context, operative).moves} == set(context.edition.movement.names)
    for name in context.edition.movement.names:
        reach = reach_of(context, operative, name)
        rings = [shapely.Polygon(one.points) for one in reach.areas if one.z == 0 and len(one.points) > 3]
        assert rings or name == "Charge"
        if not rings:
            continue
        area = rings[0]
        for ring in rings[1:]:
            area = area.symmetric_difference(ring)
        search = context.edition.movement.search(context.edition, context.position, operative, reach.action)
        inner = area.buffer(-0.15)
        if inner.is_empty or name in {"Fall Back", "Charge"}:
            continue
        place = inner.representative_point()
        way = search.find_path((place.x, place.y, 0.0)).path
        assert way is not None
        judged = context.edition.judge_move(context.position, Move(operative, reach.action, way))
        assert set(judged.violations) <= {Violation.PRECONDITION}, (name, judged.violations)
        corners = [corner for one in reach.areas for corner in one.points]
        assert max(math.dist((own.x, own.y), corner) for corner in corners) <= search.allowance + 0.1


def test_a_measure_runs_from_edge_to_edge_and_to_points(context: JudgingContext) -> None:
    table = context.position.table
    one, other = table.operative("a1"), table.operative("b1")
    answer = measured(context, "a1", "b1")
    assert answer.figures.startswith(f'{gap(one.base, other.base):.2f}"')
    to_point = measured(context, "a1", (one.placement.x + 5, one.placement.y))
    assert to_point.figures == f'{5 - one.base.radius:.2f}"'
    between = measured(context, (1.0, 1.0), (4.0, 5.0))
    assert between.figures == '5.00"'


@pytest.mark.parametrize("pair", [("a1", "b1"), ("a4", "b4"), ("a3", "b2")])
def test_a_measure_of_enemies_answers_sight_and_cover_in_both_directions(
    context: JudgingContext, pair: tuple[str, str]
) -> None:
    expected = [context.edition.engagement.engaged(context.position, *pair)]
    for viewer, target in (pair, pair[::-1]):
        shot = context.edition.judge_shot(context.position, Shot(viewer, target))
        seen = shot.visible.verdict() is not Verdict.NO
        expected += [shot.visible, shot.in_cover, shot.obscured] if seen else [shot.visible]
    facts = measured(context, *pair).facts
    assert [one.verdict for one in facts] == [ruling.verdict() for ruling in expected]
    for fact, ruling in zip(facts, expected, strict=True):
        assert fact.message is not None
        told = fact.message["claim"] if fact.verdict is Verdict.TOO_CLOSE else fact.message
        assert told == (ruling.claim.failed if fact.verdict is Verdict.NO else ruling.claim)


def test_a_measure_of_friends_answers_sight_alone_and_a_point_nothing(context: JudgingContext) -> None:
    codes = [fact.message and fact.message.code for fact in measured(context, "a1", "a2").facts]
    assert codes == [codes[0], "sight-claim-sees", "sight-claim-sees"]
    assert measured(context, "a1", (1.0, 1.0)).facts == ()


def test_a_stranger_is_unknown(context: JudgingContext) -> None:
    with pytest.raises(UnknownError, match="nobody"):
        measured(context, "nobody", "a1")
    with pytest.raises(UnknownError, match="Sidle"):
        reach_of(context, "a1", "Sidle")


def test_the_free_table_answers_from_what_the_camera_sees(tmp_path: Path) -> None:
    answers: list[MeasureView] = []
    refused: list[str] = []

    async def play(table: Table) -> None:
        await table.begun()
        facts = table.table.facts()
        answers.extend(measured_free(asked, facts) for asked in ("gap a1 b1", "gap a1 b1 1", "range a1 6"))
        with pytest.raises(UnknownError) as error:
            measured_free("charge a1", facts)
        refused.append(error.value.message.code)
        assert facts.seen is not None
        bases = [facts.seen.table.operatives[name].base for name in ("a1", "b1")]
        assert f"{gap(*bases):.2f}" in answers[0].sentence

    played(tmp_path, play, "kt24")
    plain, limited, ranged = answers
    assert plain.facts == ()
    assert plain.witness
    assert [one.verdict for one in limited.facts] == [Verdict.NO]
    assert ranged.message is not None
    assert dict(ranged.message.args)["number"] == len(ranged.facts) > 5
    assert refused == ["free-question"]
