"""Writes the tables of consent into docs/fair-play.md: every act and every actor, as `consent` decides them.

    python docs/fair_play.py [--check]

`--check` writes nothing and fails when the page is out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from messages.catalogue import ENGLISH
from messages.message import Message
from referee.game.consent import (
    ACT_SCOPES,
    Actor,
    ActorKind,
    Allowed,
    Ask,
    Consent,
    ConsentFacts,
    FairPlay,
    Refusal,
    consent,
)

PAGE = Path(__file__).resolve().parent / "fair-play.md"
BEGIN, END = "<!-- table: written by docs/fair_play.py -->\n", "<!-- end of table -->\n"

ME, OTHER = "p1", "p2"
BOTH = frozenset({ME, OTHER})
OWN = ConsentFacts(players=(ME, OTHER), phones=BOTH, owner=ME, doer=ME)
OTHERS = replace(OWN, owner=OTHER, doer=OTHER)
MINE = Actor(ActorKind.PLAYER, ME)

REASONS: Mapping[Refusal, str] = {
    Refusal.NOT_AT_THE_TABLE: "no",
    Refusal.NOT_YOURS: "no: the other player's",
    Refusal.REFEREES_STEP: "no: ask the referee",
    Refusal.OTHERS_STEP: "no: on that phone or the screen",
    Refusal.SHOWN: "no: on the screen",
    Refusal.SIGNED: "no: on the screen",
    Refusal.CONCEDE_ONLY: "no: on the screen",
    Refusal.IN_PLAY: "no: a game is in progress",
    Refusal.NEVER: "no",
}

SITUATIONS: Mapping[str, tuple[str, ConsentFacts]] = {
    "undo your own step": ("undo", OWN),
    "undo your own step, in which dice were rolled": ("undo", replace(OWN, dice_rolled=True)),
    "undo your own step, in which a secret became known": ("undo", replace(OWN, secret_shown=True)),
    "undo your own step, after both signed the result": ("undo", replace(OWN, signed=True)),
    "undo your step that was entered on the table's screen": ("undo", replace(OWN, doer=None)),
    "undo the other player's step": ("undo", OTHERS),
    "undo the referee's step": ("undo", replace(OWN, by_referee=True)),
    "redo your own step": ("redo", OWN),
    "redo the other player's step": ("redo", OTHERS),
    "declare a change that only helps the other player": ("declare_damage", replace(OWN, helps_other=True)),
    "declare any other change": ("declare_damage", OWN),
    "uphold the ruling that you challenged, or take your challenged act back": (
        "uphold",
        replace(OWN, helps_other=True),
    ),
    "uphold the ruling that the other player challenged, or take the other's act back": ("uphold", OWN),
    "settle a challenge by a roll-off": ("roll_off", OWN),
    "end the turning point": ("end_stage", replace(OWN, owner=None)),
    "concede": ("end_battle", OWN),
    "end the battle by agreement": ("end_battle", replace(OWN, owner=None, agreed_end=True)),
}


def result_words(found: Consent) -> str:
    """Return a result in a few words."""
    match found:
        case Ask():
            return "asks"
        case Allowed(correction=correction, confirm=confirm):
            return "second tap" if confirm else "free, shown" if correction else "free"
        case _:
            return REASONS[found.reason]


def act_name(kind: str) -> str:
    """Return the noun of an act, and its kind."""
    return f"`{kind}`: {ENGLISH.text(Message.of('term-intent', kind=kind))}" if " " not in kind else f"`{kind}`"


def rows() -> Iterator[str]:
    """Yield the lines of the tables."""
    heads = ["act", "own", "the other player's", "own, other without a phone", "own, friendly"]
    kinds = [kind for kind in ActorKind if kind is not ActorKind.PLAYER]
    yield _row([*heads, *kinds])
    yield _row(["---"] * (len(heads) + len(kinds)))
    friendly, alone = replace(OWN, setting=FairPlay.FRIENDLY), replace(OWN, phones=frozenset({ME}))
    for kind in sorted(ACT_SCOPES):
        cells = [consent(kind, MINE, facts) for facts in (OWN, OTHERS, alone, friendly)]
        cells += [consent(kind, Actor(each), OWN) for each in kinds]
        yield _row([act_name(kind), *map(result_words, cells)])
    yield ""
    yield _row(["situation", "friendly", "club", "event", "club, other without a phone"])
    yield _row(["---"] * 5)
    for name, (kind, facts) in SITUATIONS.items():
        each = [replace(facts, setting=setting) for setting in FairPlay]
        each.append(replace(facts, phones=frozenset({ME})))
        yield _row([name, *(result_words(consent(kind, MINE, one)) for one in each)])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def written(page: str) -> str:
    """Return the page with the tables of the code."""
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    return "".join((before, BEGIN, "\n", *(f"{row}\n" for row in rows()), "\n", END, after))


def main(arguments: list[str]) -> int:
    """Write the page, or check it; return the exit status."""
    page = PAGE.read_text(encoding="utf-8")
    new = written(page)
    if "--check" in arguments:
        if new != page:
            print("docs/fair-play.md is out of date: run python docs/fair_play.py")
        return int(new != page)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
