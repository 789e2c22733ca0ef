"""Stun grenade: throw, stun tests, APL lost (J24-13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from geometry.measure import within
from messages.message import Message
from referee.editions.kt24.equipment.item import EquipmentItem
from referee.game.events import Event, decisions, pieces
from referee.game.handlers.act_handler import ActionHook
from referee.game.handlers.handler import condition
from referee.game.intents import Act
from referee.game.pack_action import Until
from referee.game.state import GameState, OpenTest
from referee.rules.findings import gap_finding
from referee.rules.judgement import Attempt
from referee.rules.ports.edition import ActionSpec, Edition
from referee.rules.position import Position
from referee.rules.ruling import Fact, Finding

STUN_REACH = 1.0
"""Inches from the operative aimed at within which others test, too."""

STUN_THROW = 6.0
STUN_ON = 3
STUN = "stun"


@dataclass(frozen=True, slots=True)
class StunTests:
    """Who takes a stun test, and who loses an APL by it."""

    tested: tuple[str, ...]
    stunned: tuple[str, ...]


def stun_grenade(position: Position, target: str, rolls: Mapping[str, int]) -> StunTests:
    """Return who tests (the target and every other operative within 1" of it) and whose roll stuns (rule J24-13)."""
    centre = position.table.operative(target)
    tested = tuple(
        name
        for name, other in sorted(position.table.operatives.items())
        if name == target or within(centre.base, other.base, STUN_REACH)
    )
    return StunTests(tested, tuple(name for name in tested if rolls.get(name, 0) >= STUN_ON))


def in_a_throws_reach(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether the operative that a stun grenade is thrown at is an enemy, near enough and seen (rule J24-13)."""
    target = position.table.operatives.get(attempt.target or "")
    if target is None:
        return
    thrower = position.table.operative(attempt.by)
    yield Fact.declared("J24-13", target.player != thrower.player, Message.of("action-target-enemy", target=target.id))
    reason = Message.of("item-throw", thing=target.id, thrower=attempt.by)
    yield gap_finding("J24-13", reason, thrower, target, STUN_THROW)
    yield from edition.sight.visible(position, attempt.by, target.id).findings


STUN_GRENADE_ACTION = ActionSpec(
    "Stun Grenade", "J24-13", 1, engaged=False, aimed=True, near=STUN_REACH, conditions=(in_a_throws_reach,)
)


def _tested(act: Act) -> tuple[str, ...]:
    return act.evidence.near or ()


@dataclass(frozen=True, slots=True)
class StunGrenades(ActionHook):
    """Whoever stands near the target tests: one D6, and on 3+ its APL is worse by 1 (rule J24-13).

    `Evidence.near` lists whom the judge finds within an inch of the target, itself among them. Without it the
    results are declared in `DeclaredResults.stunned`.
    """

    actions: ClassVar[frozenset[str]] = frozenset({STUN_GRENADE_ACTION.name})

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether an enemy is named, and all who test are there."""
        target = state.operatives.get(act.target or "")
        enemy = target is not None and target.player != state.operative(act.operative).player
        strangers = sorted(str(key) for key in _tested(act) if key not in state.operatives)
        return (
            condition(
                spec.rule,
                enemy,
                Message.of("action-target-enemy", target=act.target)
                if act.target
                else Message.of("refusal-target-missing", action=spec.name),
            ),
            condition(spec.rule, not strangers, Message.of("item-nobody-to-test", operatives=strangers)),
        )

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return a test for each of them."""
        thrower = state.operative(act.operative).player
        where = f"{state.turning_point}:{state.activations}:{act.operative}"
        questions = {key: Message.of("item-stun-test", operative=key, needed=STUN_ON) for key in _tested(act)}
        return tuple(
            decisions.RollCalled(
                test=OpenTest(f"{STUN}:{where}:{key}", STUN, key, thrower, str(question), message=question)
            )
            for key, question in questions.items()
        )


def _stun(state: GameState, roll: OpenTest, dice: tuple[int, ...]) -> tuple[Event, ...]:
    """Return the APL lost by a stun test of 3 or more."""
    if dice[0] < STUN_ON:
        return ()
    change = pieces.StatChanged(operative=roll.operative, stat="apl", by=-1, until=Until.NEXT_ACTIVATION, why="J24-13")
    return (change,)


STUN_GRENADE = EquipmentItem(
    "stun grenade", "J24-13", actions=(STUN_GRENADE_ACTION,), hooks=(StunGrenades(),), outcomes={STUN: _stun}
)
"""Brought by a pick of utility grenades."""
