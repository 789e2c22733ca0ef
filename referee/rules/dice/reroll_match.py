"""Optimal re-rolls in a fight where both sides re-roll in turn: the whole match of hands solved at once.

A side's hand matters only by what it may still re-roll and what it is worth otherwise, so hands are few (a few
hundred) where rolls are many; a match is a table over pairs of hands, worked out from those with the fewest dice left
to re-roll, a block at a time. Values are whole numbers over one power of six: nothing is rounded.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.rules.dice.attack import Attack, AttackDice, can_reroll, pick_up, singles, standard_reroll
from referee.rules.dice.step import PASS, Choice, Classes, Faces, rolls

Table = NDArray[Any]
WORD = 62
"""Bits in which whole numbers are held; beyond that Python's own are used, which have no bounds."""


class Settling:
    """What a side's hand is worth to whoever plays on: the same hand for all that are alike.

    Dice that no offer permits to re-roll any more are laid beside those that were re-rolled, as the face that stands
    for their grade; faces between which no offer tells are renamed alike; what was used of an offer that is not
    counted is forgotten.
    """

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        self._known: dict[AttackDice, AttackDice] = {}
        counts = (1,) if attack.wounds_per_one else ()
        self._ones = frozenset(counts)
        groups: dict[tuple[int, bool], int] = {}
        self._stands_for = {
            face: groups.setdefault((attack.worth[face], face in self._ones), face) for face in range(1, 7)
        }

    def __call__(self, volley: AttackDice) -> AttackDice:
        """Return the hand that stands for this one."""
        if volley not in self._known:
            self._known[volley] = self._settled(volley)
        return self._known[volley]

    def final(self, hand: AttackDice) -> AttackDice:
        """Return the hand as it counts when it is sorted: every die as the face that stands for its grade."""
        dice = tuple(sorted((self._stands_for[face] for face in hand.fresh + hand.again), reverse=True))
        return hand._replace(fresh=(), again=dice, used=())

    def _settled(self, volley: AttackDice) -> AttackDice:
        offers = self.attack.offers
        used = volley.used or (0,) * len(offers)
        live = {
            face
            for face in set(volley.fresh)
            if any(offer.permits(used[index], (face,)) for index, offer in enumerate(offers))
        }
        beside = [face for face in volley.fresh if face not in live]
        again = tuple(sorted((self._stands_for[face] for face in (*volley.again, *beside)), reverse=True))
        if not live:
            return volley._replace(fresh=(), again=again, used=(0,) * len(offers))
        fresh, used = self._renamed(tuple(face for face in volley.fresh if face in live), used)
        return volley._replace(fresh=fresh, again=again, used=used)

    def _renamed(self, fresh: Faces, used: tuple[int, ...]) -> tuple[Faces, tuple[int, ...]]:
        """Return faces renamed alike where no offer tells them apart, and what is used of offers accordingly."""
        offers = self.attack.offers
        chosen = {used[index] for index, offer in enumerate(offers) if offer.one_value and used[index]}
        free = any(offer.one_value and not used[index] for index, offer in enumerate(offers))
        groups: dict[Hashable, list[int]] = {}
        for face in range(1, 7):
            told = tuple(face in offer.faces for offer in offers if offer.faces is not None)
            groups.setdefault((self._stands_for[face], told, face in chosen), []).append(face)
        names: dict[int, int] = {}
        for members in groups.values():
            if free:
                shown = sorted((face for face in members if face in fresh), key=lambda face: (-fresh.count(face), face))
                names.update(zip(shown, members, strict=False))
            else:
                names.update(dict.fromkeys(members, members[0]))
        counted = tuple(
            names.get(taken, taken) if offer.one_value else taken if offer.limit is not None else 0
            for offer, taken in zip(offers, used, strict=True)
        )
        return tuple(sorted((names[face] for face in fresh), reverse=True)), counted


@dataclass(frozen=True, slots=True)
class Hands:
    """Every hand that one side can come to, those with the fewest dice to re-roll first.

    `begins[n]` is the first hand with n dice to re-roll. For action k of hand i, `choices[i][k]` says what it is,
    `targets[k][i]` the hands that the die may make of it, with `ways[k][i]` of 6 each; `valid[k][i]` whether there is
    such an action. `default[i]` is the action that the standard policy takes, -1 for a pass. `ends[i]` numbers the
    hand as it counts once nobody re-rolls any more, `finals` lists those.
    """

    index: Mapping[Hashable, int]
    begins: tuple[int, ...]
    choices: tuple[tuple[Choice, ...], ...]
    targets: Table
    ways: Table
    valid: Table
    default: Table
    ends: Table
    finals: tuple[AttackDice | None, ...]

    @property
    def levels(self) -> int:
        """The most dice that a hand may re-roll."""
        return len(self.begins) - 2

    def block(self, level: int) -> slice:
        """Return the hands with that many dice to re-roll."""
        return slice(self.begins[level], self.begins[level + 1])


