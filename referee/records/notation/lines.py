"""Everything but actions, one line each: rolls, choices, ploys, points, damage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.game.game import Game
from referee.game.intents import (
    REFEREE,
    Answer,
    ChooseEquipment,
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
from referee.records.notation.played import Played
from referee.records.notation.text import Kind, NotationError, Tokens, place_text, read_place, word

NOBODY = "-"


def deed_text(each: Played) -> str | None:
    """Return what was done as `who deed ...`; None for what has no words or is the referee's own to do."""
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


def _damage(_: Played, intent: Any) -> str:
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
    DeclareDamage: _damage,
    EndStage: lambda _, intent: f"{NOBODY} closes {word(intent.stage)}",
    EndBattle: _end,
}


def read_deed(deed: str, who: str, line: Tokens, game: Game, id_: str) -> Intent:
    """Return the intent of a line after `who deed`; `NotationError` says what was expected."""
    reader = READERS[deed]
    return reader(who, line, game, id_)


def _rolls(who: str, line: Tokens, game: Game, id_: str) -> Intent:
    faces = [line.take("a die", Kind.WORD)]
    while line.take_if(Kind.MARK, ","):
        faces.append(line.take("a die", Kind.WORD))
    _expect(line, "for")
    prompt = _asked(who, line, game)
    if not all(face in {"1", "2", "3", "4", "5", "6"} for face in faces):
        raise NotationError(f"dice {','.join(faces)}: expected faces of 1 to 6")
    return Answer(id=id_, prompt=prompt, dice=tuple(map(int, faces)))


def _says(who: str, line: Tokens, game: Game, id_: str) -> Intent:
    choice = line.take_name("a choice")
    _expect(line, "to")
    return Answer(id=id_, prompt=_asked(who, line, game), choice=choice)


def _asked(who: str, line: Tokens, game: Game) -> str:
    prompt = line.take_name("a prompt")
    owners = {each.id: each.owner for each in game.prompts}
    if prompt in owners and owners[prompt] != who:
        raise NotationError(f"prompt {prompt!r} is {owners[prompt]}'s to answer, not {who}'s")
    return prompt


def _scores(who: str, line: Tokens, _: Game, id_: str) -> Intent:
    vp = int(line.take_number("victory points"))
    return Score(id=id_, player=who, vp=vp, op=line.take_name("an op"), why=_why(line))


def _deploys(_: str, line: Tokens, __: Game, id_: str) -> Intent:
    operative = line.take_name("an operative")
    place = read_place(line.take("a place", Kind.ROUND)) if line.at(Kind.ROUND) else None
    return Deploy(id=id_, operative=operative, place=place)


def _takes(who: str, line: Tokens, _: Game, id_: str) -> Intent:
    if line.take_if(Kind.WORD, "nothing"):
        return ChooseEquipment(id=id_, player=who, options=())
    options = [line.take_name("an equipment option")]
    while line.take_if(Kind.MARK, ","):
        options.append(line.take_name("an equipment option"))
    return ChooseEquipment(id=id_, player=who, options=tuple(options))


def _uses(who: str, line: Tokens, _: Game, id_: str) -> Intent:
    name = line.take_name("a ploy")
    _expect(line, "for")
    return UsePloy(id=id_, player=who, name=name, cost=int(line.take_number("command points")))


def _seals(who: str, line: Tokens, _: Game, id_: str) -> Intent:
    return Seal(id=id_, player=who, topic=line.take_name("a topic"), value=line.take_name("a choice"))


def _drops(_: str, line: Tokens, __: Game, id_: str) -> Intent:
    operative = line.take_name("an operative")
    return DropMarker(id=id_, operative=operative, place=read_place(line.take("a place", Kind.ROUND)))


def _hurts(_: str, line: Tokens, __: Game, id_: str) -> Intent:
    operative = line.take_name("an operative")
    return DeclareDamage(id=id_, operative=operative, amount=int(line.take_number("wounds")), why=_why(line))


def _why(line: Tokens) -> str:
    return line.take_name("a reason") if line.take_if(Kind.WORD, "for") else ""


def _expect(line: Tokens, text: str) -> None:
    if not line.take_if(Kind.WORD, text):
        line.take(text, Kind.TAG)


READERS: dict[str, Callable[[str, Tokens, Game, str], Intent]] = {
    "rolls": _rolls,
    "says": _says,
    "passes": lambda who, _, __, id_: PassTurn(id=id_, player=who),
    "uses": _uses,
    "scores": _scores,
    "deploys": _deploys,
    "takes": _takes,
    "seals": _seals,
    "reveals": lambda who, line, _, id_: Reveal(id=id_, player=who, topic=line.take_name("a topic")),
    "drops": _drops,
    "hurts": _hurts,
    "closes": lambda _, line, __, id_: EndStage(id=id_, stage=line.take_name("a stage")),
    "concedes": lambda who, _, __, id_: EndBattle(id=id_, conceded_by=who),
    "agrees": lambda _, __, ___, id_: EndBattle(id=id_),
}

DEEDS = frozenset(READERS)
