"""What the container's file says, done in the fresh root as a builder does it; then its command; one JSON line out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

FILE = Path("deploy/container/Containerfile")
PAGES = ("/", "/phone", "/machine", "/help", "/api/snapshot")


def instructions() -> list[tuple[str, str]]:
    """Return what the file says, line by line."""
    lines = [line for line in FILE.read_text().splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def answers(port: int, path: str) -> int:
    """Return the status with which a page is answered, 0 where nothing answers in time."""
    for _ in range(240):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as fault:
            return fault.code
        except OSError:
            time.sleep(0.5)
    return 0


def main() -> None:
    """Build it, run it as its user from its folder, and print what answers."""
    steps = instructions()
    environment, command, folder = dict(os.environ), [], Path("/")
    for word, rest in steps:
        if word == "RUN":
            print("+", rest, file=sys.stderr, flush=True)
            subprocess.run(["sh", "-c", rest], check=True, stdout=sys.stderr, cwd="/")
        elif word == "COPY":
            assert rest == ". /srv/overlook", "the fresh root has the checkout there already"
        elif word == "ENV":
            environment |= dict(pair.split("=", 1) for pair in rest.split())
        elif word in {"ENTRYPOINT", "CMD"}:
            command += json.loads(rest)
        elif word == "WORKDIR":
            folder = Path(rest)
    user = next(rest for word, rest in steps if word == "USER")
    as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "--"]
    table = subprocess.Popen([*as_user, *command], cwd=folder, env=environment, stdout=sys.stderr)
    port = int(environment["OVERLOOK_WEB__PORT"])
    said = {"pages": {path: answers(port, path) for path in PAGES}}
    table.terminate()
    said["ended"] = {"status": table.wait(60)}
    said["kept"] = {path.name: 1 for path in folder.iterdir()}
    print(json.dumps(said))


if __name__ == "__main__":
    main()
