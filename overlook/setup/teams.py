"""Teams in a set-up: bases and tags from rosters or typed names, and bases known from saved set-ups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from calibration.catalogue import OperativeEntry
from messages.message import Message
from overlook.errors import SetupRefusedError
from overlook.setup.draft import LETTERS, Base, Draft, base_label
from overlook.setup.tags import PAPER_MM, RANGES, entry_of, kit_bases, tab_tag
from overlook.toml_writer import dump_toml
from referee.records.files.roster import USUAL_BASE_MM, Roster, RosterOperative, Tag
from web.contract.setup.actions import TeamTyped

Millimetres = float | tuple[float, float]


@dataclass(frozen=True, slots=True)
class KnownBase:
    """A known base: size and height in mm, and the tags fixed to the model itself."""

    base_mm: Millimetres
    figure_height_mm: float | None = None
    tags: tuple[Tag, ...] = ()
    mount: str | None = None


@dataclass(frozen=True, slots=True)
class KnownBases:
    """Known bases by team and kind of operative, several of a kind in order."""

    bases: Mapping[tuple[str, str], tuple[KnownBase, ...]] = field(default_factory=dict)

    def of(self, roster: Roster, one: RosterOperative, number: int) -> KnownBase | None:
        """Return the known base of the `number`-th operative of a kind; bases from the same team take precedence."""
        kind = _kind(one.type or one.name)
        known = self.bases.get((_kind(roster.name), kind)) or self.bases.get(("", kind)) or ()
        return known[min(number, len(known) - 1)] if known else None


def known_bases(drafts: Iterable[Draft]) -> KnownBases:
    """Return the known bases of set-ups, newest first.

    A kind of operative is also known for other teams, unless two teams have it with different bases.
    """
    found: dict[tuple[str, str], tuple[KnownBase, ...]] = {}
    doubtful: set[str] = set()
    for draft in drafts:
        for team in draft.teams:
            kinds: dict[str, list[KnownBase]] = {}
            for base in team.bases:
                if not base.guessed:
                    kinds.setdefault(_kind(base.kind or base.entry.name), []).append(_known(base.entry))
            for kind, bases in kinds.items():
                found.setdefault((_kind(team.name), kind), tuple(bases))
                anyone = tuple(KnownBase(one.base_mm, one.figure_height_mm) for one in bases[:1])
                if found.setdefault(("", kind), anyone)[0].base_mm != bases[0].base_mm:
                    doubtful.add(kind)
    return KnownBases({key: bases for key, bases in found.items() if key[0] or key[1] not in doubtful})


def _known(entry: OperativeEntry) -> KnownBase:
    """Return the properties of a base that persist: tags fixed to the model, but not the printed tabs of a seat."""
    own = tuple(
        Tag(tag.id, tag.size_mm, tag.offset_mm, tag.angle_deg) for tag in entry.tags if tag.offset_mm[2] != PAPER_MM
    )
    return KnownBase(entry.base_mm, entry.figure_height_mm, own, entry.mount if own else None)


def _kind(text: str) -> str:
    return " ".join(text.casefold().split())


SEAT_TAGS = len(RANGES["p1"])
"""Number of tag ids reserved for a seat."""

KIT = {**kit_bases("p1"), **kit_bases("p2")}
"""Base width in mm of each tab in the starter kit, by tag id."""

LAST_ID = RANGES["plate"].start - 1
"""Last id of the dictionary that things may use."""


PLAIN_CARD = {"apl": 2, "move_in": 6, "save": 4, "wounds": 8}


def team_of(
    draft: Draft,
    player: str,
    *,
    roster: Roster,
    source: str,
    text: str,
    dictionary: str,
    known: KnownBases | None = None,
) -> Draft:
    """Return the draft with a roster's team at a seat; models keep their own tags, the others get the seat's.

    `known` bases replace those of a roster that was not written for this table, with a note for each.
    """
    seat = draft.team(player)
    roster, remembered = _remembering(draft, player, roster, known=known or KnownBases())
    notes = (
        *remembered,
        *_not_understood(roster),
        *(Message.of("setup-note-read-as", rule=rule, text=text) for text, rule in roster.read_as),
    )
    bases = tuple(
        _base(f"{LETTERS[player]}{number}", player, one) for number, one in enumerate(roster.operatives, start=1)
    )
    update = {
        "name": roster.name,
        "source": source,
        "text": text,
        "edition": roster.edition,
        "notes": tuple(map(str, notes)),
        "note_messages": notes,
    }
    team = seat.model_copy(update={**update, "bases": bases})
    return tagged(draft.with_team(team), player, first_tag=seat.first_tag, tag_mm=seat.tag_mm, dictionary=dictionary)


def _remembering(draft: Draft, player: str, roster: Roster, *, known: KnownBases) -> tuple[Roster, tuple[Message, ...]]:
    """Return the roster with known bases, heights and tags, and a note for each base that differs."""
    if roster.measured:
        return roster, ()
    counted: Counter[str] = Counter()
    taken, found, notes = _taken(draft, {base.entry.id for base in draft.team(player).bases}), [], []
    for one in roster.operatives:
        kind = one.type or one.name
        base = known.of(roster, one, counted[kind])
        counted[kind] += 1
        if base is None:
            found.append(one)
            continue
        tags = base.tags if not one.tags and not taken & {tag.id for tag in base.tags} else ()
        taken |= {tag.id for tag in tags}
        if base.base_mm != one.base_mm:
            used, given = _size(base.base_mm), _size(one.base_mm)
            notes.append(Message.of("setup-note-base", kind=kind, used=used, given=given))
        height = one.figure_height_mm if one.figure_height_mm is not None else base.figure_height_mm
        based = replace(one, base_mm=base.base_mm, figure_height_mm=height)
        found.append(replace(based, tags=tags, mount=base.mount) if tags else based)
    return replace(roster, operatives=tuple(found)), tuple(dict.fromkeys(notes))


def _size(base_mm: float | tuple[float, float] | None) -> Message:
    if base_mm is None:
        return Message.of("setup-size-none")
    if isinstance(base_mm, tuple):
        return Message.of("setup-size-oval", long=base_mm[0], short=base_mm[1])
    return Message.of("setup-size-round", width=base_mm)


def _not_understood(roster: Roster) -> Iterator[Message]:
    """Yield a note on each text that was not understood, with its places in the roster."""
    for text in roster.not_understood:
        places = [place.where for place in roster.places if place.text == text and not text.has("field")]
        if not places:
            yield Message.of("setup-note-unknown", text=text)
        elif len(places) == 1:
            yield Message.of("setup-note-unknown-at", text=text, place=places[0])
        else:
            yield Message.of("setup-note-unknown-places", text=text, place=places[0], more=len(places) - 1)


def _base(name: str, player: str, one: RosterOperative) -> Base:
    entry = entry_of(one, name, player=player, base_mm=USUAL_BASE_MM)
    return Base(entry=entry, kind=one.type, guessed=one.base_mm is None)


def typed_text(name: str, bases: Sequence[tuple[str, float, float | None]], *, edition: str) -> str:
    """Return a team file for models typed by hand, each with name and base; all get the card of a plain trooper.

    `edition` is its year ("2024").
    """
    operatives = [
        {
            "id": f"model-{number}",
            "name": _plain(title),
            "type": "Trooper",
            **PLAIN_CARD,
            "base_mm": long_mm if short_mm is None else [long_mm, short_mm],
        }
        for number, (title, long_mm, short_mm) in enumerate(bases, start=1)
    ]
    return dump_toml({"version": 1, "edition": edition, "name": _plain(name), "operatives": operatives})


def _plain(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable())


def tagged(draft: Draft, player: str, *, first_tag: int, tag_mm: float, dictionary: str, anew: bool = False) -> Draft:
    """Return the draft with a seat's tabs numbered from `first_tag` on, in the given size.

    Matched tags are kept, and so are models' own tags unless `anew` is set. Raises `SetupRefusedError` if no ids are
    left.
    """
    team = draft.team(player)
    kept = {base.entry.id for base in team.bases if base.matched or not (anew or _ours(base))}
    taken = _taken(draft, {base.entry.id for base in team.bases} - kept)
    free = free_ids(taken, first_tag)
    bases = tuple(
        base if base.entry.id in kept else with_tab(base, next(free), tag_mm=tag_mm, dictionary=dictionary)
        for base in team.bases
    )
    return draft.with_team(team.model_copy(update={"first_tag": first_tag, "tag_mm": tag_mm, "bases": bases}))


def _ours(base: Base) -> bool:
    """Return whether the table numbers this base's tag: it has none yet, or a tab printed here."""
    return base.tag is None or base.entry.tags[0].offset_mm[2] == PAPER_MM


