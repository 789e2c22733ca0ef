"""A player's phone at an attack roll of a table in play with a dice tray."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from overlook.simulated.demonstration import throw
from simulation.cameras.tray_camera import SimulatedTrayCamera
from tests.overlook.live_server import LiveServer
from tests.overlook.played_table import Table
from tests.overlook.shooting import at_work, offered

MINUTE = 60_000


async def shooting(table: Table) -> str:
    """Play to an attack roll; return whose it is."""
    await table.firefight()
    shooter = await at_work(table)
    way = offered(table, "Shoot").choices[0]
    await table.took("act", operative=shooter, action="Shoot", weapon=way.weapon, target=way.target, dice=True)
    return table.table.game.prompts[0].owner


def camera_of(server: LiveServer) -> SimulatedTrayCamera:
    """Return the camera of the server's tray."""
    camera = server.table.dice.camera
    assert camera is not None
    return camera


def answered(server: LiveServer) -> list[int]:
    """Return the dice of the last answer with dice, sorted."""
    answers = [event.data["dice"] for event in server.table.table.game.log if event.kind == "answer"]
    return sorted(next(dice for dice in reversed(answers) if dice))


@dataclass
class AtPhone:
    """A player's phone at an attack roll: whose it is, the tray's camera, the page."""

    server: LiveServer
    owner: str
    camera: SimulatedTrayCamera
    page: Page

    @property
    def send(self) -> Locator:
        """The button that enters the dice."""
        return self.page.get_by_role("button", name="Enter dice")

    @property
    def shown(self) -> Locator:
        """The dice that are filled in."""
        return self.page.locator(".prompt .tray .die:not(.empty)")

    def reads(self, *faces: int) -> None:
        """Throw the player's dice and wait until the tray has read them."""
        throw(self.camera, [(self.owner, faces)])
        expect(self.shown).to_have_count(len(faces), timeout=2 * MINUTE)


@contextmanager
def at_phone(folder: Path, chromium: Browser) -> Iterator[AtPhone]:
    """Play to an attack roll and open the phone's page; no script of it may fail."""
    faults: list[str] = []
    with LiveServer(folder, tray=True) as server:
        owner = server.do(shooting(server.table))
        page = chromium.new_page(viewport={"width": 390, "height": 844})
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{server.table.url}/phone", wait_until="commit")
        expect(page.locator(".prompt .dice")).to_be_visible(timeout=2 * MINUTE)
        yield AtPhone(server, owner, camera_of(server), page)
