"""Dice questions: the file format of each kind, and their answers (distributions, fixed rolls, legality).

Uses the same stages as play and odds, with dice from a list. Optional rules are used if they are legal, and nothing is
re-rolled.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Sequence as Listed
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator

from messages.message import Message
from referee.editions.registry import editions_of
from referee.rules.dice.attack import Offer, compile_attack, illegal_reroll_reason
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.fight import (
    CRIT_ON_CRIT,
    CRIT_ON_NORMAL,
    CRIT_ON_NOTHING,
    CRIT_STRIKE,
    NORMAL_ON_NORMAL,
    NORMAL_ON_NOTHING,
    NORMAL_STRIKE,
    SIDES,
    Fighter,
    FightSetup,
    FightSide,
    FightState,
)
from referee.rules.dice.odds import DiceSequence, SequenceRun, mean
from referee.rules.dice.rule_book import Reroll, RollAfterUse
from referee.rules.dice.rule_parser import FuzzyNames, letters
from referee.rules.dice.shot import Allocation, CoverOption, Defender, Hits, ShotSetup, ShotState, best, legal
from referee.rules.dice.step import PASS, Decision, DiceChoice, DiceStepName, Roll, Side
from referee.rules.errors import MalformedError, RefereeError, fault_at
from referee.rules.weapon import RuleUse, Weapon, WeaponType

Face = Annotated[int, Field(ge=1, le=6)]
Damage = tuple[Annotated[int, Field(ge=0, le=99)], Annotated[int, Field(ge=0, le=99)]]
Few = Annotated[int, Field(ge=0, le=20)]
Target = Annotated[int, Field(ge=2, le=7)]

COVER: dict[str, tuple[CoverOption, ...]] = {
    "none": (),
    "cover": ((1, 0),),
    "vantage_double": ((2, 0),),
    "vantage_crit": ((0, 1),),
}


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class _Vector(_Record):
    id: str
    edition: str

    @field_validator("edition")
    @classmethod
    def _is_known(cls, name: str) -> str:
        editions_of(name)
        return name


class _Ruled(BaseModel):
    """Numbers, with a further key for each weapon rule."""

    model_config = ConfigDict(frozen=True, extra="allow")

    dmg: Damage = (0, 0)

    @property
    def rules(self) -> dict[str, Any]:
        """Keys that are weapon rules."""
        return dict(self.model_extra or {})


class Attacker(_Ruled):
    """A weapon: dice, hit, damage, rules."""

    atk: Few
    hit: Target


class Duellist(Attacker):
    """A weapon and the wounds of its fighter."""

    wounds: Annotated[int, Field(ge=1, le=99)]

    def side(self, weapon: Weapon) -> FightSide:
        """Return one side of a fight."""
        return FightSide(weapon, self.wounds)


class Standing(_Ruled):
    """A fighter with given dice."""

    wounds: Annotated[int, Field(ge=1, le=99)]

    def side(self, weapon: Weapon) -> FightSide:
        """Return one side of a fight."""
        return FightSide(weapon, self.wounds)


class ShotDefence(_Record):
    """A target: dice, save, and dice retained unrolled before the weapon's rules."""

    dice: Few
    save: Target
    cover: Literal["none", "cover", "vantage_double", "vantage_crit"] = "none"
    auto_norms: Few | None = None
    auto_crits: Few | None = None
    invuln: Target | None = None

    @property
    def kept(self) -> tuple[CoverOption, ...]:
        """The dice retained unrolled: as counted, or by cover."""
        if self.auto_norms is None and self.auto_crits is None:
            return COVER[self.cover]
        return ((self.auto_norms or 0, self.auto_crits or 0),)


class ShotVector(_Vector):
    """A question for the damage distribution of a shot."""

    attacker: Attacker
    defender: ShotDefence
    obscured: bool = False

    @property
    def target(self) -> Defender:
        """The target's defence."""
        one = self.defender
        return Defender(one.dice, one.save, one.kept, self.obscured, one.invuln)


class FightVector(_Vector):
    """A question for the distribution of wounds in a fight."""

    a: Duellist
    b: Duellist
    policy_a: Literal["strike", "parry"] = "strike"
    policy_b: Literal["strike", "parry"] = "strike"


class HotVector(_Vector):
    """A question for a hot weapon's damage to its user: by its Hit, or by attack dice of 1."""

    hit: Target | None = None
    attacker: Attacker | None = None


