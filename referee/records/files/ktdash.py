"""Import of KTDash rosters and kill teams; tolerant, so that everything readable is kept.

Also reads kill teams of data derived from KTDash's, with rules and actions listed individually.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from messages.message import Message
from referee.game.card import PloyCard
from referee.records.files.card_reading import (
    APL,
    ATK,
    BASE,
    DAMAGE,
    HIT,
    MOVE,
    SAVE,
    WOUNDS,
    Stat,
    TeamBuilder,
    read_base,
    read_damage,
    written_rules,
)
from referee.records.files.roster import PrintedRule, Roster, RosterOperative, card_of, dedupe, time_of
from referee.rules.errors import MalformedError
from referee.rules.weapon import Weapon, WeaponType

EDITION = "2024"
TYPES = {"R": WeaponType.RANGED, "M": WeaponType.MELEE}
FOUGHT_WITH = frozenset({"shock", "brutal"})
"""Weapon rules that only apply in fights: they identify a weapon without a type as a melee weapon."""

TEXTS = (
    ("abilities", "Ability", "abilityName"),
    ("options", "Option", "optionName"),
    ("ploys", "Ploy", "ployName"),
    ("equipments", "Equipment", "eqName"),
    ("actions", "Unique action", "name"),
    ("teamAbilities", "Rule", "abilityName"),
    ("weapon_rules", "Weapon rule", "name"),
)


def is_ktdash(raw: Any) -> bool:
    """Whether a file's content is a KTDash roster, or one of its kill teams."""
    return isinstance(raw, Mapping) and ("ops" in raw or "opTypes" in raw)


def team_of(raw: Mapping[str, Any], source: str) -> Roster:
    """Return the team of a roster, or of a kill team with one operative of each type.

    Unreadable fields are in `not_understood` with their positions. Raises `MalformedError` if `ops` is no list.
    """
    field = "ops" if "ops" in raw else "opTypes"
    team = TeamBuilder("", EDITION, source)
    killteam = team.object(raw, "killteam", "")
    names = (
        (raw, "rosterName"),
        (killteam, "killteamName"),
        (raw, "killteamName"),
        (raw, "killteamId"),
    )
    found = (team.title(record.get(key), key) for record, key in names)
    team.name = next((name for name in found if name), source)
    if raw[field] is not None and not isinstance(raw[field], list):
        raise MalformedError("import-operatives-no-list", field=field, found=str(raw[field])[:60])
    team.own_names = _own_names(raw.get("weapon_rules"))
    operatives = [_operative(team, one, where, whole=field == "opTypes") for one, where in team.objects(raw, field, "")]
    if not operatives:
        team.not_understood(field, raw[field], Message.of("import-expects-operatives"), Message.of("import-no-team"))
    rules = (*_texts(team, raw, ""), *_texts(team, killteam, "killteam."))
    ploys = dedupe((*_ploys(team, raw, ""), *_ploys(team, killteam, "killteam.")))
    return replace(team.finished(operatives, rules), ploys=ploys)


def _operative(team: TeamBuilder, one: Mapping[str, Any], where: str, *, whole: bool) -> RosterOperative:
    card = one if whole else team.object(one, "opType", where)
    kind = team.title(one.get("opTypeName"), f"{where}opTypeName") or team.title(
        card.get("opTypeName"), f"{where}opType.opTypeName"
    )
    own = team.title(one.get("opName"), f"{where}opName")
    key = team.text(one.get("opId"), f"{where}opId")
    name = own or kind or key[:80] or "Operative"

    def stat(field: str, meaning: Stat) -> float:
        value = one.get(field)
        return team.number(card.get(field) if value is None else value, meaning, f"{where}{field} ({name})")

    return RosterOperative(
        team.id_of(key or name),
        name,
        kind,
        int(stat("APL", APL)),
        stat("MOVE", MOVE),
        int(stat("SAVE", SAVE)),
        int(stat("WOUNDS", WOUNDS)),
        _base(team, card.get("basesize"), f"{where}{'' if whole else 'opType.'}basesize ({name})"),
        keywords=_keywords(team, one, card, where),
        weapons=tuple(_carried(team, one, card, where, whole=whole)),
        rules=tuple(dict.fromkeys(_texts(team, one, where))) or tuple(_texts(team, card, f"{where}opType.")),
    )


def _base(team: TeamBuilder, value: Any, where: str) -> float | tuple[float, float] | None:
    base = read_base(value)
    if base is None and value is not None:
        team.not_understood(where, value, BASE, Message.of("import-no-base"))
    return base


