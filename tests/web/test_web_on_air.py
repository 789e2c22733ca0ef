"""What is sent to overlays, and the producer's hand on it by plain HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tests.web.fake_rulings import shot, too_close
from tests.web.looking import Look
from tests.web.serving import Event, Served, events

PARTS = {"version", "revision", "game", "squads", "clock", "table", "accuracy", "accuracy_message", "card", "feed"}


@contextmanager
def followed(client: httpx.Client) -> Iterator[Iterator[Event]]:
    """Follow what is on air; a table of which nobody looks at the show has no show."""
    with client.stream("GET", "/api/air/live") as response:
        assert response.status_code == 200
        yield events(response)


def on(told: Iterator[Event], sentence: str) -> Any:
    """Return the first card on air that says something."""
    return next(card for event in told for card in event.data.get("card") or () if sentence in card["sentence"])


def test_what_is_on_air_has_these_parts_and_no_others(client: httpx.Client) -> None:
    air = client.get("/api/air")
    assert air.headers["cache-control"] == "no-store"
    assert set(air.json()) == PARTS
    assert set(air.json()["game"]) == {
        *("edition", "title", "turning_point", "phase", "phase_message"),
        *("initiative", "active", "seats", "over", "winner"),
    }
    assert 'outline_px":[' not in air.text
    assert "Command Re-roll" not in air.text


def test_a_follower_hears_of_a_ruling_and_of_its_end(served: Served, client: httpx.Client) -> None:
    with followed(client) as told:
        first = next(told)
        assert (first.kind, set(first.data)) == ("snapshot", PARTS)
        assert first.data["card"] == first.data["feed"] == [], "what was before is no news"
        served.call(shot())
        second = next(told)
        assert (second.kind, second.data["since"]) == ("delta", first.data["revision"])
        assert second.data["table"] is None, "what did not change is not sent"
        assert second.data["card"][0]["sentence"] == "Yes: Gunner Sol may shoot Blade Tor."
        assert second.data["feed"][0]["id"] == second.data["card"][0]["id"]
        assert next(event for event in told if event.data["card"] == []).kind == "delta"


def test_a_producer_holds_skips_and_pins_by_plain_http(served: Served, client: httpx.Client) -> None:
    with followed(client) as told:
        next(told)
        assert client.post("/api/director/hold").json()["held"] is True
        served.call(shot())
        assert on_waits(client, told) == ["Yes: Gunner Sol may shoot Blade Tor."]
        assert client.get("/api/air").json()["card"] == []
        assert client.post("/api/director/resume").json()["held"] is False
        assert on(told, "Gunner Sol")["kind"] == "ruling"
        assert client.post("/api/director/pin").json()["pinned"] is True
        served.call(too_close())
        (waiting,) = waits(client)
        answer = client.post("/api/director/pin", params={"card": waiting["id"]}).json()
        assert (answer["on"][0]["id"], answer["queue"], answer["pinned"]) == (waiting["id"], [], True)
        assert client.post("/api/director/skip").json()["on"] == []


def waits(client: httpx.Client) -> list[dict[str, Any]]:
    """Return what waits, once something does."""
    while True:
        found: list[dict[str, Any]] = client.get("/api/director").json()["queue"]
        if found:
            return found


def on_waits(client: httpx.Client, told: Iterator[Event]) -> list[str]:
    """Return what waits once the overlay has heard of it: the commentary says it at once."""
    next(event for event in told if event.data["feed"])
    return [card["sentence"] for card in waits(client)]


def test_a_card_that_waits_is_dropped_by_its_id(served: Served, client: httpx.Client) -> None:
    with followed(client) as told:
        next(told)
        client.post("/api/director/hold")
        served.call(shot())
        (card,) = waits(client)
        assert client.post("/api/director/skip", params={"card": card["id"]}).json()["queue"] == []


def test_what_cannot_be_done_is_said_in_one_line(client: httpx.Client) -> None:
    unknown = client.post("/api/director/pin", params={"card": "none"})
    assert unknown.status_code == 404
    assert unknown.json()["message"] == {"code": "request-card-unknown", "args": {"card": "none"}}
    nothing = client.post("/api/director/pin")
    assert (nothing.status_code, nothing.json()["message"]["code"]) == (409, "request-nothing-on-air")
    assert client.post("/api/director/dance").status_code == 422


@pytest.mark.in_turn
def test_the_directors_page_shows_the_rundown_and_cuts(look: Look, served: Served) -> None:
    page = look.at("/director")
    page.get_by_role("button", name="Hold").click()
    page.get_by_role("button", name="Resume").wait_for()
    served.call(shot())
    page.locator("#queue li").get_by_role("button", name="Show and pin").click()
    page.locator("#on[data-pinned]").filter(has_text="Gunner Sol may shoot").wait_for()
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Skip").click()
    page.locator("#on").filter(has_text="Nothing").wait_for()


def test_the_scene_collection_names_every_scene_that_the_table_switches_to(client: httpx.Client) -> None:
    found = client.get("/api/scenes.json", params={"size": "1280x720", "theme": "light", "delay": 5})
    assert found.headers["content-disposition"] == 'attachment; filename="overlook-scenes.json"'
    collection = json.loads(found.text)
    assert [one["name"] for one in collection["scene_order"]] == ["Table", "Dice", "Ruling", "Challenge"]
    sources = {one["name"]: one for one in collection["sources"]}
    at = str(client.base_url).rstrip("/")
    overlay = sources["Overlook overlay"]["settings"]
    assert (overlay["url"], overlay["width"], overlay["height"]) == (f"{at}/overlay?theme=light&delay=5", 1280, 720)
    assert sources["Overlook camera"]["settings"]["input"] == f"{at}/camera.mjpg?delay=5"
    for name in ("Table", "Dice", "Ruling", "Challenge"):
        items = sources[name]["settings"]["items"]
        assert [one["name"] for one in items] == ["Overlook camera", "Overlook overlay"]
        assert all(one["bounds"] == {"x": 1280.0, "y": 720.0} for one in items)
    assert client.get("/api/scenes.json", params={"size": "1x1"}).status_code == 422


def test_an_obs_without_a_browser_source_gets_the_drawn_camera_alone(client: httpx.Client) -> None:
    collection = client.get("/api/scenes.json", params={"browser": "false"}).json()
    assert {one["id"] for one in collection["sources"]} == {"ffmpeg_source", "scene"}
    sources = {one["name"]: one["settings"] for one in collection["sources"]}
    assert sources["Overlook camera"]["input"].endswith("/camera.mjpg?drawn=true")
    assert [one["name"] for one in sources["Dice"]["items"]] == ["Overlook camera"]


@pytest.mark.nightly
def test_every_part_is_listed_with_a_preview_and_its_address(look: Look, served: Served) -> None:
    page = look.at("/overlays")
    parts = page.locator("#parts li")
    assert parts.count() == 18
    page.get_by_label("Theme").select_option("contrast")
    page.get_by_label("Delay in seconds").fill("5")
    page.get_by_label("Delay in seconds").blur()
    addresses = [one.inner_text() for one in page.locator("#parts code").all()]
    assert addresses[1] == f"{served.url}/overlay/score?theme=contrast&delay=5"
    assert len(set(addresses)) == 18
    page.frame_locator("iframe").first.locator("#score .team").first.wait_for()
    assert "size=1920x1080&theme=contrast&delay=5" in (page.locator("#scenes").get_attribute("href") or "")
