"""Advisor: answers to "what if" questions about an operative's card, targets, reach, and distances."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable, Iterator, Mapping

import shapely

from geometry.base import Base
from geometry.errors import GeometryError
from geometry.measure import gap
from geometry.position_errors import gap_sigma
from geometry.table import Operative, Table
from geometry.witness import Role, Stroke, Witness
from messages.catalogue import ENGLISH
from messages.message import Message
from overlook.table.games.steps import display_names
from overlook.table.observation.accepted_position import accepted_position
from overlook.table.offers.available_actions import how_far, make_act
from overlook.table.offers.odds import Chance, chance_of_shot
from overlook.table.offers.table_facts import TableFacts
from overlook.table.rulings.action_rulings import attach_rulings, dice_action_type, judge_together, judged_shot
from overlook.table.rulings.judging_context import JudgingContext
from referee.editions.free.game_file import FreeGame
from referee.editions.free.questions import Answer, ask, figures
from referee.game.card import title
from referee.game.dice.dice_actions import SHOOTING
from referee.game.handlers.act_handler import usable_weapons
from referee.game.judging.position import still_going
from referee.game.state import GameState, OperativeState
from referee.rules.errors import RefereeError
from referee.rules.findings import gap_witness
from referee.rules.judgement import Shot, ShotJudgement
from referee.rules.ports.edition import ActionSpec, Edition
from referee.rules.ruling import Finding, Ruling, Verdict
from referee.rules.weapon import Weapon, WeaponType
from web.contract.base import Point
from web.contract.errors import ServiceUnavailableError, UnknownError
from web.contract.table.available_actions import (
    FreeGameView,
    MeasureFactView,
    MeasureView,
    MoveView,
    OperativeCard,
    ReachOutlineView,
    ReachView,
    TargetView,
    WeaponView,
    length_views,
)
from web.contract.table.view_builders import Projector, explain_ruling, reasons_message, witness_view

SMOOTH_IN = 0.02
WORST = (Verdict.NO, Verdict.TOO_CLOSE, Verdict.YES)


class TableAdvisor:
    """Answers "what if" questions about a table in play.

    Everything is computed in a thread, from the game at the time of the question. `facts` takes one moment of the
    table, `projector` returns how the camera saw the board then; `now_s` is a clock in seconds that never goes back.
    """

    def __init__(
        self,
        facts: Callable[[], TableFacts],
        projector: Callable[[TableFacts], Projector | None],
        now_s: Callable[[], float],
    ) -> None:
        self._facts = facts
        self._projector = projector
        self._now_s = now_s
        self._cards: dict[str, tuple[object, OperativeCard]] = {}
        self._reaches: dict[tuple[str, str], tuple[object, ReachView]] = {}
        self._searching = asyncio.Lock()
        self._working = 0
        self._worked_s = -math.inf
        self._searched: tuple[object, JudgingContext] | None = None
        """Context of the last reach, used again for the other moves of the same moment."""

    @property
    def quiet_s(self) -> float:
        """Seconds since a request last waited for an answer; zero while one is waiting."""
        return 0.0 if self._working else self._now_s() - self._worked_s

    @contextlib.contextmanager
    def _waited_for(self) -> Iterator[None]:
        self._working += 1
        try:
            yield
        finally:
            self._working -= 1
            self._worked_s = self._now_s()

    async def card(self, operative: str) -> OperativeCard:
        """Return the card of an operative, with its targets and its moves from its current place."""
        facts = self._facts()
        context = _context_of(facts)
        if operative not in context.state.operatives:
            raise UnknownError("offer-operative-unknown", operative=operative)
        asked = facts.offers_key
        known = self._cards.get(operative)
        if known is not None and known[0] == asked:
            return known[1]
        with self._waited_for():
            card = await asyncio.to_thread(card_of, context, operative, self._projector(facts))
        self._cards[operative] = (asked, card)
        return card

    async def reach(self, operative: str, action: str) -> ReachView:
        """Return where one of its moves could end.

        One search runs at a time: searches take long, and other requests wait meanwhile.
        """
        async with self._searching:
            facts = self._facts()
            asked = facts.offers_key
            known = self._reaches.get((operative, action))
            if known is not None and known[0] == asked:
                return known[1]
            if self._searched is None or self._searched[0] != asked:
                self._searched = (asked, _context_of(facts))
            with self._waited_for():
                found = await asyncio.to_thread(reach_of, self._searched[1], operative, action)
            self._reaches[operative, action] = (asked, found)
            return found

    def free_game(self) -> FreeGameView:
        """Return the game of the free table."""
        game = self._facts().defaults.free_game
        return FreeGameView(
            name=game.name,
            name_message=Message.of("free-page-title") if game == FreeGame() else None,
            about=game.about,
            model=game.terms.model,
            turn=game.terms.turn,
            group=game.terms.group,
            ranges=tuple(game.ranges),
            arcs=tuple(game.arcs),
            templates=tuple(game.templates),
            coherency=game.coherency,
        )

    async def measure_free(self, asked: str) -> MeasureView:
        """Return the answer to a question to the free table; raises `UnknownError` if it is not understood."""
        facts = self._facts()
        return await asyncio.to_thread(measured_free, asked, facts, projector=self._projector(facts))

    async def measure(self, start: str | Point, end: str | Point) -> MeasureView:
        """Return the distance in inches between two operatives, by id, or points on the board."""
        facts = self._facts()
        context, projector = _context_of(facts, exact=False), self._projector(facts)
        return await asyncio.to_thread(measured, context, start, end, projector=projector)


def measured_free(asked: str, facts: TableFacts, *, projector: Projector | None = None) -> MeasureView:
    """Return the answer to a question to the free table; raises `UnknownError` if it is not understood."""
    if facts.seen is None:
        raise ServiceUnavailableError("offer-no-image")
    try:
        found = ask(asked, facts.seen.table, facts.defaults.free_game)
    except RefereeError as fault:
        raise UnknownError(fault.message) from fault
    names = {name: name.upper() for name in facts.seen.table.operatives}
    several = len(found.measured) > 1
    sentence = Message.of("free-answers", number=len(found.measured)) if several else found.message
    error = None if several else figures(found.measured[0])
    return MeasureView(
        sentence=ENGLISH.text(sentence, names),
        message=sentence,
        figures="" if error is None else str(error),
        figures_message=error,
        witness=witness_view(found.witness, projector),
        facts=tuple(_free_facts(found, names)),
    )


def _free_facts(found: Answer, names: Mapping[str, str]) -> Iterator[MeasureFactView]:
    for one, text in zip(found.measured, found.texts, strict=True):
        if one.verdict is not None:
            why = figures(one)
            yield MeasureFactView(
                verdict=one.verdict, sentence=ENGLISH.text(text, names), message=text, why=str(why), why_message=why
            )


def _context_of(facts: TableFacts, *, exact: bool = True) -> JudgingContext:
    context = facts.context(exact=exact)
    if context is None:
        raise ServiceUnavailableError("offer-no-image")
    return context


def card_of(context: JudgingContext, operative: str, projector: Projector | None = None) -> OperativeCard:
    """Return an operative's card, with its targets and its moves from its current place."""
    known = context.state.operative(operative)
    acting = context.state.acting
    at_work = acting is not None and acting.operative == operative
    left = context.state.points_left(acting) if acting is not None and at_work else known.apl
    there = operative in context.position.table.operatives
    move = (
        context.edition.stats.move(context.position.status[operative])
        if there
        else context.edition.stats.move(known.status())
    )
    effects = tuple(_effects(known))
    return OperativeCard(
        operative=operative,
        apl=known.apl,
        apl_left=max(0, left),
        move_in=move,
        save=f"{known.save}+",
        weapons=tuple(_weapon(context, weapon) for weapon in known.card.weapons),
        effects=tuple(map(str, effects)),
        effect_messages=effects,
        targets=tuple(sorted(_targets(context, operative, projector), key=_best)) if there else (),
        moves=tuple(_moves(context, operative)) if there else (),
    )


