"""What a player may ask before touching a model: its card, whom it can shoot, where it can go, how far it is."""

from __future__ import annotations

from typing import Annotated, Protocol

from pydantic import ConfigDict, Field

from referee.rules.ruling import Verdict
from web.contract.prose import Prose, prose_of
from web.contract.ruling_views import StrokeView
from web.contract.sheltered import sheltered
from web.contract.views import Inches, Name, Point, View


class WeaponView(View):
    """One profile of a weapon, as on its card: `hit` "3+", `damage` "3/4"; `rules_prose` are its rules in pieces."""

    name: Name
    kind: Name
    attacks: Annotated[int, Field(ge=0)]
    hit: Name
    damage: Name
    rules: tuple[str, ...] = ()
    rules_prose: tuple[Prose, ...] = Field(
        default_factory=lambda known: tuple(prose_of(rule) for rule in known["rules"])
    )


class TargetView(View):
    """One enemy that could be shot: whether it may be, with which weapon best, in cover or obscured, at what odds.

    `odds` says it in words ("41 % incapacitated, 5.2 wounds on average"); `chance` is the bar to draw beside it.
    `facts` has cover, obscured, odds in one line.
    """

    operative: Name
    weapon: str = ""
    verdict: Verdict
    sentence: Name
    cover: Verdict = Verdict.NO
    obscured: Verdict = Verdict.NO
    odds: str = ""
    chance: Annotated[float, Field(ge=0, le=1)] | None = None
    facts: str = Field(default_factory=sheltered)
    witness: tuple[StrokeView, ...] = ()
    sentence_prose: Prose = Field(default_factory=lambda known: prose_of(known["sentence"]))


class MoveView(View):
    """One move that the operative could make, and in words how far and at what price."""

    action: Name
    sentence: Name
    sentence_prose: Prose = Field(default_factory=lambda known: prose_of(known["sentence"]))


class OutlineView(View):
    """A closed outline in board inches, at a height above the killzone floor."""

    z: float = 0.0
    points: tuple[Point, ...]


class ReachView(View):
    """Where one move could end: outlines, holes among them, to fill by the even-odd rule.

    `outer` says that no place outside of them is one, and that some inside may be none: the table judges the move.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "action": "Dash",
                    "sentence": "3 in, 1 AP",
                    "areas": [{"z": 0.0, "points": [[4.0, 4.0], [7.0, 4.0], [5.5, 6.5]]}],
                }
            ]
        }
    )

    action: Name
    sentence: Name
    areas: tuple[OutlineView, ...] = ()
    outer: bool = False


class OperativeCard(View):
    """What stands on an operative's card and what it could do now."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "operative": "a2",
                    "apl": 2,
                    "apl_left": 1,
                    "move_in": 6.0,
                    "save": "3+",
                    "weapons": [
                        {"name": "Rifle", "kind": "ranged", "attacks": 4, "hit": "3+", "damage": "3/4", "rules": []}
                    ],
                    "effects": [],
                    "targets": [{"operative": "b2", "verdict": "YES", "sentence": "A clean shot."}],
                    "moves": [{"action": "Dash", "sentence": "3 in, 1 AP"}],
                }
            ]
        }
    )

    operative: Name
    apl: Annotated[int, Field(ge=0)]
    apl_left: Annotated[int, Field(ge=0)]
    move_in: Inches
    save: Name
    weapons: tuple[WeaponView, ...] = ()
    effects: tuple[str, ...] = ()
    targets: tuple[TargetView, ...] = ()
    moves: tuple[MoveView, ...] = ()


class MeasureView(View):
    """How far it is from one thing or point to another, in words and drawn."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"sentence": "A2 Leader to B3 Gunner", "figures": "7.95 in, ±0.01"}]}
    )

    sentence: Name
    figures: str = ""
    figures_prose: Prose = Field(default_factory=lambda known: prose_of(known["figures"]))
    witness: tuple[StrokeView, ...] = ()


class Advisor(Protocol):
    """Answers questions about what could be. It changes nothing and records nothing.

    All raise `web.contract.errors.UnknownError` for an operative that is not there.
    """

    async def card(self, operative: str) -> OperativeCard:
        """Return the card of an operative, with its targets and its moves from where it stands."""
        ...

    async def reach(self, operative: str, action: str) -> ReachView:
        """Return where one of its moves could end; `UnknownError` for a move that the edition does not have."""
        ...

    async def measure(self, start: str | Point, end: str | Point) -> MeasureView:
        """Return the distance between two operatives, by id, or points on the board, in inches."""
        ...
