"""A slip for every player of an event: the code that signs, and a picture that a phone scans to sign with it."""

from __future__ import annotations

import io

import segno
from pydantic import BaseModel, ConfigDict

from venue.event.tournament import Tournament

QUIET_MODULES = 4
"""The white border that ISO/IEC 18004 asks for, in modules."""


class SlipView(BaseModel):
    """One player's slip: `address` opens the event's page as this player, `svg` is its QR code."""

    model_config = ConfigDict(frozen=True)

    entrant: str
    name: str
    code: str
    address: str
    svg: str


def slips_of(event: Tournament, base: str) -> list[SlipView]:
    """Return the slips of those who take part, by name; `base` is the address of the hub, with a slash behind it."""
    playing = sorted(event.active, key=lambda one: one.name.casefold())
    addresses = {one.id: f"{base}event#{one.id}.{one.code}" for one in playing}
    return [
        SlipView(entrant=one.id, name=one.name, code=one.code, address=addresses[one.id], svg=_drawn(addresses[one.id]))
        for one in playing
    ]


def _drawn(address: str) -> str:
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", border=QUIET_MODULES, dark="#000", light="#fff", svgclass=None, lineclass=None, omitsize=True
    )
    return drawn.getvalue().decode()
