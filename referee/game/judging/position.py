"""Input of rulings from the game: position, table, attempt, edition in play, paused moves, weapon in use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from geometry.placement import Placement
from geometry.table import Board, Marker, Operative, Table
from geometry.terrain import Part
from referee.game.intents import Act
from referee.game.judging.order_tokens import face_of
from referee.game.pack_action import PackAction
from referee.game.state import Activation, GameState
from referee.rules.errors import MalformedError
from referee.rules.judgement import Attempt
from referee.rules.ports.actions import lineage
from referee.rules.ports.edition import ActionSpec, Edition
from referee.rules.position import Position, Status
from referee.rules.support import snap_to_surfaces
from referee.rules.weapon import RuleUse, Weapon, WeaponType, titled


def still_going(acting: Activation | None, mover: str) -> Mapping[str, float]:
    """Return the moves that may continue now, with the inches charged for them so far."""
    if acting is None or acting.operative != mover or not acting.performed:
        return {}
    return {
        action: sum(done.charged or 0.0 for done in acting.performed if done.action == action)
        for action in acting.performed[-1].pauses
    }


def moved_so_far(acting: Activation | None, *, besides: str | None = None) -> float:
    """Return the inches charged in an activation or reaction so far, without those of the move `besides`."""
    done = () if acting is None else acting.performed
    return sum(one.charged or 0.0 for one in done if one.action != besides)


def wounds_as_it_set_out(acting: Activation | None, mover: str) -> int | None:
    """Return the mover's wounds when a move was paused that may continue now; None without one."""
    return acting.performed[-1].wounds if acting is not None and still_going(acting, mover) else None


def performed_beside(acting: Activation | None, mover: str, going: str | None) -> tuple[str, ...]:
    """Return the mover's actions in this activation, without the move that continues."""
    if acting is None or acting.operative != mover:
        return ()
    return tuple(done.action for done in acting.performed if done.action != going)


WITHOUT = " without "
"""Separator between a weapon's title and the rule that a player chooses not to use (rule K21-03)."""


def split_declined_rule(title: str | None) -> tuple[str, str]:
    """Return a weapon's title and the rule that it is used without, empty if it is used with all of them."""
    name, _, rule = (title or "").partition(WITHOUT)
    return name, rule.casefold().replace(" ", "_")


def _shared(state: GameState, operative: str) -> tuple[Weapon, ...]:
    return tuple(state.side(state.operative(operative).player).weapons)


def weapon_in_use(state: GameState, act: Act) -> Weapon | None:
    """Return the weapon that the action names, of the card or of the side's equipment; None if there is none.

    A weapon named without one of its rules is returned without it.
    """
    found, rule = named_weapon(state, act)
    if found is None or not rule:
        return found
    return found.losing(rule) if any(use.rule == rule for use in found.rules) else None


def named_weapon(state: GameState, act: Act) -> tuple[Weapon | None, str]:
    """Return the weapon that an action names, as printed, and the rule that it is used without ("" for none)."""
    name, rule = weapon_and_declined_rule(state, act)
    return _weapon(state, act.operative, name), rule


def weapon_and_declined_rule(state: GameState, act: Act) -> tuple[str, str]:
    """Return the name of an action's weapon and the rule that it is used without; each is empty if there is none.

    A weapon with the whole name comes before one that is used without a rule.
    """
    whole = act.weapon is not None and _weapon(state, act.operative, act.weapon) is not None
    return (act.weapon or "", "") if whole else split_declined_rule(act.weapon)


def _weapon(state: GameState, operative: str, name: str) -> Weapon | None:
    try:
        return state.operative(operative).card.weapon(name)
    except MalformedError:
        return next((weapon for weapon in _shared(state, operative) if titled(weapon) == name), None)


def weapon_rules(state: GameState, act: Act) -> tuple[RuleUse, ...]:
    """Return the rules of the weapon in use: the card's, and those that the situation adds."""
    weapon = weapon_in_use(state, act)
    return (*(weapon.rules if weapon is not None else ()), *act.weapon_rules)


def table_of(state: GameState, terrain: Iterable[Part] | None = None, board: Board | None = None) -> Table:
    """Return the table as last accepted by the game: every operative and marker with a position.

    `terrain` is the game's unless given.
    """
    parts = [part.part() for part in state.terrain] if terrain is None else terrain
    operatives = {
        key: Operative(key, each.player, each.card.shape, each.card.head, each.place.placement(key))
        for key, each in state.operatives.items()
        if each.on_board and each.place is not None
    }
    markers = {}
    for key, each in state.markers.items():
        carrier = state.operatives.get(each.carried_by or "")
        place = each.place if carrier is None else carrier.place
        if place is not None:
            markers[key] = Marker(key, each.kind, each.diameter, place.placement(key), each.carried_by)
    return Table(board or Board(), operatives, as_operated(state, parts), markers)


