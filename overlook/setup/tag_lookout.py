"""What lies still under the camera while a table is set up, and whose it surely is."""

from __future__ import annotations

from collections.abc import Collection

from overlook.setup.draft import Draft
from overlook.setup.reducer import clashing
from overlook.setup.tag_matching import Answer, Resting, answer, by_print
from overlook.table.frame_observer import SeenTable
from web.contract.setup import actions


class TagLookout:
    """Watches which tags lie still. What a person undid, it does not match again until that person asks for it."""

    def __init__(self, board: frozenset[int]) -> None:
        self._board = board
        self._resting = Resting()
        self._at_rest: frozenset[int] = frozenset()
        self._undone: set[str] = set()

    def look(self, seen: SeenTable, now_s: float) -> None:
        """Take in where the tags of one more picture are."""
        centres = {tag_id: tuple(tag.corners_px.mean(axis=0)) for tag_id, tag in seen.tags.items()}
        self._resting.look(centres, now_s)
        self._at_rest = self._resting.at_rest(now_s)

    def answer(self, draft: Draft) -> Answer | None:
        """Return what the camera says of the base that is asked for; None where none is."""
        owner = draft.owner(draft.asked or "")
        return None if owner is None else answer(draft, *owner, self._at_rest, self._board)

    def matches(self, draft: Draft) -> dict[str, int]:
        """Return the bases that surely have their tags: by their print, else the one asked for."""
        printed = {
            base.entry.id: base.tag
            for base in by_print(draft, self._at_rest, clashing(draft, self._board))
            if base.tag is not None and base.entry.id not in self._undone
        }
        found = self.answer(draft)
        if printed or found is None or found.tag is None or draft.asked is None or draft.asked in self._undone:
            return printed
        return {draft.asked: found.tag}

    def heed(self, wish: actions.SetupAction) -> None:
        """Note what a person undoes, and forget it where that person asks for it again."""
        if isinstance(wish, actions.Unmatch):
            self._undone.add(wish.operative)
        elif isinstance(wish, actions.Ask | actions.Match):
            self._undone.discard(wish.operative)

    def leave(self, operatives: Collection[str]) -> None:
        """Note bases whose match was taken back."""
        self._undone.update(operatives)
