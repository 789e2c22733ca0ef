"""Where the set-up's own page and modules lie; what it shares with the other pages comes from their folder."""

from __future__ import annotations

from pathlib import Path

STATIC_SETUP = Path(__file__).resolve().parent.parent / "static_setup"
