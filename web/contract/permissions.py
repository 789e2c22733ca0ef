"""Roles, the policy of every route, the permission of every request, and the port for claiming a table.

`tests/web/test_web_rights.py` checks these tables against the OpenAPI document, as every role. The default is to deny:
a route without an entry is refused to everybody, a request without one is for the referee.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Protocol

from pydantic import ConfigDict, Field

from referee.game.consent import ACT_SCOPES, CHALLENGE_ANSWERS, SeatScope
from web.contract.base import View


class ClaimView(View):
    """For how many seconds this table can still be claimed, 0 when it cannot; whether this device is its owner's."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"seconds": 540, "owner": False}]})

    seconds: Annotated[int, Field(ge=0)] = 0
    owner: bool = False


class ClaimPort(Protocol):
    """Claiming of a new table; called on the event loop."""

    def seconds(self) -> int:
        """Return for how many seconds the table can still be claimed, 0 if it cannot."""
        ...

    def take(self) -> bool:
        """Claim the table, saved to disk before this returns; False if it cannot be claimed."""
        ...


class Role(StrEnum):
    """Role of a device.

    The table's own screen may do everything but act as the referee; a paired screen may do the same except administer
    the machine. The owner administers the machine and takes no part in the game; the referee may do everything in the
    game and does not administer the machine. A player acts for its seat, a viewer looks.
    """

    TABLE = "table"
    SCREEN = "screen"
    OWNER = "owner"
    REFEREE = "referee"
    PLAYER = "player"
    VIEWER = "viewer"
    NOBODY = "nobody"


class Permission(StrEnum):
    """Permission of a route: the group of roles that may use it.

    VIEW is everybody unless the settings make the table private; SHOW_PIN covers the PIN; ADMIN covers the machine, its
    settings, updates, backups and secrets; DIRECT covers the stream. METRICS is for the table's own machine and paired
    devices.
    """

    EVERYBODY = "everybody"
    VIEW = "looking"
    PLAY = "acting"
    SHOW_PIN = "inviting"
    ADMIN = "arranging"
    DIRECT = "directing"
    METRICS = "metrics"


ROLES: Mapping[Permission, frozenset[Role]] = MappingProxyType(
    {
        Permission.EVERYBODY: frozenset(Role),
        Permission.VIEW: frozenset(Role),
        Permission.PLAY: frozenset({Role.TABLE, Role.SCREEN, Role.REFEREE, Role.PLAYER}),
        Permission.SHOW_PIN: frozenset({Role.TABLE, Role.SCREEN, Role.REFEREE, Role.OWNER}),
        Permission.ADMIN: frozenset({Role.TABLE, Role.OWNER}),
        Permission.METRICS: frozenset({Role.TABLE, Role.SCREEN, Role.OWNER, Role.REFEREE, Role.PLAYER}),
        Permission.DIRECT: frozenset({Role.TABLE, Role.SCREEN, Role.REFEREE, Role.OWNER}),
    }
)


BODY_BYTES = 64 * 1024
FILE_BYTES = 1024 * 1024
"""Limit of bodies with a file: a roster, library or mission, or a part of a back-up or release."""


@dataclass(frozen=True, slots=True)
class RoutePolicy:
    """Permission of a route, and the handling of its requests.

    A `costly` answer occupies a thread for long (folding a whole game, a search, a sheet to print), so unpaired devices
    queue for it. `plaintext` is served without TLS even at a table with a certificate, for programs such as OBS in
    which no certificate authority can be installed.
    """

    permission: Permission
    costly: bool = False
    max_body_bytes: int = BODY_BYTES
    plaintext: bool = False


_PAGES = (
    "/",
    "/phone",
    "/pair",
    "/health",
    "/replay",
    "/free",
    "/clip",
    "/setup",
    "/first",
    "/certificate",
    "/machine",
    "/update",
    "/help",
    "/judge",
)
_OPEN = ("/overlay", "/overlay/{part}", "/static/{path:path}", "/api/openapi.json", "/api/session", "/api/claim")
_READ = (
    "/api/snapshot",
    "/api/free",
    "/api/live",
    "/api/lobby",
    "/api/air",
    "/api/air/live",
    "/api/director",
    "/api/scenes.json",
    "/api/health",
    "/api/game.json",
    "/api/game.csv",
    "/camera.jpg",
    "/camera.mjpg",
    "/api/rolls/{roll}.jpg",
    "/api/games/{number}/clips/{sequence}",
    "/api/games/{number}/clips/{sequence}.mp4",
    "/api/games/{number}/clips/{sequence}/{frame}.jpg",
    "/api/setup",
    "/api/setup/live",
    "/api/setup/libraries",
    "/api/setup/libraries/{library}.toml",
    "/api/setup/mission.toml",
    "/api/first",
    "/api/first/picture.jpg",
)
_COSTLY = (
    "/api/fairness",
    "/api/measure",
    "/api/free/measure",
    "/api/operatives/{operative}",
    "/api/operatives/{operative}/reach/{action}",
    "/api/games",
    "/api/games/{number}",
    "/api/games/{number}/moments/{sequence}",
    "/api/games/{number}/report.html",
    "/api/setup/outline",
    "/api/setup/tags/{player}.pdf",
    "/api/setup/markers.pdf",
    "/api/setup/libraries/{library}/tags.pdf",
    "/api/first/kit.pdf",
    "/api/first/{sheet}.pdf",
)
_PLAYERS = ("/api/tray/{corners}.jpg", "/api/judge", "/api/choices")
_ADMIN = ("/api/machine", "/api/machine/report.txt", "/api/machine/backup", "/api/machine/update")

