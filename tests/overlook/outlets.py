"""Every way in which something of a game leaves a table, in one list: what is sent there now, and by which modules.

`SENT` are the outlets with what each sends; a route of the web is one, by its path. `REDACTING` are the modules that
make entries public; `INSIDE` those that read entries and send none; `NETWORKED` those that speak to another machine.
`tests/overlook/test_outlets.py` searches everything that is sent, and fails for a route or module that is in no list.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import io
import itertools
import logging
import re
import sqlite3
import tempfile
import zipfile
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from types import MappingProxyType

import httpx
import pytest

from overlook.app.panel_and_voice import Announcer
from overlook.hall import web_hooks
from overlook.hall.outbox_relay import OutboxRelay, hall_state, open_outbox
from overlook.hall.web_hooks import WebHook
from overlook.maintenance.backup import Sources, make_backup
from overlook.maintenance.reports import report_of
from overlook.play.runner import ScriptedTable
from overlook.play.script import Step
from overlook.settings import DataSettings, Settings
from overlook.table.games import games
from overlook.table.recordings.archive import TableArchive
from overlook.table.recordings.clips import Clips
from referee.game.engine import timeline
from referee.game.events import secret_choices
from referee.records.journal.reading import read_journal
from referee.records.recorded_game import Form, read_game
from referee.rules.ruling import Threshold
from tests.depth import depth
from tests.web.test_web_rights import filled
from venue.hub.mqtt_ingest import discovery
from web.app import Ports, create_app
from web.auth.sessions import COOKIE, Identity, Sessions
from web.contract.permissions import ROUTES, Role
from web.stream import commentary
from web.stream.director import Director

ROOT = Path(__file__).resolve().parents[2]
SENDING = ("overlook", "web", "venue", "hardware", "simulation")

REDACTING: Mapping[str, str] = MappingProxyType(
    {
        "overlook/table/service.py": "the export of a game",
        "overlook/table/recordings/archive.py": "recorded games, clips, films, reports",
        "overlook/hall/outbox_relay.py": "the hall and the web hooks",
    }
)
"""The modules that make entries public, and for which outlets."""

INSIDE: Mapping[str, str] = MappingProxyType(
    {
        "overlook/cli/games.py": "the owner's copy, whole so that it can be imported; says if a secret is in it",
        "overlook/maintenance/reports.py": "counts the events of each game",
        "overlook/simulated/demonstration.py": "looks for ids of its own",
        "overlook/maintenance/table_checks.py": "verifies journals",
        "overlook/hall/outbox_relay.py": "hands them to GameMessages",
        "overlook/simulated/lobby.py": "finds the newest game that has begun",
        "overlook/maintenance/restore.py": "verifies journals",
        "overlook/play/runner.py": "hands them back to the script that submitted them, and their kinds to its author",
        "overlook/table/games/games.py": "keeps them",
        "overlook/table/games/vault.py": "keeps sealed choices, in files that are in no backup",
        "overlook/table/recordings/dice_log.py": "counts dice",
        "overlook/table/session.py": "hands them back to whoever submitted",
        "overlook/table/requests.py": "compares a repeated act with the one that was taken",
        "overlook/table/tray/dice_on_tray.py": "reads what the dice tray noted",
        "overlook/table/tray/roll_assignments.py": "reads what the dice tray noted",
    }
)
"""The modules that read entries with their secrets, and why none leaves the table by them."""

NETWORKED: Mapping[str, str] = MappingProxyType(
    {
        "overlook/app/tray_publisher.py": "rolls of a tray without a game, to a broker",
        "overlook/cli/hub.py": "a hub: knows what tables have said",
        "overlook/app/host.py": "hands the web server its socket",
        "overlook/app/program.py": "hands the web server its socket",
        "overlook/hall/web_hooks.py": "the web hooks",
        "overlook/first_run/lens_wizard.py": "the machine's name",
        "overlook/listening.py": "the web server's socket",
        "overlook/machine/system_requests.py": "systemd",
        "overlook/play/runner.py": "a script, shown to its author",
        "overlook/cli/content.py": "asks for a team",
        "venue/mqtt.py": "signs in at a broker and reads its reasons; publishes nothing",
        "venue/hub/mqtt_ingest.py": "a hub: hears tables",
        "venue/publisher.py": "the hall",
        "web/server/connection_limits.py": "the web server",
        "web/stream/obs.py": "names of scenes, to OBS",
        "web/server/addresses.py": "the machine's name and address",
        "web/server/server.py": "the web server's socket",
        "web/static/obs/overlook_director.py": "runs in OBS",
        "web/server/tls.py": "the web server's socket",
    }
)
"""The modules that speak to another machine, and what they say there."""

WHOLE = frozenset({"/api/machine/backup"})
"""A backup is for whoever owns the table. Sealed choices are not in it, see `_backup`."""

NO_GAME = frozenset(
    {
        *(path for _, path in ROUTES if not path.startswith("/api/") and path not in {"/fairness", "/camera.jpg"}),
        "/api/openapi.json",
        "/api/session",
        "/api/claim",
        "/api/pair",
        "/api/unpair",
        "/api/pairing",
        "/api/pairing/qr.svg",
        "/api/judge",
        "/api/lobby",
        "/api/scenes.json",
        "/api/machine",
        "/api/machine/update",
        "/api/setup",
        "/api/setup/live",
        "/api/setup/libraries",
        "/api/setup/libraries/{library}.toml",
        "/api/setup/libraries/{library}/tags.pdf",
        "/api/setup/mission.toml",
        "/api/setup/markers.pdf",
        "/api/setup/outline",
        "/api/setup/tags/{player}.pdf",
        "/api/first",
        "/api/first/picture.jpg",
        "/api/first/kit.pdf",
        "/api/first/{sheet}.pdf",
        "/api/tray/{corners}.jpg",
    }
)
"""Routes that know no game: pages without data, pairing, the set-up before a game, the machine."""

ELSEWHERE = {
    "/camera.jpg": "a picture",
    "/api/rolls/{roll}.jpg": "a picture",
    "/api/games/{number}/clips/{sequence}/{frame}.jpg": "a picture",
    "/api/live": "as `live`",
    "/api/air/live": "as `on air`",
    "/api/machine/report.txt": "as `report`",
}
"""Routes whose answers are searched elsewhere in the list, or are pictures of the board."""


@dataclass
class Watched:
    """A scripted table with everything around it that sends: an archive that stays open, a voice, a hook."""

    table: ScriptedTable
    said: list[str] = field(default_factory=list)
    log: io.StringIO = field(default_factory=io.StringIO)

    def __post_init__(self) -> None:
        self.games = self.table.table.games
        self.sessions = Sessions(b"s" * 32)
        self.archive = TableArchive(self.games, Clips(self.games, commentary.falls), Threshold())
        self.on_air = Director(self.table.service)
        service = self.table.service
        ports = Ports(table=service, archive=self.archive, advisor=service.advisor, on_air=self.on_air)
        self.app = create_app(ports, sessions=self.sessions)
        self._voice = Announcer(questions=True, events=True)
        self.table.before_each = self._listen

    async def _listen(self, _: Step | None) -> None:
        self.said.append(self._voice.call(self.table.service.snapshot()) or "")

    async def answers(self, role: Identity | None, paths: Collection[str] = ()) -> dict[str, str]:
        """Return what every route answers that knows a game, by its path; or only those of some paths."""
        found: dict[str, str] = {}
        for path, address, answer in await self._asked(role, paths or game_routes()):
            found[f"{path} {address}"] = f"{answer.status_code} {answer.text}"
        return found

    async def responses(self, role: Identity | None, paths: Collection[str]) -> list[httpx.Response]:
        """Return the whole answers of some routes."""
        return [answer for _, _, answer in await self._asked(role, paths)]

    async def _asked(self, role: Identity | None, paths: Collection[str]) -> list[tuple[str, str, httpx.Response]]:
        cookies = {} if role is None else {COOKIE: self.sessions.cookie(role)}
        transport = httpx.ASGITransport(self.app, client=("127.0.0.1" if role is None else "192.0.2.7", 40000))
        found: list[tuple[str, str, httpx.Response]] = []
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", cookies=cookies) as client:
            found.extend(
                [
                    (path, address, await client.get(address))
                    for path in paths
                    for address in self._addresses(path, everybodys=role is None)
                ]
            )
        return found

    def _addresses(self, path: str, *, everybodys: bool) -> Iterator[str]:
        """Yield addresses of a route: of all moments on the table's own screen, elsewhere of the last ones per commit.

        Every role is answered from the same redacted entries.
        """
        one = next(iter(self.table.table.state.operatives), "")
        path = path.replace("{operative}", one).replace("{number}", "1")
        last = len(self.table.table.game.log)
        first = 1 if everybodys else max(1, last + 1 - depth(2, last))
        moments = range(first, last + 1) if "/moments/" in path else (last,)
        asked = {"/api/measure": f"?from={one}&to={one}", "/api/free/measure": f"?ask=gap+{one}+{one}"}.get(path, "")
        for sequence in moments:
            yield filled(path.replace("{sequence}", str(sequence))) + asked


Sends = Callable[[Watched], Awaitable[str]]


async def _snapshot(watched: Watched) -> str:
    return watched.table.service.snapshot().model_dump_json()


async def _live(watched: Watched) -> str:
    changes = watched.table.service.changes(None)
    return (await anext(changes)).json.decode()


async def _on_air(watched: Watched) -> str:
    return watched.on_air.view().model_dump_json()


async def _voice(watched: Watched) -> str:
    await watched._listen(None)
    return "\n".join(watched.said)


async def _export(watched: Watched) -> str:
    return "\n".join(event.model_dump_json() for event in watched.table.service.events())


async def _hall(watched: Watched) -> str:
    return "\n".join(body.decode() for _, body in told_to_the_hall(watched))


def told_to_the_hall(watched: Watched) -> list[tuple[int, bytes]]:
    """Return what a hall is told that hears of the table for the first time."""
    with tempfile.TemporaryDirectory() as folder:
        outbox = open_outbox(Path(folder))
        try:
            OutboxRelay(watched.games, outbox, Threshold()).copy_new_events()
            return list(outbox.ready(0, 100_000))
        finally:
            outbox.close()


async def _hall_state(watched: Watched) -> str:
    snapshot = watched.table.service.snapshot()
    state = watched.table.table.state
    last = snapshot.rulings[0].sentence if snapshot.rulings else ""
    shown = hall_state(state, snapshot.game.edition, "game", datetime(2026, 1, 1, tzinfo=UTC), last_ruling=last)
    return shown.model_dump_json()


async def _home_assistant(watched: Watched) -> str:
    del watched
    return str(discovery("t1"))


async def _hook(watched: Watched) -> str:
    sent: list[bytes] = []
    for left in watched.games.folder.parent.glob("hook-*"):
        left.unlink()
    hook = WebHook("http://club.example/overlook", "a-secret-of-the-club", watched.games, Threshold())
    hook._fresh = False
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(web_hooks, "post", lambda _url, body, _headers: sent.append(body))
            hook._once()
    finally:
        hook._outbox.close()
    return b"\n".join(sent).decode()


async def _report(watched: Watched) -> str:
    return report_of(Settings(data=DataSettings(folder=watched.games.folder.parent))).text()


async def _journal(watched: Watched) -> str:
    return "\n".join(entry.model_dump_json() for entry in read_journal(watched.games.path(1)))


async def _command(watched: Watched) -> str:
    recorded = read_game(watched.games.path(1))
    return recorded.text(Form.LINES) + recorded.text(Form.NOTATION)


async def _backup(watched: Watched) -> str:
    """Return names and texts of a backup; a database as SQL, because its pages hold random numbers."""
    watched.games.checkpoint()
    said: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "table.backup"
        sources = Sources(watched.games.folder.parent)
        make_backup(sources, target, program="x", at=datetime(2026, 1, 1, tzinfo=UTC), progress=said.append)
        with zipfile.ZipFile(target) as archive:
            archive.extractall(folder)
        for name in said:
            path = Path(folder) / name
            if path.suffix == ".game":
                with contextlib.closing(sqlite3.connect(path)) as database:
                    said = [*said, *database.iterdump()]
            elif path.name not in KEYS:
                said = [*said, path.read_text(errors="backslashreplace")]
    return "\n".join(said)


async def _log(watched: Watched) -> str:
    return watched.log.getvalue()


KEYS = frozenset({"seal-key", "cookie-secret"})
"""Files of random keys."""

SENT: Mapping[str, Sends] = MappingProxyType(
    {
        "snapshot": _snapshot,
        "live": _live,
        "on air": _on_air,
        "voice": _voice,
        "export": _export,
        "hall": _hall,
        "hall state": _hall_state,
        "home assistant": _home_assistant,
        "web hook": _hook,
        "report": _report,
        "journal": _journal,
        "overlook export": _command,
        "backup": _backup,
        "log": _log,
    }
)
"""The outlets that are no route of the web, with what each sends."""

ASKING: Mapping[str, Identity | None] = MappingProxyType(
    {
        "own screen": None,
        "other seat": Identity(Role.PLAYER, "p2"),
        "referee": Identity(Role.REFEREE),
        "viewer": Identity(Role.VIEWER),
    }
)


def game_routes() -> tuple[str, ...]:
    """Return the routes that are asked for what they know of a game."""
    known = NO_GAME | WHOLE | ELSEWHERE.keys()
    return tuple(path for (method, path) in ROUTES if method == "GET" and path not in known)


async def everything_sent(watched: Watched) -> dict[str, str]:
    """Return what leaves the table now, by outlet."""
    found = {name: await sends(watched) for name, sends in SENT.items()}
    for who, role in ASKING.items():
        found |= {f"{who}: {path}": text for path, text in (await watched.answers(role)).items()}
    return found


PUBLIC = ("export", "hall", "web hook")
GAME_FILE, GAME_PAGE = "/api/game.json", "/api/games/{number}"


async def told_of_the_game(watched: Watched) -> dict[str, str]:
    """Return the present texts about events by outlet: public ones and the table's own screen."""
    found = {name: await SENT[name](watched) for name in PUBLIC}
    answers = await watched.answers(None, (GAME_FILE, GAME_PAGE))
    return found | {f"own screen: {path}": text for path, text in answers.items()}


