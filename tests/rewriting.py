"""Assertion rewriting ahead of a run on several processes: each of them would rewrite the same files."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from _pytest.assertion import rewrite


def rewrite_changed(files: Iterable[Path], config: pytest.Config) -> None:
    """Rewrite test files as pytest does when it imports them, where its cache has none or an older one."""
    if sys.dont_write_bytecode:
        return
    state = config.stash[rewrite.assertstate_key]
    for file in files:
        folder = rewrite.get_cache_dir(file)
        cached = folder / f"{file.stem}{rewrite.PYC_TAIL}"
        if rewrite._read_pyc(file, cached) is None and rewrite.try_makedirs(folder):
            source, code = rewrite._rewrite_test(file, config)
            rewrite._write_pyc(state, code, source, cached)
