"""Writes the catalogue of events into docs/api.md: every kind, its fields, and an example that the model itself takes.

    python docs/api_events.py [--check]

The words are those of the classes, the fields those of their schemas. An example has what an event of that kind must
have; it is read back by the referee before it is written. `--check` writes nothing and fails when the page is stale.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.game.events import EVENTS
from referee.game.intents import INTENTS, Intent
from referee.game.record import Record, TypeRegistry
from web.contract.requests import GAME_REQUESTS

PAGE = Path(__file__).resolve().parent / "api.md"
BEGIN, END = "<!-- events: written by docs/api_events.py -->\n", "<!-- end of events -->\n"
NAMES = {
    "player": "p1",
    "operative": "a2",
    "target": "b6",
    "by": "p1",
    "owner": "p1",
    "id": "m1",
    "marker": "m1",
    "weapon": "bolter",
    "action": "Shoot",
    "stage": "firefight",
    "prompt": "equipment:p1",
    "question": "Did A2 shoot?",
    "why": "a mine",
    "parent": "0003",
    "seal": "5f0c2b7d9e3a4186b1c0d2e4f6a8790b",
}
OWN = frozenset({"id", "by", "agreed"})
"""What every intent has: its id is the event's, `by` says whose word it is, `agreed` who accepted a request for it."""


def example(schema: Mapping[str, Any], defs: Mapping[str, Any], name: str = "") -> Any:
    """Return the smallest plain value that a JSON schema takes; `name` is the field's."""
    while not schema.keys() & {"type", "const", "enum"}:
        schema = defs[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema["anyOf"][0]
    value: Any = schema.get("const", next(iter(schema.get("enum", ())), None))
    match schema.get("type") if value is None else "fixed":
        case "object":
            fields = schema.get("properties", {})
            value = {field: example(fields[field], defs, field) for field in schema.get("required", ())}
        case "array":
            items = schema.get("prefixItems", [schema.get("items", {})] * schema.get("minItems", 0))
            value = [example(item, defs, name) for item in items]
        case "string":
            value = NAMES.get(name, name)
        case "integer" | "number":
            value = schema["minimum"] if schema.get("exclusiveMaximum") == 1 else max(schema.get("minimum", 1), 1)
        case "boolean":
            value = True
    return value


def data_of(form: type[Record]) -> dict[str, Any]:
    """Return the data of an event of that form."""
    schema = form.model_json_schema()
    found: dict[str, Any] = example(schema, schema.get("$defs", {}))
    return {field: value for field, value in found.items() if field != "id" or not issubclass(form, Intent)}


def entries(words: TypeRegistry[Any]) -> Iterator[str]:
    """Yield one line for each kind: what it means, an example of its data, and what else it may carry."""
    for kind in words:
        form = words.form(kind)
        data = data_of(form)
        words.read(kind, {**data, "id": "example"} if issubclass(form, Intent) else data)
        means = " ".join((form.__doc__ or "").strip().split("\n\n")[0].split())
        more = ", ".join(f"`{field}`" for field in form.written_fields() if field not in data.keys() | OWN)
        asked = f" Sent as `{json.dumps(sent)}`." if (sent := sent_as(form)) else ""
        yield f"- **`{kind}`** {means} `{json.dumps(data)}`" + (f" May also carry {more}." if more else "") + asked


def sent_as(form: type[Record]) -> dict[str, Any]:
    """Return the request for such an intent where it has fields that the event has not, such as `x` and `y`."""
    model = GAME_REQUESTS.get(form.kind)
    if model is None or form.kind not in INTENTS or model.model_fields.keys() <= {*form.written_fields(), "kind"}:
        return {}
    schema = model.model_json_schema()
    fields = [field for field in schema["properties"] if field in {*schema["required"], "x", "y"} - {"kind"}]
    said = {field: example(schema["properties"][field], schema.get("$defs", {}), field) for field in fields}
    request = {"kind": form.kind, **said}
    model.model_validate_json(json.dumps(request))
    return request


def catalogue() -> str:
    """Return the part of the page that is written."""
    acts, facts = "\n".join(entries(INTENTS)), "\n".join(entries(EVENTS))
    return f"### What somebody did\n\n{acts}\n\n### What happened by it\n\n{facts}\n\n"


def written(page: str) -> str:
    """Return a page with its catalogue as it is now; `ValueError` when it has no place for it."""
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"{PAGE.name}: expected the lines {BEGIN.strip()!r} and {END.strip()!r}")
    return f"{before}{BEGIN}\n{catalogue()}{END}{after}"


def main(argv: list[str] | None = None) -> int:
    """Write the page or check it; return the status."""
    parser = argparse.ArgumentParser(description="Writes the catalogue of events into docs/api.md.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail when it is out of date")
    asked = parser.parse_args(argv)
    page = PAGE.read_text(encoding="utf-8")
    now = written(page)
    if asked.check:
        sys.stdout.write("docs/api.md is up to date\n" if page == now else "docs/api.md: run docs/api_events.py\n")
        return int(page != now)
    PAGE.write_text(now, encoding="utf-8")
    sys.stdout.write(f"docs/api.md: {len(list(INTENTS)) + len(list(EVENTS))} kinds\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
