"""A game at the running table in which something is too close, is challenged, and somebody falls: a film of each."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest
from numpy.typing import NDArray

from geometry.placement import Placement
from overlook.table.recordings.clips import AFTER_S, write_clip
from simulation.scene.scene import StillScene
from tests.overlook.films.mp4 import boxes, pictures, probed
from tests.overlook.played_table import Table, played
from tests.overlook.test_replayed import Archive, shot
from web.contract.errors import UnknownError
from web.contract.requests import Button

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("films of a game")]

MOVER, MOVE_IN, FALLEN = "a1", 6.0, "b4"
KINDS = ("too close", "challenge", "kill")


@dataclass(frozen=True, slots=True)
class Filmed:
    """One clip as the web gives it: what is told of it, its frames, its film, the mark that leads to it."""

    told: dict[str, Any]
    frames: list[NDArray[np.uint8]]
    film: Path
    mark: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """What was asked for while the table ran, and its folder afterwards."""

    films: dict[str, Filmed]
    folder: Path
    answers: dict[str, httpx.Response]


async def moved(table: Table) -> None:
    """Move a model by exactly its Move: nobody can say whether it is more."""
    await table.took("activate", operative=MOVER, order="engage")
    still = table.camera.scene.at(0)
    stood = still.operatives[MOVER]
    there = Placement(MOVER, stood.x, stood.y + MOVE_IN, 0.0, stood.rotation_deg)
    poses = type(still)({**still.operatives, MOVER: there}, still.terrain, still.markers)
    table.camera.scene = StillScene(table.catalogue, poses)
    now = await table.until(lambda now: any(one.id.startswith("proposal") for one in now.prompts))
    prompt = next(one for one in now.prompts if one.id.startswith("proposal"))
    await table.took("answer", prompt=prompt.id, choice=prompt.choices[0].key)


async def seconds_seen(table: Table, wanted_s: float) -> None:
    """Wait until the frames of that many seconds are there."""
    async with asyncio.timeout(60):
        while (last := table.clips.buffer.last())[-1].captured_s - last[0].captured_s < wanted_s:
            await asyncio.sleep(0.05)


async def film_of(ask: Archive, mark: dict[str, Any], folder: Path) -> Filmed:
    at = f"/api/games/1/clips/{mark['clip_of']}"
    told = await ask.read(at)
    frames = [
        np.asarray(cv2.imdecode(np.frombuffer((await ask(f"{at}/{number}.jpg")).content, np.uint8), 1), np.uint8)
        for number in range(len(told["times_s"]))
    ]
    path = folder / f"{mark['clip_of']}.mp4"
    path.write_bytes((await ask(f"{at}.mp4")).content)
    return Filmed(told, frames, path, mark)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    folder, apart = tmp_path_factory.mktemp("table"), tmp_path_factory.mktemp("films")
    films: dict[str, Filmed] = {}
    answers: dict[str, httpx.Response] = {}

    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        await seconds_seen(table, 3.0)
        await moved(table)
        sequence = await shot(table)
        await table.service.press(Button.CHALLENGE, key="challenge-1")
        prompt = next(one for one in table.table.game.prompts if one.id.startswith("challenge"))
        await table.took("answer", prompt=prompt.id, choice="uphold")
        await table.took("declare_damage", operative=FALLEN, amount=50, why="a fall")
        fell = table.clips.buffer.last()[-1].captured_s
        async with asyncio.timeout(60):
            while table.clips.buffer.last()[-1].captured_s < fell + AFTER_S + 0.5:
                await asyncio.sleep(0.05)
        ask = Archive(table.url)
        marks = (await ask.read("/api/games/1"))["marks"]
        for mark in marks:
            for one in mark["highlights"]:
                if one["kind"] in KINDS:
                    films.setdefault(one["kind"], await film_of(ask, mark, apart))
        assert films["challenge"].mark["clip_of"] == sequence
        at = f"/api/games/1/clips/{sequence}.mp4"
        async with httpx.AsyncClient(base_url=table.url, timeout=60, trust_env=False) as client:
            answers["part"] = await client.get(at, headers={"Range": "bytes=0-99"})
            answers["whole"] = await client.get(at)
            answers["report"] = await client.get("/api/games/1/report.html")
            answers["one picture"] = await client.get(f"/api/games/1/clips/{one_picture(table)}.mp4")
            answers["nothing"] = await client.get("/api/games/1/clips/1.mp4")

    played(folder, play)
    return Kept(films, folder, answers)


def one_picture(table: Table) -> int:
    """Return a ruling that was neither close nor challenged; one is put there where the game had none."""
    found = [sequence for sequence, count in table.clips.counts(1).items() if count == 1]
    if not found:
        sequence = max(table.clips.counts(1))
        whole = table.clips.kept(1, sequence)
        alone = whole.still()
        write_clip(table.clips.film_folder(1) / "9.zip", alone)
        return 9
    return found[0]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_told_of_a_clip_has_no_advice(kept: Kept, kind: str) -> None:
    ruling = kept.films[kind].told["ruling"]
    assert ruling is None or (ruling["notes"], ruling["note_messages"], ruling["settling"]) == ([], [], None)
    assert kind == "kill" or ruling is not None


@pytest.mark.parametrize("kind", KINDS)
def test_each_is_a_film_of_all_its_frames_at_their_times(kept: Kept, kind: str) -> None:
    one = kept.films[kind]
    stream, shown_s = probed(one.film)
    assert (stream["codec_name"], stream["pix_fmt"]) == ("h264", "yuv420p")
    assert len(one.frames) == len(shown_s) == len(pictures(one.film)) >= 5
    first = one.told["times_s"][0]
    assert shown_s == pytest.approx([time_s - first for time_s in one.told["times_s"]], abs=0.002)
    order = boxes(one.film.read_bytes())
    assert order.index("moov") < order.index("mdat")
    assert one.mark["clip"] == len(one.frames)


@pytest.mark.parametrize("kind", KINDS)
def test_the_drawing_is_burnt_in_and_the_rest_is_the_cameras_picture(kept: Kept, kind: str, artifacts: Path) -> None:
    one = kept.films[kind]
    strokes = [
        np.asarray(stroke["points_px"])
        for finding in (one.told["ruling"] or {}).get("findings", ())
        for stroke in finding["witness"]
        if stroke["points_px"] and len(stroke["points_px"]) > 1
    ]
    rings = [np.asarray(named["outline_px"]) for named in one.told["named"]]
    rings += [np.asarray(fall["at"]["outline_px"]) for fall in one.told["falls"] if fall["at"]]
    assert strokes or rings
    assert rings
    left, top, width, height = one.told["view_px"]
    for number, (raw, film) in enumerate(zip(one.frames, pictures(one.film), strict=True)):
        scale = raw.shape[1] / one.told["size_px"][0]
        x, y, w, h = (round(part * scale) for part in (left, top, width, height))
        shown = raw[y : y + h, x : x + w]
        grown = film.shape[1] / shown.shape[1]
        expected = cv2.resize(
            shown, (film.shape[1], round(shown.shape[0] * grown / 2) * 2), interpolation=cv2.INTER_CUBIC
        )
        apart = np.abs(film[-expected.shape[0] :].astype(int) - expected).max(axis=2)
        drawn = np.zeros(apart.shape, np.uint8)
        for points in (*strokes, *rings):
            corners = np.round((points * scale - (x, y)) * grown).astype(np.int32)
            cv2.polylines(drawn, [corners], any(points is ring for ring in rings), 255, 3)
        away = cv2.distanceTransform(255 - drawn, cv2.DIST_L2, 5)
        on_the_line = apart[drawn > 0]
        assert np.median(on_the_line) > 40, f"frame {number}"
        assert np.median(apart[away > 220]) <= 4
        assert np.percentile(apart[away > 220], 99) < 40
    cv2.imwrite(str(artifacts / f"clip-{kind.replace(' ', '-')}.png"), film)


def test_of_a_fall_there_is_what_followed_and_who_it_was(kept: Kept) -> None:
    told = kept.films["kill"].told
    (fall,) = told["falls"]
    assert fall["name"] in fall["sentence"]
    assert -5.0 <= told["times_s"][0] < -2.0
    assert 1.5 < told["times_s"][-1] <= AFTER_S
    assert 0.0 in told["times_s"]


def test_a_film_is_sent_in_parts_to_those_who_ask_so(kept: Kept) -> None:
    part, whole = kept.answers["part"], kept.answers["whole"]
    assert (part.status_code, whole.status_code) == (206, 200)
    assert part.content == whole.content[:100]
    assert part.headers["content-range"] == f"bytes 0-99/{len(whole.content)}"
    assert whole.headers["content-type"] == "video/mp4"
    assert len(whole.content) < 4_000_000


@pytest.mark.parametrize(("what", "code"), [("one picture", "clip-one-frame"), ("nothing", "clip-none")])
def test_a_missing_clip_is_reported(kept: Kept, what: str, code: str) -> None:
    answer = kept.answers[what]
    assert answer.status_code == 404
    assert answer.json()["message"]["code"] == code


def test_the_report_has_a_picture_of_each_and_leads_to_its_film_at_the_table(kept: Kept) -> None:
    report = kept.answers["report"]
    assert report.status_code == 200
    assert len(report.content) < 2_000_000
    page, table = report.text, f"http://{report.request.url.netloc.decode()}/"
    assert page.count("data:image/jpeg") >= len(KINDS), "each once, though its ruling is challenged later"
    for one in kept.films.values():
        assert f'href="{table}api/games/1/clips/{one.mark["clip_of"]}.mp4"' in page


def test_films_lie_beside_the_clips_they_are_made_of(kept: Kept) -> None:
    folder = next(kept.folder.glob("**/0001.clips"))
    for one in kept.films.values():
        assert len(list(folder.glob(f"{one.mark['clip_of']}-*.mp4"))) == 1
        assert (folder / f"{one.mark['clip_of']}.zip").exists()
    assert not list(folder.glob("*.part"))


def test_a_clip_whose_file_is_damaged_is_one_clear_line(kept: Kept) -> None:
    sequence = kept.films["kill"].mark["clip_of"]
    path = next(kept.folder.glob(f"**/0001.clips/{sequence}.zip"))
    whole = path.read_bytes()
    table = Table(kept.folder)
    try:
        for spoiled in (b"", whole[: len(whole) // 2], whole[:2000] + bytes(4000) + whole[6000:]):
            path.write_bytes(spoiled)
            with pytest.raises(UnknownError) as raised:
                table.clips.kept(1, sequence)
            message = raised.value.message
            assert (message.code, message["file"]) == ("clip-unreadable", f"{sequence}.zip")
    finally:
        path.write_bytes(whole)
        table.games.close()
