"""Writes docs/hall.asyncapi.json: the hall's topics as AsyncAPI 3.0, with the schemas of its messages from the code.

    python docs/hall_topics.py [--check]

The words are those of the classes. A table is the application that the document describes: what it sends the hub
receives. `--check` writes nothing and fails when the file is stale.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from venue.protocol import (
    CALLED,
    MOST_BYTES,
    ROOT,
    WITHDRAWN,
    Ack,
    Assigned,
    CallWithdrawn,
    GameMessage,
    JudgeAnswer,
    JudgeCalled,
    Message,
    MessageKind,
    Presence,
    TableState,
)

FILE = Path(__file__).resolve().parent / "hall.asyncapi.json"
SCHEMAS = "#/components/schemas/{model}"
QOS = 1


@dataclass(frozen=True, slots=True)
class Channel:
    """One topic of each table: what is said there, who says it, and whether the broker keeps the last."""

    message: type[Message]
    table_sends: bool
    retained: bool
    more: str = ""


CHANNELS = {
    MessageKind.PRESENCE: Channel(
        Presence, table_sends=True, retained=True, more="The broker says it for a table that is lost (its last will)."
    ),
    MessageKind.STATE: Channel(TableState, table_sends=True, retained=True),
    MessageKind.SAID: Channel(
        GameMessage,
        table_sends=True,
        retained=False,
        more="Numbered without holes; sent again until the hub has it. Calls for a judge go the same way: in a `game` "
        f"of their own, with `{CALLED}` and `{WITHDRAWN}` for `kind` and JudgeCalled and CallWithdrawn for `data`.",
    ),
    MessageKind.HAVE: Channel(Ack, table_sends=False, retained=True),
    MessageKind.ASSIGNED: Channel(
        Assigned, table_sends=False, retained=True, more="An empty message: nobody is assigned there any more."
    ),
    MessageKind.JUDGE: Channel(JudgeAnswer, table_sends=False, retained=True),
}


def document() -> dict[str, Any]:
    """Return the whole document."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "A hall of Overlook's tables",
            "version": "1",
            "description": "What tables and hub say to each other over MQTT, one JSON document a message, of at most "
            f"{MOST_BYTES} bytes. Fields that are not known are left out by who reads them.",
        },
        "defaultContentType": "application/json",
        "channels": {str(kind): _channel(kind, one) for kind, one in CHANNELS.items()},
        "operations": {str(kind): _operation(kind, one) for kind, one in CHANNELS.items()},
        "components": {
            "messages": {
                one.message.__name__: {
                    "summary": _words(one.message),
                    "payload": {"$ref": SCHEMAS.format(model=one.message.__name__)},
                }
                for one in CHANNELS.values()
            },
            "schemas": _schemas(),
        },
    }


def _channel(kind: MessageKind, one: Channel) -> dict[str, Any]:
    name = one.message.__name__
    return {
        "address": f"{ROOT}/{{table}}/{kind}",
        "description": " ".join(filter(None, (_words(one.message), one.more))),
        "parameters": {"table": {"description": "The table's name: up to 32 of a-z, 0-9, '-' and '_'."}},
        "messages": {name: {"$ref": f"#/components/messages/{name}"}},
    }


def _operation(kind: MessageKind, one: Channel) -> dict[str, Any]:
    return {
        "action": "send" if one.table_sends else "receive",
        "channel": {"$ref": f"#/channels/{kind}"},
        "bindings": {"mqtt": {"qos": QOS, "retain": one.retained, "bindingVersion": "0.2.0"}},
    }


def _words(form: type[Message]) -> str:
    return " ".join((form.__doc__ or "").split("\n\n")[0].split())


def _schemas() -> dict[str, Any]:
    """Return the schemas of all messages and of what is in them, as draft 07 has them, which AsyncAPI takes."""
    forms: list[tuple[type[BaseModel], JsonSchemaMode]] = [(one.message, "serialization") for one in CHANNELS.values()]
    forms += [(one, "serialization") for one in (JudgeCalled, CallWithdrawn)]
    _, found = models_json_schema(forms, ref_template=SCHEMAS)
    schemas: dict[str, Any] = _draft07(found["$defs"])
    return schemas


def _draft07(schema: Any) -> Any:
    """Return a schema in which a list of one schema for each place stands as draft 07 writes it."""
    if isinstance(schema, list):
        return [_draft07(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {"items" if name == "prefixItems" else name: _draft07(one) for name, one in schema.items()}


def text() -> str:
    """Return the file's content."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


def main(argv: list[str] | None = None) -> int:
    """Write the file or check it; return the status."""
    parser = argparse.ArgumentParser(description="Writes docs/hall.asyncapi.json.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail when it is out of date")
    asked = parser.parse_args(argv)
    now = text()
    if asked.check:
        fresh = FILE.is_file() and FILE.read_text(encoding="utf-8") == now
        sys.stdout.write(f"{FILE.name} is up to date\n" if fresh else f"{FILE.name}: run docs/hall_topics.py\n")
        return int(not fresh)
    FILE.write_text(now, encoding="utf-8")
    sys.stdout.write(f"docs/{FILE.name}: {len(CHANNELS)} topics\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
