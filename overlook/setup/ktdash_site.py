"""A roster by its address at KTDash, over its public interface, where there is a network."""

from __future__ import annotations

import re
import urllib.error
import urllib.request

from overlook.setup.errors import SetupRefusedError

SITE = "https://ktdash.app"
MOST_BYTES = 1_000_000
PATIENCE_S = 20.0
_ADDRESS = re.compile(r"(?:https?://)?(?:www\.)?ktdash\.app/(rosters|killteams)/([A-Za-z0-9_-]{1,40})/?(?:[?#].*)?")


def interface_of(address: str, *, site: str = SITE) -> str | None:
    """Return where a roster or a kill team of a shared address is given out as JSON, None for any other address."""
    found = _ADDRESS.fullmatch(address.strip())
    return f"{site}/api/{found[1]}/{found[2]}" if found else None


def shared_roster(address: str, *, site: str = SITE) -> str:
    """Return the JSON text of a shared roster; `SetupRefusedError` in one line where it cannot be had."""
    where = interface_of(address, site=site)
    if where is None:
        raise SetupRefusedError(f"{address}: expected the address of a roster, such as {SITE}/rosters/ID")
    request = urllib.request.Request(where, headers={"Accept": "application/json", "User-Agent": "overlook"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            data = answer.read(MOST_BYTES + 1)
    except urllib.error.HTTPError as fault:
        fault.close()
        raise SetupRefusedError(f"{where}: answers {fault.code}: look whether the roster is still there") from fault
    except OSError as fault:
        raise SetupRefusedError(f"{where}: cannot be reached ({fault}): save it as a file elsewhere") from fault
    if len(data) > MOST_BYTES:
        raise SetupRefusedError(f"{where}: longer than {MOST_BYTES} bytes: expected one roster")
    try:
        return bytes(data).decode()
    except UnicodeDecodeError as fault:
        raise SetupRefusedError(f"{where}: byte {fault.start} is no UTF-8: expected a roster's JSON") from fault