def _weapon(context: JudgingContext, weapon: Weapon) -> WeaponView:
    normal, critical = weapon.damage
    return WeaponView(
        name=title(weapon),
        kind=weapon.type.value,
        attacks=weapon.atk,
        hit=f"{weapon.hit}+",
        damage=f"{normal}/{critical}",
        rules=(*(context.edition.write_rule(use) for use in weapon.rules), *weapon.own_rules),
        rules_prose=(
            *(length_views(context.edition.rule_pieces(use)) for use in weapon.rules),
            *((rule,) for rule in weapon.own_rules),
        ),
    )


def _effects(known: OperativeState) -> Iterator[Message]:
    if known.injured:
        yield Message.of("view-effect-injured")
    for change in known.changes:
        end = Message.of("hand-until", until=change.until.name.lower())
        of = Message.of("view-effect-stat", stat=change.stat.upper(), by=change.by, more=change.by > 0, until=end)
        yield Message.of("view-effect-why", effect=of, why=change.why) if change.why else of
    if known.on_guard:
        yield Message.of("view-effect-guard")
    if known.carrying is not None:
        yield Message.of("view-effect-carries", marker=known.carrying)


def shooting_action(context: JudgingContext) -> ActionSpec | None:
    """Return the action with which operatives shoot in their activation; None if the edition has none."""
    return next(
        (spec for spec in context.actions.values() if dice_action_type(context, spec) is SHOOTING and spec.cost_ap > 0),
        None,
    )


