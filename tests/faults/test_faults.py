"""Each fault a few times; fifty times each is `python -m tests.faults`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.__main__ import ALL

pytestmark = pytest.mark.nightly

FEW = 3


@pytest.mark.parametrize("fault", ALL)
def test_nothing_is_lost_by(fault: str, tmp_path: Path) -> None:
    account = ALL[fault](tmp_path, FEW, 7)
    assert account.times == FEW
    assert account.acknowledged > 0
    assert account.cost == 0, (account, account.notes)