def with_tab(base: Base, tag_id: int, *, tag_mm: float, dictionary: str) -> Base:
    """Return the base with a tab with that tag beside it, either from the starter kit or printed in the given size."""
    entry = base.entry
    if tag_id in KIT:
        tag = tab_tag(tag_id, KIT[tag_id], dictionary=dictionary)
    else:
        tag = tab_tag(tag_id, entry.base_mm, tag_mm=tag_mm, dictionary=dictionary)
    return base.model_copy(update={"entry": entry.model_copy(update={"tags": (tag,), "mount": "tab"})})


def free_ids(taken: Collection[int], first: int) -> Iterator[int]:
    """Yield the free ids from `first` on, except the kit's; raises `SetupRefusedError` if there are no more."""
    for tag_id in count(first):
        if tag_id > LAST_ID:
            raise SetupRefusedError("setup-tags-used-up", first=first, last=LAST_ID)
        if tag_id not in taken and tag_id not in KIT:
            yield tag_id


def _taken(draft: Draft, but: Collection[str]) -> set[int]:
    """Return the ids used by anything except those operatives."""
    bases = {tag.id for _, base in draft.bases if base.entry.id not in but for tag in base.entry.tags}
    return bases | {tag_id for piece in draft.pieces for tag_id in piece.tags}