RAW_ENTRIES = frozenset(
    {"JournalEntry", "Journal", "Written", "read_game", "read_journal", "read_rows", "read_written", "to_lines"}
    | {"to_notation"}
)
NETWORK = frozenset(
    {"aiohttp", "ftplib", "http.client", "httpx", "paho", "requests", "simpleobsws", "smtplib", "socket", "websockets"}
    | {"urllib.request"}
)


def reads_entries(source: str) -> bool:
    """Return whether a module has entries of a journal in hand that may hold secrets."""
    read = _read(source)
    return read.has_log_of_game or bool({name.rpartition(".")[2] for name in read.imports} & RAW_ENTRIES)


def speaks_to_others(source: str) -> bool:
    """Return whether a module can open a connection to another machine."""
    names = _read(source).imports
    return any(name == known or name.startswith(f"{known}.") for name in names for known in NETWORK)


def calls_the_redaction(source: str) -> bool:
    """Return whether a module makes entries public by the one function that may."""
    return "redact_secrets" in _read(source).called


@dataclass
class _Source:
    """Imports of a module, the names that it calls, and whether it uses a game's log."""

    imports: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)
    has_log_of_game: bool = False


@cache
def _read(source: str) -> _Source:
    found = _Source()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import() | ast.ImportFrom():
                found.imports.update(_imported(node))
            case ast.Call(func=ast.Name(id=name)):
                found.called.add(name)
            case ast.Attribute(attr="log") if "game" in ast.unparse(node.value).rpartition(".")[2]:
                found.has_log_of_game = True
    return found


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield from (f"{node.module}.{one.name}" for one in node.names)


