"""The starter kit: everything that a table needs from a printer, in one PDF."""

from __future__ import annotations

from calibration.sheets import board_sheets
from hardware.simulated.example import example_catalogue


def starter_kit(paper: str = "A4") -> bytes:
    """Return the kit as a PDF; raises `SheetError` for a paper that there is none of."""
    return board_sheets(example_catalogue().bare, paper)
