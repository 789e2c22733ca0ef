"""What the 2021 sources leave open or have lost (rules G21-15, I21-03 to I21-05)."""

from __future__ import annotations

from referee.rules.options import Option, by_name

DROP = "drop price"
CLIMB = "climb price"
JUMP = "jump reach"
TORRENT = "torrent reach"
INDIRECT = "Indirect in close quarters"

OPTIONS = by_name(
    (
        Option(DROP, ("steps", "remainder"), ("I21-05",), "what of a drop beyond two inches counts"),
        Option(CLIMB, ("distance", "steps"), ("I21-04",), "whether a climb over two inches goes by steps of two"),
        Option(JUMP, ("3", "2", "4"), ("I21-03",), "how wide a gap may be jumped, inches; the figure is lost"),
        Option(INDIRECT, ("6", "3", "2"), ("K21-03",), "the Range, in inches, that Indirect gains; the figure is lost"),
        Option(TORRENT, ("chain", "all"), ("G21-15",), "near one target that is hit, or near all of them"),
    )
)
