"""A release's file: read whole or refused in words; nothing may be in it that runs by being installed."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from packaging.version import Version

from overlook.machine.updates import ReleaseError, changes, newer, read_release
from tests.deploy.small_release import DISTRIBUTION, RELEASED_AS, pack, small_files, small_release

NAMES = (RELEASED_AS, DISTRIBUTION)


def read(path: Path) -> str:
    return read_release(path, lambda _: None).version


def contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_release_says_its_version_and_its_changes(tmp_path: Path) -> None:
    release = read_release(small_release(tmp_path, "0.3.1"), lambda _: None)
    assert (release.version, release.python) == ("0.3.1", ">=3.11")
    assert "What is new in 0.3.1." in release.changelog
    assert release.file_name == "overlook-0.3.1-py3-none-any.whl"


@pytest.mark.parametrize("name", NAMES)
def test_a_release_of_either_name_is_called_as_pip_expects_it(tmp_path: Path, name: str) -> None:
    file = small_release(tmp_path, "0.3.1", name=name)
    release = read_release(file, lambda _: None)
    assert (release.distribution, release.file_name) == (name, file.name)


@pytest.mark.parametrize("name", NAMES)
def test_files_beside_the_packages_of_the_other_name_are_refused(tmp_path: Path, name: str) -> None:
    (other,) = set(NAMES) - {name}
    strange = f"{other.replace('-', '_')}-0.3.1.data/data/share/overlook/deploy/update.sh"
    with pytest.raises(ReleaseError) as refused:
        read(pack(tmp_path, "0.3.1", {**small_files("0.3.1", name=name), strange: ""}, name=name))
    assert refused.value.message.code == "update-path-foreign"


@given(st.data())
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_byte_that_is_not_as_it_was_is_refused_or_is_nothing_of_what_is_read(
    tmp_path: Path, draw: st.DataObject
) -> None:
    path = small_release(tmp_path, "0.3.1")
    whole = path.read_bytes()
    place = draw.draw(st.integers(0, len(whole) - 1))
    spoilt = tmp_path / "spoilt.whl"
    if draw.draw(st.booleans()):
        spoilt.write_bytes(whole[:place])
    else:
        spoilt.write_bytes(whole[:place] + bytes([whole[place] ^ 0x21]) + whole[place + 1 :])
    try:
        found = read_release(spoilt, lambda _: None)
    except ReleaseError:
        return
    assert found.version == "0.3.1"
    assert contents(spoilt) == contents(path)


@pytest.mark.parametrize(
    "name",
    [
        "runs.pth",
        "sitecustomize.py",
        "numpy/__init__.py",
        "../outside.py",
        "/etc/passwd",
        "overlook/../../outside.py",
        "overlook-0.3.1.data/scripts/sh",
        "overlook-0.3.1.data/purelib/runs.pth",
        "overlook-0.3.1.data/data/bin/python",
        "overlook-0.3.1.data/data/share/overlook/../../../bin/python",
        "pip-99.dist-info/METADATA",
    ],
)
def test_what_runs_by_being_installed_or_lies_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ReleaseError):
        read(pack(tmp_path, "0.3.1", {**small_files("0.3.1"), name: "import os\n"}))


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("Name: overlook", "Name: another"),
        ("Name: overlook", "Name: overlook-referee"),
        ("Version: 0.3.1", "Version: 0.3.2"),
        ("Version: 0.3.1", "Version: ../../x"),
    ],
)
def test_what_is_no_overlook_or_says_two_versions_is_refused(tmp_path: Path, said: str, instead: str) -> None:
    files = small_files("0.3.1")
    about = "overlook-0.3.1.dist-info/METADATA"
    with pytest.raises(ReleaseError) as refused:
        read(pack(tmp_path, "0.3.1", {**files, about: files[about].replace(said, instead)}))
    assert refused.value.message.code == "update-file-foreign"


@pytest.mark.parametrize("left_out", ["CHANGELOG.md", "constraints.txt", "deploy/systemd/overlook.service", "main.py"])
def test_one_that_an_installed_table_could_not_run_by_is_refused(tmp_path: Path, left_out: str) -> None:
    files = {name: text for name, text in small_files("0.3.1").items() if not name.endswith(left_out)}
    with pytest.raises(ReleaseError) as refused:
        read(pack(tmp_path, "0.3.1", files))
    assert refused.value.message.code == "update-path-missing"


def test_a_file_that_its_own_list_does_not_name_is_refused(tmp_path: Path) -> None:
    files = small_files("0.3.1")
    with pytest.raises(ReleaseError) as refused:
        read(pack(tmp_path, "0.3.1", files, record="overlook/__init__.py,sha256=x,0\n"))
    assert refused.value.message.code == "update-list-differs"
    (tmp_path / "note.txt").write_text("no archive")
    with pytest.raises(ReleaseError) as refused:
        read(tmp_path / "note.txt")
    assert refused.value.message.code == "update-file-unreadable"


VERSIONS = st.builds(
    "{}{}".format,
    st.lists(st.integers(0, 12), min_size=1, max_size=4).map(lambda parts: ".".join(map(str, parts))),
    st.sampled_from(["", "a1", "b2", "rc1", "rc10", ".dev3", ".post1"]),
)


@given(VERSIONS, VERSIONS)
@settings(max_examples=400, deadline=None)
def test_which_version_comes_after_which_is_as_the_packaging_project_has_it(one: str, other: str) -> None:
    assert newer(one, than=other) == (Version(one) > Version(other))


def test_the_changes_between_two_versions_are_those_after_the_one_up_to_the_other(checkout: Path) -> None:
    log = "# Changes\n\nwords\n\n## 0.10.0\nten\n\n## 0.9.0\n\nnine\n### For players\n- more\n\n## 0.2.0\ntwo\n"
    assert changes(log, since="0.2.0", until="0.9.0") == (("0.9.0", "nine\n### For players\n- more"),)
    assert [one for one, _ in changes(log, since="0.1.0", until="0.10.0")] == ["0.10.0", "0.9.0", "0.2.0"]
    assert changes(log, since="0.10.0", until="0.10.0") == ()
    ours = changes((checkout / "CHANGELOG.md").read_text(), since="0.0.1", until="9.0")
    assert "0.1.0" in dict(ours)
    assert all(text for _, text in ours)


def test_the_changelog_has_one_short_line_for_each_change(checkout: Path) -> None:
    lines = (checkout / "CHANGELOG.md").read_text().splitlines()
    entries = lines[lines.index("## 0.2.0") : -1]
    assert [line for line in lines if len(line) > 120] == []
    begun = re.compile(r"(?:- (?:Added|Changed|Fixed|Removed): \S.*|##+ \S.*)?")
    assert [line for line in entries if not begun.fullmatch(line)] == []
    assert [line for line in entries if line.count("**") % 2] == []
