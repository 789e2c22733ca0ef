"""A scene collection for OBS: the table's camera under the overlay, in a scene for each that the table switches to.

OBS imports it by Scene Collection, Import. The format is that of OBS 28 and later, as it writes its own files.
"""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from web.problems import problems
from web.settings import ObsSettings

NAME = "Overlook"
CAMERA, OVERLAY = "Overlook camera", "Overlook overlay"
Size = Annotated[
    str,
    Query(pattern=r"^(1280x720|1920x1080|3840x2160)$", description="of OBS's canvas, pixels", examples=["1920x1080"]),
]
Delay = Annotated[float, Query(ge=0, le=60, description="seconds that camera and overlay are held back", examples=[5])]
Browser = Annotated[bool, Query(description="whether this OBS has browser sources", examples=[True])]
Theme = Annotated[str, Query(pattern=r"^(dark|light|contrast)$", examples=["dark"])]


def scene_collection(
    table: str, *, size_px: tuple[int, int], theme: str, delay_s: float, browser: bool
) -> dict[str, Any]:
    """Return the collection as OBS reads it; `table` is the table's address without a path.

    An OBS without a `browser` source gets the camera alone, with bases and rulings drawn in.
    """
    scenes = list(dict.fromkeys(name for name in _scene_names(ObsSettings()) if name))
    held = {"delay": f"{delay_s:g}"} if delay_s else {}
    asked = {**({} if theme == "dark" else {"theme": theme}), **held}
    camera = {
        "input": f"{table}/camera.mjpg{_query(held if browser else {'drawn': 'true', **held})}",
        "input_format": "mpjpeg",
        "is_local_file": False,
        "restart_on_activate": False,
        "reconnect_delay_sec": 2,
    }
    overlay = {
        "url": f"{table}/overlay{_query(asked)}",
        "width": size_px[0],
        "height": size_px[1],
        "css": "",
        "shutdown": False,
        "restart_when_active": False,
    }
    sources = [{"id": "ffmpeg_source", "name": CAMERA, "settings": camera}]
    if browser:
        sources.append({"id": "browser_source", "name": OVERLAY, "settings": overlay})
    names = tuple(str(source["name"]) for source in sources)
    return {
        "name": NAME,
        "current_scene": scenes[0],
        "current_program_scene": scenes[0],
        "scene_order": [{"name": name} for name in scenes],
        "sources": [*sources, *(_scene(name, names, size_px) for name in scenes)],
        "groups": [],
        "transitions": [],
        "current_transition": "Fade",
        "transition_duration": 300,
    }


def _scene_names(settings: ObsSettings) -> tuple[str, ...]:
    return settings.table, settings.dice, settings.ruling, settings.challenge


def _query(asked: dict[str, str]) -> str:
    return f"?{urlencode(asked)}" if asked else ""


def _scene(name: str, sources: tuple[str, ...], size_px: tuple[int, int]) -> dict[str, Any]:
    """Return a scene in which each source fills the canvas, whatever its size, the later over the earlier."""
    items = [
        {
            "name": source,
            "id": number,
            "visible": True,
            "locked": source == OVERLAY,
            "bounds_type": 2,
            "bounds_align": 0,
            "bounds": {"x": float(size_px[0]), "y": float(size_px[1])},
            "pos": {"x": 0.0, "y": 0.0},
            "scale": {"x": 1.0, "y": 1.0},
            "align": 5,
            "rot": 0.0,
        }
        for number, source in enumerate(sources, 1)
    ]
    return {"id": "scene", "name": name, "settings": {"items": items, "id_counter": len(items), "custom_size": False}}


def scenes_router() -> APIRouter:
    """Return the route of the scene collection."""
    router = APIRouter(prefix="/api", tags=["air"])

    @router.get("/scenes.json", response_class=Response, responses=problems(401, 422))
    async def scenes(
        request: Request, size: Size = "1920x1080", theme: Theme = "dark", delay: Delay = 0.0, browser: Browser = True
    ) -> Response:
        """A scene collection for OBS, with the addresses by which this table was called."""
        width, height = (int(side) for side in size.split("x"))
        table = f"{request.url.scheme}://{request.url.netloc}"
        found = scene_collection(table, size_px=(width, height), theme=theme, delay_s=delay, browser=browser)
        return JSONResponse(found, headers={"Content-Disposition": 'attachment; filename="overlook-scenes.json"'})

    return router
