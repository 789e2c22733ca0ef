"""Rules for source files: unfinished work, hidden clocks, parsed prompt ids, retired names, versions without a pin."""

from __future__ import annotations

import ast
import json
import re

from tools.check.files import CHECKOUT, PACKAGES, Found, files, in_python, name_of, text_of

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
