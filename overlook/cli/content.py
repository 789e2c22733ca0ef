"""`overlook mission`, `pack`, `roster` and `schema`: content files, and rosters downloaded from KTDash."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeVar

import typer

from messages.message import Message
from overlook.atomic_files import write_read_back
from overlook.console import Exit, exit_with_error, print_json, print_notice
from overlook.errors import SetupRefusedError
from overlook.toml_writer import dump_toml
from referee.editions.registry import edition_of
from referee.game.card import PloyTime
from referee.records.files.mission_file import example_missions, mission_data, mission_schema, read_mission
from referee.records.files.packs import example_packs, example_texts, pack_schema, read_pack
from referee.records.files.roster import roster_json
from referee.records.files.roster_file import read_roster, roster_text
from referee.records.files.team_file import ktdash_document, own_document
from referee.records.files.text_files import MOST_CHARACTERS
from referee.rules.errors import MalformedError
from referee.rules.mission import Mission

ExampleName = Annotated[str | None, typer.Argument(help="content-help-example")]
ExampleOut = Annotated[Path | None, typer.Option("--out", help="content-help-example-out")]


class Named(Protocol):
    """Shipped content with a name and a description."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def about(self) -> str:
        """Its description in one sentence."""
        ...


T = TypeVar("T", bound=Named)


def print_example(shipped: Mapping[str, T], name: str, out: Path | None, text: str, read: Callable[[Path], T]) -> Exit:
    """Print the text of one shipped item, or write it to a file and verify it by reading it back."""
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_read_back(out, text.encode(), read, shipped[name])
        print_notice(Message.of("cli-wrote", files=[out]))
    return Exit.DONE


def listed(shipped: Mapping[str, T]) -> Exit:
    """List the shipped items, one line each."""
    for key, each in shipped.items():
        typer.echo(f"{key}: {each.name}. {each.about}")
    return Exit.DONE


def mission_named(name: str) -> Mission:
    """Return a shipped mission by its name, else the one in the file of that name."""
    return example_missions().get(name) or read_mission(Path(name))


def register(app: typer.Typer) -> None:
    """Add these commands to the program."""
    _register_mission(app)
    _register_pack(app)
    _register_roster(app)
    _register_schema(app)


def _register_schema(app: typer.Typer) -> None:
    @app.command("schema")
    def command(
        name: Annotated[str | None, typer.Argument(help="content-help-format")] = None,
        example: Annotated[bool, typer.Option("--example", help="content-help-format-example")] = False,
        out: Annotated[Path | None, typer.Option("--out", help="content-help-format-out")] = None,
    ) -> int:
        """Show the format of a file that people write, as JSON Schema, or an example of such a file."""
        from overlook.schemas import FORMATS, schema_of

        if name is None:
            for key, form in FORMATS.items():
                typer.echo(Message.of("content-format", format=key, about=form.about, command=form.typed))
            return Exit.DONE
        if name not in FORMATS:
            exit_with_error(Message.of("content-format-unknown", found=name, known=list(FORMATS)))
        text = FORMATS[name].example() if example else json.dumps(schema_of(name), indent=1) + "\n"
        if out is None:
            typer.echo(text, nl=False)
        else:
            _write(out, text)
        return Exit.DONE


def _register_mission(app: typer.Typer) -> None:
    group = typer.Typer()
    app.add_typer(group, name="mission")

    @group.command("check")
    def check(
        file: Annotated[str, typer.Argument(help="content-help-mission")],
        as_json: Annotated[bool, typer.Option("--json", help="cli-help-json")] = False,
    ) -> int:
        """Read a mission and show its content."""
        mission = mission_named(file)
        edition = edition_of(mission.edition)
        if as_json:
            print_json(mission_data(mission))
            return Exit.DONE
        width, depth = mission.board
        typer.echo(Message.of("content-mission", mission=mission.name, edition=edition.title, width=width, depth=depth))
        for side in mission.sides:
            typer.echo(f"  side {side.id}: {side.name}")
        for spot in mission.markers:
            typer.echo(f"  {spot.kind} {spot.id} at {spot.at[0]:g}, {spot.at[1]:g}")
        for item in mission.items:
            typer.echo(f"  {item.item} of {item.side or 'nobody'}")
        if mission.killzone is not None and mission.killzone not in edition.killzones:
            print_notice(Message.of("content-killzone-unknown", killzone=mission.killzone, edition=edition.title))
        for option in sorted({*map(str.casefold, mission.equipment or ())} - edition.set_up.options):
            known = sorted(edition.set_up.options)
            print_notice(Message.of("content-equipment-unknown", equipment=option, edition=edition.title, known=known))
        return Exit.DONE

    @group.command("schema")
    def schema() -> int:
        """Print the JSON schema of a mission file."""
        print_json(mission_schema())
        return Exit.DONE

    @group.command("example")
    def example(name: ExampleName = None, out: ExampleOut = None) -> int:
        """List the shipped missions, or write one of them to a file."""
        missions = example_missions()
        if name is None:
            return listed(missions)
        if name not in missions:
            raise MalformedError("content-mission-missing", mission=name, known=missions)
        return print_example(missions, name, out, dump_toml(mission_data(missions[name])), read_mission)