class TraceDefence(_Record):
    """A target in a shot with fixed dice."""

    defence_dice: Few
    save: Target
    invuln: Target | None = None


class ShotTraceVector(_Vector):
    """A shot with fixed dice."""

    weapon: Attacker
    obscured: bool = False
    cover: Literal["none", "cover", "vantage_double", "vantage_crit"] = "none"
    defender: TraceDefence
    attack_roll: tuple[Face, ...]
    defence_roll: tuple[Face, ...]

    @property
    def target(self) -> Defender:
        """The target's defence."""
        one = self.defender
        return Defender(one.defence_dice, one.save, COVER[self.cover], self.obscured, one.invuln)


class Graded(_Record):
    """Dice by grade."""

    crit: Few = 0
    normal: Few = 0

    @property
    def dice(self) -> Hits:
        """The dice."""
        return Hits(self.crit, self.normal)


class Attempt(_Record):
    """An allocation of saves to be tested."""

    crit_save_on_crit: Few = 0
    crit_save_on_normal: Few = 0
    pair_of_normals_on_crit: Few = 0
    normal_on_normal: Few = 0
    single_normal_on_crit: Few = 0


class BlockVector(_Vector):
    """A question whether an allocation is legal, and for the least possible damage."""

    hits: Graded
    saves: Graded
    attempt: Attempt
    dmg: Damage


def _step(value: Any) -> Any:
    if isinstance(value, list | tuple):
        if len(value) not in (3, 4):
            raise MalformedError("corpus-reroll-step", found=len(value))
        return dict(zip(("die", "source", "value", "remark"), value, strict=False))
    return value


class RerollStep(_Record):
    """One re-roll: the die, the source, the new value, and a remark."""

    die: int
    source: str
    value: Face
    remark: Annotated[str, BeforeValidator(lambda value: str(value or ""))] = ""


class RerollVector(_Vector):
    """A question whether a list of re-rolls is legal. A die without a face was never rolled."""

    initial: tuple[Face | str | None, ...]
    rules: tuple[str, ...]
    rerolls: tuple[Annotated[RerollStep, BeforeValidator(_step)], ...]


class RetainedDice(_Record):
    """A fighter's unresolved dice."""

    crits: Few = 0
    normals: Few = 0

    @property
    def dice(self) -> Hits:
        """The dice."""
        return Hits(self.crits, self.normals)


class FightStep(_Record):
    """One resolved die, in the notation of the traces."""

    by: Literal["A", "B"]
    choice: Literal["CS", "NS", "CBc", "CBn", "NBn", "NBc", "CB0", "NB0"]


class FightTraceVector(_Vector):
    """A fight from the point at which the dice are retained."""

    attacker: Standing
    defender: Standing
    retained: dict[Literal["A", "B"], RetainedDice]
    steps: tuple[FightStep, ...]

    @field_validator("retained")
    @classmethod
    def _both(cls, dice: dict[str, RetainedDice]) -> dict[str, RetainedDice]:
        if set(dice) != {"A", "B"}:
            raise MalformedError("corpus-retained", found=sorted(dice))
        return dice


NORMAL_ON_CRIT = DiceChoice("block", "normal on crit")

STEPS = {
    "CS": CRIT_STRIKE,
    "NS": NORMAL_STRIKE,
    "CBc": CRIT_ON_CRIT,
    "CBn": CRIT_ON_NORMAL,
    "NBn": NORMAL_ON_NORMAL,
    "NBc": NORMAL_ON_CRIT,
    "CB0": CRIT_ON_NOTHING,
    "NB0": NORMAL_ON_NOTHING,
}
"""Notation of a step in a fight: the die, strike or block, and the blocked die."""

REROLLS = frozenset({DiceStepName.ATTACK_REROLL, DiceStepName.DEFENCE_REROLL, DiceStepName.FIGHT_REROLL})


@dataclass(frozen=True, slots=True)
class ShotAccount:
    """Steps of a shot with fixed dice.

    `classes` has one letter for each rolled attack die, C, N or F, in the given order. `kept` are dice retained
    unrolled, `saves` the saves retained, including those. `damage` is the damage after the best block, `unblocked`
    without any block, both including `at_once`, the damage before blocking.
    """

    classes: tuple[str, ...]
    unrolled: int
    hits: Hits
    collected: int
    kept: Hits
    to_roll: int
    saves: Hits
    at_once: int
    damage: int
    unblocked: int


