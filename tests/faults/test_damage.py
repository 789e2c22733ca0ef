"""Every file of a data folder damaged a few times in every way; fifty times is `python -m tests.faults.damage`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.depth import depth
from tests.faults.damage import DAMAGES, applies, tried
from tests.faults.kept_files import FILES, whole_folder

FEW = depth(1, 4)


@pytest.fixture(scope="module")
def data() -> Iterator[Path]:
    with whole_folder() as folder:
        yield folder


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name in FILES for kind in DAMAGES if applies(name, kind)])
def test_a_table_starts_and_says_what_is_damaged(data: Path, name: str, kind: str) -> None:
    found = tried(data, name, DAMAGES[kind], FEW)
    assert found.failed == 0, found.said
    assert found.same + found.named + found.silent + found.instead == FEW
    assert found.silent == 0
