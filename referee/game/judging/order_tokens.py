"""Order tokens with tags on their faces: order and readiness of the operative beside them (rules A24-14, C24-02)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from geometry.measure import gap
from geometry.table import Marker, Table
from referee.game.intents import CAMERA, Activate, DeclareStatus, Intent
from referee.game.state import GameState
from referee.rules.position import Order

BESIDE = 1.5
CLEARER = 0.4
"""Inches: the largest distance of a token from its operative, and how much nearer it must be than to any other."""

READY = {"ready": True, "expended": False}


@dataclass(frozen=True, slots=True)
class TokenFace:
    """Face of a token: an order, and whether the operative is ready."""

    order: Order
    ready: bool


def face_of(kind: str) -> TokenFace | None:
    """Return the face of a marker of that kind: `engage ready`, `conceal expended`, ...; None for other markers."""
    order, _, state = kind.casefold().partition(" ")
    if order not in tuple(Order) or state not in READY:
        return None
    return TokenFace(Order(order), READY[state])


@dataclass(frozen=True, slots=True)
class ReadToken:
    """A token read from the table: its id, its operative and its face."""

    token: str
    operative: str
    face: TokenFace


def read_tokens(state: GameState, table: Table) -> tuple[ReadToken, ...]:
    """Return the tokens on the table that belong to operatives in the game, by operative.

    A token belongs to the operative with the nearest base, within `BESIDE` and clearly nearer than any other. If two
    tokens are beside one operative, or a token is between two, it is ignored rather than guessed.
    """
    found: dict[str, list[ReadToken]] = {}
    for token in table.markers.values():
        face = face_of(token.kind)
        owner = _owner(state, table, token) if face is not None else None
        if face is not None and owner is not None:
            found.setdefault(owner, []).append(ReadToken(token.id, owner, face))
    return tuple(said[0] for _, said in sorted(found.items()) if len(said) == 1)


def _owner(state: GameState, table: Table, token: Marker) -> str | None:
    near = sorted(
        (gap(token.base, each.base), key)
        for key, each in table.operatives.items()
        if key in state.operatives and state.operatives[key].standing
    )
    if not near or near[0][0] > BESIDE:
        return None
    alone = len(near) == 1 or near[1][0] - near[0][0] >= CLEARER
    return near[0][1] if alone else None


def token_intents(state: GameState, said: Iterable[ReadToken], prefix: str) -> tuple[Intent, ...]:
    """Return the players' changes of tokens as intents of the camera; empty if nothing differs from the game.

    A ready operative whose token shows an order in its player's turn is activated, in a game that waits for an
    activation; otherwise order and readiness are declared, and the rules refuse illegal changes. `prefix` begins the
    ids.
    """
    found: list[Intent] = []
    for each in said:
        operative = state.operative(each.operative)
        order = each.face.order if each.face.order is not operative.order else None
        ready = each.face.ready if each.face.ready != operative.ready else None
        if order is None and ready is None:
            continue
        id_ = f"{prefix}{each.token}"[:64]
        waits = state.stage == "firefight" and state.acting is None and state.turn == operative.player
        if order is not None and ready is None and operative.ready and waits:
            found.append(Activate(id=id_, by=CAMERA, operative=each.operative, order=order))
        else:
            found.append(DeclareStatus(id=id_, by=CAMERA, operative=each.operative, order=order, ready=ready))
    return tuple(found)