def hatches_at_first(state: GameState) -> dict[str, str]:
    """Return how each hatch was set up, by id; those whose state was not seen are left out."""
    return {part.id: part.state for part in state.terrain if part.role == HATCH and part.state is not None}


HATCH = "access_point"
"""Role of the parts that an action opens and closes."""


def as_operated(state: GameState, terrain: Iterable[Part]) -> tuple[Part, ...]:
    """Return the terrain with hatches as last operated in the game (rule K24-07), else as they were set up."""
    known = {**hatches_at_first(state), **state.openings}
    stands = ((part, known.get(part.id, part.state)) for part in terrain)
    return tuple(part if how == part.state else replace(part, state=how) for part, how in stands)


def position_of(state: GameState, table: Table | None = None) -> Position:
    """Return the position to judge: the table as seen (by default as last accepted), with the game's facts.

    Operatives unknown to the game, or not in play, are left out: they block and control nothing. An incapacitated
    operative with a last action is in play until that is over. Order tokens are also left out: they are never contested
    or carried (rule L24-04).
    """
    seen = table if table is not None else table_of(state)
    standing = {key: each for key, each in seen.operatives.items() if state.in_play(key)}
    fixed = frozenset(key for key, each in state.markers.items() if not each.pick_up_allowed)
    markers = {key: each for key, each in seen.markers.items() if face_of(each.kind) is None}
    here = replace(seen, operatives=standing, terrain=as_operated(state, seen.terrain), markers=markers)
    return Position(
        table=snap_to_surfaces(here),
        status={key: _status(state, key) for key in standing},
        killzone=state.killzone,
        not_liftable=fixed & set(markers),
        unordered=frozenset(key for key in standing if state.turning_point == 1 and state.operatives[key].ready),
        owners={key: each.owner for key, each in state.markers.items() if key in markers and each.owner is not None},
    )


def _status(state: GameState, operative: str) -> Status:
    paused = wounds_as_it_set_out(state.activation or state.reaction, operative)
    return replace(state.operatives[operative].status(), wounds_as_it_set_out=paused)


def attempt_of(state: GameState, act: Act) -> Attempt:
    """Return an action as an attempt to judge, with the history of the current activation."""
    acting = state.acting
    performed = acting.performed if acting is not None and acting.operative == act.operative else ()
    going = act.action if act.goes_on else None
    return Attempt(
        by=act.operative,
        action=act.action,
        target=next((each for each in (act.target, act.thing, act.marker) if each is not None), None),
        weapon_rules=weapon_rules(state, act),
        performed=performed_beside(acting, act.operative, going),
        weapons_used=tuple(done.weapon_rules for done in performed if done.weapon is not None),
        engaged=act.evidence.engaged,
        lays=_laid(state, act),
    )


def _laid(state: GameState, act: Act) -> Placement | None:
    """Return where an action lays a marker that is not in the game yet."""
    if act.marker is None or act.marker_to is None or act.marker in state.markers:
        return None
    return act.marker_to.placement(act.marker)


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
    """Return a pack's action with the Conceal exceptions of the action that it counts as."""
    *_, last = lineage(spec, packs)
    like = edition.actions.get(last.treated_as or "")
    return spec if like is None else replace(spec, silent=like.silent, unless=like.unless)


def edition_of_game(edition: Edition, state: GameState) -> Edition:
    """Return the edition as played in this game."""
    return edition_in(edition, state.killzone, state.actions)


def ways_to_use(weapon: Weapon, name: str, declinable: Collection[str]) -> tuple[str, ...]:
    """Return the names of a weapon in an action: its title, and its title without each rule that may be declined."""
    left = [use.rule for use in weapon.rules if use.rule in declinable]
    return (name, *(f"{name}{WITHOUT}{rule.replace('_', ' ').capitalize()}" for rule in dict.fromkeys(left)))


def weapons_of(state: GameState, operative: str, kind: WeaponType) -> tuple[Weapon, ...]:
    """Return the weapons of that type that it may use: its card's, then those that its side shares (J24-14)."""
    own = state.operative(operative).card.weapons
    return tuple(weapon for weapon in (*own, *_shared(state, operative)) if weapon.type is kind)
