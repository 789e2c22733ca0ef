"""Hold, skip and pin the cards that an Overlook table shows on its overlay. Choose the keys in Settings, Hotkeys.

This is a script for OBS (Tools, Scripts). It runs there without Overlook, so its few words are not in the catalogue.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

import obspython as obs

CUTS = {
    "hold": "Overlook: hold queue",
    "resume": "Overlook: resume queue",
    "skip": "Overlook: skip card",
    "pin": "Overlook: pin card",
    "unpin": "Overlook: unpin card",
}
PATIENCE_S = 3
OK = 200
where = {"table": "http://localhost:8000"}
hotkeys: dict[str, int] = {}


def script_description() -> str:
    """Return the description that OBS shows: the first line of this module's documentation."""
    return (__doc__ or "").partition("\n")[0]


def script_defaults(settings: Any) -> None:
    """Set the table's default address."""
    obs.obs_data_set_default_string(settings, "table", where["table"])


def script_properties() -> Any:
    """Return the script's only property: the table's address."""
    asked = obs.obs_properties_create()
    obs.obs_properties_add_text(asked, "table", "The table's address", obs.OBS_TEXT_DEFAULT)
    return asked


def script_update(settings: Any) -> None:
    """Store the address."""
    where["table"] = obs.obs_data_get_string(settings, "table").strip().rstrip("/")


def script_load(settings: Any) -> None:
    """Register the hotkeys and restore their keys."""
    for cut, words in CUTS.items():
        hotkeys[cut] = obs.obs_hotkey_register_frontend(f"overlook.{cut}", words, pressed(cut))
        kept = obs.obs_data_get_array(settings, f"overlook.{cut}")
        obs.obs_hotkey_load(hotkeys[cut], kept)
        obs.obs_data_array_release(kept)


def script_save(settings: Any) -> None:
    """Save the hotkeys' keys."""
    for cut, hotkey in hotkeys.items():
        kept = obs.obs_hotkey_save(hotkey)
        obs.obs_data_set_array(settings, f"overlook.{cut}", kept)
        obs.obs_data_array_release(kept)


def pressed(cut: str) -> Callable[[bool], None]:
    """Return a hotkey's callback; it sends the request in a thread, because it must not block OBS."""

    def press(down: bool) -> None:
        if down:
            threading.Thread(target=ask, args=(cut, where["table"]), daemon=True).start()

    return press


def ask(cut: str, table: str) -> None:
    """Send a cut to the table; failures go to OBS's script log."""
    address = urlsplit(table)
    kind = {"http": HTTPConnection, "https": HTTPSConnection}.get(address.scheme)
    if kind is None or not address.hostname:
        obs.script_log(obs.LOG_WARNING, f"{table!r}: expected http://...")
        return
    connection = kind(address.hostname, address.port, timeout=PATIENCE_S)
    try:
        connection.request("POST", f"/api/director/{cut}")
        answer = connection.getresponse()
        if answer.status != OK:
            said = answer.read().decode(errors="replace")
            obs.script_log(obs.LOG_WARNING, f"{cut} refused: {said}")
    except (OSError, HTTPException) as fault:
        obs.script_log(obs.LOG_WARNING, f"{table} does not answer: {fault}")
    finally:
        connection.close()
