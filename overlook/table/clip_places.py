"""Where everybody last stood in the camera's picture, for what is drawn into clips: who it is about, who fell."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from web.contract.base import TrackState
from web.contract.table.board_views import RulingView
from web.contract.table.game_views import CombatView, MemberView
from web.contract.table.recordings import ClipOutlineView, FallView
from web.contract.table.snapshot import Snapshot

FallWords = Callable[[MemberView, CombatView | None], str]
"""Says in a sentence that somebody fell, and by whose hand where it was the last shot or fight."""

NOWHERE = frozenset({TrackState.LIFTED, TrackState.GONE})


def incapacitated(member: MemberView, combat: CombatView | None) -> str:
    """Return that somebody fell, and no more."""
    del combat
    return f"{member.name} is incapacitated."


class ClipPlaces:
    """The outlines of one game's operatives, each where it was last seen to stand; `said` puts a fall into words."""

    def __init__(self, said: FallWords) -> None:
        self._said = said
        self._stood: dict[str, ClipOutlineView] = {}

    def follow(self, snapshot: Snapshot) -> None:
        """Take in where everybody stands now; who is lifted or gone stays where it was."""
        colours = {seat.player: seat.colour for seat in snapshot.game.seats}
        for one in snapshot.table.operatives:
            colour = colours.get(one.player)
            if one.outline_px and colour is not None and one.state not in NOWHERE:
                self._stood[one.id] = ClipOutlineView(
                    name=f"{one.label} {one.name}", colour=colour, outline_px=one.outline_px
                )

    def named(self, ruling: RulingView) -> tuple[ClipOutlineView, ...]:
        """Return the bases that a ruling is about, each once."""
        things = dict.fromkeys(thing for finding in ruling.findings for thing in finding.things)
        return tuple(self._stood[thing] for thing in things if thing in self._stood)

    def falls(self, snapshot: Snapshot, fallen: Sequence[str]) -> tuple[FallView, ...]:
        """Return those who fell, each in a sentence."""
        combat = snapshot.combat[0] if snapshot.combat else None
        members = {member.id: member for member in snapshot.game.roster}
        return tuple(
            FallView(
                name=members[one].name,
                sentence=self._said(members[one], combat),
                at=self._stood.get(one),
                by=self._stood.get(_foe(one, combat)),
            )
            for one in fallen
            if one in members
        )


def _foe(fallen: str, combat: CombatView | None) -> str:
    """Return who fought the one that fell; nobody's id where that is not known."""
    if combat is None or fallen not in {combat.attacker.operative, combat.target.operative}:
        return ""
    return combat.attacker.operative if fallen == combat.target.operative else combat.target.operative
