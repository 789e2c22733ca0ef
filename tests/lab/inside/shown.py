"""Has the camera see what the host sends: `python3 shown.py PIPE`, from which its pictures are taken, five a second.

It listens for two pictures of 1280 x 720 BGR at a time, shows them in turn, and answers with a byte once it does.
"""

from __future__ import annotations

import itertools
import socket
import sys
import threading
import time

PORT = 8001
PICTURE_BYTES = 1280 * 720 * 3
EVERY_S = 0.2


class Shown:
    """What is before the camera now: at first two greys, for a camera whose pictures never change is broken."""

    def __init__(self) -> None:
        self._both = (bytes([118]) * PICTURE_BYTES, bytes([120]) * PICTURE_BYTES)

    def listen(self) -> None:
        """Take what is sent, as long as the machine runs."""
        with socket.create_server(("0.0.0.0", PORT)) as server:
            while True:
                line, _ = server.accept()
                with line, line.makefile("rb") as sent:
                    one, other = sent.read(PICTURE_BYTES), sent.read(PICTURE_BYTES)
                    if len(other) == PICTURE_BYTES:
                        self._both = (one, other)
                        line.sendall(b".")

    def show(self, pipe: str) -> None:
        """Give one picture after another to whoever reads."""
        with open(pipe, "wb", buffering=0) as shown:
            for number in itertools.count():
                picture = memoryview(self._both[number % 2])
                while picture:
                    picture = picture[shown.write(picture) :]
                time.sleep(EVERY_S)


if __name__ == "__main__":
    before_it = Shown()
    threading.Thread(target=before_it.listen, daemon=True).start()
    before_it.show(sys.argv[1])
