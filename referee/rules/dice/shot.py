"""One shot at one target: state, critical effects, defence, blocking, order of stages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple

from messages.message import Message
from referee.rules.dice.attack import (
    COMMAND_REROLL,
    Attack,
    AttackDice,
    Classify,
    Detail,
    Offer,
    RerollDice,
    RollDice,
    compile_attack,
)
from referee.rules.dice.odds import DiceSequence
from referee.rules.dice.rule_book import (
    ChangeApl,
    ClassifiedDice,
    DamagePerCrit,
    FewerDefenceDice,
    NoCoverSave,
    OnlyCritsSave,
    PerDiscardedOne,
    RuleBook,
)
from referee.rules.dice.step import (
    AskChoice,
    DiceChoice,
    DiceStep,
    DiceStepName,
    Effect,
    Faces,
    PartStep,
    Roll,
    Side,
    grades,
    partition,
)
from referee.rules.errors import MalformedError
from referee.rules.weapon import RuleUse, Weapon

Damage = tuple[int, int]
"""A weapon's normal and critical damage."""


class Hits(NamedTuple):
    """Successes by grade: a shot's hits, or the saves against it."""

    crits: int = 0
    normals: int = 0

    def damage(self, damage: Damage) -> int:
        """Return the damage of these hits if nothing blocks them."""
        return self.normals * damage[0] + self.crits * damage[1]


class Allocation(NamedTuple):
    """Allocation of saves to hits, by grade.

    Critical saves on critical and on normal hits, pairs of normal saves on critical hits, normal saves on normal hits.
    """

    crit_on_crit: int = 0
    crit_on_normal: int = 0
    pairs_on_crit: int = 0
    normal_on_normal: int = 0

    def saves_used(self) -> Hits:
        """Return the saves that it uses."""
        return Hits(self.crit_on_crit + self.crit_on_normal, 2 * self.pairs_on_crit + self.normal_on_normal)

    def left_of(self, hits: Hits) -> Hits:
        """Return the hits left unblocked; negative if it blocks more than there are."""
        return Hits(
            hits.crits - self.crit_on_crit - self.pairs_on_crit,
            hits.normals - self.crit_on_normal - self.normal_on_normal,
        )


def fits(hits: Hits, saves: Hits, allocation: Allocation, normals_block: bool = True) -> bool:
    """Return whether the dice exist and each blocks only what its grade can block."""
    used, left = allocation.saves_used(), allocation.left_of(hits)
    within = used.crits <= saves.crits and used.normals <= saves.normals and min(left) >= 0
    return min(allocation) >= 0 and within and (normals_block or used.normals == 0)


def exhausts(hits: Hits, saves: Hits, allocation: Allocation, normals_block: bool = True) -> bool:
    """Return whether no remaining save could block a remaining hit: the defender must use all that can (E24-09)."""
    used, left = allocation.saves_used(), allocation.left_of(hits)
    crits, normals = saves.crits - used.crits, (saves.normals - used.normals) if normals_block else 0
    idle_crit = crits > 0 and max(left) > 0
    idle_normal = normals > 0 and left.normals > 0
    idle_pair = normals > 1 and left.crits > 0
    return not (idle_crit or idle_normal or idle_pair)


def legal(hits: Hits, saves: Hits, allocation: Allocation, normals_block: bool = True) -> bool:
    """Return whether the allocation is legal: the dice exist, and every save that can block does."""
    return fits(hits, saves, allocation, normals_block) and exhausts(hits, saves, allocation, normals_block)


