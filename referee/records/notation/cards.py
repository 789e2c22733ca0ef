"""The cards of a game in notation: operatives and their weapons, written and read back."""

from __future__ import annotations

import contextlib
import json
from typing import Any

from referee.game.card import Card
from referee.records.notation.text import QUOTES, Kind, NotationError, Tokens, number, require, word
from referee.rules.dice.weapon import RuleUse, Weapon, WeaponType
from referee.rules.edition import Edition
from referee.rules.errors import MalformedError
from referee.rules.exemption import Exemption


def card_text(card: Card) -> str:
    """Return an operative's card as one line, without its weapons."""
    long, short = card.base_mm
    parts = [
        word(card.id),
        word(card.player),
        QUOTES(card.name),
        f"apl {card.apl} move {number(card.move)} save {card.save} wounds {card.wounds}",
        f"base {number(long)}" if long == short else f"base {number(long)} by {number(short)}",
        f"head {number(card.head)}",
    ]
    if card.type:
        parts.append(f"type {QUOTES(card.type)}")
    if card.group != 1:
        parts.append(f"group {card.group}")
    if card.defence != 3:
        parts.append(f"defence {card.defence}")
    if card.ward is not None:
        parts.append(f"ward {card.ward}")
    parts.extend(f"keyword {QUOTES(keyword)}" for keyword in card.keywords)
    parts.extend(f"exempt {QUOTES(str(each))}" for each in sorted(card.exempt))
    return " ".join(parts)


def read_operative(line: Tokens) -> dict[str, Any]:
    """Return the fields of the card of a line, its weapons still to come; `NotationError` says what is wrong."""
    given: dict[str, Any] = {
        "id": line.take_name("an operative's id"),
        "player": line.take_name("a player"),
        "name": line.take_name("a name"),
        "weapons": [],
        "keywords": (),
    }
    while line:
        key = line.take_name("apl, move, save, wounds, base, head, type, group, defence, ward, keyword or exempt")
        if key in ("apl", "save", "wounds", "group", "defence", "ward"):
            given[key] = int(line.take_number("a number"))
        elif key in ("move", "head"):
            given[key] = line.take_number("a number")
        elif key == "base":
            long = line.take_number("millimetres")
            short = line.take_number("millimetres") if line.take_if(Kind.WORD, "by") else long
            given["base_mm"] = (long, short)
        elif key == "type":
            given["type"] = line.take_name("a type")
        elif key == "keyword":
            given["keywords"] = (*given["keywords"], line.take_name("a keyword"))
        elif key == "exempt":
            given["exempt"] = given.get("exempt", frozenset()) | {_exemption(line.take_name("an exemption"))}
        else:
            raise NotationError(f"{key!r}: expected apl, move, save, wounds, base, head, type, group, ...")
    require(given, f"operative {given['id']!r}", "apl", "move", "save", "wounds")
    return given


def weapon_text(weapon: Weapon, edition: Edition) -> str:
    """Return a weapon as one line, its rules as the edition's cards print them."""
    normal, critical = weapon.damage
    parts = [str(weapon.type), QUOTES(weapon.name)]
    if weapon.profile:
        parts.append(f"profile {QUOTES(weapon.profile)}")
    parts.append(f"atk {weapon.atk} hit {weapon.hit} damage {normal} {critical}")
    parts.extend(f"rule {QUOTES(rule_text(use, edition))}" for use in weapon.rules)
    parts.extend(f"own {QUOTES(own)}" for own in weapon.own_rules)
    return " ".join(parts)


def read_weapon(line: Tokens, edition: Edition) -> Weapon:
    """Return the weapon of a line, behind whose it is; `NotationError` says what is wrong."""
    given: dict[str, Any] = {
        "type": WeaponType(line.take("ranged or melee", Kind.WORD)),
        "name": line.take_name("a weapon's name"),
        "rules": (),
        "own_rules": (),
    }
    while line:
        key = line.take_name("profile, atk, hit, damage, rule or own")
        if key in ("atk", "hit"):
            given[key] = int(line.take_number("a number"))
        elif key == "damage":
            given["damage"] = (int(line.take_number("a number")), int(line.take_number("a number")))
        elif key == "profile":
            given["profile"] = line.take_name("a profile")
        elif key == "rule":
            given["rules"] = (*given["rules"], *read_rule(line.take_name("a rule"), edition))
        elif key == "own":
            given["own_rules"] = (*given["own_rules"], line.take_name("a rule"))
        else:
            raise NotationError(f"{key!r}: expected profile, atk, hit, damage, rule or own")
    require(given, f"weapon {given['name']!r}", "atk", "hit", "damage")
    return Weapon(**given)


def rule_text(use: RuleUse, edition: Edition) -> str:
    """Return a weapon rule as the edition's cards print it; its fields where that would not read back the same."""
    text, same = "", False
    with contextlib.suppress(MalformedError):
        text = edition.write_rule(use)
        same = edition.read_rules((text,)) == (use,)
    fields = {"rule": use.rule, "x": use.x, "distance": use.distance, "only": use.only}
    return text if same else json.dumps(fields)


def read_rule(text: str, edition: Edition) -> tuple[RuleUse, ...]:
    """Return the weapon rules of a text."""
    if text.startswith("{"):
        return (RuleUse(**json.loads(text)),)
    return edition.read_rules((text,))


def _exemption(text: str) -> Exemption:
    try:
        return Exemption(text)
    except ValueError:
        raise NotationError(f"exempt {text!r}: expected one of {', '.join(Exemption)}") from None
