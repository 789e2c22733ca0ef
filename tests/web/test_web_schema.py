"""The whole interface against its own description: no answer is a 5xx, and each is what was promised."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.fake_adviser import FakeAdviser
from tests.web.fake_archive import FakeArchive
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.sessions import Identity, Role, Sessions
from web.settings import WebSettings

ENDLESS = r"/api/live|/camera\.mjpg"
OWN = Identity(Role.TABLE)
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
HERE = {"Host": "localhost"}


def application() -> object:
    """A table whose browser is its own screen, so that every act gets as far as the table."""
    fake = FakeTable(moving=False)
    sessions = Sessions(b"s" * 32)
    sessions.who = lambda request: OWN
    return create_app(fake, WebSettings(), FakeAdviser(fake), None, sessions, FakeArchive(fake))


schema = schemathesis.openapi.from_asgi("/api/openapi.json", application(), headers=HERE).exclude(path_regex=ENDLESS)


@schema.parametrize()
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
def test_every_answer_is_what_the_description_promises(case: schemathesis.Case) -> None:
    case.headers = {**(case.headers or {}), **HERE}
    case.call_and_validate(checks=CHECKS)


def test_nothing_is_left_out_but_the_endless_streams() -> None:
    paths = {operation.ok().path for operation in schema.get_all_operations()}
    assert {"/api/snapshot", "/api/intents", "/api/pair", "/api/game.json", "/camera.jpg"} <= paths


@pytest.mark.parametrize("path", ["/api/live", "/camera.mjpg"])
def test_the_endless_streams_are_described(path: str) -> None:
    whole = schemathesis.openapi.from_asgi("/api/openapi.json", application(), headers=HERE)
    assert path in {operation.ok().path for operation in whole.get_all_operations()}
