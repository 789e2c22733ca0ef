"""Rules for source files and models: leftovers, clocks, prompt ids, retired names, editions, pins, unbounded floats."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, TypeGuard

from pydantic import BaseModel

from tools.check.files import CHECKOUT, PACKAGES, Found, files, in_python, name_of, text_of
from tools.check.pages import VENDOR

BOUNDS = frozenset({"gt", "ge", "lt", "le"})


def nan_fields() -> list[str]:
    """Return the fields of all models that accept NaN; pydantic rejects it for bounded fields and `FiniteFloat`."""
    for package in PACKAGES:
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            if not module.name.endswith(".__main__"):
                import_module(module.name)
    return [
        f"{model.__module__}.{model.__name__}: {name}: use FiniteFloat, bounds, or allow_inf_nan=False"
        for model in sorted(_models(BaseModel), key=lambda model: (model.__module__, model.__name__))
        for name in unguarded_fields(model)
    ]


def _models(model: type[BaseModel]) -> set[type[BaseModel]]:
    below = {other for each in model.__subclasses__() for other in _models(each)}
    return below | ({model} if model.__module__.partition(".")[0] in PACKAGES else set())


def unguarded_fields(model: type[BaseModel]) -> list[str]:
    """Return the fields of a model that accept NaN; nested models and dataclasses are not searched."""
    if model.model_config.get("allow_inf_nan") is False:
        return []
    schema: Mapping[str, Any] = model.__pydantic_core_schema__
    shared = {each["ref"]: each for each in schema.get("definitions", ())}
    while "fields" not in schema:
        schema = schema["schema"]
    return [
        name
        for name, field in schema["fields"].items()
        if any(_accepts_nan(number) for number in _numbers(field["schema"], shared))
    ]


def _accepts_nan(number: Mapping[str, Any]) -> bool:
    return bool(number.get("allow_inf_nan", True)) and not BOUNDS & number.keys()


def _numbers(schema: Any, shared: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the schemas of the floats in a field's value."""
    if isinstance(schema, list | tuple):
        for each in schema:
            yield from _numbers(each, shared)
    elif isinstance(schema, Mapping):
        kind = schema.get("type")
        if kind == "float":
            yield schema
        elif kind == "definition-ref" and schema["schema_ref"] in shared:
            rest = {ref: each for ref, each in shared.items() if ref != schema["schema_ref"]}
            yield from _numbers(shared[schema["schema_ref"]], rest)
        elif kind not in {"model", "dataclass"}:
            for name in ("schema", "items_schema", "keys_schema", "values_schema"):
                yield from _numbers(schema.get(name), shared)
            choices = schema.get("choices", ())
            yield from _numbers(list(choices.values()) if isinstance(choices, Mapping) else choices, shared)


EDITIONS = {"kt24", "kt21", "2024", "2021"}
REGISTRY = "referee/editions/registry.py"
LOOKUPS = {"get", "pop", "setdefault", "startswith", "endswith", "index", "count", "find"}
IMPORTING = re.compile(r"^\s*(?:from|import)\s+referee\.editions\.kt2[14]\b", re.M)
IN_A_PAGE = re.compile(r"[\"'`](?:kt2[14]|202[14])[\"'`]|\bkt2[14]\b")


def edition_branches() -> list[str]:
    """Return questions about the edition, imports of an edition's package, and references between editions."""
    own = {CHECKOUT / "referee" / "editions" / edition for edition in ("kt21", "kt24")}
    own |= {CHECKOUT / "referee" / "corpus" / f"{edition}_answers.py" for edition in ("kt21", "kt24")}
    everywhere = [path for package in PACKAGES for path in files(package, ".py")]
    outside = [path for path in everywhere if not own & {path, *path.parents} and name_of(path) != REGISTRY]
    return [
        *(f"{line} (let the edition fill a port)" for line in in_python(outside, questions)),
        *(f"{name_of(path)}: imports an edition" for path in outside if IMPORTING.search(text_of(path))),
        *_each_other("kt21", "kt24"),
        *_each_other("kt24", "kt21"),
        *(
            f"{name_of(path)}: {match.group()}"
            for path in files("web", ".js", ".html", ".css")
            for match in IN_A_PAGE.finditer(text_of(path))
        ),
    ]


def _each_other(edition: str, other: str) -> list[str]:
    sources: tuple[Path, ...] = files(f"referee/editions/{edition}", ".py")
    return [f"{name_of(path)}: names {other}" for path in sources if other in text_of(path)]


def questions(tree: ast.Module) -> Found:
    """Yield the places where code asks which edition is played.

    It compares with an edition's name, matches one, has one as a key, or looks something up by an edition's name, id or
    title.
    """
    for node in ast.walk(tree):
        if _asks(node):
            yield node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno, ast.unparse(node)


