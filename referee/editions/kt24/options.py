"""Options of 2024: questions that its sources leave open.

Rules A24-07, C24-10, C24-18, D24-15, G24-03, G24-04, G24-10, H24-08, I24-02, I24-04, J24-02, J24-05, J24-07,
J24-11, J24-12, K24-08, L24-12.
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
from referee.rules.sight.targeting_lines import CoverBy

COVER = "cover by"
CLIMB = "climb minimum"
SMOKE_REACH = "smoke reach"
SMOKE_PIERCING = "smoke and Piercing"
COUNTERACT = "counteract price"
AFTER_CHANGES, AS_PRINTED = "after changes", "as printed"
PRECEDENCE = "last word"
BRUTAL = "Brutal reach"
MINES = "mines"
RENDING = "Rending"
PIERCING = "Piercing with Piercing Crits"
EMPTY = "empty block"
STRONGHOLD = "within a stronghold"
PORTABLE = "portable barricade"
KILL_GRADE = "kill grade"
GRADE_BY_POINTS, GRADE_ENTERED = "points of the kill op", "entered by players"
INSIDE = "inside of a portable barricade"
EITHER_SIDE = "either side"
GUARD = "guard ends unless it answers"
LADDER = "ladder climb"
PARTS = "team thirds"
ROUNDED_UP, EVEN = "each rounded up", "nearly equal"
RESUPPLY = "Ammo Resupply"
EACH_SEQUENCE, EACH_ACTION = "each sequence", "each action"
GUARD_WHERE = "Guard"
GALLOWDARK_ALONE, EVERYWHERE = "in Gallowdark", "in every killzone"
AN_INCH, TWO_INCHES = "an inch", "two inches"
LADDER_HEIGHT = "ladder height"
ANY_HEIGHT, THREE_INCHES = "any height", "three inches"
JUMP_LENGTH = "jump length"
BETWEEN_EDGES, BETWEEN_STANDS = "between edges", "between stands"
STEP_UP = "step up"
CLIMBED, JUMPED = "climbed", "jumped"
JUMP_TO_CLIMB = "jump and climb"
NOT_ALLOWED, ALLOWED = "not allowed", "allowed"

OPTIONS = by_name(
    (
        Option(BRUTAL, ("fights and shots", "fights"), ("G24-04",), Message.of("option-about-brutal")),
        Option(
            COVER,
            tuple(CoverBy),
            ("H24-08",),
            Message.of("option-about-cover"),
        ),
        Option(
            CLIMB,
            ("per action", "per climb"),
            ("I24-02",),
            Message.of("option-about-climb-minimum"),
        ),
        Option(PARTS, (ROUNDED_UP, EVEN), ("A24-07",), Message.of("option-about-thirds", source="001:20")),
        Option(
            RESUPPLY, (EACH_SEQUENCE, EACH_ACTION), ("J24-02",), Message.of("option-about-resupply", source="001:93")
        ),
        Option(
            GUARD_WHERE,
            (GALLOWDARK_ALONE, EVERYWHERE),
            ("D24-15",),
            Message.of("option-about-guard-where", source="001:313, 327"),
        ),
        Option(
            LADDER,
            (AN_INCH, TWO_INCHES),
            ("J24-05",),
            Message.of("option-about-ladder-climb", source="001:125, 195"),
        ),
        Option(
            LADDER_HEIGHT,
            (ANY_HEIGHT, THREE_INCHES),
            ("J24-05",),
            Message.of("option-about-ladder-height", source="001:125, 195"),
        ),
        Option(
            JUMP_LENGTH,
            (BETWEEN_EDGES, BETWEEN_STANDS),
            ("I24-04",),
            Message.of("option-about-jump-length", source="001:203"),
        ),
        Option(
            STEP_UP,
            (CLIMBED, JUMPED),
            ("I24-04",),
            Message.of("option-about-step-up", source="001:195, 203"),
        ),
        Option(
            JUMP_TO_CLIMB,
            (NOT_ALLOWED, ALLOWED),
            ("I24-04",),
            Message.of("option-about-jump-to-climb", source="001:195, 203"),
        ),
        Option(
            SMOKE_REACH,
            ("from the edge", "from the centre"),
            ("J24-11",),
            Message.of("option-about-smoke-reach"),
        ),
        Option(SMOKE_PIERCING, ("ignored", "one at most"), ("J24-12",), Message.of("option-about-smoke-piercing")),
        Option(COUNTERACT, (AFTER_CHANGES, AS_PRINTED), ("C24-18",), Message.of("option-about-counteract-price")),
        Option(PRECEDENCE, ("initiative", "active operative"), ("L24-12",), Message.of("option-about-last-word")),
        Option(
            RENDING,
            ("rolled normals alone", "any normal"),
            ("G24-15", "G24-25"),
            Message.of("option-about-rending", source="001:38, 60, 66"),
        ),
        Option(
            PIERCING,
            ("the larger", "together"),
            ("G24-11",),
            Message.of("option-about-piercing", source="001:58"),
        ),
        Option(
            EMPTY,
            ("when none remain", "at any time"),
            ("F24-10",),
            Message.of("option-about-empty-block", source="002:207; 003:18"),
        ),
        Option(
            STRONGHOLD,
            ("the hull of its walls", "what its walls enclose"),
            ("K24-03", "K24-04"),
            Message.of("option-about-stronghold", source="001:299, 303"),
        ),
        Option(
            PORTABLE,
            ("who is connected", "everybody behind it"),
            ("I24-12",),
            Message.of("option-about-portable-barricade", source="001:141"),
        ),
        Option(
            INSIDE,
            ("the side of its feet", EITHER_SIDE),
            ("J24-09",),
            Message.of("option-about-inside", source="001:141"),
        ),
        Option(
            GUARD,
            ("the action", "the activation"),
            ("K24-08",),
            Message.of("option-about-guard", source="001:334"),
        ),
        Option(
            KILL_GRADE,
            (GRADE_BY_POINTS, "incapacitated enemies", GRADE_ENTERED),
            ("L24-16",),
            Message.of("option-about-kill-grade", source="003:44"),
        ),
        drop_zone("A24-07", "001:20"),
        limited_uses("G24-10", "001:56; 002:264"),
        changed_apl("C24-10", "002:49, 249, 254"),
        blast_beside_friends("G24-03", "001:42; 002:134"),
        bodies_in_sight("H24-05", "002:368"),
        paused_moves("K24-09", "001:322, 340"),
        Option(MINES, ("everybody", "enemies"), ("J24-07",), Message.of("option-about-mines")),
    )
)
