"""The routes: what they answer, what they refuse, and that every refusal is one line."""

from __future__ import annotations

from typing import Any

import httpx
import jsonschema_rs
import pytest

from tests.web.serving import Served
from web.contract.requests import SubmitRequest
from web.contract.table.feed import Delta
from web.contract.table.snapshot import Snapshot

KEY = {"Idempotency-Key": "key-0000001"}


def act(client: httpx.Client, body: Any, **headers: str) -> httpx.Response:
    return client.post("/api/intents", json=body, headers={**KEY, **headers})


def one_line(response: httpx.Response) -> str:
    detail = response.json()["detail"]
    assert isinstance(detail, str)
    assert detail.strip()
    assert "\n" not in detail
    return detail


def test_the_snapshot_is_the_tables_own(served: Served, client: httpx.Client) -> None:
    response = client.get("/api/snapshot")
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-store"
    assert response.json() == served.fake.snapshot().model_dump(mode="json")


def test_health_names_every_part(served: Served, client: httpx.Client) -> None:
    parts = client.get("/api/health").json()["parts"]
    assert [part["part"] for part in parts] == ["camera", "board", "journal", "panel"]


def test_an_undo_is_taken_and_seen(served: Served, client: httpx.Client) -> None:
    newest = served.fake.rulings[0].id
    response = act(client, {"intent": {"kind": "undo"}})
    assert response.status_code == 200
    assert response.json()["accepted"] is True
    first = client.get("/api/snapshot").json()["rulings"][0]
    assert (first["id"], first["taken_back"]) == (newest, True)


def test_an_answer_carries_its_seat(served: Served, client: httpx.Client) -> None:
    body = {"player": "p2", "intent": {"kind": "answer", "prompt": "reroll-7", "choice": "keep"}}
    assert act(client, body).status_code == 200
    assert served.fake.acts == [("answer", "p2", "key-0000001")]
    assert client.get("/api/snapshot").json()["prompts"] == []


def test_a_whole_number_may_be_written_with_a_point(client: httpx.Client) -> None:
    served = {"intent": {"kind": "answer", "prompt": "reroll-7", "dice": [5.0, 6]}}
    assert act(client, served).status_code == 200


def test_a_refusal_says_why(client: httpx.Client) -> None:
    response = act(client, {"intent": {"kind": "answer", "prompt": "gone", "dice": [1, 6]}})
    assert response.status_code == 409
    assert one_line(response) == "There is no prompt 'gone' any more"


def test_an_act_sent_twice_is_done_once(served: Served, client: httpx.Client) -> None:
    first = act(client, {"intent": {"kind": "undo"}})
    again = act(client, {"intent": {"kind": "undo"}})
    assert first.json() == again.json()
    assert len(served.fake.acts) == 1
    other = client.post("/api/intents", json={"intent": {"kind": "undo"}}, headers={"Idempotency-Key": "key-0000002"})
    assert other.status_code == 200
    assert len(served.fake.acts) == 2


def test_a_key_stands_for_one_act_only(served: Served, client: httpx.Client) -> None:
    act(client, {"intent": {"kind": "undo"}})
    response = act(client, {"intent": {"kind": "redo"}})
    assert response.status_code == 409
    assert "key-0000001" in one_line(response)
    assert len(served.fake.acts) == 1


def test_an_act_that_failed_may_be_tried_again_under_its_key(served: Served, client: httpx.Client) -> None:
    served.change(busy=True)
    response = act(client, {"intent": {"kind": "undo"}})
    assert response.status_code == 503
    assert "disk is full" in one_line(response)
    served.change(busy=False)
    assert act(client, {"intent": {"kind": "undo"}}).status_code == 200


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ({"intent": {"kind": "dance"}}, "intent"),
        ({"intent": {"kind": "answer", "prompt": "p"}}, "a choice, dice"),
        ({"intent": {"kind": "answer", "prompt": "p", "choice": "a", "dice": [1]}}, "only one of them"),
        ({"intent": {"kind": "answer", "prompt": "p", "dice": [7]}}, "dice.0"),
        ({"intent": {"kind": "answer", "prompt": "p", "dice": ["6"]}}, "dice.0"),
        ({"intent": {"kind": "answer", "prompt": "p", "dice": [6.5]}}, "dice.0"),
        ({"intent": {"kind": "undo", "twice": True}}, "twice"),
        ({"intent": {"kind": "undo"}, "player": ""}, "player"),
        ([], "body"),
    ],
)
def test_a_malformed_act_is_refused_by_the_field(served: Served, client: httpx.Client, body: Any, names: str) -> None:
    response = act(client, body)
    assert response.status_code == 422
    assert names in one_line(response)
    assert served.fake.acts == []


def test_only_json_is_read(client: httpx.Client) -> None:
    response = client.post(
        "/api/intents", content=b'{"intent":{"kind":"undo"}}', headers={**KEY, "Content-Type": "text/plain"}
    )
    assert response.status_code == 415
    assert response.json()["message"] == {"code": "request-content-type", "args": {"kind": "application/json"}}
    broken = client.post("/api/intents", content=b"{", headers={**KEY, "Content-Type": "application/json"})
    assert broken.status_code == 422
    one_line(broken)


