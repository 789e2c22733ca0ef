"""Actions of packs: who may perform them, how often, and their effects (rule D24-16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from messages.message import Message
from referee.game.events import Event, activations, battle, decisions, pieces
from referee.game.handlers.act_handler import ActionHook
from referee.game.handlers.handler import IntentHandler, condition
from referee.game.handlers.markers import check_marker_placement
from referee.game.intents import Act, Score
from referee.game.pack_action import PackAction, PackEffect, PackLimit
from referee.game.state import GameState, MarkerState, OpenTest
from referee.rules.ports.edition import ActionSpec
from referee.rules.ports.markers import across
from referee.rules.ruling import Finding

PACK = "pack"
"""Kind of the test that an action of a pack asks for."""


@dataclass(frozen=True, slots=True)
class PackActions(ActionHook):
    """Hook of pack actions. `score` gives victory points under the edition's caps."""

    score: IntentHandler[Score]

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the operative may perform it, and everything it needs is named."""
        pack = state.actions.get(spec.name)
        if pack is None:
            return ()
        card = state.operative(act.operative).card
        others = (
            Message.of("refusal-action-keywords", action=pack.name, keywords=pack.keywords)
            if pack.keywords
            else Message.of("refusal-action-operatives", action=pack.name, operatives=pack.operatives)
        )
        return (
            condition(pack.rule, pack.is_of(card), others),
            *_aimed(state, act, pack),
            *_with_marker(state, act, pack),
            *_often(state, act, pack),
            *_paid(state, act, pack),
        )

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return its use counted, its marker set up, its dice requested, and effects without dice."""
        pack = state.actions.get(spec.name)
        return () if pack is None else tuple(self._after(state, act, pack))

    def _after(self, state: GameState, act: Act, pack: PackAction) -> Iterator[Event]:
        player = state.operative(act.operative).player
        if pack.limit is not None:
            yield activations.WeaponUsed(operative=act.operative, weapon=pack.name)
            if pack.limit.per == "turning point":
                yield battle.PloyUsed(player=player, name=_use(pack, act.operative, pack.limit, state))
        if pack.lays and act.marker is not None:
            laid = MarkerState(act.marker, pack.lays, across(pack.lays), act.marker_to, owner=player)
            yield pieces.MarkerSetUp(marker=laid)
        if pack.dice is not None:
            for key in _rolling(act, pack):
                yield decisions.RollCalled(test=_test(state, act, pack, key, player))
        for effect in pack.effects:
            if pack.dice is None or effect.always:
                for key in _reached(act, effect):
                    yield from self.happening(state, effect, by=act.operative, whom=key, rolled=0)

    def rolled(self, state: GameState, roll: OpenTest, dice: tuple[int, ...]) -> tuple[Event, ...]:
        """Return the effects of an action's dice: none below the required result."""
        pack = state.actions[roll.about]
        total, acting = sum(dice), state.acting
        if pack.dice is None or total < pack.dice.on:
            return ()
        by = acting.operative if acting is not None else roll.operative
        return tuple(
            event
            for effect in pack.effects
            if not effect.always
            for event in self.happening(
                state, effect, by=by, whom=by if effect.whom == "self" else roll.operative, rolled=total
            )
        )

    def happening(self, state: GameState, effect: PackEffect, *, by: str, whom: str, rolled: int) -> Iterator[Event]:
        """Yield one effect on one operative; `rolled` is the result of the dice."""
        amount = effect.amount + {"": 0, "d6": rolled, "d3": (rolled + 1) // 2}[effect.roll]
        player, standing = state.operative(by).player, state.operative(whom).standing
        match effect.what:
            case "vp":
                yield from self.score.apply(
                    state, Score(id=PACK, player=player, op=effect.op, vp=amount, why=effect.what)
                )
            case "cp":
                yield battle.CommandPointsChanged(player=player, by=amount, why=PACK)
            case "damage" if standing and amount > 0:
                yield pieces.WoundsLost(operative=whom, amount=amount, why=PACK)
            case "heal" if standing and min(amount, state.operative(whom).lost) > 0:
                regained = min(amount, state.operative(whom).lost)
                yield pieces.WoundsRegained(operative=whom, amount=regained, why=PACK)
            case "stat" if standing:
                yield pieces.StatChanged(operative=whom, stat=effect.stat, by=amount, until=effect.until, why=PACK)
            case "ready" | "expend" if standing:
                yield activations.ReadinessDeclared(operative=whom, ready=effect.what == "ready")
            case _:
                return


def _reached(act: Act, effect: PackEffect) -> tuple[str, ...]:
    if effect.whom == "self" or effect.what in ("vp", "cp"):
        return (act.operative,)
    if effect.whom == "near":
        return act.evidence.near or ((act.target,) if act.target is not None else ())
    return (act.target,) if act.target is not None else ()


def _rolling(act: Act, pack: PackAction) -> tuple[str, ...]:
    """Return the operatives for whom dice are rolled: each one reached, or a single roll."""
    if pack.dice is not None and pack.dice.each:
        return tuple(dict.fromkeys(key for effect in pack.effects for key in _reached(act, effect)))
    return (act.target or act.operative,)


def _test(state: GameState, act: Act, pack: PackAction, key: str, player: str) -> OpenTest:
    dice = pack.dice.dice if pack.dice is not None else 1
    needed = pack.dice.on if pack.dice is not None and pack.dice.on > 1 else 0
    acting = state.acting
    done = len(acting.performed) if acting is not None else 0
    where = f"{state.turning_point}:{state.activations}:{act.operative}:{done}"
    question = Message.of("prompt-action-roll", action=pack.name, operative=key, dice=dice, needed=needed)
    return OpenTest(
        f"{PACK}:{where}:{key}", PACK, key, player, str(question), dice=dice, about=pack.name, message=question
    )


def _aimed(state: GameState, act: Act, pack: PackAction) -> Iterator[Finding]:
    if pack.target is None:
        return
    yield condition(pack.rule, act.target is not None, Message.of("refusal-target-missing", action=pack.name))
    target = state.operatives.get(act.target or "")
    if target is not None and pack.target.keywords:
        carried = {keyword.casefold() for keyword in target.card.keywords}
        fits = all(keyword.casefold() in carried for keyword in pack.target.keywords)
        others = Message.of("refusal-target-keywords", action=pack.name, keywords=pack.target.keywords)
        yield condition(pack.rule, fits, others)


def _with_marker(state: GameState, act: Act, pack: PackAction) -> Iterator[Finding]:
    if pack.controls:
        marker = state.markers.get(act.marker or "")
        there = marker is not None and marker.kind.casefold() == pack.controls.casefold()
        yield condition(pack.rule, there, Message.of("refusal-marker-kind", action=pack.name, kind=pack.controls))
    if pack.lays:
        yield from check_marker_placement(state, act, pack.rule, what=pack.lays)


def _often(state: GameState, act: Act, pack: PackAction) -> Iterator[Finding]:
    limit = pack.limit
    if limit is None:
        return
    own = state.operative(act.operative)
    if limit.per == "turning point":
        used = sum(name.startswith(_stem(pack, act.operative, limit)) for name in state.side(own.player).used)
    elif limit.by == "operative":
        used = own.uses.get(pack.name, 0)
    else:
        used = sum(each.uses.get(pack.name, 0) for each in state.operatives.values() if each.player == own.player)
    often = Message.of("refusal-action-used-up", action=pack.name, used=used, limit=limit.uses, period=limit.per)
    yield condition(pack.rule, used < limit.uses, often)


def _paid(state: GameState, act: Act, pack: PackAction) -> Iterator[Finding]:
    """Yield whether the player has the command points that its effects may cost, for any result of its dice."""
    taken = -sum(min(0, effect.amount) for effect in pack.effects if effect.what == "cp")
    if taken:
        player = state.operative(act.operative).player
        left = state.side(player).cp
        short = Message.of("refusal-action-points", action=pack.name, cost=taken, player=player, left=left)
        yield condition(pack.rule, taken <= left, short)


def _stem(pack: PackAction, operative: str, limit: PackLimit) -> str:
    whose = f" {operative}" if limit.by == "operative" else ""
    return f"{PACK}: {pack.name}{whose} #".casefold()


def _use(pack: PackAction, operative: str, limit: PackLimit, state: GameState) -> str:
    stem = _stem(pack, operative, limit)
    used = state.side(state.operative(operative).player).used
    return f"{stem}{1 + sum(name.startswith(stem) for name in used)}"
