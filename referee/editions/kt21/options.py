"""Options of 2021: questions that its sources leave open or have lost.

Rules E21-04, G21-15, H21-05, I21-03 to I21-05.
"""

from __future__ import annotations

from referee.rules.ports.edition import Option, by_name, drop_zone

DROP = "drop price"
CLIMB = "climb price"
JUMP = "jump reach"
TORRENT = "torrent reach"
RAMPART = "rampart above the shooter"
SAVES = "saves left over"
INDIRECT = "Indirect in close quarters"
WALL_COVER = "cover by a wall"
MATERIEL = "materiel traversed"
TURNING_POINTS = "turning points"
FIRST_ORDER = "order before the first activation"
TOKENS = "tokens measured"

ABOUT = {
    WALL_COVER: "whether a wall of whose corner or end a line crosses covers wherever it is crossed (000:401)",
    MATERIEL: "how tall killzone materiel may be to be traversed, inches; the figure is lost (000:309)",
    TURNING_POINTS: "how many turning points a battle has; the sources leave it to the mission (000:65-97)",
    FIRST_ORDER: "which order an operative has before it is activated, when the sources give it one (000:95, 437)",
    TOKENS: "where the inch to a token that is picked up ends; objectives are measured to the centre (000:145, 259)",
}

OPTIONS = by_name(
    (
        Option(SAVES, ("block", "may rest"), ("E21-04",), "whether a save that can discard a hit must do so"),
        Option(
            RAMPART,
            ("shelters", "only where a line meets it"),
            ("H21-05",),
            "whether what stands on a Vantage Point before a target shelters it from below, where lines run beneath it",
        ),
        Option(DROP, ("steps", "remainder"), ("I21-05",), "what of a drop beyond two inches counts"),
        Option(CLIMB, ("distance", "steps"), ("I21-04",), "whether a climb over two inches goes by steps of two"),
        Option(JUMP, ("3", "2", "4"), ("I21-03",), "how wide a gap may be jumped, inches; the figure is lost"),
        Option(INDIRECT, ("6", "3", "2"), ("K21-03",), "the Range, in inches, that Indirect gains; the figure is lost"),
        Option(WALL_COVER, ("once its end is crossed", "its ends alone"), ("K21-04",), ABOUT[WALL_COVER]),
        Option(MATERIEL, ("3", "2", "1"), ("I21-01",), ABOUT[MATERIEL]),
        Option(TURNING_POINTS, ("4", "3", "5", "6"), ("B21-01",), ABOUT[TURNING_POINTS]),
        Option(FIRST_ORDER, ("conceal", "engage"), ("C21-01",), ABOUT[FIRST_ORDER]),
        Option(TOKENS, ("by their edge", "by their centre"), ("D21-08",), ABOUT[TOKENS]),
        drop_zone("A21-02", "000:51"),
        Option(TORRENT, ("chain", "all"), ("G21-15",), "near one target that is hit, or near all of them (000:1025)"),
    )
)
