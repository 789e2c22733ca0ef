"""The program of a table that cannot play yet: its camera, and the page that says what is missing."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

from hardware.async_bridge import Newest, call_threadsafe
from hardware.cameras.camera import Camera
from hardware.cameras.supervisor import CameraReport, Supervisor
from hardware.errors import HardwareError
from overlook.first_run.service import FirstRunService
from overlook.log import log
from vision.frame import Frame
from web.app import create_first_run_app
from web.auth.sessions import Sessions
from web.contract.setup.machine import MachinePort
from web.contract.setup.startup import LobbyPort
from web.server.server import Server
from web.server.settings import WebSettings
from web.server.tls import EncryptedSocket

LOOK_AGAIN_S = 2.0
"""What is mended elsewhere, a folder's owner or a file, is found so soon."""


class FirstRunProgram:
    """Serves the first run of a table, and its machine's page. `camera` is None where none is chosen yet."""

    def __init__(
        self,
        service: FirstRunService,
        camera: Camera | None,
        web: WebSettings,
        sessions: Sessions,
        machine: MachinePort | None = None,
        lobby: LobbyPort | None = None,
    ) -> None:
        self._service, self._camera = service, camera
        self._app = create_first_run_app(service, web, sessions, machine, lobby)

    async def run(
        self,
        listening: socket.socket,
        ready: Callable[[], None],
        mended: Callable[[], bool] = lambda: False,
        *,
        encrypted: EncryptedSocket | None = None,
    ) -> bool:
        """Serve until something asks for the table to be built anew (True), or the server is told to stop (False).

        `mended` says whether what kept the table from being built is gone; it is asked now and then, in a thread.
        """
        server = Server(self._app, encrypted=encrypted)
        frames: Newest[Frame] = Newest()
        loop = asyncio.get_running_loop()

        def reported(report: CameraReport) -> None:
            call_threadsafe(loop, self._service.camera_report, report)

        supervisor = None if self._camera is None else Supervisor(self._camera, frames.put, reported)
        if supervisor is not None:
            supervisor.start()
        anew = asyncio.create_task(self._anew(server, mended))
        watching = asyncio.create_task(self._watch(frames))
        try:
            ready()
            await server.serve(sockets=[listening])
        finally:
            await server.hang_up()
            asked = anew.done() and not anew.cancelled()
            for task in (anew, watching):
                task.cancel()
            await asyncio.gather(anew, watching, return_exceptions=True)
            if supervisor is not None:
                try:
                    await asyncio.to_thread(supervisor.stop)
                except HardwareError:
                    log.exception("the camera is not let go of")
            self._service.close()
        return asked

    async def _anew(self, server: Server, mended: Callable[[], bool]) -> None:
        """End the server when the table is to be built anew."""
        while not self._service.again.is_set():
            try:
                await asyncio.wait_for(self._service.again.wait(), LOOK_AGAIN_S)
            except TimeoutError:
                if await asyncio.to_thread(mended):
                    break
        server.should_exit = True

    async def _watch(self, frames: Newest[Frame]) -> None:
        async for frame in frames:
            try:
                await self._service.take(frame)
            except Exception:  # one picture must not end the first run
                log.exception("a picture could not be looked at")
