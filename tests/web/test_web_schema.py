"""The whole interface against its own description: no answer is a 5xx, and each is what was promised."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, settings
from requests.structures import CaseInsensitiveDict
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.requests import HTTPConnection

from tests.depth import WHOLE, depth
from tests.web.fake_advisor import FakeAdvisor
from tests.web.fake_archive import FakeArchive
from tests.web.fake_judge import FakeJudge
from tests.web.fake_table import FakeTable
from web.app import Ports, create_app
from web.auth.sessions import NOBODY, Identity, Sessions
from web.contract.permissions import Role
from web.server.settings import WebSettings

if TYPE_CHECKING:
    from schemathesis.schemas import BaseSchema
    from schemathesis.specs.openapi.schemas import OpenApiCase

ENDLESS = r"/api/(air/)?live|/camera\.mjpg"
OWN = Identity(Role.TABLE)
# Schemathesis' own boundary values (`coverage`) are tried at night, random cases that change with each commit by day.
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
HERE = {"Host": "localhost"}


class OwnScreen(Sessions):
    """Takes every browser for the table's own screen."""

    def identify(self, request: HTTPConnection) -> Identity:
        return OWN


class Stranger(Sessions):
    """Takes every browser for somebody on another device who never paired."""

    def identify(self, request: HTTPConnection) -> Identity:
        return NOBODY


def application(sessions: type[Sessions] = OwnScreen) -> FastAPI:
    """A table whose browser is its own screen, so that every act gets as far as the table."""
    fake = FakeTable(moving=False)
    own, archive = sessions(b"s" * 32), FakeArchive(fake)
    ports = Ports(table=fake, advisor=FakeAdvisor(fake), archive=archive, judge=FakeJudge())
    return create_app(ports, WebSettings(), own)


def load(application: FastAPI) -> BaseSchema:
    return schemathesis.openapi.from_asgi("/api/openapi.json", application, headers=HERE)


@pytest.fixture(scope="module")
def own_screen() -> BaseSchema:
    schema = load(application())
    schema.config.phases.coverage.enabled = WHOLE
    return schema


@pytest.fixture(scope="module")
def stranger() -> BaseSchema:
    schema = load(application(Stranger))
    schema.config.phases.coverage.enabled = WHOLE
    return schema


def paths_of(described: BaseSchema) -> set[str]:
    paths: set[str] = set()
    for operation in described.get_all_operations():
        assert isinstance(operation, Ok)
        paths.add(operation.ok().path)
    return paths


@schemathesis.pytest.from_fixture("own_screen").exclude(path_regex=ENDLESS).parametrize()
@settings(max_examples=depth(4, 20), deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_what_the_description_promises(case: OpenApiCase) -> None:
    case.headers = CaseInsensitiveDict({**case.headers, **HERE})
    case.call_and_validate(checks=CHECKS)


@schemathesis.pytest.from_fixture("stranger").exclude(path_regex=ENDLESS).parametrize()
@settings(max_examples=depth(2, 10), deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_to_a_stranger_is_what_the_description_promises(case: OpenApiCase) -> None:
    case.headers = CaseInsensitiveDict({**case.headers, **HERE})
    case.call_and_validate(checks=CHECKS)


def test_nothing_is_left_out_but_the_endless_streams(own_screen: BaseSchema) -> None:
    assert {"/api/snapshot", "/api/intents", "/api/pair", "/api/game.json", "/camera.jpg"} <= paths_of(
        own_screen.exclude(path_regex=ENDLESS)
    )


def test_the_endless_streams_are_described(own_screen: BaseSchema) -> None:
    assert {"/api/live", "/api/air/live", "/camera.mjpg"} <= paths_of(own_screen)
