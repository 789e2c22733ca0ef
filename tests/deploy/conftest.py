"""Bare systems to install in."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.scratch import ON_DISK, on_disk

HOW = "apt-get install mmdebstrap, and run as root"
PATIENCE_S = 900

FreshRoot = Callable[[], Path]


@pytest.fixture(scope="session")
def fresh_root(checkout: Path) -> Iterator[FreshRoot]:
    """Returns a root as `deploy/fresh_root.sh` makes it: nothing but Debian. Each is a copy of one, made once a run."""
    assert shutil.which("mmdebstrap"), f"a fresh root needs mmdebstrap: {HOW}"
    assert os.geteuid() == 0, f"a fresh root needs root: {HOW}"
    kept = Path(tempfile.mkdtemp(prefix="overlook-roots-", dir=ON_DISK))
    kept.chmod(0o755)
    bare = kept / "bare"
    command = ["sh", str(checkout / "deploy" / "fresh_root.sh"), "trixie", "true"]
    subprocess.run(command, env={**on_disk(), "KEEP_ROOT": str(bare)}, check=True, timeout=PATIENCE_S)
    shutil.rmtree(bare / "srv" / "overlook")
    made: list[Path] = []

    def another() -> Path:
        made.append(kept / f"root-{len(made)}")
        subprocess.run(["cp", "-a", "--reflink=auto", str(bare), str(made[-1])], check=True, timeout=PATIENCE_S)
        return made[-1]

    yield another
    # A device that is still mounted below one must not be emptied with it.
    subprocess.run(["rm", "-rf", "--one-file-system", str(kept)], check=False, timeout=PATIENCE_S)
