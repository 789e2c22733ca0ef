"""JSON Schemas of the files that people write, each with an example that runs: `overlook schema`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from messages.message import CODE, Message, MessageError

DIALECT = "https://json-schema.org/draft/2020-12/schema"
EXAMPLES = files("overlook") / "examples"
Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A file format: what it is, the file name of its example, its schema, and the text of the example.

    `command` are the arguments of the command that reads such a file.
    """

    about: Message
    file: str
    command: tuple[str, ...]
    schema: Callable[[], Schema]
    example: Callable[[], str]

    @property
    def typed(self) -> str:
        """Return the command as it is typed."""
        return " ".join(("overlook", *self.command))


def schema_of(name: str) -> Schema:
    """Return the JSON Schema of a format, complete in one document, with descriptions in English."""
    form = FORMATS[name]
    found = form.schema()
    return {"$schema": DIALECT, **_in_english(found), "title": name, "description": str(form.about)}


def _in_english(schema: Any) -> Any:
    """Return a schema with the texts of descriptions that are the codes of messages."""
    if isinstance(schema, list):
        return [_in_english(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    read = {key: _in_english(value) for key, value in schema.items()}
    text = read.get("description")
    if isinstance(text, str) and CODE.fullmatch(text) and "-" in text:
        read["description"] = str(Message.of(text))
    return read


def _model(load: Callable[[], type[BaseModel]]) -> Callable[[], Schema]:
    return lambda: load().model_json_schema(by_alias=True)


def _gathered(models: Mapping[str, type[BaseModel]]) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """Return the schemas of several models by key, and the definitions that they share."""
    found: dict[str, Schema] = {}
    shared: dict[str, Schema] = {}
    for key, model in models.items():
        one = model.model_json_schema(by_alias=True)
        shared |= one.pop("$defs", {})
        found[key] = one
    return found, shared


def _listed(item: Schema, key: str, shared: dict[str, Schema]) -> Schema:
    """Return the schema of a file that is a list, or an object with the list under `key`."""
    items = {"type": "array", "items": item}
    held = {"type": "object", "properties": {key: items}, "required": [key]}
    return {"anyOf": [items, held], "$defs": shared}


_EXPECTED = {"type": ["object", "null"], "description": "schema-expected"}
_WEAPON_RULE = {"type": ["boolean", "integer", "string", "null"], "description": "schema-weapon-rule"}


def _odds() -> Schema:
    from referee.corpus.odds_questions import KINDS

    found, shared = _gathered({kind: model for kind, (model, _) in KINDS.items()})
    for kind, one in found.items():
        one["properties"] |= {"kind": {"const": kind}, "expected": _EXPECTED}
        one["required"] = [*one.get("required", ()), "kind"]
    for one in shared.values():
        if one.get("additionalProperties") is True:
            one["additionalProperties"] = _WEAPON_RULE
    # A re-roll is read as an object or as a list of three or four.
    row = {"type": "array", "minItems": 3, "maxItems": 4}
    if "RerollStep" in shared:
        shared["RerollStep"] = {"anyOf": [shared["RerollStep"], row]}
    return _listed({"anyOf": list(found.values())}, "vectors", shared)


_ID = {"type": "string", "description": "schema-operative"}
_NUMBER = {"type": "number"}
_TRUTH = {"type": "boolean"}
_WORDS = {"type": "array", "items": {"type": "string"}}
_POINTS = {"type": "array", "items": {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2}}
_BY_PLAYER = {"type": "object", "additionalProperties": _NUMBER, "description": "schema-by-player"}
_PLAYER = {"type": ["string", "null"], "description": "schema-player"}
_CORNERS = {**_POINTS, "description": "schema-corners"}
_CHANGES = {"type": "array", "items": {"type": "integer"}, "description": "schema-changes"}
_LENGTH = {"type": "number", "description": "schema-inches"}

FIELDS: Mapping[str, Schema] = MappingProxyType(
    {
        **dict.fromkeys(("by", "target", "a", "b", "of", "subject", "operative", "enemy", "friend"), _ID),
        **dict.fromkeys(("primary", "attacker", "defender", "moved_with"), _ID),
        "marker": {"type": "string", "description": "schema-marker"},
        "action": {"type": "string", "description": "schema-action"},
        "path": {**_POINTS, "description": "schema-path"},
        "heights": {"type": "array", "items": _NUMBER, "description": "schema-heights"},
        "weapon_rules": {**_WORDS, "description": "schema-weapon-rules"},
        **dict.fromkeys(("distance", "x", "height", "horizontal_from_edge", "height_difference", "z"), _LENGTH),
        **dict.fromkeys(("area", "poly", "territory", "drop_zone"), _CORNERS),
        "pos": {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2, "description": "schema-place"},
        "item": {"type": "string", "description": "schema-item"},
        **dict.fromkeys(("rolls", "before", "grades"), _BY_PLAYER),
        **dict.fromkeys(("previous", "initiative", "active"), _PLAYER),
        **dict.fromkeys(("modifiers", "changes"), _CHANGES),
        **dict.fromkeys(("terrain_traits", "own_devices"), _WORDS),
        **dict.fromkeys(("hit", "bs", "die", "ap", "p", "mw", "retained_crits", "defence", "cost", "base"), _NUMBER),
        **dict.fromkeys(("turning_point", "crit", "tac", "kill"), _NUMBER),
        **dict.fromkeys(("ladder", "ladder_already_used_this_action", "a_sees_b", "b_sees_a"), _TRUTH),
        **dict.fromkeys(("primary_in_cover", "primary_obscured", "used_this_turning_point", "crit_retained"), _TRUTH),
        "unblocked": {"type": "object", "additionalProperties": _NUMBER},
        "damage": {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2},
        "name": {"type": "string"},
        "claims": {"type": "array", "items": {"type": "object", "required": ["name", "owner"]}},
    }
)
"""Fields of the questions of `overlook adjudicate`, with their schemas."""

NEEDED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "action_allowed": ("action",),
        "ap_check": ("cost",),
        "ap_cost": ("base", "changes"),
        "assists": (),
        "blast_cover": ("primary_in_cover", "primary_obscured"),
        "blast_targets": (),
        "climb_cost": ("height",),
        "control_range": (),
        "control_range_from_facts": ("distance",),
        "counteract_allowed": (),
        "cp": ("before", "turning_point", "initiative"),
        "defence_dice": ("defence",),
        "effective_apl": ("modifiers",),
        "effective_stats": (),
        "effective_weapon_rules": (),
        "engagement_range": (),
        "fight_first_resolver": (),
        "final_vp": (),
        "fusillade_targets": (),
        "guard_interrupt": ("action",),
        "guard_status": (),
        "hot": ("hit", "die"),
        "initiative": ("rolls",),
        "jump": ("horizontal_from_edge",),
        "jump_test": ("die",),
        "kill_grade_bonus": ("grades",),
        "marker_control": ("marker",),
        "marker_control_range": ("marker",),
        "move": ("action", "path"),
        "move_triggers": ("marker", "path"),
        "on_incapacitated": (),
        "overwatch_allowed": (),
        "place_equipment": ("item",),
        "ploy": ("name",),
        "precedence": ("claims", "initiative"),
        "shoot": (),
        "shoot_result": (),
        "stun_grenade": ("rolls",),
        "support": ("distance",),
        "supports": (),
        "torrent_targets": (),
        "traverse_cost": ("terrain_traits",),
        "vertical_cost": ("heights",),
        "visible": (),
        "wholly_within": ("distance",),
        "wholly_within_area": ("area",),
        "within": ("distance",),
    }
)
"""Fields that a question of `overlook adjudicate` cannot do without, by its type.

An operative's field may be missing if the position has only one operative.
"""


