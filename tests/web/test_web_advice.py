"""Questions that change nothing: an operative's card, and how far it is from anything to anything."""

from __future__ import annotations

import httpx
import pytest

from tests.web.fake_table import FakeTable
from tests.web.serving import Served
from web.api.table import spot
from web.app import Ports, create_app
from web.contract.errors import UnknownError
from web.contract.table.available_actions import OperativeCard, ReachView


def test_a_card_names_targets_and_reach(client: httpx.Client) -> None:
    card = OperativeCard.model_validate_json(client.get("/api/operatives/a3").content)
    assert [target.verdict for target in card.targets] == ["YES", "TOO_CLOSE", "NO"]
    assert [move.action for move in card.moves] == ["Reposition", "Dash", "Charge"]


def test_where_a_move_could_end_is_asked_for_by_itself(client: httpx.Client) -> None:
    reach = ReachView.model_validate_json(client.get("/api/operatives/a3/reach/Dash").content)
    assert reach.sentence == '3", 1 AP'
    assert len(reach.areas) == 2
    response = client.get("/api/operatives/a3/reach/Sidle")
    assert (response.status_code, response.json()["detail"]) == (404, "There is no move 'Sidle'")


def test_an_operative_that_is_not_there_is_named(client: httpx.Client) -> None:
    response = client.get("/api/operatives/zz")
    assert (response.status_code, response.json()["detail"]) == (404, "There is no operative 'zz' on the table")


def test_a_measure_takes_models_and_points(client: httpx.Client) -> None:
    answer = client.get("/api/measure", params={"start": "a1", "end": "4.2,7.1"}).json()
    assert answer["figures"] == "3.00 in, ±0.01"
    assert answer["witness"][0]["points"][1] == [4.2, 7.1, 0.0]


@pytest.mark.parametrize("text", ["1,x", "nan,1", "1,inf", "99,1", ","])
def test_a_place_that_is_none_is_refused(client: httpx.Client, text: str) -> None:
    with pytest.raises(UnknownError):
        spot(text)
    response = client.get("/api/measure", params={"start": "a1", "end": text})
    assert response.status_code == 404
    assert "\n" not in response.json()["detail"]


def test_a_question_changes_nothing(served: Served, client: httpx.Client) -> None:
    before = served.fake.snapshot().revision
    client.get("/api/operatives/a3")
    client.get("/api/measure", params={"start": "a1", "end": "b1"})
    assert served.fake.snapshot().revision == before
    assert served.fake.acts == []


def test_without_an_advisor_nothing_is_promised() -> None:
    paths = create_app(Ports(table=FakeTable())).openapi()["paths"]
    assert "/api/measure" not in paths
