"""Secret choices as commitments: an event holds the digest of a choice, the event that reveals it the opening.

A commitment is SHA-256 over a random salt of 32 bytes and the choice's canonical text. It hides the choice, because
nobody can try the 2^256 salts, however few values there are to guess. It binds the player, because a second opening
of one digest would be a collision of SHA-256; the salt's fixed length leaves one way to split the input.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from messages.message import Message
from referee.game.events.base import Event
from referee.game.state import EQUIPMENT, Commitment, GameState
from referee.rules.weapon import Weapon

SALT_BYTES = 32
REDACTED = "sealed"

Hex32 = Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
"""32 bytes in hexadecimal digits, or nothing."""


def new_salt() -> str:
    """Return a random salt in hexadecimal digits."""
    return secrets.token_hex(SALT_BYTES)


def canonical_choice(player: str, topic: str, values: Sequence[str]) -> str:
    """Return the text of a choice that is hashed: a JSON array without blanks, as `JSON.stringify` writes it."""
    return json.dumps([player, topic, *values], ensure_ascii=False, separators=(",", ":"))


def digest_of_choice(salt: str, player: str, topic: str, values: Sequence[str]) -> str:
    """Return the commitment to a choice in hexadecimal digits: SHA-256 over the salt's bytes and the text in UTF-8."""
    text = canonical_choice(player, topic, values).encode("utf-8", "surrogatepass")
    return hashlib.sha256(bytes.fromhex(salt) + text).hexdigest()


class Opening(BaseModel):
    """A revealed choice with its salt: one value, or the options of equipment with the weapons and uses they bring."""

    model_config = ConfigDict(defer_build=True, frozen=True, strict=True, extra="forbid", ser_json_inf_nan="strings")

    player: str
    topic: str
    values: tuple[str, ...]
    salt: Hex32
    weapons: tuple[Weapon, ...] = ()
    supplies: dict[str, int] = Field(default_factory=dict)

    @property
    def digest(self) -> str:
        """The commitment that it opens."""
        return digest_of_choice(self.salt, self.player, self.topic, self.values)


class CommittingEvent(Event):
    """A player made a choice that may be secret.

    In memory and in the vault it has the choice and `salt`. Everywhere else, while it is secret, it has `commitment`
    instead, and the choice is left out. Both are empty for a choice that is no secret, and in older journals.
    """

    player: str
    salt: Hex32 = ""
    commitment: Hex32 = ""

    def commit(self, state: GameState, topic: str, values: Sequence[str]) -> GameState:
        """Return the state with the commitment to this choice, without one if it has none."""
        digest = digest_of_choice(self.salt, self.player, topic, values) if self.salt else self.commitment
        others = {name: one for name, one in state.side(self.player).commitments.items() if name != topic}
        made = {topic: Commitment(digest, self.salt)} if digest else {}
        return state.with_side(self.player, commitments={**others, **made})


class RevealingEvent(Event):
    """Something by which secret choices become known: `opened`, in which each is verified against its commitment."""

    opened: tuple[Opening, ...] = ()

    @abstractmethod
    def reveals(self, state: GameState) -> tuple[tuple[str, str], ...]:
        """Return the choices that it reveals in this state, each as player and topic."""

    def open_choices(self, state: GameState) -> GameState:
        """Return the state with the opened choices; raises `OutOfOrderError` if one is not what was sealed."""
        for opening in self.opened:
            side = state.side(opening.player)
            made = side.commitments.get(opening.topic)
            broken = Message.of("state-commitment-broken", player=opening.player, topic=opening.topic)
            made = self.need(made, broken)
            self.expect(made.digest == opening.digest, broken)
            commitments = {**side.commitments, opening.topic: replace(made, salt=opening.salt, opened=True)}
            if opening.topic == EQUIPMENT:
                state = state.with_side(
                    opening.player,
                    commitments=commitments,
                    equipment=opening.values,
                    weapons=opening.weapons,
                    supplies=opening.supplies,
                )
            else:
                sealed = {**side.sealed, opening.topic: opening.values[0]}
                state = state.with_side(opening.player, commitments=commitments, sealed=sealed)
        return state

    def with_openings(self, state: GameState) -> RevealingEvent:
        """Return the event with the openings of the choices that it reveals, as far as their salts are known."""
        return self.model_copy(update={"opened": tuple(_openings(self.reveals(state), state))})


def _openings(revealed: Sequence[tuple[str, str]], state: GameState) -> Iterator[Opening]:
    for player, topic in revealed:
        side = state.side(player)
        made = side.commitments.get(topic)
        if made is None or not made.salt or made.opened:
            continue
        opening = Opening(player=player, topic=topic, values=side.values_of(topic), salt=made.salt)
        brought = {"weapons": side.weapons, "supplies": dict(side.supplies)} if topic == EQUIPMENT else {}
        yield opening.model_copy(update=brought)


def lost_choices(state: GameState) -> tuple[tuple[str, str], ...]:
    """Return the sealed choices whose salt is lost, so that they cannot be opened, each as player and topic."""
    return tuple(
        (player, topic)
        for player, side in state.sides.items()
        for topic, made in side.commitments.items()
        if not made.salt
    )