def _asks(node: ast.AST) -> TypeGuard[ast.expr | ast.match_case]:
    if isinstance(node, ast.Compare):
        return any(_contains_edition(side) or _is_constant(side) for side in (node.left, *node.comparators))
    if isinstance(node, ast.match_case):
        return _contains_edition(node.pattern)
    if isinstance(node, ast.Dict):
        return any(key is not None and _is_key(key) for key in node.keys)
    if isinstance(node, ast.Subscript):
        return _is_key(node.slice)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LOOKUPS:
        return any(map(_is_key, node.args))
    return False


def _contains_edition(node: ast.AST) -> bool:
    return any(isinstance(one, ast.Constant) and str(one.value) in EDITIONS for one in ast.walk(node))


def _is_constant(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and re.fullmatch(r"KT2[14]", node.id) is not None


def _is_key(node: ast.AST) -> bool:
    return (isinstance(node, ast.Constant) and str(node.value) in EDITIONS) or _reads_edition(node)


def _reads_edition(node: ast.AST) -> bool:
    if not isinstance(node, ast.Attribute) or node.attr not in {"id", "year", "title"}:
        return False
    owner = node.value
    name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
    return "edition" in name.lower()


# One letter of each is in brackets, so that the pattern does not match this file.
LEFTOVER = re.compile(r"\b(?:TOD[O]|FIXM[E]|XX[X]|HAC[K]|for no[w]\b|raise NotImplemented[E]rror\b)")

CLOCKS = {"now", "utcnow", "today", "monotonic", "perf_counter", "time", "sleep"}
CLOCK_OWNERS = {"datetime", "date", "time", "asyncio", "loop"}

PROMPTS = {"prompt", "prompts", "asked", "question"}
STRING_METHODS = {
    "split", "rsplit", "partition", "rpartition", "startswith", "endswith", "removeprefix", "removesuffix", "find",
    "index", "replace",
}  # fmt: skip
MATCH_FUNCTIONS = {"match", "search", "fullmatch", "findall", "split", "sub"}
PROMPT_ID_IN_A_PAGE = re.compile(
    r"(?:\b(?:prompt|asked|one|open|each)\.id|\bmenu\??\.prompt)\??\."
    r"(?:split|startsWith|endsWith|match|slice|replace|indexOf|includes)\("
)

DECODERS = {"imread", "imdecode", "imreadmulti", "imdecodemulti", "imreadanimation", "imdecodeanimation"}
DECODING = "vision/image_file.py"
"""The only module that decodes images: it checks their size first."""

RETIRED_ROW = re.compile(r"^\| `(\w+)` \| `(\w+)` \|$", re.M)
REMOVAL = re.compile(r"\brm -\w*r\w*(?P<own> --one-file-system)?")


def leftovers() -> list[str]:
    """Return the marks of unfinished work."""
    return [
        f"{name_of(path)}: {match.group()}"
        for folder in (*PACKAGES, "tests", "benchmarks", "tools", "deploy")
        for path in files(folder, ".py", ".js", ".sh")
        if path.parent.name != VENDOR
        for match in LEFTOVER.finditer(text_of(path))
    ]


def clocks() -> list[str]:
    """Return the places where the table or its set-up reads a clock; times must be passed in."""
    return in_python([*files("overlook/table", ".py"), *files("overlook/setup", ".py")], clock_reads)


def clock_reads(tree: ast.Module) -> Found:
    """Yield `datetime.now()`, `date.today`, `loop.time()`, a sleep, and the like."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in CLOCKS and _owner(node.value) in CLOCK_OWNERS:
            yield node.lineno, ast.unparse(node)


def decoders() -> list[str]:
    """Return the places other than `vision.image_file` that decode an image with OpenCV."""
    paths = [path for folder in PACKAGES for path in files(folder, ".py") if name_of(path) != DECODING]
    return in_python(paths, decoder_calls)


def decoder_calls(tree: ast.Module) -> Found:
    """Yield uses of `cv2.imdecode` and similar functions, called or passed on."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in DECODERS and _owner(node.value) == "cv2":
            yield node.lineno, f"{ast.unparse(node)}: use vision.image_file"
        elif isinstance(node, ast.ImportFrom) and node.module == "cv2":
            yield from ((node.lineno, f"cv2.{one.name}") for one in node.names if one.name in DECODERS)


def _owner(node: ast.expr) -> str:
    """Return the last name of an attribute's owner: `datetime` of `datetime.datetime`, `loop` of any loop."""
    if isinstance(node, ast.Call):
        name = _owner(node.func)
        return "loop" if name.endswith("_loop") else name
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def prompt_ids() -> list[str]:
    """Return the places that parse the id of a prompt instead of using its `topic` and `about`."""
    python = [path for package in PACKAGES for path in files(package, ".py")]
    return in_python(python, parsed_prompt_ids) + [
        f"{name_of(page)}: {match.group()}"
        for page in files("web", ".js")
        for match in PROMPT_ID_IN_A_PAGE.finditer(text_of(page))
    ]


def _last_name(node: ast.AST) -> str:
    if isinstance(node, ast.Call):
        return _last_name(node.func)
    if isinstance(node, ast.Subscript):
        return _last_name(node.value)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def parsed_prompt_ids(tree: ast.Module) -> Found:
    """Yield the places where a prompt's id is split, matched or searched, also the id in an answer or a menu."""
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.For | ast.comprehension)]
    loop_names = {
        each.target.id for each in loops if isinstance(each.target, ast.Name) and _last_name(each.iter) in PROMPTS
    }
    names = loop_names | PROMPTS

    def is_id(node: ast.AST) -> bool:
        return isinstance(node, ast.Attribute) and (
            node.attr == "prompt" or (node.attr == "id" and _last_name(node.value) in names)
        )

    def parses(node: ast.AST) -> bool:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            by_method = is_id(node.func.value) and node.func.attr in STRING_METHODS
            return by_method or (node.func.attr in MATCH_FUNCTIONS and any(map(is_id, node.args)))
        if isinstance(node, ast.Subscript):
            return is_id(node.value)
        if not isinstance(node, ast.Compare) or not isinstance(node.left, ast.Constant):
            return False
        contains = any(isinstance(each, ast.In | ast.NotIn) for each in node.ops)
        return contains and any(map(is_id, node.comparators))

    yield from (
        (node.lineno, ast.unparse(node)) for node in ast.walk(tree) if isinstance(node, ast.expr) and parses(node)
    )


