"""A judge called at a real table, through a real broker, to a real hub with its organiser; all of it killed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from messages.message import Message
from tests.overlook.live_table import LiveTable
from tests.venue.conftest import Mosquitto
from tests.venue.event_serving import Organiser, served
from tests.venue.hall import until
from tests.venue.test_judge_calls import listed

PATIENCE_MS = 60_000


def notices(table: LiveTable) -> list[str]:
    """Return the codes of the notices about a judge."""
    return [one["message"]["code"] for one in table.snapshot()["notices"] if one["id"] == "judge"]


def post(table: LiveTable, do: str, key: str, words: str = "") -> dict[str, Any]:
    body = {"do": do, "words": words}
    answer = httpx.post(f"{table.url}api/judge", json=body, headers={"Idempotency-Key": key}, timeout=30)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.slow
def test_a_call_outlives_the_broker_the_hub_and_the_table(
    tmp_path: Path, broker: Mosquitto, chromium: Browser, artifacts: Path
) -> None:
    folder = tmp_path / "table"
    folder.mkdir()
    settings = folder / "overlook.toml"
    settings.write_text(f'[venue]\nbroker = "127.0.0.1"\nport = {broker.port}\ntable = "table-01"\n')
    broker.kill()
    table = LiveTable(folder, "--settings", str(settings)).start()
    table.until(lambda now: bool(now["rulings"]), within_s=120)
    phone = chromium.new_page(viewport={"width": 390, "height": 844})
    phone.set_default_timeout(PATIENCE_MS)
    phone.goto(f"{table.url}phone")
    phone.get_by_role("link", name="Call a judge").click()
    phone.get_by_role("textbox").fill("Is <b>this</b> cover?")
    phone.get_by_role("button", name="Call a judge").click()
    expect(phone.locator("#sentence")).to_have_text(str(Message.of("judge-kept")), timeout=PATIENCE_MS)
    table.kill()
    broker.start()
    with served(tmp_path, broker=broker.port) as client:
        table.start()
        desk = Organiser(client)
        until(lambda: len(listed(desk)) == 1, within_s=120)
        (call,) = listed(desk)
        found = (call["table"], call["by"], call["words"], call["state"])
        assert found == ("table-01", "the table's screen", "Is <b>this</b> cover?", "waiting")
        assert call["ruling"]
        until(lambda: notices(table) == ["judge-waiting"], within_s=60)
        table.kill()
        assert desk.act(kind="judge_coming", table="table-01", call=call["call"]).status_code == 200
    table.start()
    until(lambda: notices(table) == ["judge-coming"], within_s=60)
    broker.kill()
    broker.start()
    with served(tmp_path, broker=broker.port) as client:
        desk = Organiser(client)
        desk.count = 100
        assert desk.act(kind="judge_answered", table="table-01", call=call["call"], words="It is.").status_code == 200
        until(lambda: notices(table) == ["judge-answered-words"], within_s=60)
        phone.goto(f"{table.url}phone")
        expect(phone.locator("#notices")).to_contain_text(str(Message.of("judge-answered-words")), timeout=PATIENCE_MS)
        phone.screenshot(path=artifacts / "judge-live-phone.png")
        phone.goto(f"{table.url}judge")
        expect(phone.locator("#answer")).to_have_text("It is.", timeout=PATIENCE_MS)
        first = post(table, "call", "a-second-call", "Again")
        assert first["state"] in {"kept", "waiting"}
        assert post(table, "withdraw", "no-second-call")["state"] == "none"
        until(lambda: [one["state"] for one in listed(desk)] == ["withdrawn", "answered"], within_s=60)
    phone.close()
    assert table.stop() == 0, table.said
