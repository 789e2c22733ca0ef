"""The guides for players: what they lead to is there, what they say to type exists, rendered pictures say so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer.main

from docs.help_page import anchor
from overlook.cli.main import program
from web.contract.permissions import ROUTES

GUIDES = ("saturday", "lighting", "printing", "networks", "troubleshooting", "faq")
LINK = re.compile(r"(!?)\[([^]]*)\]\(([^)]+)\)")
WORD = re.compile(r"`([^`]+)`")
PAGE = re.compile(r"/[a-z]+")
COMMAND = re.compile(r"(?:sudo )?overlook ([a-z-]+)(?: ([a-z-]+))?")


def guide(checkout: Path, name: str) -> str:
    return (checkout / "docs" / f"{name}.md").read_text()


def anchors(path: Path) -> set[str]:
    return {anchor(title) for title in re.findall(r"^#+ (.+)$", path.read_text(), re.MULTILINE)}


@pytest.mark.parametrize("name", GUIDES)
def test_every_link_and_picture_is_there(checkout: Path, name: str) -> None:
    found = LINK.findall(guide(checkout, name))
    assert found or name == "lighting"
    for _, _, address in found:
        file, _, place = address.partition("#")
        path = checkout / "docs" / (file or f"{name}.md")
        assert path.is_file(), address
        assert not place or place in anchors(path), address


@pytest.mark.parametrize("name", GUIDES)
def test_every_page_and_command_that_is_named_exists(checkout: Path, name: str) -> None:
    root = typer.main.get_command(program())
    groups = getattr(root, "commands", {})
    for said in WORD.findall(guide(checkout, name)):
        if PAGE.fullmatch(said):
            assert ("GET", said) in ROUTES, said
        typed = COMMAND.match(said)
        if typed is not None:
            assert typed[1] in groups, said
            within = getattr(groups[typed[1]], "commands", None)
            assert within is None or typed[2] in within, said


def test_every_picture_of_the_saturday_is_one_that_a_command_takes_and_says_whether_it_is_rendered(
    checkout: Path,
) -> None:
    pictures = {Path(address).name: words for sign, words, address in LINK.findall(guide(checkout, "saturday")) if sign}
    rendered = {name for name in pictures if name.startswith("guide-")}
    assert len(rendered) == 6
    taker = (checkout / "docs" / "guide_pictures.py").read_text()
    for name in rendered:
        assert pictures[name].startswith("Rendered: "), name
        assert f'"{name.removeprefix("guide-").removesuffix(".jpg")}"' in taker


def test_the_guides_lead_to_each_other_and_the_readme_to_the_first(checkout: Path) -> None:
    links = [address for name in GUIDES for _, _, address in LINK.findall(guide(checkout, name))]
    led = {Path(address.partition("#")[0]).stem for address in links}
    assert {*GUIDES} - {"saturday"} <= led
    assert "docs/saturday.md" in (checkout / "README.md").read_text()
