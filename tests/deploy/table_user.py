"""Another user of this machine in place of the table's: what root leaves to that user has that user's rights alone."""

from __future__ import annotations

import os
import pwd
import tempfile
from pathlib import Path

NAME = "nobody"

SETPRIV = f"""#!/bin/sh
# Becomes the other user, if this is root; a test that is run by anybody else has one user alone.
echo "$*" >>"$WORLD/became"
while [ "$1" != -- ]; do shift; done
shift
[ "$(/usr/bin/id -u)" -eq 0 ] || exec "$@"
exec /usr/bin/setpriv --reuid={NAME} --regid=nogroup --clear-groups --no-new-privs -- "$@"
"""
CHOWN = f"""#!/bin/sh
[ "$(/usr/bin/id -u)" -eq 0 ] || exit 0
for word in "$@"; do
    shift
    [ "$word" != overlook:overlook ] || word={NAME}:nogroup
    set -- "$@" "$word"
done
exec /usr/bin/chown "$@"
"""


def open_folder() -> Path:
    """Return a new folder that other users may enter, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp(prefix="overlook-users-"))
    folder.chmod(0o755)
    return folder


def add_tools(folder: Path) -> None:
    """Write commands into a folder that treat the other user as the table's."""
    for name, text in (("setpriv", SETPRIV), ("chown", CHOWN)):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)


def give(path: Path) -> None:
    """Let the other user own a file or folder, if this is root."""
    if os.geteuid() == 0:
        user = pwd.getpwnam(NAME)
        os.chown(path, user.pw_uid, user.pw_gid, follow_symlinks=False)