def retired_names() -> list[str]:
    """Return the uses of names that docs/glossary.md has retired."""
    _, _, table = text_of(CHECKOUT / "docs" / "glossary.md").partition("## Retired names")
    retired = dict(RETIRED_ROW.findall(table))

    def uses(tree: ast.Module) -> Found:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.name in retired:
                yield node.lineno, f"{node.name} is called {retired[node.name]}"
            elif isinstance(node, ast.Name) and node.id in retired:
                yield node.lineno, f"{node.id} is called {retired[node.id]}"

    return in_python([path for folder in (*PACKAGES, "tests", "benchmarks") for path in files(folder, ".py")], uses)


def unpinned() -> list[str]:
    """Return pins that name no exact version, hosts of registries, and lock files."""
    constraints = text_of(CHECKOUT / "constraints.txt").splitlines()
    pin = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!-]+(?: ?;.*)?")
    tools = json.loads(text_of(CHECKOUT / "package.json"))["devDependencies"]
    return [
        *(f"constraints.txt: {line} pins no version" for line in constraints if line and not pin.fullmatch(line)),
        *(f"package.json: {name} {at}" for name, at in tools.items() if not re.fullmatch(r"\d+\.\d+\.\d+", at)),
        *(
            f"{name}: names a host"
            for name in ("constraints.txt", "package.json", "tsconfig.json", "biome.jsonc")
            if "://" in text_of(CHECKOUT / name)
        ),
        *(f"{path.name}: a lock file" for path in CHECKOUT.glob("*lock*")),
    ]


def uncompiled_packages() -> list[str]:
    """Return the packages that deploy/prepare.sh compiles by mistake or leaves out."""
    (compiled,) = re.findall(
        r"-m compileall -q -x \^web/static/ ([a-z ]+) \|\|", text_of(CHECKOUT / "deploy/prepare.sh")
    )
    return [f"deploy/prepare.sh: {name}" for name in sorted(set(compiled.split()) ^ set(PACKAGES))]


def unguarded_removals() -> list[str]:
    """Return the scripts that mount the machine's folders in a root and could delete them with it."""
    scripts = [path for folder in ("deploy", "tests") for path in files(folder, ".sh")]
    found = [f"{name_of(path)}: {line}" for path in scripts for line in removals_across_mounts(text_of(path))]
    for path in (CHECKOUT / "deploy" / "fresh_root.sh", *files("tests/deploy", ".py")):
        text = text_of(path)
        if "--rbind" in text and (
            "umount" in text or not re.search(r"unshare\W+--mount\W+--propagation\W+private", text)
        ):
            found.append(f"{name_of(path)}: mounts outside of a private mount namespace")
    return found


def removals_across_mounts(script: str) -> list[str]:
    """Return the lines that remove a tree across mounts, in a script that mounts something."""
    if not re.search(r"\bmount (-|/|\S+ )", script):
        return []
    return [line for line in script.splitlines() if (match := REMOVAL.search(line)) and match["own"] is None]