def resolve_shot_with_fixed_dice(
    rules: DiceRules, setup: ShotSetup, attack_roll: Listed[int], defence_roll: Listed[int]
) -> ShotAccount:
    """Return the account of a shot with these dice; raises `MalformedError` for a wrong number of dice."""
    sequence = rules.shot(setup)

    def until(name: DiceStepName) -> ShotState:
        return _played(sequence.until(name).begin(), attack_roll, defence_roll).state

    hand = until(DiceStepName.ATTACK_ROLL).attack
    if hand.dice != len(attack_roll):
        raise MalformedError("corpus-attack-roll", roll=attack_roll, found=len(attack_roll), expected=hand.dice)
    worth = compile_attack(rules.weapon_rules, setup.weapon, Side.ATTACKER).worth
    hits = until(DiceStepName.CRITS).attack.tally
    collected = until(DiceStepName.COVER).defence.dice
    ready = until(DiceStepName.DEFENCE_ROLL).defence
    if ready.dice != len(defence_roll):
        raise MalformedError("corpus-defence-roll", roll=defence_roll, found=len(defence_roll), expected=ready.dice)
    facing = until(DiceStepName.BLOCK)
    left = facing.attack.tally
    done = _played(sequence.begin(), attack_roll, defence_roll).state
    return ShotAccount(
        tuple("FNC"[worth[face]] for face in attack_roll),
        hand.unrolled,
        Hits(hits.crits, hits.normals + hits.fixed),
        collected,
        Hits(ready.tally.crits, ready.tally.fixed),
        ready.dice,
        Hits(facing.defence.tally.crits, facing.defence.tally.normals + facing.defence.tally.fixed),
        facing.harm,
        done.harm,
        facing.harm + Hits(left.crits, left.normals).damage(setup.weapon.damage),
    )


def _played(
    walk: SequenceRun[ShotState], attack_roll: Listed[int], defence_roll: Listed[int]
) -> SequenceRun[ShotState]:
    dice = {Side.ATTACKER: attack_roll, Side.DEFENDER: defence_roll}

    def entered(roll: Roll) -> Iterable[int]:
        return dice[roll.owner]

    def decided(_: Side, decision: Decision) -> DiceChoice:
        return PASS if decision.stage in REROLLS else decision.default

    return walk.run(entered, decided)


@dataclass(frozen=True, slots=True)
class FightAccount:
    """Result of a fight with fixed dice.

    `legal` holds whether each step is legal; the first illegal one ends the account. `final` is the state before it, or
    after the last step. `because` is the reason why it ended there.
    """

    legal: tuple[bool, ...]
    final: FightState
    because: str

    @property
    def all_legal(self) -> bool:
        """Whether every step was legal."""
        return all(self.legal)


def account_of_fight(
    rules: DiceRules, setup: FightSetup, retained: tuple[Hits, Hits], steps: Iterable[tuple[Side, DiceChoice]]
) -> FightAccount:
    """Return which steps of a fight are legal, from the retained dice, and its state at the end."""
    one = Fighter(*retained[0], setup.attacker.wounds)
    two = Fighter(*retained[1], setup.defender.wounds)
    first = SIDES.index(setup.first)
    turn = first if (one, two)[first].dice else 1 - first
    resolving = rules.resolving(setup)
    walk = DiceSequence(resolving.stages, FightState(None, None, one, two, turn), 0).begin()
    legal: list[bool] = []
    for side, choice in steps:
        decision = walk.decision
        legal.append(decision is not None and decision.owner is side and choice in decision.choices)
        if not legal[-1]:
            return FightAccount(tuple(legal), walk.state, "illegal step")
        walk = walk.choose(choice)
    final = walk.state
    over = "incapacitated" if min(final.wounds) <= 0 else "dice spent"
    return FightAccount(tuple(legal), final, over if walk.over else "not over")


Got = dict[str, Any]
"""The answer, with the keys of the contract."""

Exact = dict[str, dict[str, Fraction]]
"""The distributions of an answer, as fractions."""

REROLL_WORDS = {"ones": "ceaseless"}
LAWFUL_REMARKS = frozenset({"", "pass", "stop", "seen", "seenfirst", "afterseeing"})


