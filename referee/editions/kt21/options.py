"""Options of 2021: questions that its sources leave open or have lost.

Rules A21-03, E21-04, F21-02, G21-03, G21-04, G21-12, G21-14, G21-15, H21-03 to H21-05, I21-03 to I21-05, K21-06.
"""

from __future__ import annotations

from messages.message import Message
from referee.rules.ports.edition import (
    Option,
    blast_beside_friends,
    bodies_in_sight,
    by_name,
    changed_apl,
    drop_zone,
    limited_uses,
    paused_moves,
)
from referee.rules.sight.control_range import BY_REFERENCE, BY_SUMMARY, HELP

DROP = "drop price"
CLIMB = "climb price"
JUMP = "jump reach"
TORRENT = "torrent reach"
RAMPART = "rampart above the shooter"
SAVES = "saves left over"
INDIRECT = "Indirect in close quarters"
WALL_COVER = "cover by a wall"
LEAF = "open hatch"
MATERIEL = "materiel traversed"
TURNING_POINTS = "turning points"
FIRST_ORDER = "order before the first activation"
TOKENS = "tokens measured"
APPARATUS_REACH = "apparatus reach"
RELENTLESS = "Relentless"
STUN = "Stun in fights"
STRIKES, PARRIES_TOO = "strikes", "strikes and parries"
SEVERAL_GOES, ONE_GO = "in several goes", "in one go"
FAILED_JUMP = "failed jump"
AT_THE_EDGE, AT_THE_START = "at the edge", "at the start"
SHELTERS, NOT_BELOW = "shelters", "only where a line meets it"
GROUPS = "groups of three"
ENDS_AT_TWO, GOES_ON = "end at two", "go on later"
COVER_LINES = "cover lines"
IN_SPACE, FROM_ABOVE = "in space", "from above"
BLAST_ABOVE = "Blast from Vantage"
COUNTS, DOES_NOT_COUNT = "counts", "does not count"
BY_EDGE, BY_CENTRE = "by their edge", "by their centre"

ABOUT = {
    WALL_COVER: Message.of("option-about-wall-cover", source="000:401"),
    LEAF: Message.of("option-about-open-hatch", source="000:401-405"),
    MATERIEL: Message.of("option-about-materiel", source="000:309"),
    TURNING_POINTS: Message.of("option-about-turning-points", source="000:65-97"),
    FIRST_ORDER: Message.of("option-about-first-order", source="000:95, 437"),
    TOKENS: Message.of("option-about-tokens", source="000:145, 259"),
    TORRENT: Message.of("option-about-torrent-reach", source="000:1025"),
    APPARATUS_REACH: Message.of("option-about-apparatus-reach", source="000:407"),
    STUN: Message.of("option-about-stun", source="000:1023"),
    RELENTLESS: Message.of("option-about-relentless", source="000:1015"),
    HELP: Message.of("option-about-support", source="000:219, 527"),
    FAILED_JUMP: Message.of("option-about-failed-jump", source="000:323"),
    GROUPS: Message.of("option-about-groups", source="000:97"),
    COVER_LINES: Message.of("option-about-cover-lines", source="000:275, 279"),
    BLAST_ABOVE: Message.of("option-about-blast-above", source="000:295, 985"),
}

OPTIONS = by_name(
    (
        Option(SAVES, ("block", "may rest"), ("E21-04",), Message.of("option-about-saves-left-over")),
        Option(RAMPART, (SHELTERS, NOT_BELOW), ("H21-05",), Message.of("option-about-rampart")),
        Option(COVER_LINES, (IN_SPACE, FROM_ABOVE), ("H21-03", "H21-04"), ABOUT[COVER_LINES]),
        Option(DROP, ("steps", "remainder"), ("I21-05",), Message.of("option-about-drop-price")),
        Option(CLIMB, ("distance", "steps"), ("I21-04",), Message.of("option-about-climb-price")),
        Option(JUMP, ("3", "2", "4"), ("I21-03",), Message.of("option-about-jump-reach")),
        Option(FAILED_JUMP, (AT_THE_EDGE, AT_THE_START), ("I21-03",), ABOUT[FAILED_JUMP]),
        Option(INDIRECT, ("6", "3", "2"), ("K21-03",), Message.of("option-about-indirect-reach")),
        Option(WALL_COVER, ("once its end is crossed", "its ends alone"), ("K21-04",), ABOUT[WALL_COVER]),
        Option(LEAF, ("as a wall", "Wall trait alone"), ("K21-04",), ABOUT[LEAF]),
        Option(MATERIEL, ("3", "2", "1"), ("I21-01",), ABOUT[MATERIEL]),
        Option(TURNING_POINTS, ("4", "3", "5", "6"), ("B21-01",), ABOUT[TURNING_POINTS]),
        Option(FIRST_ORDER, ("conceal", "engage"), ("C21-01",), ABOUT[FIRST_ORDER]),
        Option(GROUPS, (ENDS_AT_TWO, GOES_ON), ("C21-02",), ABOUT[GROUPS]),
        Option(TOKENS, (BY_EDGE, BY_CENTRE), ("D21-08",), ABOUT[TOKENS]),
        Option(APPARATUS_REACH, ("1", "2", "3"), ("K21-06",), ABOUT[APPARATUS_REACH]),
        drop_zone("A21-02", "000:51"),
        limited_uses("G21-12", "000:1003"),
        changed_apl("A21-03", "000:59, 101"),
        blast_beside_friends("G21-04", "000:167, 985"),
        bodies_in_sight("H21-01", "000:271"),
        paused_moves("K21-01", "000:365, 381"),
        Option(BLAST_ABOVE, (COUNTS, DOES_NOT_COUNT), ("G21-04",), ABOUT[BLAST_ABOVE]),
        Option(STUN, (STRIKES, PARRIES_TOO), ("G21-14",), ABOUT[STUN]),
        Option(RELENTLESS, (SEVERAL_GOES, ONE_GO), ("G21-03",), ABOUT[RELENTLESS]),
        Option(HELP, (BY_REFERENCE, BY_SUMMARY), ("F21-02",), ABOUT[HELP]),
        Option(TORRENT, ("chain", "all"), ("G21-15",), ABOUT[TORRENT]),
    )
)
