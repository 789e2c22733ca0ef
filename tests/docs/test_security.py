"""docs/security.md: each row names the test that proves it, or says that there is none."""

from __future__ import annotations

import re
from pathlib import Path

TEST = re.compile(r"`(tests/[\w/]+/test_\w+\.py)`")
ROW = re.compile(r"^\|(?! actor| picture|---)(.+)\|$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#]+)")


def test_every_row_names_an_existing_test_or_says_that_there_is_none(checkout: Path) -> None:
    proofs = [row.split("|")[-1].strip() for row in ROW.findall((checkout / "docs" / "security.md").read_text())]
    assert len(proofs) > 20
    for proof in proofs:
        named = TEST.findall(proof)
        assert bool(named) != (proof == "no test"), proof
        assert all((checkout / name).is_file() for name in named), proof


def test_every_link_leads_to_a_file(checkout: Path) -> None:
    for document in (checkout / "docs" / "security.md", checkout / "SECURITY.md"):
        links = LINK.findall(document.read_text())
        assert links
        assert [link for link in links if not (document.parent / link).is_file()] == []