def _register_pack(app: typer.Typer) -> None:
    group = typer.Typer()
    app.add_typer(group, name="pack")

    @group.command("check")
    def check(file: Annotated[str, typer.Argument(help="content-help-pack")]) -> int:
        """Read a pack and show its content."""
        pack = example_packs().get(file) or read_pack(Path(file))
        typer.echo(f"{pack.name}: {edition_of(pack.edition).title}")
        for action in pack.actions:
            like = f", treated as {action.treated_as}" if action.treated_as else ""
            typer.echo(f"  {action.name}: {action.cost_ap} AP{like}. {action.text}".rstrip())
        for option in pack.equipment:
            typer.echo(f"  equipment {option}")
        return Exit.DONE

    @group.command("schema")
    def schema() -> int:
        """Print the JSON schema of a pack's file."""
        print_json(pack_schema())
        return Exit.DONE

    @group.command("example")
    def example(name: ExampleName = None, out: ExampleOut = None) -> int:
        """List the shipped packs, or write one of them to a file."""
        packs = example_packs()
        if name is None:
            return listed(packs)
        if name not in packs:
            raise MalformedError("content-pack-missing", pack=name, known=packs)
        return print_example(packs, name, out, example_texts()[name], read_pack)


SITE = "https://ktdash.app"
MOST_BYTES = 1_000_000
PATIENCE_S = 20.0
_ADDRESS = re.compile(r"(?:https?://)?(?:www\.)?ktdash\.app/(rosters|killteams)/([A-Za-z0-9_-]{1,40})/?(?:[?#].*)?")


def interface_of(address: str, *, site: str = SITE) -> str | None:
    """Return the JSON address of a roster or kill team shared on KTDash, None for any other address."""
    found = _ADDRESS.fullmatch(address.strip())
    return f"{site}/api/{found[1]}/{found[2]}" if found else None


def shared_roster(address: str, *, site: str = SITE) -> str:
    """Return the JSON text of a shared roster; raises `SetupRefusedError` in one line if it is unavailable."""
    where = interface_of(address, site=site)
    if where is None:
        raise SetupRefusedError("content-site-address", address=address, example=f"{SITE}/rosters/ID")
    request = urllib.request.Request(where, headers={"Accept": "application/json", "User-Agent": "overlook"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            data = answer.read(MOST_BYTES + 1)
    except urllib.error.HTTPError as fault:
        fault.close()
        raise SetupRefusedError("content-site-refused", address=where, status=fault.code) from fault
    except OSError as fault:
        raise SetupRefusedError("content-site-unreachable", address=where, fault=fault) from fault
    if len(data) > MOST_BYTES:
        raise SetupRefusedError("content-site-long", address=where, most=MOST_BYTES)
    try:
        return bytes(data).decode()
    except UnicodeDecodeError as fault:
        raise SetupRefusedError("content-site-encoding", address=where, byte=fault.start) from fault


def _register_roster(app: typer.Typer) -> None:
    @app.command("roster")
    def command(
        file: Annotated[
            str,
            typer.Argument(help="content-help-roster"),
        ],
        as_json: Annotated[bool, typer.Option("--json", help="cli-help-json")] = False,
        save: Annotated[Path | None, typer.Option("--save", help="content-help-save")] = None,
        ktdash: Annotated[Path | None, typer.Option("--ktdash", help="content-help-ktdash")] = None,
    ) -> int:
        """Read a roster, show what was understood, and write it in the format of Overlook or KTDash."""
        try:
            roster = roster_text(shared_roster(file), file) if interface_of(file) else read_roster(Path(file))
        except SetupRefusedError as refused:
            exit_with_error(refused.message)
        if save is not None:
            document = own_document(roster)
            _write(save, _as_toml(save, document) if save.suffix == ".toml" else json.dumps(document, indent=1))
        if ktdash is not None:
            _write(ktdash, json.dumps(ktdash_document(roster), indent=1))
        document = roster_json(roster)
        if as_json:
            print_json(document)
            return Exit.DONE
        for operative in document["operatives"]:
            typer.echo(
                Message.of(
                    "content-operative",
                    name=operative["name"],
                    apl=operative["apl"],
                    move=operative["move_in"],
                    save=operative["save"],
                    wounds=operative["wounds"],
                    base=_sizes(operative["base_mm"]),
                )
            )
            for weapon in operative["weapons"]:
                rules = ", ".join(str(rule["rule"]) for rule in weapon["rules"])
                low, high = weapon["damage"]
                typer.echo(f"  {weapon['name']}: {weapon['atk']} dice, {weapon['hit']}+, {low}/{high} {rules}".rstrip())
        for ploy in document["ploys"]:
            typer.echo(Message.of("content-ploy", name=ploy["name"], cost=ploy["cp"], when=PloyTime(ploy["when"])))
        for text in document["own_rules"]:
            print_notice(Message.of("content-own-rule", rule=text))
        for text in document["not_understood"]:
            places = [place["where"] for place in document["places"] if place["text"] == text]
            print_notice(
                Message.of("content-not-understood", text=text, places=[one for one in places if one not in text])
            )
        return Exit.DONE


def _sizes(base_mm: float | list[float] | None) -> list[float]:
    """Return a base's diameter, or its two sides; empty if the roster gives none."""
    return base_mm if isinstance(base_mm, list) else [] if base_mm is None else [base_mm]


def _as_toml(path: Path, document: dict[str, Any]) -> str:
    text = dump_toml(document)
    if len(text) > MOST_CHARACTERS["TOML"]:
        exit_with_error(
            Message.of(
                "content-toml-long",
                file=path,
                characters=len(text),
                most=MOST_CHARACTERS["TOML"],
                other=path.with_suffix(".json").name,
            )
        )
    return text


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        exit_with_error(Message.of("cli-unwritable", file=path, reason=fault.strerror))
    print_notice(Message.of("cli-wrote", files=[path]))
