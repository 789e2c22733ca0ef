"""Lines of the notation, one per intent: actions, rolls, choices, points."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from messages.message import Message
from referee.game.board_place import BoardPlace
from referee.game.engine.game import Game
from referee.game.intents import (
    REFEREE,
    Act,
    Answer,
    ChooseEquipment,
    Damage,
    DeclareDamage,
    Deploy,
    DropMarker,
    EndBattle,
    EndStage,
    Intent,
    PassTurn,
    Reveal,
    Score,
    Seal,
    UsePloy,
)
from referee.game.state import GameState
from referee.records.notation.header import read_rule, rule_text
from referee.records.notation.played import Played
from referee.records.notation.tokens import (
    QUOTES,
    NotationError,
    TokenKind,
    Tokens,
    number,
    place_text,
    read_place,
    word,
)
from referee.rules.ports.edition import Edition

RESERVED = frozenset({"free", "to", "by", "facts", "with", "at", "marker", "onto", "rule", "vs"})


def moved(before: GameState, act: Act) -> float | None:
    """Return the horizontal distance of a move, inches: along its path if one was recorded; None for no move."""
    if act.to is None:
        return None
    if len(act.path) > 1:
        return sum(math.dist(one[:2], other[:2]) for one, other in pairwise(act.path))
    start = before.operative(act.operative).place
    return None if start is None else math.hypot(act.to.x - start.x, act.to.y - start.y)


def act_text(act: Act, before: GameState, edition: Edition) -> str:
    """Format an action for a line."""
    return " ".join((*_doing(act, before, edition), *_result(act)))


def _doing(act: Act, before: GameState, edition: Edition) -> Iterator[str]:
    yield act.action
    if act.free:
        yield "free"
    yield from (f"{change:+d}AP" for change in act.cost_changes)
    if act.weapon is not None:
        plain = act.weapon not in before.operatives and act.weapon not in RESERVED
        yield word(act.weapon, RESERVED) if plain else f"with {word(act.weapon)}"
    if act.target is not None:
        known = act.target in before.operatives
        yield word(act.target, RESERVED) if known else f"at {word(act.target)}"
    yield from (f"rule {QUOTES(rule_text(use, edition))}" for use in act.weapon_rules)
    if act.marker is not None:
        yield f"marker {word(act.marker)}"
    if act.marker_to is not None:
        yield f"onto {place_text(act.marker_to)}"
    if facts := act.to_data()["facts"]:
        yield f"facts {QUOTES(json.dumps(facts, sort_keys=True, ensure_ascii=False))}"
    distance = moved(before, act)
    if distance is not None:
        yield f'{distance:.1f}"'
    if act.charged is not None:
        yield f"({number(act.charged)})"
    if len(act.path) > 2:
        yield f"by {' '.join(place_text(BoardPlace(*step)) for step in act.path)}"
    if act.to is not None:
        yield f"to {place_text(act.to)}"


def _result(act: Act) -> Iterator[str]:
    if act.evidence.engaged is not None:
        yield "[engaged]" if act.evidence.engaged else "[unengaged]"
    if act.evidence.noticed:
        yield f"[noticed {' '.join(map(word, act.evidence.noticed))}]"
    if act.evidence.springs:
        yield f"[springs {' '.join(map(word, act.evidence.springs))}]"
    if act.thing is not None:
        yield f"[operates {word(act.thing)}]"
    if act.goes_on:
        yield "[goes on]"
    yield from (f"[{note}]" for note in act.declared.notes)
    if act.declared.attack_dice:
        yield ",".join(map(str, act.declared.attack_dice))
    if act.declared.defence_dice:
        yield f"vs {','.join(map(str, act.declared.defence_dice))}"
    results = [*_result_damage(act), *(f"stun {word(who)}" for who in act.declared.stunned)]
    results.extend(f"re-roll {word(player)}" for player in act.declared.rerolls)
    if results or act.declared.attack_dice or act.declared.defence_dice:
        yield f"= {', '.join(results) or '0'}"


def _result_damage(act: Act) -> Iterator[str]:
    if len(act.declared.results) == 1 and act.declared.results[0].operative == act.target:
        yield str(act.declared.results[0].amount)
    else:
        yield from (f"{word(each.operative)} -{each.amount}" for each in act.declared.results)


def read_act(line: Tokens, operative: str, edition: Edition, *, known: Iterable[str]) -> dict[str, Any]:
    """Parse the fields of an action up to the next arrow or the end; raises `NotationError` for a fault."""
    given: dict[str, Any] = {"operative": operative, "action": _action(line, edition)}
    operatives = frozenset(known)
    while line and not line.at(TokenKind.ARROW) and not line.at(TokenKind.WORD, "..."):
        if line.at(TokenKind.TAG):
            _tag(line.take("notation-note", TokenKind.TAG), given)
        elif line.at(TokenKind.INCHES):
            line.take("notation-distance", TokenKind.INCHES)
        elif line.at(TokenKind.ROUND):
            given["charged"] = _figure(line.take("notation-price", TokenKind.ROUND))
        elif line.take_if(TokenKind.MARK, "="):
            _read_result(line, given)
        else:
            _read_word(line, given, edition, operatives=operatives)
    return given


def _action(line: Tokens, edition: Edition) -> str:
    """Return the longest action name with which the line continues."""
    names = sorted(edition.actions, key=len, reverse=True)
    token = line.peek()
    if token is not None and token.kind is TokenKind.QUOTED:
        return line.take("notation-action", TokenKind.QUOTED)
    found = line.take("notation-action", TokenKind.WORD)
    while any(name.startswith(f"{found} ") for name in names) and line.at(TokenKind.WORD):
        following = line.peek()
        longer = f"{found} {following.text if following else ''}"
        if not any(name == longer or name.startswith(f"{longer} ") for name in names):
            break
        line.take("notation-action", TokenKind.WORD)
        found = longer
    if found not in names:
        raise NotationError("notation-action-unknown", action=found, known=sorted(names))
    return found


def _tag(text: str, given: dict[str, Any]) -> None:
    inside = Tokens(text)
    if text in ("engaged", "unengaged"):
        given["engaged"] = text == "engaged"
    elif text == "goes on":
        given["goes_on"] = True
    elif inside.at(TokenKind.WORD, "noticed") or inside.at(TokenKind.WORD, "springs"):
        field = inside.take(("noticed", "springs"))
        names = []
        while inside:
            names.append(inside.take_name("notation-operative-or-marker"))
        given[field] = tuple(names)
    elif inside.at(TokenKind.WORD, "operates"):
        inside.take(("operates",))
        given["thing"] = inside.take_name("notation-hatch")
    else:
        given["notes"] = (*given.get("notes", ()), text)


def _figure(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise NotationError("notation-bad-price", found=text) from None


def _faces(text: str, line: Tokens) -> tuple[int, ...]:
    faces = [text]
    while line.take_if(TokenKind.MARK, ","):
        faces.append(line.take("notation-die", TokenKind.WORD))
    if not all(face in {"1", "2", "3", "4", "5", "6"} for face in faces):
        raise NotationError("notation-bad-dice", found=",".join(faces))
    return tuple(map(int, faces))


def _read_word(line: Tokens, given: dict[str, Any], edition: Edition, *, operatives: frozenset[str]) -> None:
    token = line.peek()
    text = line.take_name("notation-act-detail")
    quoted = token is not None and token.kind is TokenKind.QUOTED
    if not quoted and text == "free":
        given["free"] = True
    elif not quoted and text[:1] in "+-" and text.endswith("AP"):
        given["cost_changes"] = (*given.get("cost_changes", ()), _change(text))
    elif not quoted and text in ("with", "at", "marker"):
        after = {"with": "weapon", "at": "target", "marker": "marker"}[text]
        given[after] = line.take_name(Message.of("notation-name-after", word=text))
    elif not quoted and text == "facts":
        given["facts"] = json.loads(line.take_name("notation-facts"))
    elif not quoted and text == "by":
        steps = []
        while line.at(TokenKind.ROUND):
            place = read_place(line.take("notation-place", TokenKind.ROUND))
            steps.append((place.x, place.y, place.z))
        given["path"] = tuple(steps)
    elif not quoted and text in ("to", "onto"):
        given[{"to": "to", "onto": "marker_to"}[text]] = read_place(line.take("notation-place", TokenKind.ROUND))
    elif not quoted and text == "rule":
        given["weapon_rules"] = (*given.get("weapon_rules", ()), *read_rule(line.take_name("notation-rule"), edition))
    elif not quoted and text == "vs":
        given["defence_dice"] = _faces(line.take("notation-die", TokenKind.WORD), line)
    elif not quoted and text.isdigit():
        given["attack_dice"] = _faces(text, line)
    else:
        _name(text, given, operatives)


def _change(text: str) -> int:
    try:
        return int(text[:-2])
    except ValueError:
        raise NotationError("notation-bad-cost-change", found=text) from None


def _name(text: str, given: dict[str, Any], operatives: frozenset[str]) -> None:
    if text in operatives and "target" not in given:
        given["target"] = text
    elif text not in operatives and "weapon" not in given:
        given["weapon"] = text
    else:
        raise NotationError("notation-name-too-many", found=text)


def _read_result(line: Tokens, given: dict[str, Any]) -> None:
    """Parse `4`, `0`, or `B3 -4, A2 -6, stun B3, re-roll p1`."""
    while True:
        name = line.take_name("notation-damage")
        if name == "stun":
            given["stunned"] = (*given.get("stunned", ()), line.take_name("notation-operative"))
        elif name == "re-roll":
            given["rerolls"] = (*given.get("rerolls", ()), line.take_name("notation-player"))
        elif name.isdigit():
            if int(name):
                given["results"] = (*given.get("results", ()), _hurt(given.get("target"), int(name)))
        else:
            amount = -line.take_number("notation-loss")
            given["results"] = (*given.get("results", ()), _hurt(name, int(amount)))
        if not line.take_if(TokenKind.MARK, ","):
            return


def _hurt(operative: str | None, amount: int) -> Damage:
    if operative is None:
        raise NotationError("notation-damage-to-nobody", amount=amount)
    return Damage(operative=operative, amount=amount)


NOBODY = "-"


def deed_text(each: Played) -> str | None:
    """Format an intent as `who deed ...`; None if the notation has no words for it or it is the referee's."""
    intent = each.intent
    writer = WRITERS.get(type(intent))
    if writer is None or intent.by == REFEREE:
        return None
    return writer(each, intent)