def modules(finds: Callable[[str], bool]) -> set[str]:
    """Return the modules of the table in whose source something is found."""
    files = (file for package in SENDING for file in (ROOT / package).rglob("*.py"))
    return {str(file.relative_to(ROOT)) for file in files if finds(file.read_text())}


@contextlib.contextmanager
def logged_to(stream: io.StringIO) -> Iterator[None]:
    """Write all that the program logs, down to what only a maintainer asks for, to a stream as well."""
    logger, handler = logging.getLogger("overlook"), logging.StreamHandler(stream)
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        logger.setLevel(before)
        logger.removeHandler(handler)


IN_OLD_JOURNALS = frozenset({"journal", "overlook export", "backup"})
"""Outlets that are copies of the journal: in one of an older version they have the choices."""


@contextlib.contextmanager
def no_commitments() -> Iterator[None]:
    """Let a table write journals as older versions did: with each secret choice in its event."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "new_salt", str)
        yield


@contextlib.contextmanager
def commitments_without_choices() -> Iterator[None]:
    """Let commitments depend on a counted salt, player and topic alone.

    A real one differs for each choice, as it must to bind. What hides the choice is SHA-256 over a salt that nobody
    knows. With that hash replaced, all else that leaves a table can be compared byte for byte.
    """

    def digest(salt: str, player: str, topic: str, values: Sequence[str]) -> str:
        del values
        return hashlib.sha256(f"{salt}{player}{topic}".encode()).hexdigest()

    salts = (f"{number:064x}" for number in itertools.count(1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "new_salt", lambda: next(salts))
        for module in (secret_choices, timeline):
            patch.setattr(module, "digest_of_choice", digest)
        yield


def scrubbed(text: str) -> str:
    """Return a text without what differs between two tables that play the same game: times and random numbers."""
    text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:[\d.]+)?(Z|[+-]\d\d:\d\d)?", "TIME", text)
    text = re.sub(r'"(seal|stream)":"[0-9a-f]+"', r'"\1":"..."', text)
    text = re.sub(r"/tmp/[\w./-]+|/dev/shm/[\w./-]+", "FOLDER", text)
    return re.sub(r"0001-[0-9a-f]{8}", "GAME", text)