def no_hands() -> Hands:
    """Return the hands of who has no weapon: one, with nothing to re-roll."""
    empty = np.zeros((0, 1, 1), dtype=np.int64)
    zero = np.zeros(1, dtype=np.int64)
    return Hands({None: 0}, (0, 1), ((),), empty, empty, np.zeros((0, 1), dtype=bool), zero - 1, zero, (None,))


def hands_of(settled: Settling, start: AttackDice, classes: Classes) -> Hands:
    """Return the hands that can follow from any roll of the dice that `start` has fresh.

    `classes` are the faces that such a roll tells apart.
    """
    attack = settled.attack
    todo = {settled(start._replace(fresh=faces)) for faces, _ in rolls(len(start.fresh), classes)}
    moves: dict[AttackDice, list[tuple[Choice, list[tuple[AttackDice, int]]]]] = {}
    while todo:
        hand = todo.pop()
        moves[hand] = [(choice, _rerolled(settled, hand, choice)) for choice in _actions(attack, hand)]
        todo |= {after for _, spread in moves[hand] for after, _ in spread} - moves.keys()
    ordered = sorted(moves, key=lambda hand: (len(hand.fresh), hand))
    index: dict[Hashable, int] = {hand: number for number, hand in enumerate(ordered)}
    most = max((len(options) for options in moves.values()), default=0)
    width = len(attack.reroll_classes)
    shape = (most, len(ordered), width)
    targets, ways = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    valid = np.zeros(shape[:2], dtype=bool)
    default = np.full(len(ordered), -1, dtype=np.int64)
    for number, hand in enumerate(ordered):
        said = standard_reroll(attack.offers, hand.used, hand.fresh, attack.worth)
        single = said if said == PASS else said._replace(numbers=said.numbers[-1:])
        for action, (choice, spread) in enumerate(moves[hand]):
            valid[action, number] = True
            targets[action, number, : len(spread)] = [index[after] for after, _ in spread]
            ways[action, number, : len(spread)] = [share for _, share in spread]
            if choice == single:
                default[number] = action
    finals = [settled.final(hand) for hand in ordered]
    distinct = {final: number for number, final in enumerate(dict.fromkeys(finals))}
    levels = [len(hand.fresh) for hand in ordered]
    begins = tuple(bisect_left(levels, level) for level in range(max(levels) + 2))
    return Hands(
        index,
        begins,
        tuple(tuple(choice for choice, _ in moves[hand]) for hand in ordered),
        targets,
        ways,
        valid,
        default,
        np.array([distinct[final] for final in finals], dtype=np.int64),
        tuple(distinct),
    )


def _actions(attack: Attack, hand: AttackDice) -> tuple[Choice, ...]:
    return singles(attack.offers, hand.used, hand.fresh) if can_reroll(attack.offers, hand) else ()


def _rerolled(settled: Settling, hand: AttackDice, choice: Choice) -> list[tuple[AttackDice, int]]:
    picked = pick_up(settled.attack.offers, hand, choice)
    found: dict[AttackDice, int] = {}
    for face, share in settled.attack.reroll_classes:
        after = settled(picked._replace(waiting=0, again=tuple(sorted((*picked.again, face), reverse=True))))
        found[after] = found.get(after, 0) + share
    return list(found.items())