_GET: Mapping[str, RoutePolicy] = {
    **dict.fromkeys(_PAGES, RoutePolicy(Permission.EVERYBODY)),
    **dict.fromkeys(_OPEN, RoutePolicy(Permission.EVERYBODY, plaintext=True)),
    **dict.fromkeys(("/overlays", "/director"), RoutePolicy(Permission.VIEW)),
    **dict.fromkeys(_READ, RoutePolicy(Permission.VIEW, plaintext=True)),
    **dict.fromkeys(_COSTLY, RoutePolicy(Permission.VIEW, costly=True, plaintext=True)),
    "/fairness": RoutePolicy(Permission.VIEW, costly=True),
    **dict.fromkeys(("/tray", "/tray/{corners}"), RoutePolicy(Permission.PLAY)),
    **dict.fromkeys(_PLAYERS, RoutePolicy(Permission.PLAY, plaintext=True)),
    **dict.fromkeys(("/api/pairing", "/api/pairing/qr.svg"), RoutePolicy(Permission.SHOW_PIN, plaintext=True)),
    **dict.fromkeys(_ADMIN, RoutePolicy(Permission.ADMIN, plaintext=True)),
    "/metrics": RoutePolicy(Permission.METRICS, plaintext=True),
}
_POST: Mapping[str, RoutePolicy] = {
    "/api/pair": RoutePolicy(Permission.EVERYBODY),
    "/api/unpair": RoutePolicy(Permission.EVERYBODY),
    "/api/claim": RoutePolicy(Permission.EVERYBODY),
    "/api/intents": RoutePolicy(Permission.PLAY),
    "/api/buttons/{name}": RoutePolicy(Permission.PLAY),
    "/api/setup": RoutePolicy(Permission.PLAY, max_body_bytes=FILE_BYTES),
    "/api/judge": RoutePolicy(Permission.PLAY),
    "/api/tray/{corners}/empty": RoutePolicy(Permission.PLAY),
    "/api/tray/{corners}/dice": RoutePolicy(Permission.PLAY),
    "/api/tray/{corners}/save": RoutePolicy(Permission.PLAY),
    "/api/first": RoutePolicy(Permission.ADMIN),
    "/api/lobby": RoutePolicy(Permission.ADMIN),
    "/api/director/{cut}": RoutePolicy(Permission.DIRECT),
    "/api/machine": RoutePolicy(Permission.ADMIN),
    "/api/machine/upload/{number}/{offset}": RoutePolicy(Permission.ADMIN, max_body_bytes=FILE_BYTES),
    "/api/machine/update": RoutePolicy(Permission.ADMIN),
    "/api/machine/update/{number}/{offset}": RoutePolicy(Permission.ADMIN, max_body_bytes=FILE_BYTES),
}
ROUTES: Mapping[tuple[str, str], RoutePolicy] = MappingProxyType(
    {
        **{("GET", path): policy for path, policy in _GET.items()},
        **{("POST", path): policy for path, policy in _POST.items()},
    }
)
"""Policy of each route, by method (HEAD counts as GET) and path; a name in braces matches one segment."""

REQUEST_SCOPES: Mapping[str, SeatScope] = MappingProxyType(
    {
        **{kind: scope for kind, scope in ACT_SCOPES.items() if kind not in CHALLENGE_ANSWERS},
        "request": SeatScope.EITHER,
        "answer_request": SeatScope.EITHER,
        "withdraw_request": SeatScope.OWN,
    }
)
"""Permission of each kind of `POST /api/intents` for a seat; the default is its own seat."""

IN_PERSON = frozenset({"answer_request", "request", "withdraw_request"})
"""Kinds of requests that a device makes only in its own name: agreements between the players."""

BUTTON_SCOPES: Mapping[str, SeatScope] = MappingProxyType(
    {
        "confirm": SeatScope.OWN,
        "next": SeatScope.OWN,
        "back": SeatScope.OWN,
        "undo": SeatScope.LAST,
        "redo": SeatScope.LAST,
        "measure": SeatScope.EITHER,
        "challenge": SeatScope.EITHER,
    }
)
"""Permission of each button of `POST /api/buttons/{name}` for a seat."""

JUDGE_CALL_SCOPES: Mapping[str, SeatScope] = MappingProxyType({"call": SeatScope.EITHER, "withdraw": SeatScope.OWN})
"""Permission of each kind of `POST /api/judge`: either seat calls, and the caller withdraws."""

_TEAM = ("team_file", "team_example", "team_typed", "team_gone", "tags_for", "remap", "base_size", "match", "unmatch")
_TABLE = (
    "go",
    "take_back",
    "ask",
    "draw_piece",
    "pick_piece",
    "turn_piece",
    "edit_piece",
    "piece_gone",
    "piece_owner",
    "keep_piece",
    "library_file",
    "pick_mission",
    "mission_file",
    "edit_mission",
    "swap_sides",
    "declare_marker",
    "marker_gone",
)
_HAND = ("put", "take_off")
"""Moving things on a simulated table.

During a battle a seat moves only its own models and no terrain; the table's screen and the referee move everything.
"""

_WHOLE = ("start", "start_afresh", "take_again", "begin_anew")
SETUP_SCOPES: Mapping[str, SeatScope] = MappingProxyType(
    {
        **dict.fromkeys(_TEAM, SeatScope.OWN),
        **dict.fromkeys(_TABLE, SeatScope.EITHER),
        **dict.fromkeys(_HAND, SeatScope.OWN_IN_PLAY),
        **dict.fromkeys(_WHOLE, SeatScope.BETWEEN_GAMES),
    }
)
"""Permission of each kind of `POST /api/setup` for a seat; the default is its own seat."""
