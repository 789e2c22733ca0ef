"""Roles, the permission of every route and request, and the port for claiming a table.

`tests/web/test_web_rights.py` checks these tables against the OpenAPI document, as every role. The default is to deny:
a route without an entry is refused to everybody, a request without one is for the referee.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Protocol

from pydantic import ConfigDict, Field

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
    """Role of a device: table screen and referee may do everything, a player acts for its seat, a viewer looks."""

    TABLE = "table"
    REFEREE = "referee"
    PLAYER = "player"
    VIEWER = "viewer"
    NOBODY = "nobody"


class Who(StrEnum):
    """Permission of a route: the group of roles that may use it.

    LOOKING is everybody unless the settings make the table private; INVITING covers the PIN; ARRANGING covers setting
    up the table itself, which no player's phone may do.
    """

    EVERYBODY = "everybody"
    LOOKING = "looking"
    ACTING = "acting"
    INVITING = "inviting"
    ARRANGING = "arranging"


ROLES: Mapping[Who, frozenset[Role]] = MappingProxyType(
    {
        Who.EVERYBODY: frozenset(Role),
        Who.LOOKING: frozenset(Role),
        Who.ACTING: frozenset({Role.TABLE, Role.REFEREE, Role.PLAYER}),
        Who.INVITING: frozenset({Role.TABLE, Role.REFEREE}),
        Who.ARRANGING: frozenset({Role.TABLE, Role.REFEREE}),
    }
)


class Seat(StrEnum):
    """Permission of a kind of request for a player's phone; table screen, panel and referee are not restricted.

    - OWN: for its own seat, as decided by the rules and the set-up.
    - EITHER: for both seats.
    - OWN_IN_PLAY: as EITHER, but only for its own seat during a battle.
    - LAST: unless the last action was the other player's.
    - BETWEEN_GAMES: for both seats, but not during a battle.
    - NOT: never.
    """

    OWN = "own"
    OWN_IN_PLAY = "own in play"
    EITHER = "either"
    LAST = "last"
    BETWEEN_GAMES = "between games"
    NOT = "not"


_PAGES = (
    "/",
    "/phone",
    "/pair",
    "/health",
    "/replay",
    "/clip",
    "/overlay",
    "/overlay/{part}",
    "/setup",
    "/first",
    "/certificate",
    "/machine",
    "/update",
    "/help",
    "/judge",
)
_READ = (
    "/api/snapshot",
    "/api/live",
    "/api/lobby",
    "/api/air",
    "/api/air/live",
    "/api/director",
    "/api/scenes.json",
    "/overlays",
    "/director",
    "/api/health",
    "/api/game.json",
    "/api/game.csv",
    "/api/fairness",
    "/fairness",
    "/camera.jpg",
    "/camera.mjpg",
    "/api/rolls/{roll}.jpg",
    "/api/operatives/{operative}",
    "/api/operatives/{operative}/reach/{action}",
    "/api/measure",
    "/api/games",
    "/api/games/{number}",
    "/api/games/{number}/moments/{sequence}",
    "/api/games/{number}/report.html",
    "/api/games/{number}/clips/{sequence}",
    "/api/games/{number}/clips/{sequence}.mp4",
    "/api/games/{number}/clips/{sequence}/{frame}.jpg",
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
)
_CHANGED = ("/api/intents", "/api/buttons/{name}", "/api/setup")
_MACHINE = ("/api/machine", "/api/machine/report.txt", "/api/machine/backup", "/api/machine/update")
_TRAY = ("/api/tray/{corners}/empty", "/api/tray/{corners}/dice", "/api/tray/{corners}/save")

ROUTES: Mapping[tuple[str, str], Who] = MappingProxyType(
    {
        **{("GET", page): Who.EVERYBODY for page in _PAGES},
        ("GET", "/static/{path:path}"): Who.EVERYBODY,
        ("GET", "/api/openapi.json"): Who.EVERYBODY,
        ("GET", "/api/session"): Who.EVERYBODY,
        ("POST", "/api/pair"): Who.EVERYBODY,
        ("POST", "/api/unpair"): Who.EVERYBODY,
        ("GET", "/api/claim"): Who.EVERYBODY,
        ("POST", "/api/claim"): Who.EVERYBODY,
        ("POST", "/api/first"): Who.ARRANGING,
        ("POST", "/api/lobby"): Who.ARRANGING,
        ("POST", "/api/director/{cut}"): Who.ARRANGING,
        ("POST", "/api/machine"): Who.ARRANGING,
        ("POST", "/api/machine/upload/{number}/{offset}"): Who.ARRANGING,
        ("POST", "/api/machine/update"): Who.ARRANGING,
        ("POST", "/api/machine/update/{number}/{offset}"): Who.ARRANGING,
        **{("GET", path): Who.ARRANGING for path in _MACHINE},
        ("GET", "/api/judge"): Who.ACTING,
        ("POST", "/api/judge"): Who.ACTING,
        ("GET", "/api/pairing"): Who.INVITING,
        ("GET", "/api/pairing/qr.svg"): Who.INVITING,
        **{("GET", path): Who.LOOKING for path in _READ},
        **{("POST", path): Who.ACTING for path in _CHANGED},
        **{("GET", path): Who.ACTING for path in ("/tray", "/tray/{corners}", "/api/tray/{corners}.jpg")},
        **{("POST", path): Who.ACTING for path in _TRAY},
    }
)
"""Permission of each route, by method (HEAD counts as GET) and path; a name in braces matches one segment."""

REQUESTS: Mapping[str, Seat] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                "act",
                "activate",
                "answer",
                "choose_equipment",
                "declare_status",
                "deploy",
                "drop_marker",
                "end_activation",
                "pass_turn",
                "place_equipment",
                "react",
                "remove_operative",
                "reveal",
                "revive",
                "score",
                "seal",
                "sign",
                "use_ploy",
            ),
            Seat.OWN,
        ),
        "end_battle": Seat.OWN,
        "challenge": Seat.EITHER,
        "declare_damage": Seat.EITHER,
        "declare_place": Seat.OWN,
        "declare_stat": Seat.EITHER,
        "end_stage": Seat.EITHER,
        "place_marker": Seat.EITHER,
        "remove_marker": Seat.EITHER,
        "trigger": Seat.EITHER,
        "undo": Seat.LAST,
        "redo": Seat.LAST,
        "begin": Seat.BETWEEN_GAMES,
        "clock start": Seat.EITHER,
        "clock stop": Seat.EITHER,
        "clock reset": Seat.BETWEEN_GAMES,
    }
)
"""Permission of each kind of `POST /api/intents` for a seat; the default is its own seat."""

BUTTONS: Mapping[str, Seat] = MappingProxyType(
    {
        "confirm": Seat.OWN,
        "next": Seat.OWN,
        "back": Seat.OWN,
        "undo": Seat.LAST,
        "redo": Seat.LAST,
        "measure": Seat.EITHER,
        "challenge": Seat.EITHER,
    }
)
"""Permission of each button of `POST /api/buttons/{name}` for a seat."""

JUDGE: Mapping[str, Seat] = MappingProxyType({"call": Seat.EITHER, "withdraw": Seat.OWN})
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
WISHES: Mapping[str, Seat] = MappingProxyType(
    {
        **dict.fromkeys(_TEAM, Seat.OWN),
        **dict.fromkeys(_TABLE, Seat.EITHER),
        **dict.fromkeys(_HAND, Seat.OWN_IN_PLAY),
        **dict.fromkeys(_WHOLE, Seat.BETWEEN_GAMES),
    }
)
"""Permission of each kind of `POST /api/setup` for a seat; the default is its own seat."""
