"""Matching of tags to bases: a tag that rests under the camera is assigned to the model it belongs to."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import numpy as np

from messages.message import Message
from overlook.setup.draft import Base, Draft, Team, base_label
from overlook.setup.teams import SEAT_TAGS
from overlook.table.observation.seen_table import SeenTable
from web.contract.setup import actions

REST_S = 0.6
"""How long a tag must rest before it is matched."""

STILL_PX = 2.0


@dataclass(slots=True)
class Resting:
    """Start of rest of each visible tag."""

    _since: dict[int, tuple[tuple[float, float], float]] = field(default_factory=dict)

    def look(self, centres_px: Mapping[int, tuple[float, float]], t_s: float) -> None:
        """Update with the tag positions of a frame."""
        kept = {}
        for tag_id, centre in centres_px.items():
            known = self._since.get(tag_id)
            still = known is not None and math.dist(known[0], centre) < STILL_PX
            kept[tag_id] = known if known is not None and still else (centre, t_s)
        self._since = kept

    def at_rest(self, t_s: float) -> frozenset[int]:
        """Return the tags that have rested for `REST_S`."""
        return frozenset(tag_id for tag_id, (_, since) in self._since.items() if t_s - since >= REST_S)


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer for the base being looked for: its `tag` if that is certain, else what to do."""

    sentence: Message
    tag: int | None = None
    candidates: tuple[int, ...] = ()


def find_bases_by_printed_tag(draft: Draft, resting: Collection[int], clashing: Collection[int]) -> tuple[Base, ...]:
    """Return the unmatched bases whose printed tag rests on the table and has no clash."""
    return tuple(
        base for _, base in draft.bases if not base.matched and base.tag in resting and base.tag not in clashing
    )


def answer(draft: Draft, team: Team, base: Base, *, resting: Collection[int], board: Collection[int]) -> Answer:
    """Return the tag of a team's base if it carries another than the one printed for it.

    A tag is accepted if it is new on the table, in the team's range, not printed for another base, and the only such
    one.
    """
    known = set(board) | {tag_id for piece in draft.pieces for tag_id in piece.tags}
    known |= {other.tag for _, other in draft.bases if other.tag is not None}
    seat = range(team.first_tag, team.first_tag + SEAT_TAGS)
    new = sorted(tag_id for tag_id in set(resting) - known if tag_id in seat)
    model = base_label(base)
    if len(new) == 1:
        return Answer(Message.of("setup-ask-found", tag=new[0], model=model), new[0])
    ask = (
        Message.of("setup-ask", model=model)
        if base.tag is None
        else Message.of("setup-ask-tag", model=model, tag=base.tag)
    )
    if new:
        return Answer(Message.of("setup-ask-which", ask=ask, tags=new, model=model), None, tuple(new))
    return Answer(ask)


def next_unmatched_base(draft: Draft, after: str | None) -> str | None:
    """Return the next base to look for: the first unmatched one after `after`, continuing from the beginning."""
    names = [base.entry.id for _, base in draft.bases]
    waiting = [base.entry.id for _, base in draft.bases if not base.matched]
    start = names.index(after) + 1 if after in names else 0
    order = names[start:] + names[:start]
    return next((name for name in order if name in waiting), None)


class TagLookout:
    """Matches resting tags with bases.

    A match undone by a user is not repeated until the user asks for that base again.
    """

    def __init__(self, board: frozenset[int]) -> None:
        self._board = board
        self._resting = Resting()
        self._at_rest: frozenset[int] = frozenset()
        self._undone: set[str] = set()

    def look(self, seen: SeenTable, now_s: float) -> None:
        """Update with the tag positions of a frame."""
        corners_px = np.array([tag.corners_px for tag in seen.tags.values()]).reshape(-1, 4, 2)
        centres_px = [(x, y) for x, y in corners_px.mean(axis=1).tolist()]
        self._resting.look(dict(zip(seen.tags, centres_px, strict=True)), now_s)
        self._at_rest = self._resting.at_rest(now_s)

    def answer(self, draft: Draft) -> Answer | None:
        """Return the answer for the base being looked for; None if there is none."""
        owner = draft.owner(draft.asked or "")
        return None if owner is None else answer(draft, *owner, resting=self._at_rest, board=self._board)

    def matches(self, draft: Draft) -> dict[str, int]:
        """Return the tags of bases whose match is certain: by their printed tag, else for the base being looked for."""
        printed = {
            base.entry.id: base.tag
            for base in find_bases_by_printed_tag(draft, self._at_rest, draft.clashes(self._board))
            if base.tag is not None and base.entry.id not in self._undone
        }
        found = self.answer(draft)
        if printed or found is None or found.tag is None or draft.asked is None or draft.asked in self._undone:
            return printed
        return {draft.asked: found.tag}

    def heed(self, action: actions.SetupAction) -> None:
        """Record a match that a user undoes; forget it once the user asks for that base again."""
        if isinstance(action, actions.Unmatch):
            self._undone.add(action.operative)
        elif isinstance(action, actions.Ask | actions.Match):
            self._undone.discard(action.operative)

    def leave(self, operatives: Collection[str]) -> None:
        """Record bases whose match was undone."""
        self._undone.update(operatives)
