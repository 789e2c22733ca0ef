"""Two players' phones that act at a table without ever stopping, and remember what it took."""

from __future__ import annotations

import random
import threading
import time

import httpx


class Phone(threading.Thread):
    """A player's phone: takes back and puts back, and remembers each act that the table said it took.

    Now and then the table's own screen begins anew.
    """

    def __init__(self, url: str, seat: str, seed: int) -> None:
        super().__init__(daemon=True)
        self._url, self._seat = url, seat
        self._chance = random.Random(seed)
        self._going, self._idle, self._over = threading.Event(), threading.Event(), threading.Event()
        self._idle.set()
        self._cookies = httpx.Cookies()
        self.taken: list[str] = []
        self.refused = self.unanswered = self.broken = 0
        self._number = 0

    def pair(self) -> None:
        """Pair with the table, by the PIN on its own screen."""
        with httpx.Client(base_url=self._url, timeout=20) as client:
            pin = client.get("api/pairing").raise_for_status().json()["pin"]
            client.post("api/pair", json={"pin": pin, "seat": self._seat}).raise_for_status()
            self._cookies = client.cookies

    def run(self) -> None:
        """Act while told to."""
        with httpx.Client(timeout=10, cookies=self._cookies) as phone, httpx.Client(timeout=10) as screen:
            while not self._over.is_set():
                if not self._going.wait(0.1):
                    continue
                self._idle.clear()
                while self._going.is_set():
                    begins = self._chance.random() < 0.02
                    kind = "begin" if begins else self._chance.choice(("undo", "redo"))
                    self._act(screen if begins else phone, kind)
                self._idle.set()

    def _act(self, client: httpx.Client, kind: str) -> None:
        self._number += 1
        key = f"{self._seat}-{self._number:08d}"
        act = {"intent": {"kind": kind, "mission": "Demonstration"} if kind == "begin" else {"kind": kind}}
        try:
            answer = client.post(self._url + "api/intents", json=act, headers={"Idempotency-Key": key})
        except (httpx.HTTPError, httpx.InvalidURL):
            self.unanswered += 1
            time.sleep(0.05)
            return
        if answer.status_code == 200:
            if kind != "begin":
                self.taken.append(key)
        else:
            self.refused += 1
            self.broken += answer.status_code == 500
            time.sleep(0.02)

    def go(self) -> None:
        """Begin to act."""
        self._going.set()

    def pause(self) -> None:
        """Stop acting."""
        self._going.clear()

    def wait(self) -> None:
        """Wait until the last act was answered or given up."""
        self._idle.wait(30)

    def leave(self) -> None:
        """End."""
        self._over.set()
        if self.is_alive():
            self.join(30)


class Players:
    """Both players' phones, which act at once."""

    def __init__(self, url: str, seed: int) -> None:
        self._phones = [Phone(url, seat, seed + number) for number, seat in enumerate(("p1", "p2"))]

    def start(self) -> None:
        """Pair the phones with the table."""
        for phone in self._phones:
            phone.pair()
            phone.start()

    @property
    def taken(self) -> list[str]:
        """The acts that the table said it took."""
        return [key for phone in self._phones for key in phone.taken]

    @property
    def refused(self) -> int:
        """How many acts the table refused."""
        return sum(phone.refused for phone in self._phones)

    @property
    def broken(self) -> int:
        """How many of those it refused without a word, as a program does that has failed."""
        return sum(phone.broken for phone in self._phones)

    @property
    def unanswered(self) -> int:
        """How many acts were not answered."""
        return sum(phone.unanswered for phone in self._phones)

    def go(self) -> None:
        """Begin to act."""
        for phone in self._phones:
            phone.go()

    def pause(self) -> None:
        """Stop acting, and wait until the last act was answered or given up."""
        for phone in self._phones:
            phone.pause()
        for phone in self._phones:
            phone.wait()

    def leave(self) -> None:
        """End."""
        self.pause()
        for phone in self._phones:
            phone.leave()
