"""The camera: one picture, or a stream in which each viewer gets the newest."""

from __future__ import annotations

import asyncio
import itertools
import socket
import threading
import time
from collections.abc import Generator

import cv2
import httpx
import numpy as np
import pytest
from numpy.typing import NDArray

from geometry.witness import densified
from tests.vision.bombs import jpeg as jpeg_head
from tests.web.fake_table import FakeTable
from tests.web.serving import PATIENCE_S, Served
from tests.web.test_web_camera_sight import clearance
from web.camera.annotated_pictures import CLEAR_IN, AnnotatedPictures, draw_annotations
from web.contract.errors import ServiceUnavailableError
from web.contract.table.snapshot import Snapshot
from web.server.settings import WebSettings
from web.stream.director import Director


def decoded(jpeg: bytes) -> NDArray[np.uint8]:
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image, np.uint8)


def size(jpeg: bytes) -> tuple[int, int]:
    image = decoded(jpeg)
    return image.shape[1], image.shape[0]


def parts(response: httpx.Response) -> Generator[bytes, None, None]:
    """Yield the JPEGs of a multipart stream as they are complete; each is as long as its head says."""
    boundary = b"--" + response.headers["content-type"].partition("boundary=")[2].encode()
    rest = b""
    for chunk in response.iter_raw():
        rest += chunk
        *whole, rest = rest.split(boundary)
        for part in whole:
            head, _, body = part.partition(b"\r\n\r\n")
            if b"image/jpeg" in head:
                picture = body.removesuffix(b"\r\n")
                assert b"Content-Length: %d" % len(picture) in head.splitlines()
                yield picture


def test_the_newest_picture(client: httpx.Client) -> None:
    response = client.get("/camera.jpg")
    assert response.headers["content-type"] == "image/jpeg"
    assert response.headers["cache-control"] == "no-store"
    assert size(response.content) == (1280, 720)


def test_a_camera_that_is_away_is_said_in_one_line(served: Served, client: httpx.Client) -> None:
    served.change(camera_lost=True)
    response = client.get("/camera.jpg")
    assert response.status_code == 503
    assert response.json()["detail"].startswith("The camera is unplugged")


def test_a_stream_shows_each_new_picture_once_and_whole(served: Served, client: httpx.Client) -> None:
    def keep_taking() -> None:
        for _ in range(40):
            served.do(served.fake.step)
            time.sleep(0.02)

    taking = threading.Thread(target=keep_taking)
    with client.stream("GET", "/camera.mjpg") as response:
        assert response.headers["content-type"].startswith("multipart/x-mixed-replace; boundary=")
        taking.start()
        pictures = list(itertools.islice(parts(response), 3))
    taking.join()
    assert [size(picture) for picture in pictures] == [(1280, 720)] * 3


def test_a_picture_is_shown_without_waiting_for_the_next(client: httpx.Client) -> None:
    with client.stream("GET", "/camera.mjpg") as response:
        assert size(next(parts(response))) == (1280, 720)


def test_a_stream_ends_with_its_camera(served: Served, client: httpx.Client) -> None:
    served.change(camera_lost=True)
    with client.stream("GET", "/camera.mjpg") as response:
        assert list(parts(response)) == []


