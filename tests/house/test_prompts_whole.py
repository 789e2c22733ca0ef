"""Nobody takes a prompt's id apart: what a prompt is about stands in its `topic` and its `about`."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PACKAGES = ("referee", "overlook", "hardware", "web", "venue", "vision", "calibration", "geometry")
TAKES_APART = {
    "split", "rsplit", "partition", "rpartition", "startswith", "endswith", "removeprefix", "removesuffix", "find",
    "index", "replace",
}  # fmt: skip
MATCHES = {"match", "search", "fullmatch", "findall", "split", "sub"}
ASKED = {"prompt", "prompts", "asked", "question"}
"""What prompts are called."""
PAGES = re.compile(
    r"(?:\b(?:prompt|asked|one|open|each)\.id|\bmenu\??\.prompt)\??\."
    r"(?:split|startsWith|endsWith|match|slice|replace|indexOf|includes)\("
)


def _last(node: ast.AST) -> str:
    """Return the last name of an expression: `prompts` of `now.prompts`, `self.game.prompts(state)` and so on."""
    if isinstance(node, ast.Call):
        return _last(node.func)
    if isinstance(node, ast.Subscript):
        return _last(node.value)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _of_prompts(tree: ast.AST) -> set[str]:
    """Return the names that stand for one prompt in a source: loop variables over prompts, and what is called so."""
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.For | ast.comprehension)]
    names = {each.target.id for each in loops if isinstance(each.target, ast.Name) and _last(each.iter) in ASKED}
    return names | ASKED


def taken_apart(source: str) -> list[tuple[int, str]]:
    """Return where a prompt's id, or the prompt that an answer or a menu names, is taken apart: line and expression."""
    tree = ast.parse(source)
    names = _of_prompts(tree)

    def is_id(node: ast.AST) -> bool:
        return isinstance(node, ast.Attribute) and (
            node.attr == "prompt" or (node.attr == "id" and _last(node.value) in names)
        )

    def takes(node: ast.AST) -> bool:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            by_method = is_id(node.func.value) and node.func.attr in TAKES_APART
            return by_method or (node.func.attr in MATCHES and any(map(is_id, node.args)))
        if isinstance(node, ast.Subscript):
            return is_id(node.value)
        if not isinstance(node, ast.Compare) or not isinstance(node.left, ast.Constant):
            return False
        contains = any(isinstance(each, ast.In | ast.NotIn) for each in node.ops)
        return contains and any(map(is_id, node.comparators))

    return [(node.lineno, ast.unparse(node)) for node in ast.walk(tree) if isinstance(node, ast.expr) and takes(node)]


@pytest.mark.parametrize(
    "source",
    [
        'prompt.id.startswith("act:")',
        'any(one.id.startswith("proposal:") for one in now.prompts)',
        'for each in game.prompts:\n    print(each.id.partition(":")[0])',
        "marker = prompt.id.split(':', 2)[2]",
        'next(one for one in decider.prompts(state) if one.id[:4] == "drop")',
        're.match(r"challenge:(\\d+)", prompt.id)',
        'if "initiative" in prompt.id: pass',
        'about = answer.prompt.partition(":")[0]',
    ],
)
def test_an_id_that_is_taken_apart_is_found(source: str) -> None:
    assert taken_apart(source)


@pytest.mark.parametrize(
    "source",
    [
        "answer.prompt == prompt.id",
        "by_id = {prompt.id: prompt for prompt in prompts}",
        "if answer.prompt not in by_id: pass",
        'ruling.id.startswith("r")',
        "if prompt.topic is Topic.ACTION: pass",
    ],
)
def test_an_id_that_is_compared_whole_is_left_alone(source: str) -> None:
    assert not taken_apart(source)


def test_no_program_module_takes_a_prompts_id_apart(checkout: Path) -> None:
    files = [path for package in PACKAGES for path in sorted((checkout / package).rglob("*.py"))]
    assert len(files) > 300
    found = [
        f"{path.relative_to(checkout)}:{line}: {said}" for path in files for line, said in taken_apart(path.read_text())
    ]
    assert not found, "ask the prompt's topic and about:\n" + "\n".join(found)


def test_no_page_takes_a_prompts_id_apart(checkout: Path) -> None:
    pages = sorted((checkout / "web").rglob("*.js"))
    assert len(pages) > 30
    assert PAGES.search('one.id.startsWith("act:")')
    assert PAGES.search("prompt.id.match(/^challenge/)")
    found = [
        f"{page.relative_to(checkout)}: {match.group()}" for page in pages for match in PAGES.finditer(page.read_text())
    ]
    assert not found, "ask the prompt's topic and about:\n" + "\n".join(found)
