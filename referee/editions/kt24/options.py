"""Options of 2024: questions that its sources leave open.

Rules C24-18, G24-04, H24-08, I24-02, J24-07, J24-11, J24-12, K24-08, L24-12.
"""

from __future__ import annotations

from referee.rules.ports.edition import Option, by_name, drop_zone
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
GUARD = "guard ends unless it answers"

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
        Option(COUNTERACT, (AFTER_CHANGES, AS_PRINTED), ("C24-18",), "which price makes an action one of 1 AP"),
        Option(
            PRECEDENCE, ("initiative", "active operative"), ("L24-12",), "who decides between rules of equal ground"
        ),
        Option(
            RENDING,
            ("rolled normals alone", "any normal"),
            ("G24-15", "G24-25"),
            "whether Rending may retain a die again that Accurate or Punishing has retained (001:38, 60, 66)",
        ),
        Option(
            PIERCING,
            ("the larger", "together"),
            ("G24-11",),
            "whether a weapon with Piercing and Piercing Crits takes the larger number of dice or both (001:58)",
        ),
        Option(
            EMPTY,
            ("when none remain", "at any time"),
            ("F24-10",),
            "whether a die may block nothing while the opponent still has successes (002:207; 003:18)",
        ),
        Option(
            STRONGHOLD,
            ("the hull of its walls", "what its walls enclose"),
            ("K24-03", "K24-04"),
            "what is within a stronghold: all between its outermost walls, or what they go round wholly (001:299, 303)",
        ),
        Option(
            PORTABLE,
            ("who is connected", "everybody behind it"),
            ("I24-12",),
            "whom a portable barricade covers while an operative is connected to it (001:141)",
        ),
        Option(
            GUARD,
            ("the action", "the activation"),
            ("K24-08",),
            "what a guard has to answer that an enemy ends an action beside: that action, or its activation (001:334)",
        ),
        drop_zone("A24-07", "001:20"),
        Option(MINES, ("everybody", "enemies"), ("J24-07",), "whether a mine also goes off under its owner's own"),
    )
)