REACHING = ("blast_targets", "torrent_targets")
"""Questions that need the reach of the weapon: `x`, or a weapon rule with it."""

_REACHES = [{"required": ["x"]}, {"required": ["weapon_rules"]}]


def _adjudicate() -> Schema:
    from referee.corpus.scenario import Scenario

    one = Scenario.model_json_schema()
    shared = one.pop("$defs", {})
    kinds = [
        {"if": {"properties": {"type": {"const": kind}}}, "then": {"required": list(fields)}}
        for kind, fields in NEEDED.items()
        if fields
    ]
    kinds.append({"if": {"properties": {"type": {"enum": list(REACHING)}}}, "then": {"anyOf": _REACHES}})
    query: Schema = {"type": "object", "description": "schema-query", "required": ["type"], "allOf": kinds}
    query["properties"] = {"type": {"enum": list(NEEDED), "description": "schema-query-type"}, **FIELDS}
    one["properties"] |= {"query": query, "expected": _EXPECTED}
    one["properties"]["state"] |= {"description": "schema-state"}
    return _listed(one, "scenarios", shared)


def _play() -> Schema:
    from overlook.play.script import NOTES, STEPS, Script

    whole = Script.model_json_schema(by_alias=True)
    steps, shared = _gathered(STEPS)
    notes = {name: {"description": "schema-note"} for name in sorted(NOTES)}
    for word, step in steps.items():
        step["properties"] = {**notes, **step["properties"]}
        if word == "see":
            _let_see_hold_its_fields(step)
    whole["properties"] = {**notes, **whole["properties"]}
    whole["properties"]["steps"] = {"type": "array", "items": {"anyOf": list(steps.values())}}
    whole["$defs"] = {**whole.get("$defs", {}), **shared}
    return whole