@pytest.mark.parametrize("key", [None, "short", "x" * 65, "sp ace-here"])
def test_an_act_needs_a_key_of_its_own(served: Served, client: httpx.Client, key: str | None) -> None:
    headers = {} if key is None else {"Idempotency-Key": key}
    response = client.post("/api/buttons/undo", headers=headers)
    assert response.status_code == 422
    assert "Idempotency-Key" in one_line(response)
    assert served.fake.acts == []


@pytest.mark.parametrize("name", ["confirm", "undo", "measure", "next", "challenge"])
def test_every_button_of_the_panel_can_be_pressed(served: Served, client: httpx.Client, name: str) -> None:
    assert client.post(f"/api/buttons/{name}", headers=KEY).status_code == 200
    assert served.fake.acts == [(f"press {name}", "any", "key-0000001")]


def test_a_button_that_is_none_is_named(client: httpx.Client) -> None:
    response = client.post("/api/buttons/launch", headers=KEY)
    assert response.status_code == 422
    assert "'confirm'" in one_line(response)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/static/nowhere.js", 404),
        ("GET", "/static/../app.py", 404),
        ("POST", "/", 405),
        ("GET", "/api/intents", 405),
    ],
)
def test_what_is_not_there_is_said_in_one_line(client: httpx.Client, method: str, path: str, status: int) -> None:
    response = client.request(method, path)
    assert response.status_code == status
    one_line(response)


def test_the_interface_describes_itself(client: httpx.Client) -> None:
    schema = client.get("/api/openapi.json").json()
    assert schema["openapi"].startswith("3.1")
    models = schema["components"]["schemas"]
    for name in ("Snapshot", "Delta", "Act", "Answer", "PromptView", "RulingView", "Problem"):
        assert name in models, name
    told = set()
    for path, methods in schema["paths"].items():
        for method, route in methods.items():
            assert route["responses"], path
            assert "description" in route, (path, method)
            told.add(f"{method} {path}")
    assert told == {
        "get /api/snapshot", "get /api/live", "get /api/health", "post /api/intents", "post /api/buttons/{name}",
        "get /camera.jpg", "get /camera.mjpg", "get /api/operatives/{operative}", "get /api/measure",
            "get /api/operatives/{operative}/reach/{action}", "get /api/pairing", "get /api/session", "post /api/pair",
            "post /api/unpair", "get /api/game.json", "get /api/game.csv",
        "get /api/games", "get /api/games/{number}", "get /api/games/{number}/moments/{sequence}",
        "get /api/games/{number}/clips/{sequence}", "get /api/games/{number}/clips/{sequence}/{frame}.jpg",
            "get /api/fairness", "get /api/rolls/{roll}.jpg", "get /api/games/{number}/report.html",
        "get /api/pairing/qr.svg", "get /api/claim", "post /api/claim", "get /api/air", "get /api/director",
        "post /api/director/{cut}", "get /api/scenes.json", "get /api/air/live",
        "get /api/games/{number}/clips/{sequence}.mp4", "get /api/lobby", "post /api/lobby", "get /api/choices",
        "get /api/free", "get /api/free/measure",
    }  # fmt: skip
    dice = models["Answer"]["properties"]["dice"]["items"]
    assert (dice["type"], dice["minimum"], dice["maximum"]) == ("integer", 1, 6)
    references = {value for key, value in _leaves(schema) if key == "$ref"}
    assert {reference.rsplit("/", 1)[1] for reference in references} <= set(models)


def test_every_operation_has_an_example_and_it_is_true(client: httpx.Client) -> None:
    schema = client.get("/api/openapi.json").json()
    models = schema["components"]["schemas"]
    told = 0
    for path, methods in schema["paths"].items():
        for method, route in methods.items():
            bodies = [route["requestBody"]["content"]] if "requestBody" in route else []
            for content in (*bodies, route["responses"]["200"].get("content", {})):
                kind = content.get("application/json")
                if kind is None:
                    continue
                name = kind["schema"]["$ref"].rsplit("/", 1)[1]
                for example in models[name].get("examples") or pytest.fail(f"{method} {path}: {name} has no example"):
                    whole = {"$ref": f"#/components/schemas/{name}", "components": schema["components"]}
                    jsonschema_rs.validate(whole, example)
                    told += 1
            for parameter in route.get("parameters", []):
                closed = parameter["schema"].get("enum") or parameter["schema"].get("$ref")
                assert closed or parameter.get("examples") or parameter["schema"].get("examples"), (path, parameter)
    assert told > 12


def test_the_examples_are_true() -> None:
    for model in (Snapshot, SubmitRequest):
        extra = model.model_config["json_schema_extra"]
        assert isinstance(extra, dict)
        examples = extra["examples"]
        assert isinstance(examples, list)
        assert examples
        for example in examples:
            model.model_validate_json(httpx.Response(200, json=example).content)
    assert Delta(since=1, revision=2).model_dump(exclude_none=True) == {"version": 1, "since": 1, "revision": 2}


def _leaves(tree: Any) -> list[tuple[str, Any]]:
    if isinstance(tree, dict):
        return [
            pair
            for key, value in tree.items()
            for pair in ([(key, value)] if isinstance(value, str) else _leaves(value))
        ]
    if isinstance(tree, list):
        return [pair for value in tree for pair in _leaves(value)]
    return []
