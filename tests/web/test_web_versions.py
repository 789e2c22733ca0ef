"""Every path of the interface is there under its version, too, with the same rights; who must be paired is said."""

from __future__ import annotations

import httpx
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.depth import depth
from tests.web.fake_table import FakeTable
from tests.web.serving import Served
from web.contract.permissions import ROLES, ROUTES, Role
from web.server.settings import WebSettings

READ = sorted(path for method, path in ROUTES if method == "GET" and path.startswith("/api/") and "{" not in path)


def same(client: httpx.Client, method: str, path: str) -> bool:
    """Whether a path is answered alike with its version and without."""
    plain, versioned = (
        client.request(method, f"/api/{way}{path}", json={} if method == "POST" else None) for way in ("", "v1/")
    )
    known = plain.headers["content-type"] == versioned.headers["content-type"]
    return known and (plain.status_code, plain.content) == (versioned.status_code, versioned.content)


def test_what_is_read_is_the_same_under_its_version(client: httpx.Client) -> None:
    live = {"/api/live", "/api/air/live"}
    assert len(READ) > 12
    for path in READ:
        if path not in live:
            assert same(client, "GET", path.removeprefix("/api/")), path


def test_no_path_means_something_else_under_a_version(server: Served) -> None:
    server.show(FakeTable(moving=False), WebSettings(beat_s=0.2, stall_s=1.0))
    with server.client() as client:

        @settings(max_examples=depth(25, 60), deadline=None)
        @given(
            path=st.text(st.sampled_from("v1/api%2.e~-"), max_size=14),
            method=st.sampled_from(["GET", "POST", "DELETE"]),
        )
        def means_the_same(path: str, method: str) -> None:
            assume(not {".", ".."} & set(path.split("/")))  # a client resolves those itself, before it asks
            plain, versioned = (client.request(method, f"/api/{way}{path}").status_code for way in ("", "v1/"))
            assert plain == versioned or path.startswith("v1/")

        means_the_same()


def test_who_is_not_paired_is_refused_under_the_version_as_without(server: Served) -> None:
    server.show(FakeTable(moving=False), WebSettings(own_screen=False))
    with server.client() as client:
        for address in ("/api/buttons/confirm", "/api/v1/buttons/confirm"):
            refused = client.post(address, headers={"Idempotency-Key": "key-12345678"})
            assert refused.status_code == 401
            assert refused.headers["content-type"] == "application/problem+json"


def test_the_description_says_what_needs_a_paired_device(client: httpx.Client) -> None:
    schema = client.get("/api/openapi.json").json()
    assert schema["components"]["securitySchemes"] == {"paired": {"type": "apiKey", "in": "cookie", "name": "overlook"}}
    for path, methods in schema["paths"].items():
        for method, route in methods.items():
            closed = Role.NOBODY not in ROLES[ROUTES[method.upper(), path].permission]
            assert ("security" in route) == closed, (method, path)
