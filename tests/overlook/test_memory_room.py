"""A program that may take too little memory ends with a line that says so, whatever failed first."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from overlook import process as module
from overlook.process import ADDRESSES_MB, MEGABYTE, memory_limit_problem


def limits(soft: int) -> object:
    return lambda _: (soft, resource.RLIM_INFINITY)


@pytest.mark.parametrize(("megabytes", "enough"), [(300, False), (ADDRESSES_MB - 1, False), (ADDRESSES_MB, True)])
def test_a_limit_of_addresses_is_named_with_what_is_needed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, megabytes: int, enough: bool
) -> None:
    monkeypatch.setattr(module, "OWN_GROUP", tmp_path / "none")
    monkeypatch.setattr(resource, "getrlimit", limits(megabytes * MEGABYTE))
    assert (memory_limit_problem() == "") is enough
    assert enough or f"may map {megabytes} MB" in memory_limit_problem()


@pytest.mark.parametrize(
    ("own", "around", "said"),
    [("max", "max", ""), (str(200 * MEGABYTE), "max", "take 200 MB"), ("max", str(100 * MEGABYTE), "take 100 MB")],
)
def test_the_limit_of_a_service_or_a_container_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, own: str, around: str, said: str
) -> None:
    group = tmp_path / "system.slice" / "overlook.service"
    group.mkdir(parents=True)
    (group / "memory.max").write_text(f"{own}\n")
    (group.parent / "memory.max").write_text(f"{around}\n")
    (tmp_path / "cgroup").write_text("0::/system.slice/overlook.service\n")
    monkeypatch.setattr(module, "OWN_GROUP", tmp_path / "cgroup")
    monkeypatch.setattr(module, "CGROUP", tmp_path)
    monkeypatch.setattr(resource, "getrlimit", limits(resource.RLIM_INFINITY))
    assert said in memory_limit_problem()
    assert bool(memory_limit_problem()) is bool(said)


@pytest.mark.parametrize("megabytes", [250, 300, 400])
def test_a_table_that_cannot_start_for_want_of_memory_ends_in_one_line(tmp_path: Path, megabytes: int) -> None:
    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE))

    command = [sys.executable, "-m", "overlook", "run", "--port", "0", "--data", str(tmp_path)]
    done = subprocess.run(command, preexec_fn=limited, capture_output=True, text=True, timeout=120, check=False)
    lines = done.stderr.strip().splitlines()
    assert done.returncode == 2, lines[-3:]
    assert re.search(rf"may map {megabytes} MB of memory.*a table needs {ADDRESSES_MB} MB", lines[-1]), lines[-3:]
