"""Views of available actions, operative cards, targets, reach and measurements, and the `Advisor` port."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Annotated, Any, Protocol

from pydantic import ConfigDict, Field

from messages.catalogue import ENGLISH
from messages.message import NO_NAMES, LengthPiece, Message
from referee.rules.ruling import Verdict
from web.contract.base import Inches, Name, Point, View
from web.contract.table.board_views import StrokeView

SHELTERS = {
    "cover": {Verdict.YES: Message.of("view-in-cover"), Verdict.TOO_CLOSE: Message.of("view-in-cover-close")},
    "obscured": {Verdict.YES: Message.of("view-obscured"), Verdict.TOO_CLOSE: Message.of("view-obscured-close")},
}
"""Texts for a target's cover and for whether it is obscured, by field and verdict."""


def describe_target(known: Mapping[str, Any]) -> Message | None:
    """Return cover, obscured and odds in one line: "in cover · obscured: too close to call · 41 % incapacitated"."""
    parts: list[Message | str] = [
        messages[known[field]] for field, messages in SHELTERS.items() if known[field] is not Verdict.NO
    ]
    if odds := known["odds_message"] or known["odds"]:
        parts.append(odds)
    return Message.of("view-target-facts", parts=parts) if parts else None


def _facts(known: dict[str, Any]) -> str:
    return str(known["facts_message"] or "")


class LengthView(View):
    """A length in a sentence: in words as `said` there, in inches; `sigma` is its standard deviation if one is said."""

    said: Name
    inches: Inches
    sigma: Inches | None = None


LengthText = tuple[str | LengthView, ...]


def pieces_of(message: Message | None, text: str = "", names: Mapping[str, str] = NO_NAMES) -> LengthText:
    """Return a message's text as texts and lengths, in order, so that pages can convert the lengths' unit.

    Without a message it is `text` in one piece.
    """
    if message is None:
        return (text,) if text else ()
    return length_views(ENGLISH.pieces(message, names))


def length_views(pieces: Iterable[str | LengthPiece]) -> LengthText:
    """Return pieces of a text as pages get them."""
    return tuple(
        piece if isinstance(piece, str) else LengthView(said=piece.text, inches=piece.inches, sigma=piece.sigma)
        for piece in pieces
    )


def _pieces_of(field: str) -> Callable[[dict[str, Any]], LengthText]:
    return lambda known: pieces_of(known["message"], known[field])


class WeaponView(View):
    """One profile of a weapon, as on its card: `hit` "3+", `damage` "3/4"; `rules_prose` are its rules in pieces."""

    name: Name
    kind: Name
    attacks: Annotated[int, Field(ge=0)]
    hit: Name
    damage: Name
    rules: tuple[str, ...] = ()
    rules_prose: tuple[LengthText, ...] = Field(default_factory=lambda known: tuple((rule,) for rule in known["rules"]))


class TargetView(View):
    """One enemy that could be shot: whether it may be, with which weapon best, in cover or obscured, at what odds.

    `odds` says it in words ("41 % to incapacitate, 5.2 average damage"); `chance` is the bar to draw beside it.
    `facts` has cover, obscured, odds in one line.
    """

    operative: Name
    weapon: str = ""
    verdict: Verdict
    sentence: Name
    message: Message | None = None
    cover: Verdict = Verdict.NO
    obscured: Verdict = Verdict.NO
    odds: str = ""
    odds_message: Message | None = None
    chance: Annotated[float, Field(ge=0, le=1)] | None = None
    facts_message: Message | None = Field(default_factory=describe_target)
    facts: str = Field(default_factory=_facts)
    witness: tuple[StrokeView, ...] = ()
    sentence_prose: LengthText = Field(default_factory=_pieces_of("sentence"))


class MoveView(View):
    """One move that the operative could make, and in words how far and at what price."""

    action: Name
    sentence: Name
    message: Message | None = None
    sentence_prose: LengthText = Field(default_factory=_pieces_of("sentence"))


class ReachOutlineView(View):
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
    message: Message | None = None
    areas: tuple[ReachOutlineView, ...] = ()
    outer: bool = False


class OperativeCard(View):
    """An operative's card and its possible actions."""

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
    effect_messages: tuple[Message, ...] = ()
    targets: tuple[TargetView, ...] = ()
    moves: tuple[MoveView, ...] = ()


class MeasureFactView(View):
    """One answer about a measured pair, as a sentence that is true by itself; its reason is for the details.

    `message` is the message of `sentence`, `why_message` that of `why`.
    """

    verdict: Verdict
    sentence: Name
    message: Message | None = None
    why: str = ""
    why_message: Message | None = None


class MeasureView(View):
    """How far it is from one thing or point to another, in words and drawn.

    `message` is the message of `sentence`, `figures_message` that of `figures`. `facts` are control range, and sight,
    cover and obscured in both directions; two friends have no cover from each other, and points no facts.
    """

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"sentence": "A2 Leader to B3 Gunner", "figures": "7.95 in, ±0.01"}]}
    )

    sentence: Name
    message: Message | None = None
    figures: str = ""
    figures_message: Message | None = None
    figures_prose: LengthText = Field(
        default_factory=lambda known: pieces_of(known["figures_message"], known["figures"])
    )
    witness: tuple[StrokeView, ...] = ()
    facts: tuple[MeasureFactView, ...] = ()


