"""The edition as one game plays it: in the game's killzone, with the actions of its mission pack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.game.mission_pack import PackAction
from referee.game.state import GameState
from referee.rules.actions import lineage
from referee.rules.edition import ActionSpec, Edition


def edition_in(edition: Edition, killzone: str | None, actions: Mapping[str, PackAction]) -> Edition:
    """Return the edition with a killzone's overlay and a pack's actions on its ports."""
    overlaid = edition.in_killzone(killzone)
    if not actions:
        return overlaid
    movement = overlaid.movement
    for name, each in actions.items():
        if each.move is not None and each.treated_as is not None:
            movement = movement.with_move(
                name, each.treated_as, each.rule, extra=each.move.extra, fixed=each.move.fixed
            )
    specs = {name: each.spec for name, each in actions.items()}
    own = {name: _lifted(spec, specs, overlaid) for name, spec in specs.items()}
    return replace(overlaid, actions={**overlaid.actions, **own}, movement=movement)


def _lifted(spec: ActionSpec, packs: Mapping[str, ActionSpec], edition: Edition) -> ActionSpec:
    """Return a pack's action with what lifts its bar on Conceal: what lifts that of the action that it counts as."""
    *_, last = lineage(spec, packs)
    like = edition.actions.get(last.treated_as or "")
    return spec if like is None else replace(spec, silent=like.silent, unless=like.unless)


def edition_of_game(edition: Edition, state: GameState) -> Edition:
    """Return the edition as this game plays it."""
    return edition_in(edition, state.killzone, state.actions)
