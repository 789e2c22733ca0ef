"""Every file of a data folder damaged a few times in every way; fifty times is `python -m tests.faults.damage`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.damage import DAMAGES, FILES, tried, whole_folder

FEW = 4


@pytest.fixture(scope="module")
def data() -> Iterator[Path]:
    with whole_folder() as folder:
        yield folder


@pytest.mark.parametrize("kind", DAMAGES)
@pytest.mark.parametrize("name", FILES)
def test_a_table_starts_and_says_what_is_damaged(data: Path, name: str, kind: str) -> None:
    found = tried(data, name, DAMAGES[kind], FEW)
    assert found.failed == 0, found.said
    assert found.same + found.named + found.silent == FEW
    assert found.silent == 0
