"""What a program has read is not searched for garbage: not while it is read, not later, not at its end."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from pathlib import Path

import pytest

from overlook.process import gc_frozen_during_import


def test_nothing_is_searched_while_modules_are_read_and_what_they_made_is_never_searched() -> None:
    kept: list[list[list[object]]] = []
    with gc_frozen_during_import():
        assert not gc.isenabled()
        kept.append([[] for _ in range(1000)])
    assert gc.isenabled()
    alive = {id(one) for one in gc.get_objects()}
    assert id(kept[0][0]) not in alive
    later: list[object] = [kept]
    assert id(later) in {id(one) for one in gc.get_objects()}
    gc.unfreeze()


def test_who_has_turned_the_search_off_finds_it_off() -> None:
    gc.disable()
    try:
        with gc_frozen_during_import():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
        gc.unfreeze()


def test_the_search_goes_on_after_a_module_that_cannot_be_read() -> None:
    with pytest.raises(ImportError), gc_frozen_during_import():
        raise ImportError
    assert gc.isenabled()
    gc.unfreeze()


COMMAND = """
import atexit, gc, sys

def searched(phase, _details):
    if phase == "start" and "overlook.cli.games" not in sys.modules and "overlook.cli" in sys.modules:
        print("searched while reading")

@atexit.register
def at_the_end():
    print(len(gc.get_objects()), gc.get_freeze_count() > 50_000)

from overlook.cli.main import main
gc.callbacks.append(searched)
main()
"""


def test_a_command_is_read_and_left_without_a_search(tmp_path: Path) -> None:
    (tmp_path / "none.json").write_text(json.dumps([]))
    words = ["adjudicate", str(tmp_path / "none.json")]
    done = subprocess.run([sys.executable, "-c", COMMAND, *words], capture_output=True, text=True, check=True)
    answered, left = done.stdout.splitlines()
    assert answered == "0 of 0 answered as expected."
    searchable, frozen = left.split()
    assert int(searchable) < 5_000
    assert frozen == "True"
