"""What is asked of open dice, in a player's words: "Blue defends Burdock: roll 3 dice, saves on 4+"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from overlook.table.combat_exchanges import counted_worth
from referee.game.dice.dice_actions import COUNTED
from referee.game.dice.dice_text import counts_on, dice_said, reroll_counted, rule_title
from referee.game.engine.battle_flow import BattleFlow
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.state import GameState
from referee.rules.dice.attack_facts import Pending
from referee.rules.dice.fighting import FightSequence
from referee.rules.dice.shooting import ShootingSequence
from referee.rules.dice.step import CRIT, FAIL, DiceStepName, Side
from referee.rules.dice.step import Choice as DiceChoice

DECISIONS: Mapping[DiceStepName, str] = {
    DiceStepName.TARGET: "whom to shoot next?",
    DiceStepName.SHARE: "how many of the dice at {target}?",
    DiceStepName.SHELTER: "is {target} in cover or obscured?",
    DiceStepName.WEAPON: "which weapon does {target} fight with?",
    DiceStepName.UNROLLED: "keep dice without rolling?",
    DiceStepName.ATTACK_REROLL: "re-roll attack dice?",
    DiceStepName.FIGHT_REROLL: "re-roll a die?",
    DiceStepName.DEFENCE_REROLL: "re-roll defence dice?",
    DiceStepName.RETAIN: "let a rule raise a die?",
    DiceStepName.WARD: "use the invulnerable save?",
    DiceStepName.COVER: "take the save from cover?",
    DiceStepName.BLOCK: "which saves stop which hits?",
    DiceStepName.RESOLVE: "strike or {stop}?",
}
"""What is decided at each stage."""

IN_DOUBT = {
    "cover": "in cover",
    "obscured": "obscured",
    "smoked": "in the smoke, so that Piercing counts less",
    "target": "near enough to be shot, too",
    "near": "near enough to be hurt, too",
}
"""What the camera may not be able to tell of a target, in words."""

ROLLS: Mapping[DiceStepName, str] = {
    DiceStepName.DEFENCE_ROLL: "defends {target}",
    DiceStepName.ATTACK_REROLL: "re-rolls",
    DiceStepName.FIGHT_REROLL: "re-rolls",
    DiceStepName.DEFENCE_REROLL: "re-rolls",
}
"""What is rolled for at each stage; an attack where it is none of these."""


REROLLS = (DiceStepName.ATTACK_REROLL, DiceStepName.FIGHT_REROLL, DiceStepName.DEFENCE_REROLL)


def in_words(prompt: Prompt, flow: BattleFlow, state: GameState) -> Prompt:
    """Return the question of open dice in a player's words; another one as it is."""
    if prompt.topic is not Topic.DICE or state.sequence is None:
        return prompt
    action = flow.dice_actions.action(state.sequence)
    pending = action.pending
    if pending is None:
        return prompt
    if isinstance(action, ShootingSequence | FightSequence) and pending.stage is DiceStepName.AFTER:
        return prompt.model_copy(update={"question": _tested(pending, action, state)})
    if isinstance(action, FightSequence) and (turn := _turn_to_reroll(pending, action)):
        return prompt.model_copy(
            update={"question": turn, "choices": _choices(prompt, flow, state=state, action=action)}
        )
    rolled = pending.dice and pending.stage is not DiceStepName.SHARE
    fights = isinstance(action, FightSequence)
    question = (
        _rolled(pending, state, fights=fights)
        if rolled
        else _decided(pending, state, flow.dice_actions.rules.stopping_word)
    )
    return prompt.model_copy(
        update={"question": question, "choices": _choices(prompt, flow, state=state, action=action)}
    )


