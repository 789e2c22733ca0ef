"""The dice of a shot or a fight as they lie: what each shows and counts as, what was re-rolled, kept, stopped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.game.dice.dice_actions import GRADES, CountsAs
from referee.rules.dice.rule_book import ClassifiedDice
from referee.rules.dice.shot import Allocation
from referee.rules.dice.step import Grades

NAMES = dict(GRADES)
RANK: dict[CountsAs, int] = {name: worth for worth, name in GRADES}


@dataclass(frozen=True, slots=True)
class ShownDie:
    """One die; the fields are those of `CombatDieView`, but for what nobody sees.

    `again` is whether it is in the air for the second time, `counted` whether its face only stands for what it counts
    as.
    """

    face: int | None
    counts_as: CountsAs
    was: int | None = None
    kept: bool = False
    raised: bool = False
    again: bool = False
    counted: bool = False
    met: tuple[int, ...] = ()
    spent: bool = False


Row = tuple[ShownDie, ...]


def kept(normals: int, crits: int = 0) -> Row:
    """Return dice that are kept without being rolled."""
    return (*[ShownDie(None, "crit", kept=True)] * crits, *[ShownDie(None, "success", kept=True)] * normals)


def rolled(row: Row, faces: Iterable[int], worth: Grades, *, counted: bool = False) -> Row:
    """Return the row with dice that were rolled, the best first: those in the air land, others are new."""
    left = sorted(faces, reverse=True)
    landed = []
    for die in row:
        if not die.again or not left:
            landed.append(die)
            continue
        face = left.pop(0)
        landed.append(replace(die, face=face, counts_as=NAMES[worth[face]], again=False, counted=counted))
    new = [ShownDie(face, NAMES[worth[face]], counted=counted) for face in left]
    return in_order((*landed, *new))


def picked_up(row: Row, faces: Iterable[int]) -> Row:
    """Return the row with one die of each of these faces in the air; none that was re-rolled already."""
    dice = list(row)
    for face in faces:
        for at, die in enumerate(dice):
            if die.face == face and die.was is None and not die.again and not die.kept:
                dice[at] = replace(die, was=None if die.counted else face, again=True)
                break
    return tuple(dice)


def in_order(row: Row) -> Row:
    """Return the dice, the best first, those that were kept before those that were rolled."""
    return tuple(sorted(row, key=lambda die: (-RANK[die.counts_as], not die.kept, -(die.face or 0))))


def as_counted(row: Row, tally: ClassifiedDice) -> Row:
    """Return the row so that it counts as the dice machine has it: rules raise dice, lower them, or take them away."""
    dice = list(row)
    wanted: dict[CountsAs, int] = {"crit": tally.crits, "success": tally.normals + tally.fixed}
    _shift(dice, of="crit", to="success", many=_count(dice, "crit") - wanted["crit"])
    _raise(dice, "crit", wanted["crit"] - _count(dice, "crit"))
    _raise(dice, "success", wanted["success"] - _count(dice, "success"))
    surplus = _count(dice, "success") - wanted["success"]
    for at in reversed(range(len(dice))):
        if surplus > 0 and dice[at].counts_as == "success":
            dice[at] = replace(dice[at], spent=True)
            surplus -= 1
    return in_order(dice_of(dice))


def dice_of(dice: Sequence[ShownDie]) -> Row:
    """Return dice as a row."""
    return tuple(dice)


def meeting(attack: Row, defence: Row, allocation: Allocation, *, done: bool) -> tuple[Row, Row]:
    """Return both rows with the saves on the hits that they stop; `done` when the players have decided so."""
    hits, saves = list(attack), list(defence)
    for hit, save, pairs in (
        ("crit", "crit", allocation.crit_on_crit),
        ("success", "crit", allocation.crit_on_normal),
        ("crit", "success", allocation.pairs_on_crit),
        ("success", "success", allocation.normal_on_normal),
    ):
        each = 2 if (hit, save) == ("crit", "success") else 1
        for _ in range(pairs):
            target = next(at for at, die in enumerate(hits) if die.counts_as == hit and not die.met and not die.spent)
            used = tuple(_free(saves, save))[:each]
            hits[target] = replace(hits[target], met=used, spent=done)
            for at in used:
                saves[at] = replace(saves[at], met=(target,), spent=done)
    return tuple(hits), tuple(saves)


def used_up(row: Row, counts_as: CountsAs, *, met: tuple[int, ...] = ()) -> tuple[Row, int | None]:
    """Return the row with the next free die of that grade spent, and which it was; None where none is left."""
    at = next((at for at, die in enumerate(row) if die.counts_as == counts_as and not die.spent), None)
    if at is None:
        return row, None
    return (*row[:at], replace(row[at], spent=True, met=met), *row[at + 1 :]), at


def _free(saves: Sequence[ShownDie], counts_as: str) -> Iterator[int]:
    return (at for at, die in enumerate(saves) if die.counts_as == counts_as and not die.met and not die.spent)


def _count(dice: Sequence[ShownDie], counts_as: CountsAs) -> int:
    return sum(die.counts_as == counts_as and not die.spent for die in dice)


def _shift(dice: list[ShownDie], *, of: CountsAs, to: CountsAs, many: int) -> None:
    for at in reversed(range(len(dice))):
        if many > 0 and dice[at].counts_as == of:
            dice[at] = replace(dice[at], counts_as=to)
            many -= 1


def _raise(dice: list[ShownDie], to: CountsAs, many: int) -> None:
    """Raise that many dice: the best below first, those that were rolled before those that were kept."""
    below = [at for at, die in enumerate(dice) if RANK[die.counts_as] < RANK[to] and not die.spent]
    below.sort(key=lambda at: (-RANK[dice[at].counts_as], dice[at].kept))
    for at in below[: max(0, many)]:
        dice[at] = replace(dice[at], counts_as=to, raised=True)
