"""A checkout is moved from a table: files, imports, names, mentions; scopes that hide a name are left alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BEFORE = {
    "pack/__init__.py": '"""A pack."""\n',
    "pack/old.py": '"""See `pack.old.Thing` in pack/old.py."""\n\n\nclass Thing: ...\n\n\n'
    "def test() -> Thing:\n    return Thing()\n",
    "pack/same.py": "from pack.old import Thing, test\n\n__all__ = ['Thing', 'use']\n\n\ndef use(test: int) -> str:\n"
    "    return f'{Thing()} {test}'\n\n\nmade = test()\n",
    "pack/other.py": "from pack import old\n\n\nclass Holder:\n    test: int = 0\n\n\nheld = old.Thing(), old.test()\n",
    "tests/test_old.py": "from unittest.mock import patch\n\npatch('pack.old.Thing')\n",
    "docs/how.md": "Look into `pack/old.py` and pack.old.\n",
}
TABLE = """[modules]
pack/old -> pack/deep/new
tests/test_old -> tests/deep/test_new
pack/gone -> pack/never
[names]
pack/old: Thing -> Item
pack/old: test -> condition
"""


@pytest.fixture
def moved(tmp_path: Path, checkout: Path) -> Path:
    """A small checkout after the move."""
    for name, text in BEFORE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    table = tmp_path / "table"
    table.write_text(TABLE)
    subprocess.run(["git", "init", "-q", "."], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "-A"], cwd=tmp_path, check=True)
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-m", "tools.restructure.move", table],
            cwd=tmp_path,
            env={"PYTHONPATH": str(checkout), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    return tmp_path


def test_files_are_at_their_new_places_and_a_second_run_changes_nothing(moved: Path) -> None:
    assert not (moved / "pack/old.py").exists()
    assert (moved / "pack/deep/new.py").read_text().startswith('"""See `pack.deep.new.Thing` in pack/deep/new.py."""')
    assert "patch('pack.deep.new.Thing')" in (moved / "tests/deep/test_new.py").read_text()
    assert (moved / "docs/how.md").read_text() == "Look into `pack/deep/new.py` and pack.deep.new.\n"


def test_names_follow_their_imports_and_arguments_that_hide_them_stay(moved: Path) -> None:
    same = (moved / "pack/same.py").read_text()
    assert "from pack.deep.new import Item, condition" in same
    assert "__all__ = ['Item', 'use']" in same
    assert "def use(test: int) -> str:\n    return f'{Item()} {test}'" in same
    assert "made = condition()" in same


def test_a_module_imported_as_a_name_is_followed_and_a_class_keeps_its_fields(moved: Path) -> None:
    other = (moved / "pack/other.py").read_text()
    assert "from pack.deep import new" in other
    assert "held = new.Item(), new.condition()" in other
    assert "    test: int = 0" in other


def test_what_was_moved_can_be_compiled(moved: Path) -> None:
    for path in sorted(moved.rglob("*.py")):
        compile(path.read_text(), str(path), "exec")