def _targets(context: JudgingContext, operative: str, projector: Projector | None) -> Iterator[TargetView]:
    """Yield every enemy as a target of the weapon that harms it most."""
    spec = shooting_action(context)
    if spec is None:
        return
    usable = usable_weapons(context.state, operative, WeaponType.RANGED, context.edition.rule_book)
    names: list[str | None] = [title(weapon) for weapon in usable]
    enemies = context.position.enemies_of(operative)
    acts = (make_act(operative, spec.name, target=one.id, weapon=name) for one in enemies for name in names or [None])
    judge_together(context, acts)
    for enemy in enemies:
        ways = [_shot(context, operative, spec.name, target=enemy.id, weapon=name) for name in names or [None]]
        (weapon, judged, chance) = max(ways, key=lambda way: (_rank(context, way[1].selectable), way[2].end or 0.0))
        yield _target(context, enemy, weapon=weapon, judged=judged, chance=chance, projector=projector)


def _shot(
    context: JudgingContext, operative: str, action: str, *, target: str, weapon: str | None
) -> tuple[str, ShotJudgement, Chance]:
    act = make_act(operative, action, target=target, weapon=weapon)
    judged = judged_shot(context, act, target)
    if weapon is None or judged.selectable.verdict(context.state.policies.threshold) is Verdict.NO:
        return weapon or "", judged, Chance()
    try:
        return weapon, judged, chance_of_shot(context, act, target, judged=judged)
    except RefereeError:
        return weapon, judged, Chance()


def _rank(context: JudgingContext, ruling: Ruling) -> int:
    return WORST.index(ruling.verdict(context.state.policies.threshold))


def _target(
    context: JudgingContext,
    enemy: Operative,
    *,
    weapon: str,
    judged: ShotJudgement,
    chance: Chance,
    projector: Projector | None,
) -> TargetView:
    threshold = context.state.policies.threshold
    verdict = judged.selectable.verdict(threshold)
    shown = [judged.selectable, *(one for one in (judged.in_cover, judged.obscured) if one.holds)]
    findings: list[Finding] = [one.decisive for one in shown if one.decisive is not None]
    witnesses = [finding.witness for finding in findings if finding.witness is not None]
    if not any(witness.strokes for witness in witnesses):
        witnesses += [finding.witness for finding in judged.visible.findings if finding.witness is not None]

    def sheltered(by: Ruling) -> Verdict:
        """Return the verdict on shelter; NO for a target that cannot be seen: it is neither in cover nor obscured."""
        return Verdict.NO if judged.visible.verdict(threshold) is Verdict.NO else by.verdict(threshold)

    return TargetView(
        operative=enemy.id,
        weapon=weapon,
        verdict=verdict,
        sentence=explain_ruling(judged.selectable, verdict),
        message=reasons_message(judged.selectable, verdict),
        cover=sheltered(judged.in_cover),
        obscured=sheltered(judged.obscured),
        odds="" if chance.words is None else str(chance.words),
        odds_message=chance.words,
        chance=chance.end,
        witness=tuple(stroke for witness in witnesses for stroke in witness_view(witness, projector)),
    )


