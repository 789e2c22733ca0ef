"""The hub's interface against its own description, with the organiser's key and without: no 5xx, nothing unpromised."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, settings
from requests.structures import CaseInsensitiveDict
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.depth import WHOLE, depth
from tests.venue.event_serving import KEY, store_at
from venue.hub.app import EventSettings, create_hub
from venue.hub.event_api import MOST_SOURCES, MOST_WRONG, FailedAttempts
from venue.mqtt import Broker

if TYPE_CHECKING:
    from schemathesis.schemas import BaseSchema
    from schemathesis.specs.openapi.schemas import OpenApiCase

# Schemathesis' own boundary values (`coverage`) are tried at night, random cases that change with each commit by day.
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
HERE = {"Host": "hub"}
ENDLESS = "/api/live"


def hub() -> FastAPI:
    return create_hub(
        Broker("127.0.0.1", 1),
        store_at(Path(mkdtemp())),
        names=("hub",),
        report=lambda _well, _text: None,
        event=EventSettings("cup", KEY),
    )


def load() -> BaseSchema:
    schema = schemathesis.openapi.from_asgi("/openapi.json", hub(), headers=HERE)
    schema.config.phases.coverage.enabled = WHOLE
    return schema


@pytest.fixture(scope="module")
def organiser() -> BaseSchema:
    return load()


@pytest.fixture(scope="module")
def stranger() -> BaseSchema:
    return load()


@schemathesis.pytest.from_fixture("organiser").exclude(path_regex=ENDLESS).parametrize()
@settings(max_examples=depth(4, 20), deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_to_the_organiser_is_what_the_description_promises(case: OpenApiCase) -> None:
    case.headers = CaseInsensitiveDict({**case.headers, **HERE, "Authorization": f"Bearer {KEY}"})
    case.call_and_validate(checks=CHECKS)


@schemathesis.pytest.from_fixture("stranger").exclude(path_regex=ENDLESS).parametrize()
@settings(max_examples=depth(2, 20), deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_to_a_stranger_is_what_the_description_promises(case: OpenApiCase) -> None:
    case.headers = CaseInsensitiveDict({**case.headers, **HERE})
    case.call_and_validate(checks=CHECKS)


def test_an_address_waits_after_many_wrong_keys_and_no_other_does() -> None:
    attempts = FailedAttempts()
    for _ in range(10):
        assert not attempts.many("one")
        attempts.wrong("one")
    assert attempts.many("one")
    assert not attempts.many("two")


def test_a_flood_from_many_sources_frees_no_guesser_and_refuses_nobody_else() -> None:
    attempts = FailedAttempts(lambda: 1.0)
    for _ in range(MOST_WRONG):
        attempts.wrong("192.0.2.66")
    for number in range(2 * MOST_SOURCES):
        attempts.wrong(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
        if number % 1000 == 0:
            attempts.wrong("192.0.2.66")
    assert attempts.many("192.0.2.66")
    assert not attempts.many("192.0.2.7")


def test_one_household_of_ipv6_is_one_source() -> None:
    attempts = FailedAttempts()
    for number in range(MOST_WRONG):
        attempts.wrong(f"2a00:1450:1:1::{number:x}")
    assert attempts.many("2a00:1450:1:1:ffff::9")
    assert not attempts.many("2a00:1450:1:2::9")
    for number in range(MOST_WRONG):
        attempts.wrong(f"fe80::{number:x}")
    assert not attempts.many("fe80::ffff")
