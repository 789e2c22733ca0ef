"""Data put in the place of a table's own: killed at any step, what stands at the next start is the old or the new."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from overlook.maintenance.backup import BackupError, Sources, make_backup, verify_backup
from overlook.maintenance.pending_restore import (
    ASIDE,
    BACK_UP,
    STAYING,
    UPLOAD,
    find_pending_restore,
    is_temporary_entry,
    put_in_place,
    schedule_restore,
)

AT = datetime(2026, 11, 25, 12, 0, tzinfo=UTC)
OF_NOW = {"cookie-secret": b"of now", "claim.json": b"of now", "pairings.json": b"of now"}
Tree = dict[str, bytes]


class Killed(BaseException):
    """Stands for a pulled plug: nothing of the program goes on behind it."""


@contextmanager
def killed_before(step: int) -> Iterator[list[int]]:
    """Kill the program before so many steps on the disk are done; yields the number of those done."""
    done = [0]
    patch = pytest.MonkeyPatch()

    def stepping(call: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*args: Any, **named: Any) -> Any:
            if done[0] == step:
                raise Killed
            done[0] += 1
            return call(*args, **named)

        return stepped

    for owner, name in [(Path, "rename"), (Path, "mkdir"), (Path, "rmdir"), (Path, "unlink"), (os, "fsync")]:
        patch.setattr(owner, name, stepping(getattr(owner, name)))
    try:
        yield done
    finally:
        patch.undo()


def written(folder: Path, tree: Tree) -> None:
    for name, content in tree.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def tree_of(folder: Path) -> Tree:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not is_temporary_entry(path.relative_to(folder).parts[0])
    }


def laid_out(folder: Path, old: Tree, new: Tree) -> Path:
    data = folder / "data"
    written(data, {**old, **OF_NOW})
    written(data / UPLOAD / "fresh", {**new, **dict.fromkeys(OF_NOW, b"of then"), f"{ASIDE}/x/y": b"no data"})
    return data


def at_the_next_start(data: Path) -> Path | None:
    """Do what a table does before anything else of the data is read."""
    return put_in_place(data)


names = st.text("abcxyz", min_size=1, max_size=3)
trees = st.dictionaries(
    st.tuples(names.map("games-{}".format), names).map("/".join) | names, st.binary(max_size=20), max_size=5
)
SLOWLY = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@given(trees, trees, st.data())
@SLOWLY
def test_killed_at_any_steps_it_is_the_old_or_the_new_and_the_old_is_kept(
    tmp_path_factory: pytest.TempPathFactory, old: Tree, new: Tree, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("killed")
    table = laid_out(folder, old, new)
    with killed_before(10**9) as done:
        schedule_restore(table / UPLOAD / "fresh", table, at=AT)
        put_in_place(table)
    whole, kept = tree_of(table), tree_of(table / ASIDE / "20261125T120000")
    assert whole == {**new, **OF_NOW}
    assert kept == old
    shutil.rmtree(table)

    laid_out(folder, old, new)
    try:
        with killed_before(data.draw(st.integers(0, done[0]), label="killed before step")):
            schedule_restore(table / UPLOAD / "fresh", table, at=AT)
            put_in_place(table)
    except Killed:
        pass
    was_decided = find_pending_restore(table) is not None or tree_of(table) == whole != {**old, **OF_NOW}
    for step in data.draw(st.lists(st.integers(0, done[0]), max_size=4), label="then killed before"):
        try:
            with killed_before(step):
                at_the_next_start(table)
        except Killed:
            continue
    at_the_next_start(table)
    assert find_pending_restore(table) is None
    assert tree_of(table) == (whole if was_decided else {**old, **OF_NOW})
    if was_decided:
        assert tree_of(table / ASIDE / "20261125T120000") == old
    assert not (table / UPLOAD).exists()


def test_every_step_of_one_restore_is_tried(tmp_path: Path) -> None:
    old, new = {"games/0001.game": b"old", "mounts.json": b"old"}, {"games/0001.game": b"new", "rig.json": b"new"}
    outcomes = set()
    for step in count():
        table = laid_out(tmp_path / str(step), old, new)
        try:
            with killed_before(step):
                schedule_restore(table / UPLOAD / "fresh", table, at=AT)
                put_in_place(table)
        except Killed:
            at_the_next_start(table)
            found = tree_of(table)
            outcomes.add("new" if found == {**new, **OF_NOW} else "old")
            assert found in ({**old, **OF_NOW}, {**new, **OF_NOW}), step
            continue
        break
    assert step > 15
    assert outcomes == {"old", "new"}


def test_who_is_paired_now_stays_so_and_keys_of_then_are_not_taken_over(tmp_path: Path) -> None:
    table = laid_out(tmp_path, {"a": b"old"}, {"a": b"new"})
    schedule_restore(table / UPLOAD / "fresh", table, at=AT)
    put_in_place(table)
    assert (table / "cookie-secret").read_bytes() == (table / "claim.json").read_bytes() == b"of now"


def test_what_is_written_by_somebody_in_between_is_put_aside_too(tmp_path: Path) -> None:
    table = laid_out(tmp_path, {"games/1": b"old"}, {"games/1": b"new"})
    with killed_before(10**9) as done:
        schedule_restore(table / UPLOAD / "fresh", table, at=AT)
    decided_after = done[0]
    shutil.rmtree(tmp_path)
    for step in count(decided_after):
        table = laid_out(tmp_path / str(step), {"games/1": b"old"}, {"games/1": b"new"})
        try:
            with killed_before(step):
                schedule_restore(table / UPLOAD / "fresh", table, at=AT)
                put_in_place(table)
        except Killed:
            if find_pending_restore(table) is None:
                continue
            written(table, {"reports/r": b"since", "games/2": b"since"})
            at_the_next_start(table)
            everything = [path.read_bytes() for path in table.rglob("*") if path.is_file()]
            assert everything.count(b"since") == 2
            assert everything.count(b"old") == everything.count(b"new") == 1
            assert (table / "games" / "1").read_bytes() == b"new"
            continue
        break


def test_a_disk_that_does_not_take_the_decision_leaves_all_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = laid_out(tmp_path, {"a": b"old"}, {"a": b"new"})

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "rename", full)
    with pytest.raises(OSError, match="No space"):
        schedule_restore(table / UPLOAD / "fresh", table, at=AT)
    assert find_pending_restore(table) is None
    assert list((table / ASIDE).iterdir()) == []
    assert tree_of(table) == {"a": b"old", **OF_NOW}


def test_nothing_on_its_way_and_nothing_put_aside_is_backed_up(tmp_path: Path) -> None:
    table = laid_out(tmp_path, {"a": b"old"}, {"a": b"new"})
    written(table, {f"{ASIDE}/then/a": b"older", f"{BACK_UP}/one.backup": b"packed"})
    make_backup(Sources(table), tmp_path / "one.backup", program="1", at=AT, progress=lambda _: None)
    assert [one.path for one in verify_backup(tmp_path / "one.backup").files] == [
        "data/a",
        "data/claim.json",
        "data/cookie-secret",
        "data/pairings.json",
    ]
    schedule_restore(table / UPLOAD / "fresh", table, at=AT)
    with pytest.raises(BackupError) as refused:
        make_backup(Sources(table), tmp_path / "two.backup", program="1", at=AT, progress=lambda _: None)
    assert refused.value.message.code == "backup-restore-pending"


def test_a_folder_without_anything_to_do_is_left_alone(tmp_path: Path) -> None:
    assert put_in_place(tmp_path / "not there") is None
    written(tmp_path / "data", {"a": b"old", f"{ASIDE}/x/a": b"older", f"{UPLOAD}/coming.part": b"half"})
    assert put_in_place(tmp_path / "data") is None
    assert tree_of(tmp_path / "data") == {"a": b"old"}
    assert (tmp_path / "data" / ASIDE / "x" / "a").exists()
    assert {UPLOAD, ASIDE} < STAYING