def _answer(each: Played, intent: Any) -> str:
    owner = each.prompt.owner if each.prompt is not None else NOBODY
    if intent.dice:
        return f"{word(owner)} rolls {','.join(map(str, intent.dice))} for {word(intent.prompt)}"
    return f"{word(owner)} says {word(str(intent.choice))} to {word(intent.prompt)}"


def _deploy(each: Played, intent: Any) -> str:
    player = each.before.operative(intent.operative).player
    place = f" {place_text(intent.place)}" if intent.place is not None else ""
    return f"{word(player)} deploys {word(intent.operative)}{place}"


def _equipment(_: Played, intent: Any) -> str:
    return f"{word(intent.player)} takes {', '.join(map(word, intent.options)) or 'nothing'}"


def _score(_: Played, intent: Any) -> str:
    why = f" for {word(intent.why)}" if intent.why else ""
    return f"{word(intent.player)} scores {intent.vp} {word(intent.op)}{why}"


def _declared_damage(_: Played, intent: Any) -> str:
    why = f" for {word(intent.why)}" if intent.why else ""
    return f"{NOBODY} hurts {word(intent.operative)} {intent.amount}{why}"


def _end(_: Played, intent: Any) -> str:
    return f"{word(intent.conceded_by)} concedes" if intent.conceded_by is not None else f"{NOBODY} agrees"


