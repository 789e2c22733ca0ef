"""Move modules and rename what they define, throughout a checkout: `python -m tools.restructure.move [TABLE]`.

`moves.txt` beside this file says what goes where. A run takes every line whose old place is still there, so it can be
run again, on a branch that began before the moves as well (with this folder copied into it). Imports, dotted names in
strings, paths in texts, names and the tests that mirror the tree are followed; what a name would collide with is
printed and left to a person.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path, PurePosixPath

from tools.restructure.rewriting import Rewriter, in_texts
from tools.restructure.table import Definitions, Table, read_table, tracked

TEXTS = {".py", ".md", ".toml", ".sh", ".txt", ".html", ".js", ".css", ".yaml", ".service", ""}
OWN = "tools/restructure/"


def main() -> None:
    """Move everything, and print what a person has to settle."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("moves.txt")
    files = [file for file in tracked() if Path(file).is_file() and not file.startswith(OWN)]
    table = read_table(path, files)
    known = Definitions(files)
    new_texts: dict[str, str] = {}
    troubles: list[str] = []
    for module, name in table.names:
        if module in known.own and name not in known.own[module]:
            troubles.append(f"{module} has no {name}")
    for file in files:
        if Path(file).suffix not in TEXTS:
            continue
        try:
            text = Path(file).read_text()
        except UnicodeDecodeError:
            continue
        if file.endswith(".py"):
            rewriter = Rewriter(file, table, known)
            text = rewriter.run()
            troubles += rewriter.troubles
        else:
            text = in_texts(text, table)
        if text != Path(file).read_text():
            new_texts[file] = text
    for file, text in new_texts.items():
        Path(file).write_text(text)
    move_files(table)
    print("\n".join(troubles))
    print(f"{len(table.files)} files moved, {len(new_texts)} files changed, {len(troubles)} troubles")


def move_files(table: Table) -> None:
    """Move in two steps, so that a file may take the place of a folder and the other way round."""
    aside = Path(".moving")
    for old in table.files:
        place = aside / old
        place.parent.mkdir(parents=True, exist_ok=True)
        Path(old).rename(place)
    for old, new in table.files.items():
        Path(new).parent.mkdir(parents=True, exist_ok=True)
        (aside / old).rename(new)
    for folder in sorted({p for old in table.files for p in PurePosixPath(old).parents}, key=str, reverse=True):
        there = Path(folder)
        if there.is_dir() and str(folder) != ".":
            left = [p for p in there.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
            if not left:
                subprocess.run(["rm", "-rf", str(there)], check=True)
    subprocess.run(["rm", "-rf", str(aside)], check=True)
    subprocess.run(["git", "add", "-A"], check=True)


if __name__ == "__main__":
    main()