def _best(target: TargetView) -> tuple[int, float, str]:
    return -WORST.index(target.verdict), -(target.chance or 0.0), target.operative


def _moves(context: JudgingContext, operative: str) -> Iterator[MoveView]:
    """Yield the moves that an operative could make; for the active one those that it may still perform."""
    acting = context.state.acting
    at_work = acting is not None and acting.operative == operative
    going = still_going(acting, operative)
    for name in context.edition.movement.names:
        if name not in context.actions:
            continue
        act = make_act(operative, name, goes_on=name in going)
        if not (at_work and context.fault(attach_rulings(context, act))):
            price = _price(context, operative, name)
            yield MoveView(action=name, sentence=str(price), message=price)


def _price(context: JudgingContext, operative: str, move: str) -> Message:
    inches, cost = how_far(context, operative, move), context.actions[move].cost_ap
    return Message.of("offer-move", inches=inches, cost=cost)


def reach_of(context: JudgingContext, operative: str, move: str) -> ReachView:
    """Return where one of an operative's moves could end; empty if it cannot start.

    Raises `UnknownError` for an operative that is not on the table or a move that does not exist.
    """
    if operative not in context.position.table.operatives:
        raise UnknownError("offer-operative-off", operative=operative)
    if move not in context.edition.movement.names or move not in context.actions:
        raise UnknownError("offer-move-unknown", move=move, known=context.edition.movement.names)
    whole = context.edition.movement.search(context.edition, context.position, operative, move)
    search = whole.with_allowance(how_far(context, operative, move))
    try:
        levels = search.areas()
    except GeometryError:
        levels = ()
    areas = tuple(
        ReachOutlineView(
            z=round(level.z, 2), points=tuple((round(float(x), 2), round(float(y), 2)) for x, y in corners)
        )
        for level in levels
        for ring in shapely.get_rings(shapely.get_parts(shapely.simplify(level.region, SMOOTH_IN)))
        for corners in [shapely.get_coordinates(ring)]
    )
    outer = search.bounds_alone(levels)
    price = _price(context, operative, move)
    return ReachView(action=move, sentence=str(price), message=price, areas=areas, outer=outer)


def measured(
    context: JudgingContext, start: str | Point, end: str | Point, *, projector: Projector | None = None
) -> MeasureView:
    """Return the distance from one operative or point to another: from edge to edge, to points on the floor.

    Raises `UnknownError` for an operative that is not on the table.
    """
    one, other = (_thing(context, spot) for spot in (start, end))
    ends_named = {"start": _called(context, start), "end": _called(context, end)}
    names = display_names(context.state)
    if isinstance(one, Operative) and isinstance(other, Operative):
        distance, sigma = gap(one.base, other.base), gap_sigma(one, other)
        witness = gap_witness(
            one.base, other.base, (one.id, other.id), str(Message.of("offer-length", inches=distance))
        )
        near = context.edition.engagement.engaged(context.position, one.id, other.id)
        sentence = (
            Message.of("offer-distance-engaged", **ends_named, range=context.edition.engagement.term)
            if near.holds
            else Message.of("offer-distance", **ends_named)
        )
        figures = Message.of("offer-length-sigma", inches=distance, sigma=max(sigma, 0.005))
        return MeasureView(
            sentence=ENGLISH.text(sentence, names),
            message=sentence,
            figures=str(figures),
            figures_message=figures,
            witness=witness_view(witness, projector),
            facts=tuple(_pair_facts(context, (one, other), near)),
        )
    ends = [_point_of(thing, towards) for thing, towards in ((one, other), (other, one))]
    distance = math.dist(ends[0], ends[1])
    figures = Message.of("offer-length", inches=distance)
    line = Stroke(Role.MEASURE, (ends[0], ends[1]), label=str(figures))
    between = Message.of("offer-distance", **ends_named)
    text = ENGLISH.text(between, names)
    return MeasureView(
        sentence=text,
        message=between,
        figures=str(figures),
        figures_message=figures,
        witness=witness_view(Witness((line,)), projector),
    )


