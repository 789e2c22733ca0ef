"""Everything a surface shows, in one model."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from referee.game.prompt import Prompt
from web.contract.combat import CombatView
from web.contract.game_views import ClockView, GameView, KeptFallView
from web.contract.machine_views import CameraView, HealthView, NoticeView
from web.contract.offers import MenuView, OffersView
from web.contract.ruling_views import RulingView
from web.contract.scoring import ScoringView
from web.contract.table_views import GhostView, TableView
from web.contract.tray import TrayView
from web.contract.views import BY_ID, VERSION, View


class Snapshot(View):
    """Everything a surface shows at one moment. `revision` grows with every change while the program runs."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "version": 1,
                    "revision": 42,
                    "table": {
                        "board": {"width": 30.0, "depth": 22.0, "outline_px": None},
                        "operatives": [
                            {
                                "id": "a2",
                                "player": "p1",
                                "label": "A2",
                                "name": "Leader",
                                "x": 10.25,
                                "y": 6.5,
                                "base": [1.26, 1.26],
                                "head": 1.4,
                                "state": "seen",
                                "order": "engage",
                            }
                        ],
                        "terrain": [],
                        "markers": [],
                        "flags": {"hand_in_view": False, "settled": True},
                    },
                    "game": {"edition": "kt24", "title": "Friendly", "turning_point": 1, "phase": "firefight"},
                    "prompts": [],
                    "rulings": [],
                    "ghosts": [],
                    "notices": [],
                    "health": [{"part": "camera", "state": "ok", "sentence": "30 frames a second"}],
                    "camera": {"id": "cm3", "size_px": [1280, 720], "fps": 30.0, "latency_ms": 84.0, "state": "ok"},
                }
            ]
        }
    )

    version: Literal[1] = VERSION
    revision: Annotated[int, Field(ge=1)]
    table: TableView
    game: GameView
    prompts: tuple[Prompt, ...] = ()
    rulings: Annotated[tuple[RulingView, ...], BY_ID] = ()
    ghosts: tuple[GhostView, ...] = ()
    notices: tuple[NoticeView, ...] = ()
    health: tuple[HealthView, ...] = ()
    camera: CameraView = CameraView()
    offers: Annotated[tuple[OffersView, ...], Field(max_length=1)] = ()
    menu: Annotated[tuple[MenuView, ...], Field(max_length=1)] = ()
    tray: Annotated[tuple[TrayView, ...], Field(max_length=1)] = ()
    clock: ClockView = ClockView()
    combat: Annotated[tuple[CombatView, ...], Field(max_length=1)] = ()
    scoring: Annotated[tuple[ScoringView, ...], Field(max_length=1)] = ()
    falls: tuple[KeptFallView, ...] = ()