class FreeGameView(View):
    """The game of the free table: its name, its terms, and the names of its ranges, arcs and templates.

    `coherency` is the longest link of a group's chain in inches, null if groups may be anywhere. `name_message` is the
    message of `name` if no game is set.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Ice Skiffs", "model": "skiff", "turn": "lap"}]})

    name: Name
    name_message: Message | None = None
    about: str = ""
    model: Name = "model"
    turn: Name = "turn"
    group: Name = "group"
    ranges: tuple[Name, ...] = ()
    arcs: tuple[Name, ...] = ()
    templates: tuple[Name, ...] = ()
    coherency: Inches | None = None


class Advisor(Protocol):
    """Answers questions about possible actions, without changing or recording anything.

    All methods raise `web.contract.errors.UnknownError` for an unknown operative.
    """

    async def card(self, operative: str) -> OperativeCard:
        """Return the card of an operative, with its targets and moves from its current position."""
        ...

    async def reach(self, operative: str, action: str) -> ReachView:
        """Return the area in which a move can end; `UnknownError` for an action that the edition does not have."""
        ...

    def free_game(self) -> FreeGameView:
        """Return the game of the free table."""
        ...

    async def measure_free(self, asked: str) -> MeasureView:
        """Return the answer to a question to the free table; raises `UnknownError` if it is not understood."""
        ...

    async def measure(self, start: str | Point, end: str | Point) -> MeasureView:
        """Return the distance between two operatives (by id) or points (board inches)."""
        ...


class Needs(StrEnum):
    """Missing part of an action: nothing, a target, a marker, a hatch, or a move by hand that the camera sees."""

    NOTHING = "nothing"
    TARGET = "target"
    MARKER = "marker"
    MOVE = "move"
    PLACE = "place"
    THING = "hatch"


class ChoiceView(View):
    """One way to perform an action: with which weapon, at whom, with which marker, or on which hatch (`thing`).

    `why` says in one sentence what forbids it, or how it comes to be allowed. `odds` says in words what may come of
    it; `chance` is that of the target's end, the bar to draw beside it. `facts` has cover, obscured, odds in one line.
    `message` is the message of `why`, null if that is empty; `label_message` that of `label`.
    """

    weapon: str = ""
    target: str = ""
    marker: str = ""
    thing: str = ""
    label: Name
    possible: bool
    verdict: Verdict
    why: str = ""
    message: Message | None = None
    cover: Verdict = Verdict.NO
    obscured: Verdict = Verdict.NO
    odds: str = ""
    odds_message: Message | None = None
    chance: Annotated[float, Field(ge=0, le=1)] | None = None
    facts_message: Message | None = Field(default_factory=describe_target)
    facts: str = Field(default_factory=_facts)
    why_prose: LengthText = Field(default_factory=_pieces_of("why"))
    label_message: Message | None = None


class OfferView(View):
    """One action of the active operative: its price in AP, whether it can be done, why not.

    With `dice` the table asks for each roll; one that `declares` is rolled by hand, with the wounds lost said at once.
    `text` is how far it may go, what is too close to call, and a pack's description of it. `message` is the message
    of `why`, `text_message` that of `text`; null if that is empty.
    """

    action: Name
    cost: Annotated[int, Field(ge=0)]
    possible: bool
    why: str = ""
    needs: Needs = Needs.NOTHING
    dice: bool = False
    declares: bool = False
    text: str = ""
    choices: tuple[ChoiceView, ...] = ()
    message: Message | None = None
    text_message: Message | None = None


def _moves(known: dict[str, Any]) -> bool:
    return any(one.possible and one.needs is Needs.MOVE for one in known["actions"])


class OffersView(View):
    """Possible actions of the active operative; `of` is the number of the event for which they are valid.

    `moves` is whether it may still move. `unconfirmed` says what was seen and is not counted, because nobody has
    confirmed it yet; empty if there is nothing. `unconfirmed_message` is its message. `likely` are the names of up to
    three possible actions that its player most likely wants, the likeliest first.
    """

    operative: Name
    player: Name
    of: Annotated[int, Field(ge=0)]
    actions: tuple[OfferView, ...] = ()
    moves: bool = Field(default_factory=_moves)
    unconfirmed: str = ""
    unconfirmed_message: Message | None = None
    likely: tuple[Name, ...] = ()


class MenuView(View):
    """Effect of the panel's buttons: Confirm takes `marked`, Next marks the one after it.

    `question` is what is asked; `at` and `of` say which of how many is marked, 0 for none yet. `entered` are the dice
    entered so far, `picked` the options that Confirm takes together. `message` and `marked_message` are the messages of
    `question` and `marked`; null if they have no code.
    """

    question: Name
    marked: Name
    prompt: str = ""
    choice: str = ""
    at: Annotated[int, Field(ge=0)]
    of: Annotated[int, Field(ge=1)]
    entered: tuple[int, ...] = ()
    picked: tuple[Name, ...] = ()
    message: Message | None = None
    marked_message: Message | None = None