def _weapon(rules: DiceRules, fields: Mapping[str, Any], atk: int, hit: int, damage: tuple[int, int]) -> Weapon:
    """Return the weapon of a vector, which has one key for each weapon rule beside its numbers."""
    uses: list[RuleUse] = []
    for key, value in fields.items():
        if key == "reroll":
            uses += [_reroll(rules, name) for name in str(value).split("+") if name != "none"]
        elif value is True:
            uses.append(RuleUse(rules.weapon_rules[key].name))
        elif value not in (False, None, 0):
            if isinstance(value, bool) or not isinstance(value, int):
                raise MalformedError("corpus-rule-value", field=key, found=str(value))
            uses.append(RuleUse(rules.weapon_rules[key].name, value))
    return Weapon("weapon", WeaponType.RANGED, atk, hit, damage, tuple(uses))


def _reroll(rules: DiceRules, name: str) -> RuleUse:
    found = REROLL_WORDS.get(name, name)
    known = [rule.name for rule in rules.weapon_rules.rules if any(isinstance(hook, Reroll) for hook in rule.hooks)]
    if found not in known:
        words = sorted({*known, *REROLL_WORDS, "none"})
        raise MalformedError("corpus-reroll-unknown", found=name, known=words)
    return RuleUse(found)


def _floats(odds: Mapping[str, Fraction]) -> dict[str, float]:
    return {key: float(chance) for key, chance in odds.items()}


def _by_key(odds: Mapping[int, Fraction]) -> dict[str, Fraction]:
    return {str(value): odds[value] for value in sorted(odds)}


def _shot(rules: DiceRules, vector: ShotVector) -> tuple[Got, Exact]:
    one = vector.attacker
    setup = ShotSetup(_weapon(rules, one.rules, one.atk, one.hit, one.dmg), vector.target)
    odds = rules.shot_odds(setup)
    exact = _by_key(odds)
    return {"damage": _floats(exact), "mean": float(mean(odds))}, {"damage": exact}


def _fight(rules: DiceRules, vector: FightVector) -> tuple[Got, Exact]:
    a, b = vector.a, vector.b
    setup = FightSetup(
        a.side(_weapon(rules, a.rules, a.atk, a.hit, a.dmg)), b.side(_weapon(rules, b.rules, b.atk, b.hit, b.dmg))
    )
    odds = rules.fight_odds(setup, vector.policy_a, vector.policy_b)
    exact = {f"{one},{two}": odds[one, two] for one, two in sorted(odds)}
    got: Got = {"remaining_wounds": _floats(exact)}
    for index, name in enumerate("ab"):
        got[f"mean_wounds_{name}"] = float(sum(wounds[index] * chance for wounds, chance in odds.items()))
        down = (chance for wounds, chance in odds.items() if wounds[index] == 0)
        got[f"p_{name}_incapacitated"] = float(sum(down, Fraction(0)))
    return got, {"remaining_wounds": exact}


def _hot(rules: DiceRules, vector: HotVector) -> tuple[Got, Exact]:
    if vector.attacker is None:
        tests = [hook for hook in rules.weapon_rules["hot"].hooks if isinstance(hook, RollAfterUse)]
        if vector.hit is None or not tests:
            raise MalformedError("corpus-hit-missing")
        odds: dict[int, Fraction] = {}
        for face in range(1, 7):
            lost = tests[0].damage(face, vector.hit)
            odds[lost] = odds.get(lost, Fraction(0)) + Fraction(1, 6)
        exact = {"self_damage": _by_key(odds)}
    else:
        one = vector.attacker
        weapon = _weapon(rules, {"hot": True, **one.rules}, one.atk, one.hit, one.dmg)
        exact = {"self_mortal_wounds": _by_key(rules.own_harm_odds(ShotSetup(weapon, Defender(0, 6))))}
    return {key: _floats(value) for key, value in exact.items()}, exact