def allocations(hits: Hits, saves: Hits, normals_block: bool = True, *, at_will: bool = False) -> Iterator[Allocation]:
    """Yield every legal allocation; with `at_will` also those in which saves that could block are not used."""
    normals = saves.normals if normals_block else 0
    for crit_on_crit in range(min(saves.crits, hits.crits) + 1):
        for pairs in range(min(normals // 2, hits.crits - crit_on_crit) + 1):
            for crit_on_normal in range(min(saves.crits - crit_on_crit, hits.normals) + 1):
                for normal in range(min(normals - 2 * pairs, hits.normals - crit_on_normal) + 1):
                    allocation = Allocation(crit_on_crit, crit_on_normal, pairs, normal)
                    if at_will or exhausts(hits, saves, allocation, normals_block):
                        yield allocation


@lru_cache(maxsize=16384)
def best(hits: Hits, saves: Hits, damage: Damage, normals_block: bool = True) -> Allocation:
    """Return the legal allocation that leaves the least damage, then the fewest hits.

    With k critical saves and p pairs of normals on critical hits, the rest goes to normal hits, normal saves first,
    because a critical save is never worse used elsewhere. So only k and p are searched.
    """
    hit_crits, hit_normals = hits
    save_crits = saves.crits
    save_normals = saves.normals if normals_block else 0
    found: tuple[int, int, Allocation] | None = None
    for crit_on_crit in range(min(save_crits, hit_crits) + 1):
        for pairs in range(min(save_normals // 2, hit_crits - crit_on_crit) + 1):
            normal = min(save_normals - 2 * pairs, hit_normals)
            crit_on_normal = min(save_crits - crit_on_crit, hit_normals - normal)
            left_crits = hit_crits - crit_on_crit - pairs
            left_normals = hit_normals - normal - crit_on_normal
            taken = left_normals * damage[0] + left_crits * damage[1]
            key = (taken, left_crits + left_normals)
            if found is None or key < found[:2]:
                found = (*key, Allocation(crit_on_crit, crit_on_normal, pairs, normal))
    return found[2] if found else Allocation()


NO_DICE = AttackDice()


class ShotState(NamedTuple):
    """State of a shot: both sides' dice, and the damage so far to target and shooter.

    `asked` counts the answers within the current stage.
    """

    attack: AttackDice
    defence: AttackDice = NO_DICE
    asked: int = 0
    harm: int = 0
    own: int = 0


@dataclass(frozen=True, slots=True)
class OfAttacker(PartStep[ShotState, AttackDice]):
    """An attack stage of a shot's attacker."""

    inner: DiceStep[AttackDice]

    def part(self, state: ShotState) -> AttackDice:
        """The attacker's dice."""
        return state.attack

    def with_part(self, state: ShotState, part: AttackDice) -> ShotState:
        """The shot with the attacker's dice replaced."""
        return ShotState(part, state.defence, state.asked, state.harm, state.own)


@dataclass(frozen=True, slots=True)
class OfDefender(PartStep[ShotState, AttackDice]):
    """A stage of a shot's defender, with its name on that side."""

    inner: DiceStep[AttackDice]
    label: DiceStepName

    @property
    def name(self) -> DiceStepName:
        """The name on the defender's side."""
        return self.label

    def part(self, state: ShotState) -> AttackDice:
        """The defender's dice."""
        return state.defence

    def with_part(self, state: ShotState, part: AttackDice) -> ShotState:
        """The shot with the defender's dice replaced."""
        return ShotState(state.attack, part, state.asked, state.harm, state.own)


@dataclass(frozen=True, slots=True)
class WithInvulnerableSave(DiceStep[AttackDice]):
    """A stage in two forms: with the Save, and with the invulnerable save if it is used."""

    plain: DiceStep[AttackDice]
    warded: DiceStep[AttackDice]
    pays: bool = True

    @property
    def name(self) -> DiceStepName:
        """The name of the stage."""
        return self.plain.name

    def step(self, state: AttackDice) -> AttackDice | Roll | AskChoice:
        """Delegate to the form in use."""
        return self._form(state).step(state)

    def rolled(self, state: AttackDice, faces: Faces) -> AttackDice:
        """Delegate to the form in use."""
        return self._form(state).rolled(state, faces)

    def chosen(self, state: AttackDice, choice: DiceChoice) -> AttackDice:
        """Delegate to the form in use."""
        return self._form(state).chosen(state, choice)

    def choices(self, state: AttackDice) -> tuple[DiceChoice, ...]:
        """Delegate to the form in use."""
        return self._form(state).choices(state)

    def allows(self, state: AttackDice, choice: DiceChoice) -> bool:
        """Delegate to the form in use."""
        return self._form(state).allows(state, choice)

    def effects(self, before: AttackDice, after: AttackDice) -> tuple[Effect, ...]:
        """Delegate to the form in use; without `pays` (older games) re-rolls cost nothing."""
        return self._form(before).effects(before, after) if self.pays else ()

    def _form(self, state: AttackDice) -> DiceStep[AttackDice]:
        return self.warded if state.ward else self.plain


@dataclass(frozen=True, slots=True)
class DiscardFails(DiceStep[ShotState]):
    """Discard fails; each die of 1 among them may cost the shooter wounds (G21-08)."""

    name: ClassVar[DiceStepName] = DiceStepName.DISCARD
    wounds_per_one: int
    rule: str

    def step(self, state: ShotState) -> ShotState | Roll | AskChoice:
        """Count the ones."""
        volley = state.attack
        if not volley.ones or not self.wounds_per_one:
            return state
        return state._replace(attack=volley._replace(ones=0), own=state.own + volley.ones * self.wounds_per_one)

    def effects(self, before: ShotState, after: ShotState) -> tuple[Effect, ...]:
        """The shooter's wounds."""
        lost = after.own - before.own
        return (Effect("mortal", lost, self.rule, on="user"),) if lost else ()


@dataclass(frozen=True, slots=True)
class CritHarm:
    """Effect of a rule for each retained critical success: `count` wounds on the target.

    Each other operative within `reach` inches of the target suffers `beside` wounds; `reach` is None without spread.
    """

    rule: str
    kind: str
    count: int
    reach: float | None
    beside: int


def crit_harm(rule: str, hook: DamagePerCrit, uses: Iterable[RuleUse]) -> CritHarm:
    """Return the effect of a rule that a weapon has once or more; nobody suffers twice (G24-00)."""
    uses = tuple(uses)
    widest = max((use for use in uses if hook.reach(use)), key=lambda use: use.count, default=None)
    most = max(use.count for use in uses)
    return CritHarm(
        rule, hook.kind, most, None if widest is None else hook.reach(widest), widest.count if widest else 0
    )


@dataclass(frozen=True, slots=True)
class CritsRetained(DiceStep[ShotState]):
    """Apply retained critical successes before anything is blocked (E24-14): Devastating, MWx, Splash, Stun."""

    name: ClassVar[DiceStepName] = DiceStepName.CRITS
    wounds: tuple[CritHarm, ...]
    dazes: tuple[tuple[str, ChangeApl], ...]

    def step(self, state: ShotState) -> ShotState | Roll | AskChoice:
        """Inflict the wounds; afterwards all retained normals are equal."""
        crits, normals, fixed, _ = state.attack.tally
        harm = state.harm + crits * sum(harm.count for harm in self.wounds)
        return state._replace(attack=AttackDice(tally=ClassifiedDice(crits, normals + fixed)), harm=harm)

    def effects(self, before: ShotState, after: ShotState) -> tuple[Effect, ...]:
        """Wounds on the target, wounds on others nearby, a lower APL."""
        return crit_effects(before.attack.tally.crits, self.wounds, self.dazes, Side.ATTACKER)


def crit_effects(
    crits: int,
    wounds: tuple[CritHarm, ...],
    dazes: tuple[tuple[str, ChangeApl], ...],
    side: Side,
) -> tuple[Effect, ...]:
    """Return the effects of retained critical successes on the target and on others nearby."""
    found: list[Effect] = []
    for harm in wounds if crits else ():
        found.append(Effect(harm.kind, crits * harm.count, harm.rule, side=side))
        if harm.reach:
            found.append(Effect(harm.kind, crits * harm.beside, harm.rule, "others", harm.reach, side))
    found += [Effect("apl", hook.amount, rule, side=side) for rule, hook in dazes if crits]
    return tuple(found)


COVER_SAVE = "cover save"
WARD = "invulnerable save"
NOTHING = Allocation()

CoverOption = tuple[int, int]
"""Dice that may be retained unrolled: number of normal saves, number of critical saves."""


@dataclass(frozen=True, slots=True)
class UseInvulnerableSave(DiceStep[ShotState]):
    """The defender may use an invulnerable save instead of its Save; nothing modifies it (G21-10)."""

    name: ClassVar[DiceStepName] = DiceStepName.WARD
    available: bool

    def step(self, state: ShotState) -> ShotState | Roll | AskChoice:
        """Ask if there is one; the standard policy always uses it."""
        if not self.available or state.asked:
            return state._replace(asked=0) if state.asked else state
        return AskChoice(Side.DEFENDER, DiceChoice("use", WARD))

    def chosen(self, state: ShotState, choice: DiceChoice) -> ShotState:
        """Use it or the Save."""
        return state._replace(asked=1, defence=AttackDice(ward=int(choice.verb == "use")))

    def choices(self, state: ShotState) -> tuple[DiceChoice, ...]:
        """Use it or decline it."""
        return (DiceChoice("use", WARD), DiceChoice("decline", WARD))


@dataclass(frozen=True, slots=True)
class CollectDefenceDice(DiceStep[ShotState]):
    """Collect defence dice, reduced by the largest of the weapon's piercing rules, never below zero.

    The rules do not add up (G24-11, G21-01), except `added`. An invulnerable save keeps all dice.
    """

    name: ClassVar[DiceStepName] = DiceStepName.DEFENCE_DICE
    dice: int
    always: int
    with_crit: int
    added: int = 0

    def step(self, state: ShotState) -> ShotState | Roll | AskChoice:
        """Count the dice."""
        crits = state.attack.tally.crits
        fewer = max(self.always, self.with_crit if crits else 0) + (self.added if crits else 0)
        ward = state.defence.ward
        return state._replace(defence=AttackDice(dice=self.dice if ward else max(0, self.dice - fewer), ward=ward))


@dataclass(frozen=True, slots=True)
class KeepCoverSaves(DiceStep[ShotState]):
    """The defender may retain as many dice unrolled as its cover permits (E24-08, H24-11, E21-03)."""

    name: ClassVar[DiceStepName] = DiceStepName.COVER
    options: tuple[CoverOption, ...]

    def step(self, state: ShotState) -> ShotState | Roll | AskChoice:
        """Ask once, if there is cover and a die to retain."""
        if state.asked or not self.options or not state.defence.dice:
            return state._replace(asked=0) if state.asked else state
        return AskChoice(Side.DEFENDER, self._choice(self.options[0], state.defence.dice))

    def chosen(self, state: ShotState, choice: DiceChoice) -> ShotState:
        """Set the retained dice aside."""
        normals, crits = choice.numbers
        kept = state.defence._replace(
            dice=state.defence.dice - normals - crits, tally=ClassifiedDice(crits=crits, fixed=normals)
        )
        return state._replace(asked=1, defence=kept)

    def choices(self, state: ShotState) -> tuple[DiceChoice, ...]:
        """Each way to retain dice, and to roll them all."""
        every = (*self.options, (0, 0))
        return tuple(dict.fromkeys(self._choice(option, state.defence.dice) for option in every))

    @staticmethod
    def _choice(option: CoverOption, dice: int) -> DiceChoice:
        crits = min(option[1], dice)
        return DiceChoice("retain", COVER_SAVE, (min(option[0], dice - crits), crits))


@dataclass(frozen=True, slots=True)
class Block(DiceStep[ShotState]):
    """The defender allocates all saves that can block (E24-09); the standard policy chooses the best allocation.

    `at_will` permits unused saves that could block; `read_as` is the note if that is a reading (E21-04).
    """

    name: ClassVar[DiceStepName] = DiceStepName.BLOCK
    damage: Damage
    normals_block: bool
    at_will: bool = False
    read_as: Message | None = None

    def reading(self) -> Message | None:
        """Return the note on the reading whether saves may be left unused."""
        return self.read_as

    def step(self, state: ShotState) -> ShotState | Roll | AskChoice:
        """Ask if a save can block a hit."""
        if state.defence is NO_DICE:
            return state
        hits, saves = self._dice(state)
        allocation = best(hits, saves, self.damage, self.normals_block)
        return AskChoice(Side.DEFENDER, DiceChoice("block", "", allocation)) if allocation != NOTHING else state

    def chosen(self, state: ShotState, choice: DiceChoice) -> ShotState:
        """Discard hits and saves."""
        tally = state.attack.tally
        left = Allocation(*choice.numbers).left_of(Hits(tally.crits, tally.normals))
        return ShotState(AttackDice(tally=ClassifiedDice(*left)), NO_DICE, 0, state.harm, state.own)

    def choices(self, state: ShotState) -> tuple[DiceChoice, ...]:
        """Every allocation that the rules permit."""
        hits, saves = self._dice(state)
        return tuple(
            DiceChoice("block", "", tuple(found))
            for found in allocations(hits, saves, self.normals_block, at_will=self.at_will)
        )

    def allows(self, state: ShotState, choice: DiceChoice) -> bool:
        """Return whether the dice exist and every save that can block is used."""
        hits, saves = self._dice(state)
        fitting = choice.verb == "block" and len(choice.numbers) == 4
        may = fits if self.at_will else legal
        return fitting and may(hits, saves, Allocation(*choice.numbers), self.normals_block)

    @staticmethod
    def _dice(state: ShotState) -> tuple[Hits, Hits]:
        hits, saves = state.attack.tally, state.defence.tally
        return Hits(hits.crits, hits.normals), Hits(saves.crits, saves.normals + saves.fixed)


@dataclass(frozen=True, slots=True)
class InflictDamage(DiceStep[ShotState]):
    """Every unblocked hit inflicts its damage; none may be held back (E24-10)."""

    name: ClassVar[DiceStepName] = DiceStepName.DAMAGE
    damage: Damage

    def step(self, state: ShotState) -> ShotState | Roll | AskChoice:
        """Add up the damage; the dice are spent."""
        tally = state.attack.tally
        harm = state.harm + tally.normals * self.damage[0] + tally.crits * self.damage[1]
        return ShotState(NO_DICE, NO_DICE, 0, harm, state.own)

    def effects(self, before: ShotState, after: ShotState) -> tuple[Effect, ...]:
        """The target's wounds."""
        lost = after.harm - before.harm
        return (Effect("damage", lost, "", side=Side.ATTACKER),) if lost else ()


@dataclass(frozen=True, slots=True)
class Defender:
    """A target's defence against a shot.

    `dice` are the defence dice before the weapon's rules; `save` or better succeeds. `cover` lists the dice that may be
    retained unrolled, the standard policy's choice first: `()` without cover, `((1, 0),)` in cover, and both `(0, 1)`
    and `(2, 0)` for an improved cover save (H24-11). `obscured` (E24-06); `ward` is an invulnerable save (G21-10).
    Raises `MalformedError` for numbers that no card has.
    """

    dice: int
    save: int
    cover: tuple[CoverOption, ...] = ()
    obscured: bool = False
    ward: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.dice <= 20:
            raise MalformedError("attack-defence-dice", found=self.dice)
        if not 2 <= self.save <= 7:
            raise MalformedError("attack-save", found=self.save)
        if self.ward is not None and not 2 <= self.ward <= 7:
            raise MalformedError("attack-invulnerable-save", found=self.ward)
        if any(min(option) < 0 or sum(option) > 20 for option in self.cover):
            raise MalformedError("attack-cover-saves", found=repr(self.cover))


@dataclass(frozen=True, slots=True)
class ShotSetup:
    """Input of a shot: the weapon, modified by the situation, the target, and command points for re-rolls.

    `rerolls` are the attacker's re-rolls from other sources than the weapon and command points (J24-02). `ward_pays`: a
    Command Re-roll costs a point even with an invulnerable save; False only in older games.
    """

    weapon: Weapon
    target: Defender
    attacker_cp: int = 0
    defender_cp: int = 0
    rerolls: tuple[Offer, ...] = ()
    ward_pays: bool = True


@dataclass(frozen=True, slots=True)
class ShotPlan:
    """A compiled shot: rule book, set-up and attack. `detail` as in `Attack.roll_stage`."""

    book: RuleBook
    setup: ShotSetup
    attack: Attack
    detail: Detail

    @property
    def target(self) -> Defender:
        """The target's defence."""
        return self.setup.target


MakeShotStep = Callable[[ShotPlan], DiceStep[ShotState]]
"""Factory of one stage of a shot."""


def retain_unrolled(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which attack dice are retained unrolled."""
    return OfAttacker(plan.attack.unrolled_stage())


def roll_attack(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the attack roll stage."""
    return OfAttacker(plan.attack.roll_stage(plan.detail))


def reroll_attack(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage of attack re-rolls; all end before defence dice are collected (E24-07)."""
    return OfAttacker(plan.attack.reroll_stage())


def classify_attack(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage that classifies attack dice."""
    return OfAttacker(plan.attack.classify_stage())


def retain_attack(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which retained dice are improved."""
    return OfAttacker(plan.attack.retain_stage())


def discard_fails(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which fails are discarded, with the wounds for dice of 1."""
    hooks = plan.book.hooks(plan.setup.weapon.rules, PerDiscardedOne)
    return DiscardFails(plan.attack.wounds_per_one, hooks[0][0].name if hooks else "")


def crits_retained(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which retained critical successes take effect."""
    uses = plan.setup.weapon.rules
    return CritsRetained(
        tuple(crit_harm(rule.name, hook, found) for rule, hook, found in plan.book.hooks(uses, DamagePerCrit)),
        tuple((rule.name, hook) for rule, hook, _ in plan.book.hooks(uses, ChangeApl)),
    )


def use_invulnerable_save(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which an invulnerable save may be chosen."""
    return UseInvulnerableSave(plan.target.ward is not None)


def collect_defence_dice(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which the defender collects its dice."""
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
    """Return the stage in which dice are retained unrolled for cover, unless a rule forbids it."""
    forbidden = plan.book.hooks(plan.setup.weapon.rules, NoCoverSave)
    return KeepCoverSaves(() if forbidden else tuple(option for option in plan.target.cover if any(option)))


def roll_defence(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the defence roll stage."""
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
    """Return the stage that classifies defence dice."""
    return _of_defender(plan, DiceStepName.CLASSIFY_SAVES, lambda needed: Classify(grades(needed)))


def block(plan: ShotPlan) -> Block:
    """Return the stage in which saves block hits."""
    return Block(plan.setup.weapon.damage, not plan.book.hooks(plan.setup.weapon.rules, OnlyCritsSave))


def inflict_damage(plan: ShotPlan) -> DiceStep[ShotState]:
    """Return the stage in which unblocked hits inflict damage."""
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
"""The stages of the defence in order, the same in both editions."""


def shot_sequence(
    book: RuleBook, order: tuple[MakeShotStep, ...], setup: ShotSetup, *, detail: Detail = Detail.PLAY
) -> DiceSequence[ShotState]:
    """Return the sequence of one shot, with the stages in an edition's order.

    `detail` is the granularity of faces (see `Detail`). Raises `MalformedError` for a weapon rule that the edition does
    not have.
    """
    attack = compile_attack(book, setup.weapon, Side.ATTACKER, command_rerolls=setup.attacker_cp, others=setup.rerolls)
    plan = ShotPlan(book, setup, attack, detail)
    defence = setup.target.dice * (2 if setup.defender_cp else 1)
    return DiceSequence(tuple(make(plan) for make in order), ShotState(attack.start), attack.most_dice + defence)


def _of_defender(
    plan: ShotPlan, name: DiceStepName, make: Callable[[int], DiceStep[AttackDice]]
) -> DiceStep[ShotState]:
    plain = make(plan.target.save)
    ward = plan.target.ward
    return OfDefender(plain if ward is None else WithInvulnerableSave(plain, make(ward), plan.setup.ward_pays), name)