WRITERS: dict[type[Intent], Callable[[Played, Any], str]] = {
    Answer: _answer,
    PassTurn: lambda _, intent: f"{word(intent.player)} passes",
    UsePloy: lambda _, intent: (
        f"{word(intent.player)} uses {word(intent.name)} for {1 if intent.cost is None else intent.cost}"
    ),
    Score: _score,
    Deploy: _deploy,
    ChooseEquipment: _equipment,
    Seal: lambda _, intent: f"{word(intent.player)} seals {word(intent.topic)} {word(intent.value)}",
    Reveal: lambda _, intent: f"{word(intent.player)} reveals {word(intent.topic)}",
    DropMarker: lambda each, intent: (
        f"{word(each.before.operative(intent.operative).player)} drops {word(intent.operative)} "
        f"{place_text(intent.place)}"
    ),
    DeclareDamage: _declared_damage,
    EndStage: lambda _, intent: f"{NOBODY} closes {word(intent.stage)}",
    EndBattle: _end,
}


def read_deed(deed: str, who: str, line: Tokens, game: Game, id_: str) -> Intent:
    """Parse the intent of a line after `who deed`; raises `NotationError` with what was expected."""
    reader = READERS[deed]
    return reader(who, line, game, id_)


def _rolls(who: str, line: Tokens, game: Game, id_: str) -> Intent:
    faces = [line.take("notation-die", TokenKind.WORD)]
    while line.take_if(TokenKind.MARK, ","):
        faces.append(line.take("notation-die", TokenKind.WORD))
    _expect(line, "for")
    prompt = _asked(who, line, game)
    if not all(face in {"1", "2", "3", "4", "5", "6"} for face in faces):
        raise NotationError("notation-bad-dice", found=",".join(faces))
    return Answer(id=id_, prompt=prompt, dice=tuple(map(int, faces)))