def test_a_viewer_that_takes_nothing_is_dropped_and_its_connection_let_go(served: Served) -> None:
    served.show(FakeTable(moving=False), WebSettings(stall_s=0.3, picture_fps=60))
    with socket.socket() as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.connect(("127.0.0.1", served.port))
        lazy.sendall(b"GET /camera.mjpg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        end_s = time.monotonic() + PATIENCE_S
        while served.connections == 0:
            assert time.monotonic() < end_s, "the viewer was never let in"
        while served.connections:
            served.do(served.fake.step)
            time.sleep(0.02)
            assert time.monotonic() < end_s, "the viewer is still held"


def test_there_are_only_so_many_viewers(server: Served) -> None:
    server.show(FakeTable(moving=False), WebSettings(picture_viewers=1))
    with server.client() as one, one.stream("GET", "/camera.mjpg") as watching:
        seen = parts(watching)
        next(seen)
        refused = httpx.get(f"{server.url}/camera.mjpg", timeout=PATIENCE_S, trust_env=False)
        assert refused.status_code == 503
        assert refused.json()["message"] == {"code": "request-camera-full", "args": {"viewers": 1}}
        seen.close()
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        with server.client() as other, other.stream("GET", "/camera.mjpg") as response:
            if response.status_code == 200:
                return
        time.sleep(0.02)
    pytest.fail("the seat of a viewer that left was not given back")


def test_nobody_watching_is_known_so_that_nothing_is_encoded(served: Served, client: httpx.Client) -> None:
    client.get("/camera.jpg")
    assert not served.fake.pictures.watched


def test_the_drawn_picture_has_the_ruling_where_the_camera_sees_it(served: Served, client: httpx.Client) -> None:
    plain, drawn = (decoded(client.get(path).content).astype(int) for path in ("/camera.jpg", "/camera.jpg?drawn=true"))
    changed = np.abs(drawn - plain).max(axis=2) > 60
    stroke, terrain = served.fake.rulings[0].findings[0].witness[1], served.fake.snapshot().table.terrain
    line = stroke.points_px
    assert line is not None
    seen = [
        (spot, max(clearance((place[0], place[1], place[2]), part) for part in terrain) < -CLEAR_IN)
        for spot, place in zip(line, densified(stroke.points, closed=False).tolist(), strict=True)
    ][1:-1]
    assert sum(open_ for _, open_ in seen) > len(seen) / 2
    for (x, y), open_ in seen:
        near = drawn[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2]
        assert near.min(axis=2).max() > 200 or not open_, (x, y)
    assert 0.001 < changed.mean() < 0.09, "lines, bases and names; the rest is the camera's"
    served.do(served.fake.undo)
    served.do(served.fake.pictures.publish, served.fake.photograph())
    after = decoded(client.get("/camera.jpg?drawn=true").content)
    white = [after[round(y), round(x)].min() > 200 for (x, y), open_ in seen if open_]
    assert sum(white) < len(white) / 2, "the line is gone; a letter of a name may lie where it was"


def test_a_drawn_picture_is_drawn_once_for_all(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def count(jpeg: bytes, snapshot: Snapshot, **_: object) -> bytes:
        drawn.append(snapshot.revision)
        return jpeg

    monkeypatch.setattr("web.camera.annotated_pictures.draw_annotations", count)

    async def watch() -> list[int]:
        pictures = AnnotatedPictures(served.fake, Director(served.fake))
        return [picture.number for picture in await asyncio.gather(*(pictures.picture(0) for _ in range(5)))]

    assert asyncio.run(watch()) == [1] * 5
    assert len(drawn) == 1


def test_bytes_that_are_no_picture_are_said(served: Served) -> None:
    with pytest.raises(ServiceUnavailableError) as error:
        draw_annotations(b"abc", served.fake.snapshot())
    assert (error.value.message.code, error.value.message["size"]) == ("request-image-damaged", 3)


def test_a_picture_of_another_size_is_drawn_to_scale(served: Served) -> None:
    image = np.zeros((360, 640, 3), np.uint8)
    jpeg = cv2.imencode(".jpg", image)[1].tobytes()
    line = served.fake.rulings[0].findings[0].witness[1].points_px
    assert line is not None
    out = decoded(draw_annotations(jpeg, served.fake.snapshot()))
    x, y = line[len(line) // 2]
    assert out[round(y / 2), round(x / 2)].min() > 150


def test_a_delayed_stream_shows_old_pictures(client: httpx.Client, served: Served) -> None:
    stop = threading.Event()

    def keep_taking() -> None:
        while not stop.is_set():
            served.do(served.fake.step)
            time.sleep(0.03)

    taking = threading.Thread(target=keep_taking)
    taking.start()
    try:
        begun = time.monotonic()
        with client.stream("GET", "/camera.mjpg", params={"delay": 0.6}) as response:
            next(parts(response))
        assert time.monotonic() - begun >= 0.6
    finally:
        stop.set()
        taking.join()


def test_too_large_a_picture_of_the_camera_is_said_and_not_decoded(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it is decoded"))
    with pytest.raises(ServiceUnavailableError) as error:
        draw_annotations(jpeg_head(16384, 16384), served.fake.snapshot())
    fault = error.value.message["fault"]
    assert (fault.code, fault["width"], fault["height"]) == ("image-pixels", 16384, 16384)