def _pair_facts(context: JudgingContext, pair: tuple[Operative, Operative], near: Ruling) -> Iterator[MeasureFactView]:
    """Yield control range, then for each direction sight, and for enemies that are seen cover and obscured."""
    yield _fact(context, near)
    one, other = pair
    enemies = context.state.operative(one.id).player != context.state.operative(other.id).player
    for viewer, target in (one, other), (other, one):
        shot = context.edition.judge_shot(context.position, Shot(viewer.id, target.id))
        yield _fact(context, shot.visible)
        if enemies and shot.visible.verdict(context.state.policies.threshold) is not Verdict.NO:
            yield _fact(context, shot.in_cover)
            yield _fact(context, shot.obscured)


def _fact(context: JudgingContext, ruling: Ruling) -> MeasureFactView:
    verdict = ruling.verdict(context.state.policies.threshold)
    claim = ruling.claim.failed if verdict is Verdict.NO else ruling.claim
    sentence = Message.of("offer-fact-close", claim=claim) if verdict is Verdict.TOO_CLOSE else claim
    why, names = reasons_message(ruling, verdict), display_names(context.state)
    return MeasureFactView(
        verdict=verdict,
        sentence=ENGLISH.text(sentence, names),
        message=sentence.coded,
        why=explain_ruling(ruling, verdict) if why is None else ENGLISH.text(why, names),
        why_message=why,
    )


Thing = Operative | tuple[float, float, float]


def _thing(context: JudgingContext, spot: str | Point) -> Thing:
    if not isinstance(spot, str):
        return spot[0], spot[1], 0.0
    operatives = context.position.table.operatives
    if spot not in operatives:
        raise UnknownError("offer-operative-off", operative=spot)
    return operatives[spot]


def _called(context: JudgingContext, spot: str | Point) -> Message:
    if isinstance(spot, str):
        return Message.of("choice-operative", operative=spot, name=context.state.operative(spot).card.name)
    return Message.of("offer-point", x=spot[0], y=spot[1])


def _point_of(thing: Thing, towards: Thing) -> tuple[float, float, float]:
    """Return where a line to the other thing begins: at the rim of a base, or at the point itself."""
    if not isinstance(thing, Operative):
        return thing
    x, y = (towards.base.x, towards.base.y) if isinstance(towards, Operative) else towards[:2]
    return _rim(thing.base, x, y)


def _rim(base: Base, x: float, y: float) -> tuple[float, float, float]:
    """Return where a line from a base's centre to a point leaves the base."""
    length = math.hypot(x - base.x, y - base.y)
    if length == 0:
        return base.x, base.y, base.z
    turn = math.atan2(y - base.y, x - base.x) - math.radians(base.rotation_deg)
    radius = 1 / math.hypot(math.cos(turn) / (base.shape.long / 2), math.sin(turn) / (base.shape.short / 2))
    reach = min(radius, length)
    return base.x + (x - base.x) / length * reach, base.y + (y - base.y) / length * reach, base.z


def to_nearest_enemy(edition: Edition, state: GameState, table: Table) -> tuple[Ruling, ...]:
    """Return control range, sight, cover and obscurity from the active operative to the nearest enemy.

    If no operative is active, the two enemies nearest to each other are measured, because distances can be measured at
    any time. Returns nothing if there are no two enemies.
    """
    position = accepted_position(edition, state, table)
    there = position.table.operatives
    active = state.acting is not None and state.acting.operative in there
    starts = [state.acting.operative] if state.acting is not None and active else list(there)
    pairs = [(start, enemy.id) for start in starts for enemy in position.enemies_of(start)]
    if not pairs:
        return ()
    operative, nearest = min(pairs, key=lambda pair: gap(there[pair[0]].base, there[pair[1]].base))
    shot = edition.judge_shot(position, Shot(operative, nearest))
    reach = edition.engagement.engaged(position, operative, nearest)
    return reach, shot.visible, shot.in_cover, shot.obscured
