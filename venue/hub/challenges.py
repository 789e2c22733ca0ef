"""The rulings of a hall that were challenged: what an event's rules team wants to see."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from pydantic import AwareDatetime, BaseModel, ConfigDict

from venue.messages import GameMessage, RulingSaid

MOST = 500


class Outcome(StrEnum):
    """What became of a challenge."""

    OPEN = "open"
    UPHELD = "upheld"
    WITHDRAWN = "withdrawn"


CLOSING = {"challenge_upheld": Outcome.UPHELD, "withdrawn": Outcome.WITHDRAWN}


class ChallengeView(BaseModel):
    """One challenge: at which table and in which game, by whom, the rulings that were doubted, what became of it."""

    model_config = ConfigDict(frozen=True)

    table: str
    game: str
    sequence: int
    at: AwareDatetime
    by: str
    rulings: tuple[RulingSaid, ...]
    outcome: Outcome = Outcome.OPEN


def challenges_of(said: Iterable[tuple[str, GameMessage]]) -> list[ChallengeView]:
    """Return the challenges in what tables said, in order, the newest first and `MOST` of them at most."""
    rulings: dict[tuple[str, str], dict[int, tuple[RulingSaid, ...]]] = {}
    found: dict[tuple[str, str, int], ChallengeView] = {}
    open_: dict[tuple[str, str], tuple[str, str, int]] = {}
    for table, one in said:
        game = (table, one.game)
        if one.rulings:
            caused = rulings.setdefault(game, {})
            caused[one.cause] = (*caused.get(one.cause, ()), *one.rulings)
        if one.kind == "challenged":
            key = (*game, one.sequence)
            doubted = rulings.get(game, {}).get(_whole(one.data.get("of")), ())
            found[key] = ChallengeView(
                table=table,
                game=one.game,
                sequence=one.sequence,
                at=one.at,
                by=str(one.data.get("by", ""))[:64],
                rulings=doubted,
            )
            open_[game] = key
        elif one.kind in CLOSING and game in open_:
            key = open_.pop(game)
            found[key] = found[key].model_copy(update={"outcome": CLOSING[one.kind]})
    return list(reversed(found.values()))[:MOST]


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0