def _keywords(team: TeamBuilder, one: Mapping[str, Any], card: Mapping[str, Any], where: str) -> tuple[str, ...]:
    words = team.text(one.get("keywords"), f"{where}keywords") or team.text(card.get("keywords"), f"{where}keywords")
    return tuple(word.strip() for word in words.split(",") if word.strip())


def _carried(
    team: TeamBuilder, one: Mapping[str, Any], card: Mapping[str, Any], where: str, *, whole: bool
) -> Iterator[Weapon]:
    """Yield every profile of its weapons; if only the card's are listed, those that it selected."""
    chosen = {name.strip() for name in team.text(one.get("wepIds"), f"{where}wepIds").split(",")}
    mine = one.get("weapons")
    listed, at = (one, where) if mine or whole else (card, f"{where}opType.")
    for weapon, place in team.objects(listed, "weapons", at):
        if mine or whole or team.text(weapon.get("wepId"), f"{place}wepId") in chosen:
            yield from _profiles(team, weapon, place)


def _profiles(team: TeamBuilder, one: Mapping[str, Any], where: str) -> Iterator[Weapon]:
    name = team.title(one.get("wepName"), f"{where}wepName") or "Weapon"
    letter = team.text(one.get("wepType"), f"{where}wepType").upper()
    made = [_profile(team, profile, name, place) for profile, place in team.objects(one, "profiles", where)]
    kind = TYPES.get(letter)
    if kind is None:
        fought = any(use.rule in FOUGHT_WITH for weapon in made for use in weapon.rules)
        kind = WeaponType.MELEE if fought else WeaponType.RANGED
        team.not_understood(
            f"{where}wepType ({name})",
            one.get("wepType"),
            Message.of("import-expects-type"),
            Message.of("import-taken-for", type=kind),
        )
    for weapon in made:
        yield Weapon(name, kind, weapon.atk, weapon.hit, weapon.damage, weapon.rules, weapon.profile, weapon.own_rules)


def _profile(team: TeamBuilder, one: Mapping[str, Any], name: str, where: str) -> Weapon:
    numbers = (
        int(team.number(one.get("ATK"), ATK, f"{where}ATK ({name})")),
        int(team.number(one.get("HIT"), HIT, f"{where}HIT ({name})")),
        _damage(team, one.get("DMG"), f"{where}DMG ({name})"),
    )
    profile = team.title(one.get("profileName"), f"{where}profileName")
    listed = written_rules(one.get("WR"), team.own_names)
    rules = listed if listed is not None else team.text(one.get("WR"), f"{where}WR ({name})")
    return team.weapon(name, profile, WeaponType.RANGED, numbers, rules, where=f"{where}WR ({name})")


def _damage(team: TeamBuilder, value: Any, where: str) -> tuple[int, int]:
    damage = read_damage(value)
    if damage is None:
        team.not_understood(where, value, DAMAGE, Message.of("import-no-damage"))
        return 0, 0
    return damage


def _ploys(team: TeamBuilder, record: Mapping[str, Any], where: str) -> Iterator[PloyCard]:
    """Yield the ploys of a record that have a name."""
    for one, place in team.objects(record, "ploys", where):
        if name := team.title(one.get("ployName"), f"{place}ployName"):
            when = time_of(team.text(one.get("ployType"), f"{place}ployType"))
            price = team.text(one.get("CP"), f"{place}CP")
            text = team.prose(one.get("description"), f"{place}description")
            yield card_of(name, text, when=when, price=f"{price} CP")


def _texts(team: TeamBuilder, record: Mapping[str, Any], where: str) -> Iterator[PrintedRule]:
    """Yield the text rules of a record, in the order of `TEXTS`."""
    for field, kind, title in TEXTS:
        for one, place in team.objects(record, field, where):
            name = team.title(one.get(title), f"{place}{title}")
            text = team.prose(_told(one), f"{place}description")
            if name or text:
                yield PrintedRule(kind, name, text)


def _told(one: Mapping[str, Any]) -> Any:
    """Return a rule's text; if its effects and conditions are listed individually, these, one per line."""
    lines = [*(f"{one[key]} AP" for key in ("AP",) if isinstance(one.get(key), int))]
    for key in ("effects", "conditions"):
        found = one.get(key)
        lines += found if isinstance(found, list) else []
    told = one.get("description")
    return told if told is not None or not all(isinstance(line, str) for line in lines) else "\n".join(lines)


def _own_names(listed: Any) -> dict[str, str]:
    """Return the names of a team's own weapon rules by their ids."""
    found = listed if isinstance(listed, list) else []
    pairs = [(one.get("id"), one.get("name")) for one in found if isinstance(one, Mapping)]
    return {key: name for key, name in pairs if isinstance(key, str) and isinstance(name, str)}
