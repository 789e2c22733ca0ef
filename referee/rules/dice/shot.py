"""One shot at one target: its set-up, and the stages that an edition puts in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.rules.dice.attack import Attack, AttackDice, Classify, Detail, RerollDice, RollDice, compile_attack
from referee.rules.dice.crits import CritsRetained, DiscardFails, crit_harm
from referee.rules.dice.defence import (
    Block,
    CollectDefenceDice,
    CoverOption,
    InflictDamage,
    KeepCoverSaves,
    UseInvulnerableSave,
)
from referee.rules.dice.faces import grades, partition
from referee.rules.dice.hooks import (
    ChangeApl,
    FewerDefenceDice,
    NoCoverSave,
    OnlyCritsSave,
    PerCrit,
    PerDiscardedOne,
    RuleBook,
)
from referee.rules.dice.reroll import COMMAND_REROLL, Offer
from referee.rules.dice.sequence import Sequence
from referee.rules.dice.shot_state import OfAttacker, OfDefender, ShotState, Warded
from referee.rules.dice.step import DiceStep, DiceStepName, Side
from referee.rules.dice.weapon import Weapon
from referee.rules.errors import MalformedError


@dataclass(frozen=True, slots=True)
class Defender:
    """What a target has against a shot.

    `dice` defence dice before the weapon's rules, `save` or better succeeds. `cover` lists what may be kept unrolled,
    the first being what the standard policy keeps: `()` without cover, `((1, 0),)` in cover, and both `(0, 1)` and
    `(2, 0)` for an improved cover save (H24-11). `obscured` (E24-06); `ward` is an invulnerable save (G21-10).
    Raises `MalformedError` for numbers that no card has.
    """

    dice: int
    save: int
    cover: tuple[CoverOption, ...] = ()
    obscured: bool = False
    ward: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.dice <= 20:
            raise MalformedError(f"{self.dice!r} defence dice: expected 0 to 20")
        for name, value in (("save", self.save), ("invulnerable save", self.ward)):
            if value is not None and not 2 <= value <= 7:
                raise MalformedError(f"{name} {value!r}+: expected 2 to 7")
        if any(min(option) < 0 or sum(option) > 20 for option in self.cover):
            raise MalformedError(f"cover saves {self.cover!r}: expected pairs of normal and critical dice")


@dataclass(frozen=True, slots=True)
class ShotSetup:
    """A shot to be resolved: the weapon as the situation made it, the target, and the command points for re-rolls.

    `rerolls` are the attacker's that come neither from the weapon nor from command points (J24-02). `ward_pays` is
    whether a Command Re-roll costs a point with an invulnerable save, too: always, but in games of before.
    """

    weapon: Weapon
    target: Defender
    attacker_cp: int = 0
    defender_cp: int = 0
    rerolls: tuple[Offer, ...] = ()
    ward_pays: bool = True


@dataclass(frozen=True, slots=True)
class ShotPlan:
    """A shot compiled: the rule book, the set-up, the attack. `detail` as in `Attack.roll_stage`."""

    book: RuleBook
    setup: ShotSetup
    attack: Attack
    detail: Detail

    @property
    def target(self) -> Defender:
        """The target's defence."""
        return self.setup.target


MakeShotStep = Callable[[ShotPlan], DiceStep[ShotState]]
"""What makes one stage of a shot."""