def renumber_tags(
    draft: Draft, player: str, *, clashing: Collection[int], board: Collection[int], dictionary: str
) -> Draft:
    """Return the draft with a seat's clashing tags replaced by free ids of its range; these must be printed."""
    team = draft.team(player)
    taken = set(draft.tag_owners()) | set(board)
    free = free_ids(taken, team.first_tag)
    bases = tuple(
        _carrying(base, next(free), tag_mm=team.tag_mm, dictionary=dictionary) if base.tag in clashing else base
        for base in team.bases
    )
    return draft.with_team(team.model_copy(update={"bases": bases}))


def _renumbered(base: Base, tag_id: int) -> Base:
    first, *others = base.entry.tags
    tags = (first.model_copy(update={"id": tag_id}), *others)
    return base.model_copy(update={"entry": base.entry.model_copy(update={"tags": tags}), "matched": False})


def resize_base(draft: Draft, operative: str, *, base_mm: float | tuple[float, float], dictionary: str) -> Draft:
    """Return the draft with another size for one base; its tab moves with the rim."""
    owner = draft.owner(operative)
    if owner is None:
        raise SetupRefusedError("setup-model-gone", model=operative)
    team, base = owner
    entry = OperativeEntry.model_validate({**base.entry.model_dump(), "base_mm": base_mm, "tags": base.entry.tags})
    new = base.model_copy(update={"entry": entry, "guessed": False})
    if new.entry.mount == "tab" and new.tag is not None:
        new = with_tab(
            new, new.tag, tag_mm=new.entry.tags[0].size_mm if new.matched else team.tag_mm, dictionary=dictionary
        )
    return draft.with_base(new)


def match_base(draft: Draft, operative: str, tag_id: int, *, dictionary: str) -> Draft:
    """Return the draft with a tag assigned to a base; its previous base gets the other's tag in exchange."""
    owner = draft.owner(operative)
    if owner is None:
        raise SetupRefusedError("setup-model-gone", model=operative)
    team, base = owner
    piece = next((piece for piece in draft.pieces if tag_id in piece.tags), None)
    if piece is not None:
        raise SetupRefusedError("setup-tag-on-piece", tag=tag_id, piece=piece.name)
    for others, other in draft.bases:
        if other.entry.id == operative or other.tag != tag_id:
            continue
        if other.matched:
            raise SetupRefusedError("setup-tag-taken", tag=tag_id, model=base_label(other))
        left = None if base.tag is None else _carrying(other, base.tag, tag_mm=others.tag_mm, dictionary=dictionary)
        draft = draft.with_base(_bare(other) if left is None else left)
    carrying = _carrying(base, tag_id, tag_mm=team.tag_mm, dictionary=dictionary)
    return draft.with_base(carrying.model_copy(update={"matched": True}))


def _carrying(base: Base, tag_id: int, *, tag_mm: float, dictionary: str) -> Base:
    """Return the base with another tag at the position of its present one; kit tabs keep their printed geometry."""
    if base.tag is None or base.tag in KIT or tag_id in KIT:
        base = with_tab(base, tag_id, tag_mm=tag_mm, dictionary=dictionary)
    return _renumbered(base, tag_id)


def _bare(base: Base) -> Base:
    return base.model_copy(update={"entry": base.entry.model_copy(update={"tags": ()}), "matched": False})


MOST_LETTERS = 80


def check_name(thing: Message, name: str) -> None:
    """Raise `SetupRefusedError` if a name is missing or too long."""
    if not name.strip():
        raise SetupRefusedError("setup-name-missing", thing=thing)
    if len(name) > MOST_LETTERS:
        raise SetupRefusedError("setup-name-long", thing=thing, letters=len(name), most=MOST_LETTERS)


BASES_MM = (10.0, 160.0)
"""Smallest base that holds a tag, and largest base on sale."""

MOST_MODELS = 30


def check_team(team: TeamTyped) -> None:
    """Raise `SetupRefusedError` for the first invalid field."""
    check_name(Message.of("setup-the-team"), team.name)
    if not team.bases:
        raise SetupRefusedError("setup-models-none")
    if len(team.bases) > MOST_MODELS:
        raise SetupRefusedError("setup-models-many", count=len(team.bases), most=MOST_MODELS)
    for number, base in enumerate(team.bases, start=1):
        check_name(Message.of("setup-the-model", number=number), base.name)
        check_base(base.name, base.base_mm, base.short_mm)


def check_base(whose: str, long_mm: float, short_mm: float | None) -> None:
    """Raise `SetupRefusedError` for an invalid base size, given as diameter or as long and short side."""
    least, most = BASES_MM
    for side in (long_mm, short_mm):
        if side is not None and not least <= side <= most:
            raise SetupRefusedError("setup-base-size", model=whose, side=side, least=least, most=most)
    if short_mm is not None and short_mm > long_mm:
        raise SetupRefusedError("setup-base-order", long=long_mm, short=short_mm)
