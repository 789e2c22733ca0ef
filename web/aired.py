"""A combat and a ruling as a stream may show them: in names that viewers know, without what players alone are asked."""

from __future__ import annotations

import re

from web.contract.combat import CombatDieView, CombatSideView, CombatView
from web.contract.ruling_views import RulingView
from web.contract.snapshot import Snapshot

CLIP_FRAMES = 2
"""A clip of fewer frames is a picture and no replay."""


def public(combat: CombatView) -> CombatView:
    """Return a combat as everybody may see it: without what a question proposes, what answers would do, and why."""
    sides = {name: getattr(combat, name).model_copy(update={"reasons": ()}) for name in ("attacker", "target")}
    if combat.proposed:
        sides = {name: _unproposed(side) for name, side in sides.items()}
    return combat.model_copy(update={"options": (), "proposed": False, **sides})


def _unproposed(side: CombatSideView) -> CombatSideView:
    dice = tuple(die if die.spent or not die.met else _unmet(die) for die in side.dice)
    return side.model_copy(update={"dice": dice})


def _unmet(die: CombatDieView) -> CombatDieView:
    """Return a die that nothing stops yet, in words too."""
    return CombatDieView.model_validate({**die.model_dump(exclude={"says"}), "met": ()})


def aired(ruling: RulingView, now: Snapshot) -> RulingView:
    """Return a ruling without the camera's pixels and without advice, in names where the table's words have labels.

    Notes and what would settle it are for those who play and who run the table. Two models of one name keep their
    labels beside it.
    """
    names = _names(now)
    findings = tuple(
        one.model_copy(
            update={
                "means": _named(one.means, names),
                "witness": tuple(stroke.model_copy(update={"points_px": None}) for stroke in one.witness),
            }
        )
        for one in ruling.findings
    )
    said: dict[str, object] = {"notes": (), "settling": None}
    said |= {"claim": _named(ruling.claim, names), "sentence": _named(ruling.sentence, names)}
    return ruling.model_copy(update={**said, "findings": findings})


def fall_replay_of(operative: str, now: Snapshot) -> str:
    """Return the address of the seconds around an operative's fall as frames; empty where none were kept."""
    kept = next((one for one in now.falls if one.operative == operative), None)
    if kept is None or kept.clip < CLIP_FRAMES:
        return ""
    return f"/api/games/{now.game.number}/clips/{kept.clip_of}"


def replay_of(ruling: RulingView | None, now: Snapshot) -> str:
    """Return the address of the seconds before a ruling as frames; empty where none were kept."""
    if ruling is None or ruling.clip < CLIP_FRAMES:
        return ""
    return f"/api/games/{now.game.number}/clips/{ruling.sequence}"


def _names(now: Snapshot) -> dict[str, str]:
    called = [one.name for one in now.game.roster]
    return {
        one.id.upper(): one.name if called.count(one.name) == 1 else f"{one.name} ({one.id.upper()})"
        for one in now.game.roster
    }


def _named(words: str, names: dict[str, str]) -> str:
    if not names:
        return words
    labels = re.compile(rf"(?<![\w(])({'|'.join(map(re.escape, names))})(?!\w)")
    return labels.sub(lambda found: names[found.group()], words)
