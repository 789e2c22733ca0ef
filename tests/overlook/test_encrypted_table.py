"""A table with a certificate of its hall, as a phone meets it: led there, paired there, and nowhere else."""

from __future__ import annotations

import shutil
import socket
import ssl
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.conftest import CHROMIUM, FLAGS
from tests.overlook.live_table import LiveTable
from tests.overlook.phone_driver import PATIENCE_MS
from tests.ports import free_port
from tests.web.certified import NAME, Certified, certified


@dataclass(frozen=True)
class Encrypted:
    """A running table, where it is asked unencrypted by others, and its encrypted port."""

    table: LiveTable
    made: Certified
    plain: str
    port: int


def settings_of(made: Certified, port: int) -> str:
    names = made.settings["names"]
    files = f'tls_certificate = "{made.certificate.name}"\ntls_key = "{made.key.name}"\n'
    return f'[web]\nhost = "0.0.0.0"\nnames = ["{names[0]}"]\n{files}tls_port = {port}\n'


@pytest.fixture(scope="module")
def encrypted(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Encrypted]:
    folder = tmp_path_factory.mktemp("encrypted")
    made, port = certified(checkout, folder), free_port()
    for file in (made.certificate, made.key):
        shutil.copy(file, folder)
    settings = folder / "overlook.toml"
    settings.write_text(settings_of(made, port))
    table = LiveTable(folder, "--settings", str(settings)).start()
    plain = f"http://{NAME}:{httpx.URL(table.url).port}"
    yield Encrypted(table, made, plain, port)
    assert table.stop() == 0, table.said


@pytest.fixture(scope="module")
def phone(encrypted: Encrypted, chromium: Browser) -> Iterator[BrowserContext]:
    """A phone whose network knows the table by its name; who owns it has installed the hall's authority."""
    flags = [*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=flags)
    context = browser.new_context(viewport={"width": 390, "height": 844}, ignore_https_errors=True)
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()
    browser.close()


def test_it_says_where_phones_go(encrypted: Encrypted) -> None:
    assert any(f"for phones at https://{NAME}:{encrypted.port}/phone" in line for line in encrypted.table.said)
    invited = httpx.get(f"{encrypted.table.url}api/pairing").json()["words"]
    assert f"https://{NAME}:{encrypted.port}/pair" in invited
    shown = encrypted.table.until(lambda now: any(one["part"] == "encryption" for one in now["health"]), within_s=60)
    (part,) = (one for one in shown["health"] if one["part"] == "encryption")
    assert part["state"] == "ok", part
    assert f"Pages are encrypted, for {NAME}, until 20" in part["sentence"]


def test_a_phone_is_led_there_paired_there_and_acts_there_alone(encrypted: Encrypted, phone: BrowserContext) -> None:
    page = phone.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(f"{encrypted.plain}/phone")
    assert page.url == f"https://{NAME}:{encrypted.port}/phone"
    expect(page.locator("#board .operative").first).to_be_visible(timeout=PATIENCE_MS)
    pin = httpx.get(f"{encrypted.table.url}api/pairing").json()["pin"]
    page.goto(f"{encrypted.plain}/pair#pin={pin}")
    assert page.url == f"https://{NAME}:{encrypted.port}/pair"
    expect(page.locator("#pin")).to_have_value(pin)
    paired = """async (pin) => (await fetch("/api/pair", { method: "POST", body: JSON.stringify({ pin, seat: "p1" }),
        headers: { "Content-Type": "application/json" } })).status"""
    assert page.evaluate(paired, pin) == 200
    (cookie,) = phone.cookies()
    assert (cookie["name"], cookie["secure"], cookie["httpOnly"]) == ("overlook", True, True)
    page.goto(f"https://{NAME}:{encrypted.port}/phone")
    assert page.evaluate("fetch('/api/session').then((answer) => answer.json())") == {
        "role": "player",
        "seat": "p1",
        "taken": ["p1"],
        "owner": False,
    }
    expect(page.locator("#me")).to_be_visible()
    assert faults == []
    page.close()