def _shot_trace(rules: DiceRules, vector: ShotTraceVector) -> tuple[Got, Exact]:
    one = vector.weapon
    setup = ShotSetup(_weapon(rules, one.rules, one.atk, one.hit, one.dmg), vector.target)
    account = resolve_shot_with_fixed_dice(rules, setup, vector.attack_roll, vector.defence_roll)
    got: Got = {
        "attack_classes": list(account.classes),
        "accurate_normals": account.unrolled,
        "retained_crits": account.hits.crits,
        "retained_normals": account.hits.normals,
        "defence_dice_collected": account.collected,
        "retained_without_rolling": {"normal": account.kept.normals, "crit": account.kept.crits},
        "dice_to_roll_for_defence": account.to_roll,
        "retained_saves": {"crit": account.saves.crits, "normal": account.saves.normals},
        "damage_before_blocking": account.at_once,
        "damage_if_defender_blocks_best": account.damage,
        "damage_if_no_blocks": account.unblocked,
    }
    return got, {}


def _block(_: DiceRules, vector: BlockVector) -> tuple[Got, Exact]:
    hits, saves, attempt = vector.hits.dice, vector.saves.dice, vector.attempt
    allocation = Allocation(
        attempt.crit_save_on_crit,
        attempt.crit_save_on_normal,
        attempt.pair_of_normals_on_crit,
        attempt.normal_on_normal,
    )
    allowed = attempt.single_normal_on_crit == 0 and legal(hits, saves, allocation)
    least = best(hits, saves, vector.dmg)
    got: Got = {
        "legal": allowed,
        "damage": allocation.left_of(hits).damage(vector.dmg) if allowed else None,
        "best_possible_damage": least.left_of(hits).damage(vector.dmg),
    }
    return got, {}


def _rerolls(rules: DiceRules, vector: RerollVector) -> tuple[Got, Exact]:
    spelling = FuzzyNames(rules.weapon_rules)

    def source(name: str) -> str:
        plain = name.split("(", maxsplit=1)[0].strip().lower()
        rule = spelling.named(plain)
        return rule.name if rule else plain

    offers = [
        Offer(rule.name, hook.limit, hook.faces, hook.one_value, at_once=hook.at_once)
        for rule in rules.weapon_rules.rules
        for hook in rule.hooks
        if isinstance(hook, Reroll)
    ]
    given = {source(name) for name in vector.rules}
    available = [offer for offer in (*offers, *rules.rerolls) if offer.source in given]
    faces = [face if isinstance(face, int) else None for face in vector.initial]
    illegal = illegal_reroll_reason(available, faces, [(step.die, source(step.source)) for step in vector.rerolls])
    why = None if illegal is None else str(illegal)
    for step in vector.rerolls:
        if why is None and letters(step.remark) not in LAWFUL_REMARKS:
            why = str(Message.of("corpus-reroll-late", remark=step.remark))
    return {"legal": why is None, "reason": str(why or Message.of("corpus-reroll-legal"))}, {}


def _fight_trace(rules: DiceRules, vector: FightTraceVector) -> tuple[Got, Exact]:
    a, b = vector.attacker, vector.defender
    setup = FightSetup(a.side(_weapon(rules, a.rules, 0, 6, a.dmg)), b.side(_weapon(rules, b.rules, 0, 6, b.dmg)))
    retained = vector.retained["A"].dice, vector.retained["B"].dice
    sides = {"A": Side.ATTACKER, "B": Side.DEFENDER}
    steps = [(sides[step.by], STEPS.get(step.choice, NORMAL_ON_CRIT)) for step in vector.steps]
    account = account_of_fight(rules, setup, retained, steps)
    got: Got = {
        "all_legal": account.all_legal,
        "ends_because": account.because,
        "final": {"A": _standing(account.final.one), "B": _standing(account.final.two)},
    }
    return got, {}


def _standing(fighter: Fighter) -> dict[str, int]:
    return {"wounds": fighter.wounds, "crits": fighter.crits, "normals": fighter.normals}


KINDS: Mapping[str, tuple[type[BaseModel], Callable[[DiceRules, Any], tuple[Got, Exact]]]] = {
    "shoot": (ShotVector, _shot),
    "fight": (FightVector, _fight),
    "hot": (HotVector, _hot),
    "shoot_trace": (ShotTraceVector, _shot_trace),
    "block_legality": (BlockVector, _block),
    "reroll_legality": (RerollVector, _rerolls),
    "fight_trace": (FightTraceVector, _fight_trace),
}
"""Schema and answer function of each kind of vector."""


VECTORS = Message.of("corpus-kind-vectors")
LONGEST_QUOTE = 40
TOLERANCE = 1e-9
PROSE = frozenset({"reason"})


