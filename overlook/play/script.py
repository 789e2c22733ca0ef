"""The script format: players, initial table, steps."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from messages.message import Message
from referee.corpus.scenario import ScenarioMarker, ScenarioTerrain
from referee.editions.registry import EditionName, edition_of
from referee.game.consent import FairPlay
from referee.records.files.mission_file import example_missions, mission_of
from referee.records.files.pack_file import PloyRecord
from referee.records.files.packs import Pack, example_packs, pack_in, pack_of, require_distinct_actions
from referee.records.files.team_file import OperativeRecord
from referee.rules.errors import WHOLE_FILE, MalformedError, fault_at
from referee.rules.mission import Mission, MissionSide
from web.contract.requests import GAME_REQUESTS, TABLE_REQUESTS, Button, GameRequest, OneOf, RequestedIntent

Seat = Literal["p1", "p2", "referee", "screen"]
Coordinate = Annotated[float, Field(ge=-360, le=360, allow_inf_nan=False)]
Spot = Annotated[tuple[Coordinate, ...], Field(min_length=2, max_length=4)]
Face = Annotated[int, Field(ge=1, le=6)]
Faces = Annotated[tuple[Face, ...], Field(min_length=1, max_length=40)]

EXPECTED = frozenset(
    {
        *("turning_point", "phase", "over", "winner", "players", "operatives", "markers", "openings", "log"),
        *("initiative", "turn", "active", "faults", "accepted", "why", "events", "rulings", "prompts", "offers"),
        *("activations", "ploys", "requests", "intents", "code"),
    }
)
"""Fields that an expectation may name."""

NOT, NO_PROMPT_FOR, NO_OFFER = "not", "no_prompt_for", "no_offer"


class Step(BaseModel):
    """One step. `seat` is the paired device that makes it; None means the owner of the oldest open prompt."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)

    word: ClassVar[str] = ""

    seat: Annotated[Seat | None, Field(alias="as")] = None

    @classmethod
    def tidied(cls, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a step in canonical form, if it has alternative forms."""
        return raw

    def names(self) -> Iterator[tuple[str, str, str]]:
        """Yield what the step names: the field, the name, and "thing", "leaf" or "model"."""
        yield from ()


class Do(Step):
    """A request, in the form of the field `intent` of `POST /api/intents`."""

    word: ClassVar[str] = "do"

    do: Annotated[RequestedIntent, OneOf([*GAME_REQUESTS.values(), *TABLE_REQUESTS])]


class See(Step):
    """A hand puts things down and leaves, and the table settles.

    `via` are waypoints by thing; `gone` are things taken away; `open` and `closed` are leaves; `fallen` are models that
    lie on their side. All of them, and `hand`, may be given beside `see` or inside it. If the hand "stays", nothing is
    settled until a later step has one that leaves.
    """

    word: ClassVar[str] = "see"
    FIELDS: ClassVar[tuple[str, ...]] = ("via", "gone", "open", "closed", "fallen", "hand")

    see: dict[str, Spot] = Field(default_factory=dict)
    via: dict[str, tuple[Spot, ...]] = Field(default_factory=dict)
    gone: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()
    hand: Literal["leaves", "stays"] = "leaves"

    @classmethod
    def tidied(cls, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """Move the fields inside `see` beside it, and key a single thing's waypoints by its name."""
        step, inner = dict(raw), raw.get("see")
        if isinstance(inner, Mapping):
            own = {name: value for name, value in inner.items() if name in cls.FIELDS}
            step = {**own, **step, "see": {name: value for name, value in inner.items() if name not in own}}
        if isinstance(step.get("via"), list) and isinstance(inner, Mapping) and len(step["see"]) == 1:
            step["via"] = {next(iter(step["see"])): step["via"]}
        return step

    def names(self) -> Iterator[tuple[str, str, str]]:
        """Yield the things placed and taken away, the leaves opened and closed, and the models that fell."""
        yield from (("see", name, "thing") for name in self.see)
        yield from (("via", name, "thing") for name in self.via)
        yield from (("gone", name, "thing") for name in self.gone)
        yield from (("open", name, "leaf") for name in self.open)
        yield from (("closed", name, "leaf") for name in self.closed)
        yield from (("fallen", name, "model") for name in self.fallen)


class Choose(Step):
    """A choice of an open prompt: its key, the names of its action, its label, or the label's beginning.

    `about` names the operative.
    """

    word: ClassVar[str] = "choose"

    choose: Annotated[str, Field(min_length=1)]
    about: str | None = None


class Dice(Step):
    """Dice entered for the seat's open dice prompt; `about` names the operative if several are open."""

    word: ClassVar[str] = "dice"

    dice: Faces
    about: str | None = None


class Tray(Step):
    """The seat's dice, thrown into the tray all at once."""

    word: ClassVar[str] = "tray"

    tray: Faces


class CorrectedDie(BaseModel):
    """A die of a roll, counted from 1, and the value that it shows."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    die: Annotated[int, Field(ge=1, le=40)]
    to: Face


class Correct(Step):
    """A correction of a die of the last roll that was read wrongly."""

    word: ClassVar[str] = "correct"

    correct: CorrectedDie


class Press(Step):
    """A press of a panel button."""

    word: ClassVar[str] = "press"

    press: Button


class Wait(Step):
    """Seconds that pass on every clock of the table."""

    word: ClassVar[str] = "wait_s"

    wait_s: Annotated[float, Field(ge=0, le=86_400)]


class Ask(Step):
    """A request to the other player: the act that is done if the other accepts it."""

    word: ClassVar[str] = "request"

    request: Annotated[GameRequest, OneOf(GAME_REQUESTS.values())]


class AnswerStep(Step):
    """The answer to the open request, or its withdrawal by the player who made it."""

    word: ClassVar[str] = "answer"

    answer: Literal["accept", "decline", "referee", "withdraw"]


class Expect(Step):
    """Expected values: any part of the state, and of the previous step; what must not be so, or not be asked."""

    word: ClassVar[str] = "expect"

    expect: dict[str, Any]

    @field_validator("expect")
    @classmethod
    def _known(cls, value: dict[str, Any]) -> dict[str, Any]:
        known = EXPECTED | {NOT, NO_PROMPT_FOR, NO_OFFER}
        for name, wanted in value.items():
            if name not in known:
                raise MalformedError("script-expect-unknown", found=name, known=sorted(known))
            if name == NO_PROMPT_FOR and wanted not in get_args(Seat):
                raise MalformedError("script-expect-seat", found=str(wanted), known=list(get_args(Seat)))
            if name in (NO_OFFER, NOT) and not (isinstance(wanted, dict) and wanted):
                raise MalformedError("script-expect-fields", field=name)
            if name == NOT:
                cls._known(wanted)
        return value


STEPS: Mapping[str, type[Step]] = {
    each.word: each for each in (Do, See, Choose, Dice, Tray, Correct, Press, Wait, Ask, AnswerStep, Expect)
}
"""The model of each step, by its key word."""


NOTES = frozenset({"id", "name", "title", "note", "comment", "description", "reason", "rule", "source"})
"""Fields for human readers, allowed in a script and in each of its steps."""

Player = Literal["p1", "p2"]
PLAYERS: tuple[Player, ...] = ("p1", "p2")
Inches = Annotated[float, Field(gt=0, le=100, allow_inf_nan=False)]
Place = Annotated[tuple[Coordinate, ...], Field(min_length=2, max_length=4)]
"""x, y, z and rotation in inches and degrees; the last two are optional."""


KIND = Message.of("script-kind")


class ScriptError(MalformedError):
    """An invalid script: one line with the step, the field, what was found and what was expected."""


class ScriptOperative(OperativeRecord):
    """An operative: a record as in a team file, with its player, and the height of its head in inches."""

    name: str = ""
    player: Player
    head_in: Inches | None = None


class Script(BaseModel):
    """A whole script. `seed` seeds the noise of observations; `mount_mm` is the part of the noise that a model keeps.

    `head_sigma_mm` is the standard deviation of the table's knowledge of head heights. `teams` are the teams' names.
    `fair_play` is the table's setting of that name. Markers without a place are beside the table. `mission` is the name
    of a shipped mission or the content of a mission file; `sides` is each player's side, in the mission's order by
    default. `ploys` are the cards of each player's team. `packs` are names of shipped packs or contents of pack files.
    `readings` are the readings of the edition's open options, as in the settings.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1]
    edition: EditionName = "kt24"
    killzone: str | None = None
    readings: dict[str, str] = Field(default_factory=dict)
    board_in: tuple[Inches, Inches] = (30.0, 22.0)
    sigma_mm: Annotated[float, Field(ge=0, le=50, allow_inf_nan=False)] = 0.16
    mount_mm: Annotated[float, Field(ge=0, le=50, allow_inf_nan=False)] = 0.0
    head_sigma_mm: Annotated[float, Field(ge=0, le=50, allow_inf_nan=False)] = 0.0
    seed: int = 1
    teams: dict[Player, Annotated[str, Field(min_length=1, max_length=60)]] = Field(default_factory=dict)
    operatives: Annotated[tuple[ScriptOperative, ...], Field(min_length=1)]
    terrain: tuple[ScenarioTerrain, ...] = ()
    markers: tuple[ScenarioMarker, ...] = ()
    equipment: dict[Player, tuple[str, ...]] = Field(default_factory=dict)
    mission: str | dict[str, Any] | None = None
    sides: dict[Player, str] = Field(default_factory=dict)
    ploys: dict[Player, tuple[PloyRecord, ...]] = Field(default_factory=dict)
    packs: tuple[str | dict[str, Any], ...] = ()
    places: dict[str, Place] = Field(default_factory=dict)
    begin: Literal["set_up", "firefight"] = "firefight"
    initiative: Player = "p1"
    steps: tuple[Step, ...] = ()
    fair_play: FairPlay | None = None

    @property
    def phones(self) -> tuple[Player, ...]:
        """The seats with a phone that can be asked.

        Both have one if the script has requests, answers or `fair_play`; otherwise one device enters for both, as at a
        table without phones.
        """
        asks = self.fair_play is not None or any(isinstance(step, Ask | AnswerStep) for step in self.steps)
        return PLAYERS if asks else ()

    @property
    def played_in(self) -> str | None:
        """The killzone whose rules apply: the script's, else that of any terrain part."""
        named = (self.killzone, *(part.killzone for part in self.terrain))
        return next((_killzone(name) for name in named if name), None)

    @property
    def played_mission(self) -> Mission | None:
        """The mission; raises `MalformedError` for an unknown one."""
        if self.mission is None:
            return None
        if not isinstance(self.mission, str):
            return mission_of(self.mission, "mission")
        known = example_missions()
        if self.mission not in known:
            raise MalformedError("script-mission-unknown", found=self.mission, known=list(known))
        return known[self.mission]

    @property
    def played_packs(self) -> tuple[Pack, ...]:
        """The packs, including the mission's own; raises `MalformedError` for an unknown one."""
        known = example_packs()
        for name in self.packs:
            if isinstance(name, str) and name not in known:
                raise MalformedError("script-pack-unknown", found=name, known=list(known))
        mission, edition = self.played_mission, edition_of(self.edition)
        packs = (known[one] if isinstance(one, str) else pack_of(one, "pack") for one in self.packs)
        own = () if mission is None else (pack_in(mission),)
        return require_distinct_actions(tuple(one.for_edition(edition) for one in (*packs, *own)))

    @property
    def grounds(self) -> dict[str, MissionSide]:
        """Each player's side of the board; empty without a mission."""
        mission = self.played_mission
        if mission is None:
            return {}
        names = self.sides or dict(zip(PLAYERS, (side.id for side in mission.sides), strict=False))
        return {player: mission.side(side) for player, side in names.items()}

    @property
    def things(self) -> frozenset[str]:
        """The ids of everything that can be seen."""
        every = (self.operatives, self.markers, self.terrain)
        return frozenset(each.id for things in every for each in things)


def load_script(path: Path) -> Script:
    """Return the script of a file; raises `ScriptError` in one line."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ScriptError("file-unreadable", file=path, reason=error.strerror or "", kind=KIND) from error
    except (ValueError, RecursionError) as error:
        raise ScriptError("file-not-json", file=path, fault=error, kind=KIND) from error
    try:
        return script_of(raw)
    except ScriptError as fault:
        raise ScriptError("file-fault", file=path, fault=fault) from fault


def script_of(raw: object) -> Script:
    """Return the script of a file's content; raises the errors of `load_script` without the file's name."""
    if not isinstance(raw, dict):
        raise fault_in(HEAD, found_at("", raw, Message.of("script-expected-object")))
    steps = raw.get("steps", [])
    if not isinstance(steps, list):
        raise fault_in(HEAD, found_at("steps", steps, Message.of("script-expected-steps")))
    try:
        head = Script.model_validate({**_without_notes(raw), "steps": ()})
    except ValidationError as error:
        raise fault_in(HEAD, _first(error)) from error
    read = tuple(_step(number, step) for number, step in enumerate(steps, 1))
    script = head.model_copy(update={"steps": read})
    for where, fault in _faults(script):
        raise fault_in(where, fault)
    return script


HEAD = Message.of("script-head")
"""The part of a script before its steps."""

LONGEST_FOUND = 80


def fault_in(where: Message, fault: Message) -> ScriptError:
    """Return the error of a part of a script: its head or a step."""
    return ScriptError("script-fault", where=where, fault=fault)


def found_at(field: str, found: object, expected: Message) -> Message:
    """Return a field, what was found, as JSON, and what was expected."""
    text = found if isinstance(found, str) else json.dumps(found, default=str)
    return Message.of("record-field", field=field or WHOLE_FILE, found=text[:LONGEST_FOUND], expected=expected)


def _first(error: ValidationError, skip: frozenset[str] = frozenset()) -> Message:
    wrong = error.errors(include_url=False)[0]
    return fault_at(".".join(str(part) for part in wrong["loc"] if part not in skip), wrong)


def _killzone(name: str) -> str:
    return name.lower().replace("_", " ")


def _without_notes(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if name not in NOTES}


def _step(number: int, raw: object) -> Step:
    where = Message.of("script-step", step=number)
    if not isinstance(raw, dict):
        raise fault_in(where, found_at("", raw, Message.of("script-expected-step", kinds=list(STEPS))))
    kinds = [kind for kind in STEPS if kind in raw]
    if not kinds and raw.keys() & {"gone", "open", "closed", "fallen"}:
        kinds = ["see"]
    if len(kinds) != 1:
        raise fault_in(where, found_at("", sorted(raw), _one_of(STEPS)))
    try:
        form = STEPS[kinds[0]]
        return form.model_validate_json(json.dumps(form.tidied(_without_notes(raw))))
    except ValidationError as error:
        raise fault_in(where, _first(error, frozenset({"function-before"}))) from error


Fault = tuple[Message, Message]


def _faults(script: Script) -> Iterator[Fault]:
    """Yield faults between fields that are valid separately: the part of the script, and its fault."""
    operatives = [each.id for each in script.operatives]
    everything = [*operatives, *(each.id for each in script.markers), *(each.id for each in script.terrain)]
    twice = sorted({name for name in everything if everything.count(name) > 1})
    if twice:
        yield HEAD, Message.of("script-id-twice", id=twice[0])
    killzones = edition_of(script.edition).killzones
    if script.killzone is not None and _killzone(script.killzone) not in killzones:
        expected = Message.of("script-expected-killzone", known=sorted(killzones))
        yield HEAD, found_at("killzone", script.killzone, expected)
    yield from _misread(script)
    yield from (
        (HEAD, found_at("places", name, _one_of(operatives))) for name in script.places if name not in operatives
    )
    if script.begin == "firefight":
        for name in operatives:
            if name not in script.places:
                yield HEAD, Message.of("script-place-missing", operative=name)
    for marker in script.markers:
        if marker.carried_by is not None and marker.carried_by not in operatives:
            yield HEAD, found_at(f"markers.{marker.id}.carried_by", marker.carried_by, _one_of(operatives))
    leaves = {part.id for part in script.terrain if part.role is not None}
    known: Mapping[str, frozenset[str]] = {
        "thing": script.things,
        "leaf": frozenset(leaves),
        "model": frozenset(operatives),
    }
    for number, step in enumerate(script.steps, 1):
        for field, name, sort in step.names():
            if name not in known[sort]:
                yield Message.of("script-step", step=number), found_at(field, name, _one_of(known[sort]))


def _misread(script: Script) -> Iterator[Fault]:
    try:
        edition_of(script.edition).playing(script.readings)
    except MalformedError as error:
        yield HEAD, Message.of("record-fault", field="readings", fault=error)


def _one_of(names: Iterable[str]) -> Message:
    return Message.of("script-expected-one-of", known=sorted(names))