def _choices(prompt: Prompt, flow: BattleFlow, *, state: GameState, action: Any) -> tuple[Choice, ...]:
    """Return the choices; re-rolls of dice that were only counted by what those count as, each but once."""
    pending, counted = action.pending, state.sequence.data.get(COUNTED, ()) if state.sequence is not None else ()
    if not counted or pending.stage not in REROLLS:
        return prompt.choices
    worth = counted_worth(flow.dice_actions.rules, action, side=pending.side, counted=counted)
    if worth is None:
        return prompt.choices

    def said(choice: Choice) -> Choice:
        asked = DiceChoice.from_key(choice.key)
        if asked.verb != "re-roll":
            return choice
        label = reroll_counted(asked, worth, saves=pending.stage is DiceStepName.DEFENCE_REROLL)
        return choice.model_copy(update={"label": label})

    told: dict[str, Choice] = {}
    for choice in map(said, prompt.choices):
        told.setdefault(choice.label, choice)
    return tuple(told.values())


def _turn_to_reroll(pending: Pending, action: FightSequence) -> str:
    """Return whose turn it is to re-roll a die of a fight, by what, how many are left, who is next (rule F24-05)."""
    left = action.rerolls_left(pending.side)
    if not left:
        return ""
    said = ", ".join(f"{rule_title(rule)} {dice_said(most)}" for rule, most in left)
    facts, other = action.facts, Side.DEFENDER if pending.side is Side.ATTACKER else Side.ATTACKER
    foe = facts.defender.player if other is Side.DEFENDER else facts.attacker.player
    if not action.rerolls_left(other):
        return f"{pending.player}: re-roll dice? Left: {said}"
    return f"{pending.player}: re-roll one die? Left: {said}. Then it is the turn of {foe}"


def _rolled(pending: Pending, state: GameState, *, fights: bool) -> str:
    left = [choice.rule for choice in pending.choices if choice.verb == "target"]
    target = _name(pending.target or (left[0] if len(left) == 1 else ""), state)
    attack = ("fights {target}" if pending.side is Side.ATTACKER else "fights back") if fights else "shoots {target}"
    does = ROLLS.get(pending.stage, attack if target else "shoots")
    return f"{pending.player} {does.format(target=target)}: roll {dice_said(pending.dice)}{_needed(pending)}"


def _tested(pending: Pending, action: ShootingSequence | FightSequence, state: GameState) -> str:
    """Return what a weapon's test is about: which rule, and what hurts its user."""
    if isinstance(action, FightSequence):
        rule, _, weapon = action.tests_after_use[pending.side]
    else:
        (rule, _), weapon = action.test_after_use or ("", None), action.facts.weapon
    hit, user = weapon.hit, _name(pending.target, state)
    hurts = "a 1" if hit <= 2 else f"1 to {hit - 1}"
    return f"{pending.player} tests for {rule_title(rule)}: roll 1 die, {hurts} hurts {user}"


def _needed(pending: Pending) -> str:
    """Return from which face on a die counts: "hits on 3+", and criticals where they are not sixes alone."""
    worth = pending.worth
    if worth is None:
        return ""
    least = next((face for face in range(1, 7) if worth[face] != FAIL), 6)
    saves = pending.stage in (DiceStepName.DEFENCE_ROLL, DiceStepName.DEFENCE_REROLL)
    critical = next((face for face in range(1, 7) if worth[face] == CRIT), 6)
    more = f", criticals on {critical}+" if critical < 6 else ""
    return f", {counts_on(least, saves=saves)}{more}"


def _decided(pending: Pending, state: GameState, stop: str) -> str:
    if pending.stage is DiceStepName.DOUBT:
        return (
            f"Too close to call: is {_name(pending.target, state)} {IN_DOUBT[pending.choices[0].rule]}? Look together"
        )
    words = DECISIONS.get(pending.stage, f"{pending.stage}?").format(target=_name(pending.target, state), stop=stop)
    return f"{pending.player}: {words}{_as_read(pending.reading)}"


def _as_read(reading: str) -> str:
    """Return how this table reads an open question of the rules, as a player is told; empty for none."""
    said = reading.removeprefix("read as: ")
    return f" (this table's reading: {said})" if said else ""


def _name(operative: str, state: GameState) -> str:
    """Return what an operative is called: its name, with its id where another one has the same."""
    if operative not in state.operatives:
        return operative
    name = state.operative(operative).card.name
    same = sum(one.card.name == name for one in state.operatives.values())
    return name if same == 1 else f"{name} {operative.upper()}"
