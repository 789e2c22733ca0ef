"""One request to a web hook's address is over in time, and its fault quotes no address."""

from __future__ import annotations

import contextlib
import itertools
import socket
import threading
import time

import pytest

from overlook.hall import web_hooks
from overlook.hall.web_hooks import NotTakenError, post


def test_a_receiver_that_drips_is_cut_off_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_hooks, "ANSWER_S", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as slow:

        def drip() -> None:
            line, _ = slow.accept()
            with line, contextlib.suppress(OSError):
                for letter in itertools.cycle(b"HTTP/1.1 200 OK and so on for ever"):
                    line.sendall(bytes([letter]))
                    time.sleep(0.05)

        threading.Thread(target=drip, daemon=True).start()
        began_s = time.monotonic()
        with pytest.raises(NotTakenError):
            post(f"http://127.0.0.1:{slow.getsockname()[1]}/token", b"{}", {})
        assert time.monotonic() - began_s < 60


@pytest.mark.parametrize("url", ["http://a]/token", "http://127.0.0.1:1evil/token", "http://a..b/token"])
def test_an_address_that_is_none_ends_nothing_and_is_not_quoted(url: str) -> None:
    with pytest.raises(NotTakenError) as refusal:
        post(url, b"{}", {})
    assert "token" not in str(refusal.value)