def retain_unrolled(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which attack dice are kept without rolling."""
    return OfAttacker(plan.attack.unrolled_stage())


def roll_attack(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which attack dice are rolled."""
    return OfAttacker(plan.attack.roll_stage(plan.detail))


def reroll_attack(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage of attack re-rolls; all end before defence dice are collected (E24-07)."""
    return OfAttacker(plan.attack.reroll_stage())


def classify_attack(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which attack dice are sorted."""
    return OfAttacker(plan.attack.classify_stage())


def retain_attack(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which dice are retained as something better."""
    return OfAttacker(plan.attack.retain_stage())


def discard_fails(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which fails leave the table, at a price for those of 1."""
    hooks = plan.book.hooks(plan.setup.weapon.rules, PerDiscardedOne)
    return DiscardFails(plan.attack.wounds_per_one, hooks[0][0].name if hooks else "")


def crits_retained(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which retained critical successes take effect."""
    uses = plan.setup.weapon.rules
    return CritsRetained(
        tuple(crit_harm(rule.name, hook, found) for rule, hook, found in plan.book.hooks(uses, PerCrit)),
        tuple((rule.name, hook) for rule, hook, _ in plan.book.hooks(uses, ChangeApl)),
    )


def use_invulnerable_save(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which an invulnerable save may be chosen."""
    return UseInvulnerableSave(plan.target.ward is not None)


def collect_defence_dice(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which the defender takes its dice."""
    hooks = plan.book.hooks(plan.setup.weapon.rules, FewerDefenceDice)

    def most(with_crit: bool, added: bool = False) -> int:
        counts = (
            use.count
            for _, hook, found in hooks
            for use in found
            if hook.with_crit is with_crit and hook.added is added
        )
        return max(counts, default=0)

    return CollectDefenceDice(plan.target.dice, most(False), most(True), most(True, added=True))


def keep_cover_saves(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which dice are kept unrolled for cover, unless a rule forbids it."""
    forbidden = plan.book.hooks(plan.setup.weapon.rules, NoCoverSave)
    return KeepCoverSaves(() if forbidden else tuple(option for option in plan.target.cover if any(option)))


def roll_defence(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which defence dice are rolled."""
    return _of_defender(
        plan,
        DiceStepName.DEFENCE_ROLL,
        lambda needed: RollDice(Side.DEFENDER, partition(grades(needed)), worth=grades(needed)),
    )


def reroll_defence(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage of defence re-rolls (Command Re-roll)."""
    offers = (Offer(COMMAND_REROLL, limit=plan.setup.defender_cp),) if plan.setup.defender_cp else ()
    return _of_defender(
        plan,
        DiceStepName.DEFENCE_REROLL,
        lambda needed: RerollDice(Side.DEFENDER, offers, grades(needed), partition(grades(needed))),
    )


def classify_saves(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which defence dice are sorted."""
    return _of_defender(plan, DiceStepName.CLASSIFY_SAVES, lambda needed: Classify(grades(needed)))


def block(plan: ShotPlan) -> Block:
    """Return the stage in which saves block hits."""
    return Block(plan.setup.weapon.damage, not plan.book.hooks(plan.setup.weapon.rules, OnlyCritsSave))


def inflict_damage(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which unblocked hits do their damage."""
    return InflictDamage(plan.setup.weapon.damage)


DEFENCE: tuple[MakeShotStep, ...] = (
    collect_defence_dice,
    keep_cover_saves,
    roll_defence,
    reroll_defence,
    classify_saves,
    block,
    inflict_damage,
)
"""The stages of the defence in order, as both editions have them."""


def shot_sequence(
    book: RuleBook, order: tuple[MakeShotStep, ...], setup: ShotSetup, *, detail: Detail = Detail.PLAY
) -> Sequence[ShotState]:
    """Return the sequence of one shot, with the stages in an edition's order.

    `detail` says how finely faces are told apart (see `Detail`). Raises `MalformedError` for a weapon rule that the
    edition does not have.
    """
    attack = compile_attack(book, setup.weapon, Side.ATTACKER, command_rerolls=setup.attacker_cp, others=setup.rerolls)
    plan = ShotPlan(book, setup, attack, detail)
    defence = setup.target.dice * (2 if setup.defender_cp else 1)
    return Sequence(tuple(make(plan) for make in order), ShotState(attack.start), attack.most_dice + defence)


def _of_defender(
    plan: ShotPlan, name: DiceStepName, make: Callable[[int], DiceStep[AttackDice]]
) -> DiceStep[ShotState]:
    plain = make(plan.target.save)
    ward = plan.target.ward
    return OfDefender(plain if ward is None else Warded(plain, make(ward), plan.setup.ward_pays), name)
