"""Write the TypeScript types of the HTTP API for the pages, web/types/api.d.ts: `python -m tools.api_types`.

Each application is one namespace: `Api` the table's, `SetupApi` the set-up's, `LensApi` the lens wizard's, `FirstApi`
the first run's, and so on. Responses have every field; in requests, fields with a default are optional.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from web.api.table import Health
from web.auth.pairing import Invitation, Paired, Pairing, Seated
from web.contract.permissions import ClaimView
from web.contract.requests import Accepted, SubmitRequest
from web.contract.setup.actions import Asked
from web.contract.setup.calibration import WizardView
from web.contract.setup.machine import AskedMachine, AskedUpdate, MachineView, UpdateView
from web.contract.setup.startup import AskedFirst, AskedLobby, FirstRunView, LobbyView
from web.contract.setup.views import LibraryView, OutlineView, SetupView
from web.contract.table.available_actions import FreeGameView, MeasureView, OperativeCard, ReachView
from web.contract.table.feed import Delta
from web.contract.table.game_views import OwnChoices
from web.contract.table.judge_call import AskedJudge, JudgeView
from web.contract.table.on_air import AirDelta, AirView, RundownView
from web.contract.table.recordings import ClipView, RecordedGames, Recording
from web.contract.table.snapshot import Snapshot
from web.server.responses import Problem

WRITTEN = Path(__file__).resolve().parent.parent / "web" / "types" / "api.d.ts"
HEAD = "// Written by `python -m tools.api_types` from the server's models. Change those, then write it again.\n"

Models = Sequence[type[BaseModel]]
Schema = dict[str, Any]

NAMESPACES: dict[str, tuple[Models, Models]] = {
    "Api": (
        (
            Snapshot,
            Delta,
            OperativeCard,
            ReachView,
            FreeGameView,
            MeasureView,
            OwnChoices,
            Health,
            AirView,
            AirDelta,
            RundownView,
            Accepted,
            Invitation,
            Paired,
            Seated,
            ClaimView,
            RecordedGames,
            Recording,
            ClipView,
            Problem,
        ),
        (SubmitRequest, Pairing),
    ),
    "SetupApi": ((SetupView, LibraryView, OutlineView), (Asked,)),
    "LensApi": ((WizardView,), ()),
    "FirstApi": ((FirstRunView,), (AskedFirst,)),
    "MachineApi": ((MachineView,), (AskedMachine,)),
    "UpdateApi": ((UpdateView,), (AskedUpdate,)),
    "JudgeApi": ((JudgeView,), (AskedJudge,)),
    "LobbyApi": ((LobbyView,), (AskedLobby,)),
}
"""Models of each application: those of its responses, and those of its requests."""

TEACH = "teach tools/api_types.py this one"
PLAIN = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null"}


def api_types() -> str:
    """Return the content of the file."""
    return HEAD + "".join(namespace(name, *models) for name, models in NAMESPACES.items())


def namespace(name: str, answered: Models, read: Models) -> str:
    """Return one namespace: an interface or a type for each model, and for each nested one."""
    inputs: list[tuple[type[BaseModel], Literal["validation", "serialization"]]] = []
    inputs += [(model, "serialization") for model in answered]
    inputs += [(model, "validation") for model in read]
    _, schemas = models_json_schema(inputs, ref_template="{model}")
    defined: dict[str, Schema] = schemas["$defs"]
    whole = _reached({model.__name__ for model in answered}, defined)
    lines = [_declared(key, schema, key in whole) for key, schema in sorted(defined.items())]
    return f"\ndeclare namespace {name} {{\n" + "".join(lines) + "}\n"


def _reached(names: set[str], defined: dict[str, Schema]) -> set[str]:
    """Return the names of the models and of all models nested in them."""
    waiting, found = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += re.findall(r'"\$ref": "(\w+)"', json.dumps(defined[name]))
    return found


def _declared(name: str, schema: Schema, whole: bool) -> str:
    """Return a model's declaration; with `whole`, every field is required."""
    if "properties" not in schema:
        return f"\ttype {name} = {typed(schema)};\n"
    needed = set(schema["properties"]) if whole else set(schema.get("required", ()))
    fields = "".join(
        f"\t\t{key}{'' if key in needed else '?'}: {typed(value)};\n" for key, value in schema["properties"].items()
    )
    return f"\tinterface {name} {{\n{fields}\t}}\n"


def typed(schema: Schema) -> str:
    """Return the TypeScript type of a JSON schema; `ValueError` if it has none."""
    match schema:
        case {"$ref": str(name)}:
            told = name
        case {"const": value}:
            told = json.dumps(value)
        case {"enum": list(values)}:
            told = " | ".join(json.dumps(value) for value in values)
        case {"anyOf": list(kinds)} | {"oneOf": list(kinds)} if "type" not in schema:
            told = " | ".join(dict.fromkeys(typed(kind) for kind in kinds))
        case {"type": "array", "prefixItems": list(items)}:
            told = f"[{', '.join(typed(item) for item in items)}]"
        case {"type": "array", "items": dict(item)}:
            inside = typed(item)
            told = f"({inside})[]" if " | " in inside else f"{inside}[]"
        case {"type": "object", "additionalProperties": dict(item)}:
            told = f"Record<string, {typed(item)}>"
        case {"type": "object"}:
            told = "Record<string, unknown>"
        case {"type": str(plain)} if plain in PLAIN:
            told = PLAIN[plain]
        case {} if not schema.keys() - {"title", "description", "default"}:
            told = "unknown"
        case _:
            raise ValueError(f"{json.dumps(schema)}: expected a schema as pydantic makes them; {TEACH}")
    return told


def main() -> None:
    """Write the file; with `--check`, exit with a message if it differs from the models."""
    types = api_types()
    if "--check" in sys.argv:
        sys.exit(0 if WRITTEN.read_text(encoding="utf-8") == types else f"{WRITTEN}: run 'python -m tools.api_types'")
    WRITTEN.parent.mkdir(exist_ok=True)
    WRITTEN.write_text(types, encoding="utf-8")


if __name__ == "__main__":
    main()
