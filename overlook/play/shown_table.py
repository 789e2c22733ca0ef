"""A script played slowly, with the table's own pages served: to look at them, and to try an overlay without a game."""

from __future__ import annotations

import asyncio
import socket

from overlook.console import note
from overlook.play import steps
from overlook.play.runner import Played, scripted_table
from overlook.play.script import Script, ScriptError
from web.app import create_app
from web.server.server import Server, open_socket
from web.server.settings import WebSettings

LOOK_S = 0.01
"""Seconds after which it is looked at again whether the pages are served, and signals are heard."""


async def play_shown(script: Script, *, port: int, pace_s: float) -> Played:
    """Return what a script comes to, once its pages were served on loopback while it was played, a step each `pace_s`.

    A script's expectations take no time. Raises what `play` raises, `ScriptError` for a port in use, and
    `KeyboardInterrupt` where the pages were told to stop (Ctrl-C, SIGTERM) before the script was over.
    """
    settings = WebSettings(port=port)
    async with scripted_table(script) as table:
        with _listening(settings) as listening:
            where = f"http://localhost:{listening.getsockname()[1]}"
            server = Server(create_app(table.service, settings, table.service.advisor))
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            while not server.started and not serving.done():
                await asyncio.sleep(LOOK_S)
            note(f"overlook: {where}/overlay shows it; {where}/overlays lists its parts")

            async def wait(step: steps.Step) -> None:
                if not isinstance(step, steps.Expect):
                    await asyncio.sleep(pace_s)

            async def play() -> Played:
                table.before_each = wait
                played = await table.play()
                await asyncio.sleep(pace_s)
                return played

            playing = asyncio.create_task(play())
            try:
                await asyncio.wait((playing, serving), return_when=asyncio.FIRST_COMPLETED)
                if not playing.done():
                    raise KeyboardInterrupt
                return playing.result()
            finally:
                playing.cancel()
                server.should_exit = True
                await server.hang_up()
                await asyncio.gather(playing, serving, return_exceptions=True)


def _listening(settings: WebSettings) -> socket.socket:
    try:
        return open_socket(settings)
    except OSError as taken:
        raise ScriptError(f"port {settings.port} cannot be had ({taken.strerror}): name another, 0 for any") from taken
