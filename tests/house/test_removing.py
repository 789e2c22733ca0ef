"""A script that mounts the machine's own folders in a root never removes them with that root."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

REMOVING = re.compile(r"\brm -\w*r\w*(?P<own> --one-file-system)?")


def unguarded(script: str) -> list[str]:
    """Return the lines that would go on into what is mounted below, of a script that mounts something."""
    if not re.search(r"\bmount (-|/|\S+ )", script):
        return []
    return [line for line in script.splitlines() if (found := REMOVING.search(line)) and found["own"] is None]


def test_roots_with_something_mounted_are_removed_on_their_own_file_system(checkout: Path) -> None:
    listed = subprocess.run(["git", "ls-files", "*.sh"], cwd=checkout, capture_output=True, text=True, check=True)
    mounting = [path for path in listed.stdout.split() if "mount --rbind" in (checkout / path).read_text()]
    assert mounting, "no script mounts anything: this test is about none"
    for path in mounting:
        assert unguarded((checkout / path).read_text()) == [], path


def test_what_is_tried_in_a_root_mounts_the_machines_devices_where_nobody_else_sees_them(checkout: Path) -> None:
    places = (checkout / "deploy" / "fresh_root.sh", *sorted((checkout / "tests" / "deploy").glob("*.py")))
    mounting = [path for path in places if re.search(r"--rbind", path.read_text())]
    assert mounting, "nothing mounts anything: this test is about none"
    for path in mounting:
        text = path.read_text()
        assert re.search(r"unshare\W+--mount\W+--propagation\W+private", text), path
        assert "umount" not in text, path


@pytest.mark.parametrize("line", ['rm -rf "$root"', 'rm -r "$root"', "umount x || true; rm -rf $root"])
def test_a_removal_that_goes_on_is_seen(line: str) -> None:
    assert unguarded(f'mount --rbind /dev "$root/dev"\n{line}\n') == [line]
    assert unguarded(f"{line}\n") == []
