"""Roles, permissions of every route and request, ownership claim port.

`tests/web/test_web_rights.py` checks it against the interface's description, by asking as everybody there is. What is
not stated here is not done: a route answers nobody, a request is the referee's.
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
    """Whether a table can be claimed; called on the event loop."""

    def seconds(self) -> int:
        """Return for how many seconds it can be claimed, 0 when it cannot."""
        ...

    def take(self) -> bool:
        """Claim it, on disk before this returns; False when it cannot be claimed (any more)."""
        ...


class Role(StrEnum):
    """What somebody may do: the table's own screen and the referee all, a player for its seat, a viewer looks."""

    TABLE = "table"
    REFEREE = "referee"
    PLAYER = "player"
    VIEWER = "viewer"
    NOBODY = "nobody"


class Who(StrEnum):
    """Who may use a route. Who looks is everybody, unless the settings keep the table private.

    Inviting is seeing the PIN; arranging is setting the table itself up, which no seat does.
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
    """What of one kind a player's phone may ask for; the table's own screen, its panel and the referee may all of it.

    OWN is what concerns its own seat, as the rules and the set-up know whose something is. EITHER is both players'
    alike. OWN_IN_PLAY is both players' alike, and its own seat's while a battle is on. LAST is what the other player
    did not do. BETWEEN_GAMES is anything while no battle is on. NOT is never.
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
"""Who may use a route, by its method (HEAD is as GET) and its path, a name in braces for any one part of it."""

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
"""What a seat may ask of `POST /api/intents`, by kind; one that is not named is for its own seat."""

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
"""What a seat may press of `POST /api/buttons/{name}`."""

JUDGE: Mapping[str, Seat] = MappingProxyType({"call": Seat.EITHER, "withdraw": Seat.OWN})
"""What a seat may ask of `POST /api/judge`: either calls, who called takes it back."""

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
"""What a hand does to what stands on a simulated table. While a battle is on a seat's hand moves its own models, no
other's and no terrain; the table's own screen and the referee move everything."""

_WHOLE = ("start", "start_afresh", "take_again", "begin_anew")
WISHES: Mapping[str, Seat] = MappingProxyType(
    {
        **dict.fromkeys(_TEAM, Seat.OWN),
        **dict.fromkeys(_TABLE, Seat.EITHER),
        **dict.fromkeys(_HAND, Seat.OWN_IN_PLAY),
        **dict.fromkeys(_WHOLE, Seat.BETWEEN_GAMES),
    }
)
"""What a seat may ask of `POST /api/setup`, by kind; one that is not named is for its own seat."""