def test_a_phone_stays_awake_and_may_keep_the_page_as_an_application(
    encrypted: Encrypted, phone: BrowserContext
) -> None:
    page = phone.new_page()
    page.add_init_script(
        """globalThis.held = [];
        navigator.wakeLock.request = async (kind) => { globalThis.held.push(kind); };"""
    )
    page.goto(f"https://{NAME}:{encrypted.port}/phone")
    assert page.evaluate("isSecureContext")
    page.wait_for_function("globalThis.held.length === 1")
    assert page.evaluate("globalThis.held") == ["screen"]
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("globalThis.held.length === 2")
    session = phone.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["url"].endswith("/static/installed/app.webmanifest")
    assert manifest["errors"] == []
    hindering = {one["errorId"] for one in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    of_the_test = {"in-incognito", "not-from-secure-origin"}
    assert hindering <= of_the_test, "a window that keeps nothing, in which the hall's authority is not installed"
    page.close()


def test_a_phone_without_the_halls_authority_and_old_protocols_are_refused(encrypted: Encrypted) -> None:
    where = f"https://127.0.0.1:{encrypted.port}/api/session"
    named = {"sni_hostname": NAME}
    with httpx.Client(verify=encrypted.made.trusting(), trust_env=False) as trusting:
        answer = trusting.get(where, headers={"Host": NAME}, extensions=named)
        assert answer.json()["role"] == "nobody"
    with httpx.Client(trust_env=False) as stranger, pytest.raises(httpx.ConnectError, match="certificate"):
        stranger.get(where)
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        old = encrypted.made.trusting()
        old.maximum_version = ssl.TLSVersion.TLSv1_1
    with socket.create_connection(("127.0.0.1", encrypted.port)) as raw, pytest.raises(ssl.SSLError):
        old.wrap_socket(raw, server_hostname=NAME)


def test_who_says_nothing_is_hung_up_on_and_nobody_waits_for_them(encrypted: Encrypted) -> None:
    idle = [socket.create_connection(("127.0.0.1", encrypted.port)) for _ in range(200)]
    try:
        with httpx.Client(verify=encrypted.made.trusting(), trust_env=False, headers={"Host": NAME}) as client:
            answer = client.get(
                f"https://127.0.0.1:{encrypted.port}/api/session", extensions={"sni_hostname": NAME}, timeout=30
            )
        assert answer.status_code == 200
        idle[0].settimeout(60)
        assert idle[0].recv(1) == b"", "the server hangs up"
    finally:
        for one in idle:
            one.close()


@pytest.mark.slow
def test_a_certificate_that_cannot_be_read_leaves_others_looking_and_the_owner_told(
    encrypted: Encrypted, tmp_path: Path
) -> None:
    settings = tmp_path / "overlook.toml"
    settings.write_text(settings_of(encrypted.made, free_port()))
    table = LiveTable(tmp_path, "--settings", str(settings)).start()
    try:
        assert any("web.tls_certificate" in line and "cannot be read" in line for line in table.said)
        shown = table.until(lambda now: any(one["part"] == "settings" for one in now["health"]), within_s=60)
        assert any("other devices can only watch" in one["sentence"] for one in shown["health"])
        other = {"Host": NAME}
        assert httpx.get(f"{table.url}api/snapshot", headers=other, timeout=30).status_code == 200
        refused = httpx.post(f"{table.url}api/pair", json={"pin": "123456"}, headers=other, timeout=30)
        assert refused.status_code == 403
        assert httpx.get(f"{table.url}api/session", timeout=30).json()["role"] == "table"
    finally:
        assert table.stop() == 0, table.said


def test_nothing_of_it_hinders_the_end(encrypted: Encrypted) -> None:
    """A phone that follows the table over an encrypted line is hung up on like any other."""
    context, where = encrypted.made.trusting(), ("127.0.0.1", encrypted.port)
    with socket.create_connection(where) as raw, context.wrap_socket(raw, server_hostname=NAME) as line:
        line.sendall(f"GET /api/live HTTP/1.1\r\nHost: {NAME}\r\nAccept: text/event-stream\r\n\r\n".encode())
        assert line.recv(12) == b"HTTP/1.1 200"
        begun_s = time.monotonic()
        assert encrypted.table.stop() == 0
        assert time.monotonic() - begun_s < 60
    encrypted.table.start()
