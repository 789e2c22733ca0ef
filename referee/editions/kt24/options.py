"""What the 2024 sources leave open (rules C24-18, G24-04, H24-08, I24-02, J24-07, J24-11, J24-12, L24-12)."""

from __future__ import annotations

from referee.rules.options import Option, by_name
from referee.rules.sight.targeting_lines import CoverBy

COVER = "cover by"
CLIMB = "climb minimum"
SMOKE_REACH = "smoke reach"
SMOKE_PIERCING = "smoke and Piercing"
COUNTERACT = "counteract price"
PRECEDENCE = "last word"
BRUTAL = "Brutal reach"
MINES = "mines"

OPTIONS = by_name(
    (
        Option(
            BRUTAL, ("fights and shots", "fights"), ("G24-04",), "whether Brutal bars normal saves against a shot, too"
        ),
        Option(
            COVER,
            tuple(CoverBy),
            ("H24-08",),
            "what must be within an inch of the target: where a line crosses a part, or any of that part",
        ),
        Option(
            CLIMB,
            ("per action", "per climb"),
            ("I24-02",),
            "whether each climb costs two inches at least",
        ),
        Option(
            SMOKE_REACH,
            ("from the edge", "from the centre"),
            ("J24-11",),
            "where the inch around smoke begins",
        ),
        Option(
            SMOKE_PIERCING, ("ignored", "one at most"), ("J24-12",), "whether smoke takes Piercing away or softens it"
        ),
        Option(COUNTERACT, ("after changes", "as printed"), ("C24-18",), "which price makes an action one of 1 AP"),
        Option(
            PRECEDENCE, ("initiative", "active operative"), ("L24-12",), "who decides between rules of equal ground"
        ),
        Option(MINES, ("everybody", "enemies"), ("J24-07",), "whether a mine also goes off under its owner's own"),
    )
)
