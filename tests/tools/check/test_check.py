"""The project's own static checks find what they are for, and leave the rest alone."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import pytest
from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from tools.check import english, imports, messages, pages, sources
from tools.check import sources as editions
from tools.check import sources as numbers
from tools.check.__main__ import COMMANDS, RULES, main
from tools.check.files import Found

FOUND: list[tuple[Callable[[ast.Module], Found], str]] = [
    (sources.clock_reads, "datetime.now(UTC)"),
    (sources.clock_reads, "datetime.datetime.utcnow()"),
    (sources.clock_reads, "f(today=date.today)"),
    (sources.clock_reads, "asyncio.get_running_loop().time()"),
    (sources.clock_reads, "await_me = asyncio.sleep(1)"),
    (sources.decoder_calls, "image = cv2.imread(path)"),
    (sources.decoder_calls, "decode = cv2.imdecode"),
    (sources.decoder_calls, "from cv2 import imdecode"),
    (sources.parsed_prompt_ids, 'prompt.id.startswith("act:")'),
    (sources.parsed_prompt_ids, 'for each in game.prompts:\n    print(each.id.partition(":")[0])'),
    (sources.parsed_prompt_ids, 'next(one for one in decider.prompts(state) if one.id[:4] == "drop")'),
    (sources.parsed_prompt_ids, 're.match(r"challenge:(\\d+)", prompt.id)'),
    (sources.parsed_prompt_ids, 'if "initiative" in prompt.id: pass'),
    (sources.parsed_prompt_ids, 'about = answer.prompt.partition(":")[0]'),
    (editions.questions, 'if edition == "kt24": pass'),
    (editions.questions, "if int(year) == 2021: pass"),
    (editions.questions, 'x = a if edition.year in ("2024", "both") else b'),
    (editions.questions, "if edition is KT21: pass"),
    (editions.questions, 'FLOWS = {"kt24": one, "kt21": two}'),
    (editions.questions, "flow = FLOWS.get(table.edition.id)"),
    (editions.questions, 'if name.startswith("kt24"): pass'),
    (editions.questions, 'match name:\n    case "2021" | "2024":\n        pass'),
]
LEFT_ALONE: list[tuple[Callable[[ast.Module], Found], str]] = [
    (sources.decoder_calls, "cv2.imencode('.png', image), image_file.imdecode(data)"),
    (sources.clock_reads, "self.now(at_s), table.now_s(), self._today(), view.time"),
    (sources.parsed_prompt_ids, "answer.prompt == prompt.id"),
    (sources.parsed_prompt_ids, "by_id = {prompt.id: prompt for prompt in prompts}"),
    (sources.parsed_prompt_ids, 'ruling.id.startswith("r")'),
    (editions.questions, "if timeline.edition != flow.edition: pass"),
    (editions.questions, 'def run(edition: str = "kt24"): pass'),
    (editions.questions, 'edition = edition_of("2024")'),
]


@pytest.mark.parametrize(("find", "source"), FOUND)
def test_a_breach_is_found(find: Callable[[ast.Module], Found], source: str) -> None:
    assert list(find(ast.parse(source)))


@pytest.mark.parametrize(("find", "source"), LEFT_ALONE)
def test_code_that_keeps_the_rule_is_left_alone(find: Callable[[ast.Module], Found], source: str) -> None:
    assert not list(find(ast.parse(source)))


@pytest.mark.parametrize(
    ("source", "libraries"),
    [
        ("import cv2", {"cv2"}),
        ("from p.b import B", {"scipy"}),
        ("try:\n    import p.b\nexcept ImportError:\n    import cv2", {"scipy", "cv2"}),
        ("class A:\n    import cv2", {"cv2"}),
        ("def f():\n    import cv2", set()),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from p.b import B\nelse:\n    import cv2", {"cv2"}),
    ],
)
def test_imports_at_the_start_of_a_command(source: str, libraries: set[str]) -> None:
    modules = {"p": "", "p.a": source, "p.b": "from scipy.stats import norm"}
    tree = {name: frozenset(imports.at_once(ast.parse(text).body)) for name, text in modules.items()}
    assert imports.imported_at_start(tree, "p.a") & imports.HEAVY == libraries


@pytest.mark.parametrize("line", ['rm -rf "$root"', 'rm -r "$root"', "umount x || true; rm -rf $root"])
def test_a_removal_across_mounts_is_found(line: str) -> None:
    assert sources.removals_across_mounts(f'mount --rbind /dev "$root/dev"\n{line}\n') == [line]
    assert sources.removals_across_mounts(f"{line}\n") == []


def test_a_finding_fails_the_run_and_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(RULES, "editions", lambda: ["a.py:1: x"])
    monkeypatch.setitem(COMMANDS, "ruff", ["false"])
    monkeypatch.setitem(RULES, "page-files", list)
    assert main(["editions", "page-files"]) == 1
    assert "FAILED editions" in (printed := capsys.readouterr().out)
    assert "a.py:1: x" in printed
    assert "ok     page-files" in printed
    assert main(["page-files"]) == 0
    assert main(["no-such-check"]) == 2


class Loose(BaseModel):
    number: float
    pairs: tuple[tuple[float, int], ...] = ()
    named: dict[str, float | None] = Field(default_factory=dict)


class Guarded(BaseModel):
    share: Annotated[float, Field(ge=0, le=1)]
    pairs: tuple[tuple[FiniteFloat, int], ...] = ()
    whole: int = 0
    inner: Loose | None = None


class Closed(BaseModel):
    model_config = ConfigDict(allow_inf_nan=False)

    number: float


def test_fields_that_accept_nan_are_found() -> None:
    assert numbers.unguarded_fields(Loose) == ["number", "pairs", "named"]
    assert numbers.unguarded_fields(Guarded) == []
    assert numbers.unguarded_fields(Closed) == []
    with pytest.raises(ValidationError):
        Guarded.model_validate_json('{"share": NaN}')


def test_a_sentence_in_the_code_is_found_and_a_docstring_is_left_alone(tmp_path: Path) -> None:
    source = tmp_path / "one.py"
    lines = ('"""What this module is for."""', 'log.info("a line of the log here")', 'WHY = f"{1} is not a good one"')
    source.write_text("\n".join(lines))
    assert [text for _, text in english.literals(source)] == ["{} is not a good one"]


@pytest.mark.parametrize(
    ("name", "source", "found"),
    [
        ("a.js", 'const a = h("p.empty", "No ruling yet"); // not a text here\n', ["No ruling yet"]),
        ("a.js", "say(`Press ${a ? `the ${b} key` : c} two times`);\n/* some comment of words */\n", ["two times"]),
        ("a.js", '$("#sheets button"); at(".note, .marker text"); a.replace(/"some words"/, "");\n', []),
        ("a.js", "if (a) { b() } // the words are a comment\nconst c = { d: `e` };\n", []),
        ("a.html", '<p title="{{ ui-board }}">{{ ui-score }}</p><!-- some words here -->\n', []),
        ("a.html", '<p title="Turn the board">Two words</p>\n', ["Turn the board", "Two words"]),
    ],
)
def test_texts_of_a_page_are_found_outside_of_the_catalogue(name: str, source: str, found: list[str]) -> None:
    assert [text for _, text in pages.literals(source, script=name.endswith(".js"))] == found


def test_arguments_of_a_pages_text_are_read_from_its_script() -> None:
    source = 'say(a ? "ui-one" : "ui-two", { b, c: d(e, f), g: { h } });\nsay("ui-three");\n'
    uses = list(messages.page_uses(source, "a.js"))
    assert [(use.code, use.arguments) for use in uses] == [
        ("ui-one", {"b", "c", "g"}),
        ("ui-two", {"b", "c", "g"}),
        ("ui-three", frozenset()),
    ]
