"""The distribution's name: no line of any file installs the package of a stranger, who owns `overlook` on PyPI."""

from __future__ import annotations

import re
import subprocess
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from overlook import distribution
from overlook.cli import main
from overlook.distribution import INSTALL_FOR_A_HALL, program_version

TOOLS = r"(?:pip[\d.]*|pipx|uvx?|poetry|pdm|hatch|conda|mamba|easy_install)"
STEPS = r"(?:(?<!un)install|download|wheel|add|run|runpip|inject|upgrade|sync|tool|show|index|versions|compile)"
PACKAGE = r"overlook(?:\s*\[[^\]]*\])?(?:\s*(?:===?|~=|[<>!]=?|@)[^\s\"'`,;]*)?"
BEFORE, AFTER = r"(?<![\w./:@=*-])", r"(?![\w./*\[-]|\s*=\s)"
INSTALLS = re.compile(
    rf"""(?<![\w./-])(?:python[\d.]*["',\s]+-m["',\s]+)?(?:{TOOLS})["',\s][^`;&|]*?\b{STEPS}["',\s][^`;&|]*?{BEFORE}{PACKAGE}{AFTER}"""
    rf"""|(?<![\w./-])(?:uvx|easy_install)["',\s][^`;&|]*?{BEFORE}{PACKAGE}{AFTER}"""
)
"""A command that fetches packages, and our command's name where it takes a package's, before the command ends."""

DEPENDS = re.compile(r"""(?:^|["'])\s*overlook\s*(?:\[[^\]]*\]\s*)?(?:===?|~=|[<>!]=)\s*\d""")
"""A line of requirements, or an entry of a project's dependencies."""


def offending(text: str) -> list[str]:
    """Return the lines of a text that would install the stranger's package. Commands over several lines are one."""
    text = re.sub(r"`[^`\n]*\n[^`\n]*`", lambda code: code[0].replace("\n", " "), text)
    lines = re.sub(r"\\\n\s*", " ", text).splitlines()
    return [line.strip() for line in lines if INSTALLS.search(line) or DEPENDS.search(line)]


@pytest.mark.parametrize(
    "line",
    [
        "pip install overlook",
        "pip3 install -U overlook",
        "python -m pip install 'overlook[obs]'",
        'python3.11 -m pip install --upgrade "overlook[venue, obs]>=0.2"',
        "pip install overlook==0.2.0",
        "pip install numpy \\\n    overlook",
        "As for the hub, run `pip install\noverlook` first.",
        "pip download --no-deps overlook",
        "run 'pip install overlook[venue]', or take the section out",
        "pipx install overlook",
        "pipx run overlook",
        "pipx upgrade overlook",
        "uv pip install overlook[bench]",
        "uv add overlook",
        "uv tool install overlook",
        "uvx overlook run",
        "uvx --from overlook overlook run",
        "poetry add overlook",
        "pip install overlook @ https://example.org/overlook.whl",
        '["pip", "install", "overlook"]',
        "sys.executable, '-m', 'pip', 'download', 'overlook'",
        '    "overlook>=0.2",',
        "overlook[obs]==0.2.0",
    ],
)
def test_a_line_that_would_install_the_strangers_package_is_found(line: str) -> None:
    assert offending(line)


@pytest.mark.parametrize(
    "line",
    [
        "pip install overlook-referee",
        "pip install 'overlook-referee[obs]'",
        "pip install ./overlook-0.2.0-py3-none-any.whl",
        "pipx install ./overlook_referee-VERSION-py3-none-any.whl`, then `overlook run`",
        "pip install -e '.[venue]'",
        'pip install -c "$found/constraints.txt" "$found[venue,obs]"',
        'pip install "/srv/overlook[venue]" && rm -rf /srv/overlook',
        "pip uninstall --yes overlook overlook-referee",
        "pipx uninstall overlook",
        "podman run -p 8000:8000 -v overlook:/data overlook",
        "sudo overlook doctor",
        "/opt/overlook/bin/python -m pip install --no-cache-dir paho-mqtt",
    ],
)
def test_a_line_that_installs_something_else_is_not(line: str) -> None:
    assert offending(line) == []


def test_no_line_of_any_file_installs_the_strangers_package(checkout: Path) -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=checkout, capture_output=True, text=True, check=True).stdout
    here = Path(__file__).relative_to(checkout)
    found = []
    for name in listed.split("\0"):
        path = checkout / name
        if not name or Path(name) == here or not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{name}: {line[:200]}" for line in offending(text)]
    assert found == []


def project(checkout: Path) -> dict[str, object]:
    found: dict[str, object] = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]
    return found


def test_the_distribution_has_its_own_name_and_the_command_keeps_its(checkout: Path) -> None:
    about = project(checkout)
    assert about["name"] == distribution.DISTRIBUTION == "overlook-referee"
    assert about["scripts"] == {"overlook": "overlook.cli.main:main"}


def test_the_hint_for_a_hall_names_what_its_extra_needs(checkout: Path) -> None:
    extras = project(checkout)["optional-dependencies"]
    assert isinstance(extras, dict)
    needed = {canonicalize_name(Requirement(line).name) for line in extras["venue"]}
    assert set(INSTALL_FOR_A_HALL.removeprefix("pip install ").split()) == needed


@pytest.mark.parametrize(
    ("installed", "expected"),
    [
        ({"overlook-referee": "0.3.0"}, "0.3.0"),
        ({"overlook": "0.2.1"}, "0.2.1"),
        ({"overlook": "0.2.0", "overlook-referee": "0.3.0"}, "0.3.0"),
    ],
)
def test_the_version_is_found_under_either_name_and_the_own_name_comes_first(
    installed: dict[str, str],
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def version(name: str) -> str:
        if name not in installed:
            raise PackageNotFoundError(name)
        return installed[name]

    monkeypatch.setattr(distribution, "version", version)
    assert program_version() == expected
    monkeypatch.setattr("sys.argv", ["overlook", "--version"])
    with pytest.raises(SystemExit):
        main.main()
    assert capsys.readouterr().out.split() == ["overlook", expected]


def test_without_any_distribution_its_own_name_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distribution, "NAMES", ())
    with pytest.raises(PackageNotFoundError, match="overlook-referee"):
        program_version()