@dataclass(frozen=True, slots=True)
class OddsAnswer:
    """Answer to one vector: the contract's `got`, its distributions as fractions, and the differences.

    `differences` has one message for each key with another expected value: fractions are compared as fractions,
    numbers to 1e-9, prose is ignored.
    """

    id: str
    got: Mapping[str, Any]
    exact: Mapping[str, Mapping[str, Fraction]] = field(default_factory=dict)
    differences: tuple[Message, ...] = ()

    @property
    def matches(self) -> bool:
        """Whether nothing differs from what was expected."""
        return not self.differences


def answers(path: Path) -> tuple[OddsAnswer, ...]:
    """Return the answer to every vector of a file, compared with the expected one, if any.

    Raises `MalformedError` with one line that names the file, the vector, the field, the value and what was expected.
    """
    return tuple(_answered(path, index, raw) for index, raw in enumerate(_vectors(path)))


def mismatches(found: Iterable[OddsAnswer]) -> tuple[Message, ...]:
    """Return one line for each difference: the vector's id, and the difference."""
    return tuple(
        Message.of("corpus-mismatch", id=answer.id, difference=difference)
        for answer in found
        for difference in answer.differences
    )


def _vectors(path: Path) -> list[Any]:
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise MalformedError("file-unreadable", file=path, reason=error.strerror or "", kind=VECTORS) from error
    except (ValueError, RecursionError) as error:
        raise MalformedError("file-not-json", file=path, fault=error, kind=VECTORS) from error
    items = raw.get("vectors") if isinstance(raw, dict) else raw
    if not isinstance(items, list):
        raise MalformedError("corpus-no-vectors", file=path, found=str(items)[:LONGEST_QUOTE])
    return items


def _answered(path: Path, index: int, raw: Any) -> OddsAnswer:
    name = raw.get("id", index) if isinstance(raw, dict) else index
    if not isinstance(raw, dict):
        raise _fault(path, name, Message.of("corpus-no-object", found=str(raw)[:LONGEST_QUOTE]))
    kind = raw.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise _fault(path, name, Message.of("corpus-kind-unknown", found=str(kind), known=list(KINDS)))
    schema, answering = KINDS[kind]
    try:
        vector = schema.model_validate(raw)
        got, exact = answering(editions_of(str(raw["edition"]))[0].dice, vector)
    except ValidationError as error:
        first = error.errors()[0]
        raise _fault(path, name, fault_at(".".join(map(str, first["loc"])), first)) from error
    except RefereeError as error:
        raise _fault(path, name, error.message) from error
    wanted = raw.get("expected") or {}
    try:
        differences = tuple(_differences(wanted, got, exact))
    except (TypeError, ValueError, AttributeError) as error:
        raise _fault(path, name, Message.of("corpus-no-answers", fault=error)) from error
    return OddsAnswer(str(name), got, exact, differences)


def _fault(path: Path, vector: object, fault: Message) -> MalformedError:
    return MalformedError("corpus-vector", file=path, vector=str(vector), fault=fault)


def _differences(
    wanted: Mapping[str, Any], got: Mapping[str, Any], exact: Mapping[str, Mapping[str, Fraction]]
) -> Iterable[Message]:
    for key, value in wanted.items():
        if key in PROSE:
            continue
        if key.endswith("_exact"):
            found = exact.get(key.removesuffix("_exact"))
            if found is None or {name: Fraction(chance) for name, chance in value.items()} != found:
                got_exact = {name: str(chance) for name, chance in (found or {}).items()}
                yield Message.of("corpus-differs", key=key, expected=repr(value), found=repr(got_exact))
        elif key not in got:
            yield Message.of("corpus-not-answered", key=key, expected=repr(value))
        elif not _same(value, got[key]):
            yield Message.of("corpus-differs", key=key, expected=repr(value), found=repr(got[key]))


def _same(wanted: Any, found: Any) -> bool:
    if isinstance(wanted, dict) and isinstance(found, dict):
        return wanted.keys() == found.keys() and all(_same(value, found[key]) for key, value in wanted.items())
    if isinstance(wanted, bool) or isinstance(found, bool) or wanted is None:
        return wanted is found
    if isinstance(wanted, int | float) and isinstance(found, int | float):
        return abs(wanted - found) <= TOLERANCE
    return bool(wanted == found)
