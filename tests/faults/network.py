"""Three machines on one switch, as network namespaces: table, hub and broker; any cable can be pulled and put back."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

HUB, BROKER = "10.177.0.3", "10.177.0.2"


class Switch:
    """The switch; `table` stays in this namespace, as 10.177.0.1."""

    def __init__(self) -> None:
        assert os.geteuid() == 0, "network namespaces are made by root: run this as root"
        self._name = f"ovl{os.getpid() % 100_000}"
        self._run("ip", "netns", "add", self._name)
        self._inside("ip", "link", "add", "br0", "type", "bridge")
        self._inside("ip", "link", "set", "br0", "up")
        self._cable("t", "10.177.0.1", None)
        self._cable("b", BROKER, f"{self._name}b")
        self._cable("h", HUB, f"{self._name}h")

    def _run(self, *command: str) -> None:
        subprocess.run(command, check=True, capture_output=True)

    def _inside(self, *command: str) -> None:
        self._run("ip", "netns", "exec", self._name, *command)

    def _cable(self, letter: str, address: str, namespace: str | None) -> None:
        """Lay a cable from the switch to a machine of that address."""
        here, there = f"{self._name}{letter}0", f"{letter}1"
        self._run("ip", "link", "add", here, "type", "veth", "peer", "name", there, "netns", self._name)
        self._inside("ip", "link", "set", there, "master", "br0", "up")
        before: tuple[str, ...] = ()
        if namespace is not None:
            self._run("ip", "netns", "add", namespace)
            self._run("ip", "link", "set", here, "netns", namespace)
            before = ("ip", "netns", "exec", namespace)
            self._run(*before, "ip", "link", "set", "lo", "up")
        self._run(*before, "ip", "addr", "add", f"{address}/24", "dev", here)
        self._run(*before, "ip", "link", "set", here, "up")

    @property
    def prefixes(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What runs a command on the broker's machine, and on the hub's."""
        return ("ip", "netns", "exec", f"{self._name}b"), ("ip", "netns", "exec", f"{self._name}h")

    def pull(self, letter: str) -> None:
        """Pull a cable at the switch: `t` the table's, `h` the hub's, `b` the broker's."""
        self._inside("ip", "link", "set", f"{letter}1", "nomaster")

    def put_back(self, letter: str) -> None:
        """Put a cable back."""
        self._inside("ip", "link", "set", f"{letter}1", "master", "br0")

    def close(self) -> None:
        """Take everything away."""
        for name in (self._name, f"{self._name}b", f"{self._name}h"):
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)
        subprocess.run(["ip", "link", "del", f"{self._name}t0"], check=False, capture_output=True)


@contextmanager
def switch() -> Iterator[Switch]:
    """Give a switch with its three machines."""
    made = Switch()
    try:
        yield made
    finally:
        made.close()
