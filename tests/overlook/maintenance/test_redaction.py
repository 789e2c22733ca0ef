"""No line that is said or kept holds a password: not a refused setting, not a camera's address."""

from __future__ import annotations

from pathlib import Path

import pytest

from messages.message import Message
from overlook.console import HIDDEN, without_address, without_addresses, without_secrets
from overlook.errors import SettingsError
from overlook.settings import load_settings
from tests.overlook.first_run.running import Running

BY_HAND = ["hunter2", 424242, ["hunter2"], {"is": "hunter2"}]


@pytest.mark.parametrize("secret", BY_HAND, ids=repr)
@pytest.mark.parametrize("name", ["password", "obs.password", "secret", "api_key", "token"])
def test_what_a_secret_field_holds_is_left_out_whatever_it_is(name: str, secret: object) -> None:
    assert without_secrets(secret, name) == HIDDEN
    assert without_secrets({name: secret, "port": 1}) == {name: HIDDEN, "port": 1}


def test_what_is_no_secret_stays() -> None:
    settings = {"port": 1, "ok": True, "names": ["a", "b"], "password": "", "secret": None, "key": True}
    assert without_secrets(settings) == settings


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("rtsp://me:hunter2@cam/1", "rtsp://cam/1"),
        ("rtsp://me:hunt@er2@cam/1", "rtsp://cam/1"),
        ("rtsp://cam/1 and me@home", "rtsp://cam/1 and me@home"),
        ("rtsp://cam/1?token=hunter2", f"rtsp://cam/1?{HIDDEN}"),
        ("'rtsp://me:hunter2@cam:554/1?user=me&token=hunter2' is gone", f"'rtsp://cam:554/1?{HIDDEN}' is gone"),
        ("open http://cam/#hunter2, then ask: why?", f"open http://cam/?{HIDDEN} then ask: why?"),
    ],
)
def test_an_address_is_said_without_user_and_password(address: str, said: str) -> None:
    assert without_address(address) == said
    message = Message.of("camera-not-open", camera=address)
    assert without_addresses(message) == Message.of("camera-not-open", camera=said)


@pytest.mark.parametrize(
    ("lines", "field"),
    [
        (
            '[venue]\nbroker = "hall"\npassword = "hunter2"\n',
            "venue: .*broker and table",
        ),
        ('[venue]\nbroker = "hall"\ntable = "No Name"\npassword = "hunter2"\n', "venue: .*No Name"),
        ("[venue]\npassword = 424242\n", "venue.password: .*string"),
        ("[obs]\npassword = 424242\n", "obs.password: .*string"),
        ('[venue]\npasswort = "hunter2"\n', "venue.passwort: "),
        ('[venue]\npasword = "hunter2"\n', "venue.pasword: "),
        ('[camera]\nsource = ["rtsp://me:hunter2@cam/1"]\n', "camera.source: .*rtsp://cam/1"),
    ],
)
def test_a_refused_setting_is_said_without_secrets(tmp_path: Path, lines: str, field: str) -> None:
    file = tmp_path / "overlook.toml"
    file.write_text(lines, encoding="utf-8")
    with pytest.raises(SettingsError, match=f"overlook.toml: {field}") as refused:
        load_settings(file)
    assert "hunter2" not in str(refused.value)
    assert "424242" not in str(refused.value)


def test_a_network_camera_without_its_rig_is_said_without_its_password(tmp_path: Path) -> None:
    with Running(tmp_path, "--camera", "rtsp://me:hunter2@cam/1", "--data", str(tmp_path / "data")) as table:
        answers = [table.page(address).text for address in ("/", "/first", "/api/first", "/api/health")]
        assert "rtsp://cam/1" in "".join([table.said, *answers])
        assert "hunter2" not in "".join([table.said, *answers])