def _says(who: str, line: Tokens, game: Game, id_: str) -> Intent:
    choice = line.take_name("notation-choice")
    _expect(line, "to")
    return Answer(id=id_, prompt=_asked(who, line, game), choice=choice)


def _asked(who: str, line: Tokens, game: Game) -> str:
    prompt = line.take_name("notation-prompt")
    owners = {each.id: each.owner for each in game.prompts}
    if prompt in owners and owners[prompt] != who:
        raise NotationError("notation-prompt-of-other", prompt=prompt, owner=owners[prompt], player=who)
    return prompt


def _scores(who: str, line: Tokens, _: Game, id_: str) -> Intent:
    vp = int(line.take_number("notation-victory-points"))
    return Score(id=id_, player=who, vp=vp, op=line.take_name("notation-op"), why=_why(line))


def _deploys(_: str, line: Tokens, __: Game, id_: str) -> Intent:
    operative = line.take_name("notation-operative")
    place = read_place(line.take("notation-place", TokenKind.ROUND)) if line.at(TokenKind.ROUND) else None
    return Deploy(id=id_, operative=operative, place=place)


def _takes(who: str, line: Tokens, _: Game, id_: str) -> Intent:
    if line.take_if(TokenKind.WORD, "nothing"):
        return ChooseEquipment(id=id_, player=who, options=())
    options = [line.take_name("notation-equipment-option")]
    while line.take_if(TokenKind.MARK, ","):
        options.append(line.take_name("notation-equipment-option"))
    return ChooseEquipment(id=id_, player=who, options=tuple(options))


def _uses(who: str, line: Tokens, _: Game, id_: str) -> Intent:
    name = line.take_name("notation-ploy")
    _expect(line, "for")
    return UsePloy(id=id_, player=who, name=name, cost=int(line.take_number("notation-command-points")))


def _seals(who: str, line: Tokens, _: Game, id_: str) -> Intent:
    return Seal(id=id_, player=who, topic=line.take_name("notation-topic"), value=line.take_name("notation-choice"))


def _drops(_: str, line: Tokens, __: Game, id_: str) -> Intent:
    operative = line.take_name("notation-operative")
    return DropMarker(id=id_, operative=operative, place=read_place(line.take("notation-place", TokenKind.ROUND)))


def _hurts(_: str, line: Tokens, __: Game, id_: str) -> Intent:
    operative = line.take_name("notation-operative")
    return DeclareDamage(id=id_, operative=operative, amount=int(line.take_number("notation-wounds")), why=_why(line))


def _why(line: Tokens) -> str:
    return line.take_name("notation-reason") if line.take_if(TokenKind.WORD, "for") else ""


def _expect(line: Tokens, text: str) -> None:
    if not line.take_if(TokenKind.WORD, text):
        line.take((text,), TokenKind.TAG)


READERS: dict[str, Callable[[str, Tokens, Game, str], Intent]] = {
    "rolls": _rolls,
    "says": _says,
    "passes": lambda who, _, __, id_: PassTurn(id=id_, player=who),
    "uses": _uses,
    "scores": _scores,
    "deploys": _deploys,
    "takes": _takes,
    "seals": _seals,
    "reveals": lambda who, line, _, id_: Reveal(id=id_, player=who, topic=line.take_name("notation-topic")),
    "drops": _drops,
    "hurts": _hurts,
    "closes": lambda _, line, __, id_: EndStage(id=id_, stage=line.take_name("notation-stage")),
    "concedes": lambda who, _, __, id_: EndBattle(id=id_, conceded_by=who),
    "agrees": lambda _, __, ___, id_: EndBattle(id=id_),
}

DEEDS = frozenset(READERS)
