"""The card: its recipe names what it needs, one command builds it, and its root file system has the table in it."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.conftest import FreshRoot
from tests.scratch import on_disk

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample club\n"


def built(checkout: Path, tmp_path: Path, *words: str) -> tuple[int, str, list[str]]:
    """Return what the command says, and with which words it calls the builder."""
    builder = tmp_path / "rpi-image-gen"
    builder.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >{tmp_path}/called\n')
    builder.chmod(0o755)
    done = subprocess.run(
        ["sh", str(checkout / "deploy" / "image" / "build.sh"), *words],
        env={**os.environ, "RPI_IMAGE_GEN": str(builder)},
        capture_output=True,
        text=True,
        check=False,
    )
    called = tmp_path / "called"
    return done.returncode, done.stderr, called.read_text().splitlines() if called.exists() else []


def test_one_command_builds_it_for_a_device_with_a_key(checkout: Path, tmp_path: Path) -> None:
    key = tmp_path / "key.pub"
    key.write_text(KEY)
    status, _, called = built(checkout, tmp_path, "rpi4", str(key))
    assert status == 0
    assert called == [
        "build",
        "-S",
        str(checkout / "deploy" / "image"),
        "-c",
        "overlook.yaml",
        "--",
        "IGconf_device_layer=rpi4",
        f"IGconf_ssh_pubkey_user1={KEY.strip()}",
        f"IGconf_overlook_checkout={checkout}",
    ]


@pytest.mark.parametrize("words", [(), ("rpi3",), ("rpi5",), ("rpi5", "/dev/null"), ("rpi5", "private")])
def test_without_a_device_or_a_public_key_nothing_is_built(checkout: Path, tmp_path: Path, words: tuple[str]) -> None:
    (tmp_path / "private").write_text("-----BEGIN OPENSSH PRIVATE KEY-----\n")
    status, said, called = built(
        checkout, tmp_path, *(str(tmp_path / "private") if w == "private" else w for w in words)
    )
    assert (status, called) == (2, [])
    assert said.startswith("image: ")


def test_the_recipe_names_layers_that_are_there_and_what_install_would_fetch(checkout: Path) -> None:
    folder = checkout / "deploy" / "image"
    recipe = yaml.safe_load((folder / "config" / "overlook.yaml").read_text())
    text = (folder / "layer" / "overlook-table.yaml").read_text()
    layer = yaml.safe_load(text.split("---\n")[1])["mmdebstrap"]
    named = re.search(r"X-Env-Layer-Name: (\S+)", text)
    assert named is not None
    assert recipe["layer"]["app"] == named[1]
    required = re.search(r"X-Env-Layer-Requires: (\S+)", text)
    assert required is not None
    assert recipe["layer"]["network"] in required[1].split(",")
    wanted = set(
        re.findall(r'packages="(?:\$packages )?([^"]+)"', (checkout / "deploy" / "install.sh").read_text())[0].split()
    )
    assert wanted | {"python3-picamera2", "python3-lgpio"} <= set(layer["packages"])
    assert "pass" not in json.dumps(recipe).replace("nopasswd", "")
    assert recipe["ssh"]["pubkey_only"]


def test_the_first_boot_without_a_screen_opens_ssh_for_the_key_alone_and_gives_it_the_machine(checkout: Path) -> None:
    text = (checkout / "deploy" / "cloud-init" / "user-data").read_text()
    assert text.startswith("#cloud-config\n")
    said = yaml.safe_load(text)
    (user,) = said["users"]
    assert user["lock_passwd"] is True
    assert said["ssh_pwauth"] is False
    assert user["sudo"] == "ALL=(ALL) NOPASSWD:ALL", "a locked password opens no sudo"
    assert user["ssh_authorized_keys"][0].startswith("ssh-ed25519 ")
    assert ["systemctl", "enable", "--now", "ssh"] in said["runcmd"]
    network: dict[str, Any] = yaml.safe_load((checkout / "deploy" / "cloud-init" / "network-config").read_text())
    assert network["network"]["version"] == 2
    (point,) = network["network"]["wifis"]["wlan0"]["access-points"].values()
    assert set(point) == {"password"}
    assert text.count("CHANGE") == 3


INTO_ROOT = """
mount --rbind /dev "$1/dev"
mount -t proc proc "$1/proc"
sh "$2/deploy/image/into_root.sh" "$1" "$2"
chroot "$1" /usr/local/bin/overlook --version
"""
"""Run where mounts are its own: whoever removes the root finds no device in it."""


@pytest.mark.nightly
@pytest.mark.xdist_group("fresh root")
def test_the_root_of_the_card_has_the_table_in_it_and_nothing_of_who_built_it(
    checkout: Path, fresh_root: FreshRoot
) -> None:
    root = fresh_root()
    apart = ["unshare", "--mount", "--propagation", "private", "sh", "-ec", INTO_ROOT, "sh", str(root), str(checkout)]
    done = subprocess.run(apart, env=on_disk(), capture_output=True, text=True, check=False, timeout=1800)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines()[-1].startswith("overlook ")
    wants = root / "etc" / "systemd" / "system" / "multi-user.target.wants"
    started = {path.name for path in wants.iterdir()}
    assert {"overlook.service", "overlook-update.path", "overlook-hotspot.path"} <= started
    assert os.readlink(root / "opt" / "overlook" / "current").startswith("/opt/overlook/releases/")
    assert list((root / "var" / "lib" / "overlook").iterdir()) == []
    assert not (root / "srv" / "overlook").exists()
    assert "claim = true" in (root / "etc" / "overlook" / "overlook.toml").read_text()
