"""Run every static check in parallel and print one line for each: `make check`.

`python -m tools.check NAME ...` runs only the named checks. The exit status is 1 if any of them finds something.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial

from tools.check import english, imports, messages, pages, sources, translations
from tools.check import sources as editions
from tools.check import sources as numbers
from tools.check.files import CHECKOUT

BIN = CHECKOUT / ".venv" / "bin"
PAGE_TOOLS = CHECKOUT / ".venv" / "page-tools" / "node_modules" / ".bin"

COMMANDS: dict[str, list[str]] = {
    "mypy": [f"{BIN}/mypy"],
    "ruff": [f"{BIN}/ruff", "check", "--quiet", "."],
    "format": [f"{BIN}/ruff", "format", "--check", "--quiet", "."],
    "layers": [f"{BIN}/lint-imports", "--no-cache"],
    "hooks": [f"{BIN}/pre-commit", "validate-config", ".pre-commit-config.yaml"],
    "page-types": [f"{PAGE_TOOLS}/tsc", "--project", "tsconfig.json"],
    "biome": [f"{PAGE_TOOLS}/biome", "ci", "--colors=off", "--error-on-warnings", "."],
    "api-types": [f"{BIN}/python", "-m", "tools.api_types", "--check"],
    "rules-table": [f"{BIN}/python", "docs/rules_table.py", "--check"],
    "sentences-table": [f"{BIN}/python", "docs/sentences_table.py", "--check"],
}
"""Checks by other programs, the longest first; exit status 0 means that they found nothing."""

RULES: dict[str, Callable[[], list[str]]] = {
    "import-circles": imports.circles,
    "unreachable-modules": imports.unreachable,
    "heavy-imports": imports.heavy,
    "leftovers": sources.leftovers,
    "clocks": sources.clocks,
    "decoders": sources.decoders,
    "prompt-ids": sources.prompt_ids,
    "retired-names": sources.retired_names,
    "pinned-versions": sources.unpinned,
    "compiled-packages": sources.uncompiled_packages,
    "mounted-roots": sources.unguarded_removals,
    "editions": editions.edition_branches,
    "messages": messages.find,
    "translations": translations.find,
    "sentences": english.sentences,
    "page-files": pages.find,
    "page-texts": pages.texts,
    "numbers": numbers.nan_fields,
}
"""Checks of this project; each returns its findings as lines."""


def _run(command: list[str]) -> list[str]:
    try:
        done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return [f"{command[0]} is missing: run 'sh deploy/prepare.sh test'"]
    return (done.stdout + done.stderr).splitlines() if done.returncode else []


def main(names: list[str]) -> int:
    """Run the named checks, or all; return the exit status."""
    checks = {name: partial(_run, command) for name, command in COMMANDS.items()} | RULES
    unknown = [name for name in names if name not in checks]
    if unknown:
        print(f"no check is named {', '.join(unknown)}; there are {', '.join(checks)}", file=sys.stderr)
        return 2
    failed, began = [], time.monotonic()
    with ThreadPoolExecutor(max_workers=2) as pool:
        running = {pool.submit(checks[name]): name for name in names or checks}
        for done in as_completed(running):
            name, found = running[done], done.result()
            print(f"{'FAILED' if found else 'ok    '} {name} ({time.monotonic() - began:.0f} s)", flush=True)
            print("".join(f"    {line}\n" for line in found), end="", flush=True)
            failed += [name] if found else []
    print(f"failed: {', '.join(failed)}" if failed else f"{len(names or checks)} checks found nothing")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