@dataclass(slots=True)
class Match:
    """Optimal re-rolls of two sides' hands, the attacker making a value large, the defender small.

    `worth[i, j]` is the value when nobody re-rolls any more, whole numbers over a power of 6 that is large enough for
    every re-roll to be divided out. `turn` has the value by whose turn it is.
    """

    hands: tuple[Hands, Hands]
    worth: Table
    turn: tuple[Table, Table] = field(init=False)
    first: tuple[Table, Table] = field(init=False)
    answer: tuple[Table, Table] = field(init=False)

    def __post_init__(self) -> None:
        shape = self.worth.shape
        self.turn = (self.worth.copy(), self.worth.copy())
        self.first = (np.full(shape, -1, dtype=np.int64), np.full(shape, -1, dtype=np.int64))
        self.answer = (np.full(shape, -1, dtype=np.int64), np.full(shape, -1, dtype=np.int64))
        one, two = self.hands
        for a in range(one.levels + 1):
            for b in range(two.levels + 1):
                self._solve(a, b)

    def _solve(self, a: int, b: int) -> None:
        """Work out the pairs of hands with a and b dice to re-roll; those with fewer are known."""
        block = (self.hands[0].block(a), self.hands[1].block(b))
        rests = self.worth[block]
        if not rests.size or not a + b:
            return
        able = (a > 0, b > 0)
        best = [self._best(side, block, rests) if able[side] else None for side in (0, 1)]
        if all(able):
            for side in (0, 1):
                last = best[1 - side]
                opening = self._best(side, block, last[0] if last else rests)
                self.turn[side][block], self.first[side][block] = opening
                if last:
                    self.answer[1 - side][block] = last[1]
            return
        side = int(able[1])
        alone = best[side]
        if alone:
            for turn in self.turn:
                turn[block] = alone[0]
            self.first[side][block] = alone[1]

    def _best(self, side: int, block: tuple[slice, slice], passing: Table) -> tuple[Table, Table]:
        """Return the best value for the side that is asked, and which action has it; -1 is to pass."""
        hands = self.hands[side]
        own = block[side]
        after = self.turn[1 - side]
        lasting = []
        for action in range(len(hands.targets)):
            if not hands.valid[action, own].any():
                break
            targets, ways = hands.targets[action, own], hands.ways[action, own]
            if side == 0:
                rows = after[:, block[1]]
                lasting.append(sum(ways[:, o, None] * rows[targets[:, o]] for o in range(targets.shape[1])) // 6)
            else:
                columns = after[block[0]]
                lasting.append(sum(ways[None, :, o] * columns[:, targets[:, o]] for o in range(targets.shape[1])) // 6)
        chosen = np.broadcast_to(_along(side, hands.default[own]), passing.shape).copy()
        value = passing.copy()
        for action, candidate in enumerate(lasting):
            value = np.where(chosen == action, candidate, value)
        for action in (*range(len(lasting)), -1):
            candidate = passing if action < 0 else lasting[action]
            better = candidate > value if side == 0 else candidate < value
            if action >= 0:
                better = better & _along(side, hands.valid[action, own])
            value, chosen = np.where(better, candidate, value), np.where(better, action, chosen)
        return value, chosen

    def spread(self, start: Table, turn: int) -> Table:
        """Return how much each pair of hands weighs at the end, from how much each weighs at the start."""
        one, two = self.hands
        at_turn = (np.zeros_like(start), np.zeros_like(start))
        at_turn[turn][...] = start
        ended = np.zeros_like(start)
        for a in range(one.levels, -1, -1):
            for b in range(two.levels, -1, -1):
                self._pass_on(a, b, at_turn, ended)
        return ended

    def _pass_on(self, a: int, b: int, at_turn: tuple[Table, Table], ended: Table) -> None:
        block = (self.hands[0].block(a), self.hands[1].block(b))
        if not a + b:
            ended[block] += at_turn[0][block] + at_turn[1][block]
            return
        if not (a and b):
            side = int(b > 0)
            weights = at_turn[0][block] + at_turn[1][block]
            ended[block] += self._act(side, block, weights, self.first[side][block], at_turn)
            return
        for side in (0, 1):
            passed = self._act(side, block, at_turn[side][block], self.first[side][block], at_turn)
            ended[block] += self._act(1 - side, block, passed, self.answer[1 - side][block], at_turn)

    def _act(
        self, side: int, block: tuple[slice, slice], weights: Table, chosen: Table, at_turn: tuple[Table, Table]
    ) -> Table:
        """Move weights along the chosen re-rolls; return those that passed, in the block's shape."""
        hands, other = self.hands[side], at_turn[1 - side]
        begin = block[side].start
        for action in range(len(hands.targets)):
            rows, columns = np.nonzero((chosen == action) & (weights != 0))
            if not len(rows):
                continue
            moved = weights[rows, columns]
            own = (rows if side == 0 else columns) + begin
            fixed = (columns if side == 0 else rows) + block[1 - side].start
            for outcome in range(hands.targets.shape[2]):
                share = moved * hands.ways[action, own, outcome] // 6
                target = hands.targets[action, own, outcome]
                np.add.at(other, (target, fixed) if side == 0 else (fixed, target), share)
        return np.where(chosen < 0, weights, 0 * weights)


def _along(side: int, row: Table) -> Table:
    return row[:, None] if side == 0 else row[None, :]


def numbers(values: list[list[int]], *, bound: int) -> Table:
    """Return whole numbers as a table: in machine words where `bound` fits into one, else in numbers without bounds."""
    return np.array(values, dtype=np.int64 if bound.bit_length() <= WORD else object)