def _let_see_hold_its_fields(step: Schema) -> None:
    """Permit the fields of a `see` step inside `see` as well, and a single thing's waypoints as a list."""
    fields, see = step["properties"], step["properties"]["see"]
    inside = {name: fields[name] for name in ("gone", "open", "closed", "fallen", "hand")}
    way = fields["via"]
    fields["via"] = inside["via"] = {"anyOf": [way, {"type": "array", "items": see["additionalProperties"]}]}
    see["properties"] = inside
    step["anyOf"] = [{"required": [name]} for name in ("see", "gone", "open", "closed", "fallen")]


def _settings() -> Schema:
    from overlook.settings import Settings

    return Settings.model_json_schema()


def _roster() -> type[BaseModel]:
    from referee.records.files.team_file import TeamFile

    return TeamFile


def _mission() -> type[BaseModel]:
    from referee.records.files.mission_file import MissionFile

    return MissionFile


def _pack() -> type[BaseModel]:
    from referee.records.files.pack_file import PackFile

    return PackFile


def _terrain() -> type[BaseModel]:
    from calibration.terrain_library import Library

    return Library


def _catalogue() -> type[BaseModel]:
    from calibration.catalogue import Catalogue

    return Catalogue


def _written(name: str) -> Callable[[], str]:
    return lambda: (EXAMPLES / name).read_text(encoding="utf-8")


def _example_roster() -> str:
    from referee.records.files.roster_file import example_texts

    return example_texts()["thistledown"]


def _example_pack() -> str:
    from referee.records.files.packs import example_texts

    return example_texts()["lamplighters"]


def _example_mission() -> str:
    from referee.records.files.mission_file import EXAMPLES as MISSIONS

    return (MISSIONS / "crossed-lines.toml").read_text(encoding="utf-8")


def _example_terrain() -> str:
    from calibration.terrain_library import EXAMPLES as LIBRARIES

    return (LIBRARIES / "open.toml").read_text(encoding="utf-8")


def _example_catalogue() -> str:
    from simulation.scene.example_table import example_catalogue

    return json.dumps(json.loads(example_catalogue().model_dump_json()), indent=1) + "\n"


FORMATS: Mapping[str, FileFormat] = MappingProxyType(
    {
        "adjudicate": FileFormat(
            Message.of("schema-about-adjudicate"),
            "positions.json",
            ("adjudicate", "positions.json"),
            _adjudicate,
            _written("positions.json"),
        ),
        "catalogue": FileFormat(
            Message.of("schema-about-catalogue"),
            "catalogue.json",
            ("print", "board", "--catalogue", "catalogue.json", "--out", "board.pdf"),
            _model(_catalogue),
            _example_catalogue,
        ),
        "mission": FileFormat(
            Message.of("schema-about-mission"),
            "mission.toml",
            ("mission", "check", "mission.toml"),
            _model(_mission),
            _example_mission,
        ),
        "odds": FileFormat(
            Message.of("schema-about-odds"), "odds.json", ("odds", "odds.json"), _odds, _written("odds.json")
        ),
        "pack": FileFormat(
            Message.of("schema-about-pack"),
            "pack.toml",
            ("pack", "check", "pack.toml"),
            _model(_pack),
            _example_pack,
        ),
        "play": FileFormat(
            Message.of("schema-about-play"), "game.json", ("play", "game.json"), _play, _written("game.json")
        ),
        "roster": FileFormat(
            Message.of("schema-about-roster"),
            "team.toml",
            ("roster", "team.toml"),
            _model(_roster),
            _example_roster,
        ),
        "settings": FileFormat(
            Message.of("schema-about-settings"),
            "overlook.toml",
            ("doctor", "--settings", "overlook.toml"),
            _settings,
            _written("overlook.toml"),
        ),
        "terrain": FileFormat(
            Message.of("schema-about-terrain"),
            "terrain.toml",
            ("terrain", "check", "terrain.toml"),
            _model(_terrain),
            _example_terrain,
        ),
    }
)
"""The formats that `overlook schema` shows, by name."""

_CONTENT = ("file-", "scenario-", "corpus-", "script-", "mission-", "pack-", "import-", "record-")
_UNREAD = frozenset({"file-unreadable"})
_BY_ERROR = MappingProxyType({"CatalogueError": "catalogue", "LibraryError": "terrain", "SettingsError": "settings"})


def format_of_fault(command: str, fault: MessageError) -> str:
    """Return the format whose schema helps after a fault of a command; empty if none does."""
    if fault.message.code in _UNREAD or not fault.message.code.startswith((*_CONTENT, "settings-fault")):
        return ""
    return _BY_ERROR.get(type(fault).__name__, command if command in FORMATS else "")
