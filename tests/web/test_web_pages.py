"""Pages and their files over HTTP: compressed if the browser can, and fetched again only if they changed."""

from __future__ import annotations

import httpx

from web.pages.pages import PAGES
from web.pages.static_files import STATIC, page_html


def test_a_browser_without_compression_gets_the_same_file(client: httpx.Client) -> None:
    plain = client.get("/static/shared/dom.js", headers={"Accept-Encoding": "identity"})
    packed = client.get("/static/shared/dom.js", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.content == packed.content == (STATIC / "shared" / "dom.js").read_bytes()


def test_every_page_is_revalidated_at_each_visit(client: httpx.Client) -> None:
    for address, file in PAGES.items():
        response = client.get(address)
        assert response.status_code == 200, address
        assert response.headers["content-type"] == "text/html; charset=utf-8", address
        assert response.headers["cache-control"] == "no-cache", address
        assert response.text == page_html(file), address
        assert response.text.startswith("<!doctype html>"), address


def test_an_unchanged_file_is_not_sent_again(client: httpx.Client) -> None:
    first = client.get("/static/shared/dom.js")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/static/shared/dom.js", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
