"""Questions to the free table in words, such as "gap A1 B1 light", and their answers.

    gap A B [LENGTH]                     sight A B
    range A LENGTH                       chain A B C ... [LENGTH]
    arc A B ANGLE [facing DEGREES]       move A from X,Y [via X,Y ...] [limit LENGTH]
    template NAME X,Y [facing DEGREES] [wholly]      template circle X,Y RADIUS [wholly]

A LENGTH or ANGLE is a number, in inches or degrees, or the name of a range or arc of the game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from geometry.base import Base
from geometry.measure import closest_points
from geometry.table import Operative, Table
from geometry.witness import Role, Stroke, Witness
from messages.message import Message
from referee.editions.free import measures
from referee.editions.free.game_file import Circle, FreeGame
from referee.editions.free.measures import Kind, Measured
from referee.rules.errors import MalformedError

Point = tuple[float, float]
SIGMAS = 1.96
"""Standard deviations of an error as it is shown."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer to a question: each measure with its text, and what to draw."""

    measured: tuple[Measured, ...]
    texts: tuple[Message, ...]
    drawn: tuple[Stroke, ...]

    @property
    def message(self) -> Message:
        """All texts in one."""
        return self.texts[0] if len(self.texts) == 1 else Message.of("free-said", answers=list(self.texts))

    @property
    def witness(self) -> Witness:
        """The drawing, and the models that were measured."""
        return Witness(self.drawn, tuple(dict.fromkeys(name for one in self.measured for name in one.things)))


def ask(asked: str, table: Table, game: FreeGame) -> Answer:
    """Return the answer to a question; raises `MalformedError` if it is not understood, with what would be."""
    kind, *words = asked.replace('"', " ").split() or [""]
    ways: Mapping[str, Callable[[_Words], Answer]] = {
        "gap": _gap,
        "range": _range,
        "arc": _arc,
        "sight": _sight,
        "chain": _chain,
        "move": _move,
        "template": _template,
    }
    way = ways.get(kind.casefold())
    if way is None:
        raise MalformedError("free-question", asked=asked)
    if not table.operatives:
        raise MalformedError("free-nobody")
    said = _Words(asked, words, table, game)
    answer = way(said)
    if said.left:
        raise MalformedError("free-question", asked=asked)
    return answer


class _Words:
    """The words of a question that are left, for the table and the game that it is about."""

    def __init__(self, asked: str, left: Sequence[str], table: Table, game: FreeGame) -> None:
        self.asked, self.left, self.table, self.game = asked, list(left), table, game
        self._ids = {name.casefold(): name for name in table.operatives}

    def word(self) -> str:
        """Take the next word."""
        if not self.left:
            raise MalformedError("free-question", asked=self.asked)
        return self.left.pop(0)

    def says(self, word: str) -> bool:
        """Take the next word if it is this one."""
        if not self.left or self.left[0].casefold() != word:
            return False
        self.left.pop(0)
        return True

    def model(self) -> Operative:
        """Take the id of a model on the table."""
        found = self.word()
        if found.casefold() not in self._ids:
            raise MalformedError("free-model-unknown", model=found, known=sorted(self.table.operatives))
        return self.table.operatives[self._ids[found.casefold()]]

    def models(self) -> list[Operative]:
        """Take ids of models as far as they go."""
        found = []
        while self.left and self.left[0].casefold() in self._ids:
            found.append(self.model())
        return found

    def number(self, known: Mapping[str, float]) -> float:
        """Take a number, or one of these names, which may have several words."""
        names = {name.casefold(): value for name, value in known.items()}
        for count in range(len(self.left), 0, -1):
            name = " ".join(self.left[:count]).casefold()
            if name in names:
                del self.left[:count]
                return names[name]
        found = self.word()
        value = _float(found)
        if value is None or value < 0:
            raise MalformedError("free-length-unknown", found=found, known=sorted(known) or ["6"])
        return value

    def degrees(self) -> float:
        """Take an angle after "facing"; 0 without one."""
        if not self.says("facing"):
            return 0.0
        found = _float(self.word())
        if found is None:
            raise MalformedError("free-question", asked=self.asked)
        return found

    def limit(self, known: Mapping[str, float]) -> float | None:
        """Take a limit if one is left."""
        return self.number(known) if self.left else None

    def point(self) -> Point:
        """Take a point, such as "10,8"."""
        values = [_float(one) for one in self.word().split(",")]
        if len(values) != 2 or values[0] is None or values[1] is None:
            raise MalformedError("free-question", asked=self.asked)
        return values[0], values[1]


def _float(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _flat(points: Sequence[Point]) -> tuple[tuple[float, float, float], ...]:
    return tuple((float(x), float(y), 0.0) for x, y in points)


def _line(a: Base, b: Base, label: str = "") -> Stroke:
    return Stroke(Role.MEASURE, closest_points(a, b), label=label)


def _gap(said: _Words) -> Answer:
    a, b = said.model(), said.model()
    found = measures.measure_gap(a, b, said.limit(said.game.ranges), said.table.common)
    return Answer((found,), (_apart(found),), (_line(a.base, b.base, f'{found.value:.2f}"'),))


def _apart(found: Measured) -> Message:
    return Message.of("free-gap", a=found.things[0], b=found.things[1], value=found.value)


def _range(said: _Words) -> Answer:
    a = said.model()
    reach = said.number(said.game.ranges)
    found = measures.find_in_range(a, said.table.operatives.values(), reach, said.table.common)
    if not found:
        raise MalformedError("free-nobody")
    outline = Stroke(Role.MEASURE, _flat(measures.range_outline(a.base, reach)), closed=True)
    return Answer(found, tuple(map(_apart, found)), (outline,))


def _arc(said: _Words) -> Answer:
    a, b = said.model(), said.model()
    width, facing = said.number(said.game.arcs), said.degrees()
    found = measures.measure_arc(a, b, width / 2, facing_deg=facing, common=said.table.common)
    far = math.dist((a.base.x, a.base.y), (b.base.x, b.base.y)) + b.base.radius
    rays = [math.radians(a.base.rotation_deg + facing + turn) for turn in (-width / 2, width / 2)]
    ends = [(a.base.x + far * math.cos(ray), a.base.y + far * math.sin(ray)) for ray in rays]
    middle = (a.base.x, a.base.y)
    drawn = tuple(Stroke(Role.MEASURE, _flat([middle, end])) for end in ends)
    return Answer((found,), (Message.of("free-arc", a=a.id, b=b.id, value=found.value),), drawn)


def _sight(said: _Words) -> Answer:
    a, b = said.model(), said.model()
    found = measures.measure_sight(said.table, a.id, b.id)
    seen = "seen" if found.value > 0 else "hidden"
    text = Message.of("free-sight", a=a.id, b=b.id, value=seen, degrees=found.value)
    return Answer((found,), (text,), (_line(a.base, b.base),))


def _chain(said: _Words) -> Answer:
    group = said.models()
    limit = said.limit(said.game.ranges)
    limit = said.game.coherency if limit is None else limit
    found = measures.measure_chain(group, limit, said.table.common)
    text = Message.of("free-chain", models=[one.id for one in group], value=found.value)
    return Answer((found,), (text,), tuple(_links(group)))


def _links(group: Sequence[Operative]) -> Iterator[Stroke]:
    bases = [one.base for one in group]
    yield from (_line(bases[one], bases[other]) for one, other in measures.shortest_tree(bases))


def _move(said: _Words) -> Answer:
    a = said.model()
    if not said.says("from"):
        raise MalformedError("free-question", asked=said.asked)
    start, through = said.point(), []
    while said.says("via"):
        through.append(said.point())
    limit = said.number(said.game.ranges) if said.says("limit") else None
    found = measures.measure_move(a, a.base.at(*start), through, limit)
    path = Stroke(Role.MEASURE, _flat([start, *through, (a.base.x, a.base.y)]), label=f'{found.value:.2f}"')
    return Answer((found,), (Message.of("free-move", a=a.id, value=found.value),), (path,))


def _template(said: _Words) -> Answer:
    name, at = said.word().casefold(), said.point()
    known = {key.casefold(): one for key, one in said.game.templates.items()}
    if name == "circle":
        template = measures.circle(*at, said.number(said.game.ranges))
    elif name in known:
        shape = known[name]
        template = (
            measures.circle(*at, shape.radius)
            if isinstance(shape, Circle)
            else measures.teardrop(*at, said.degrees(), length=shape.length, width=shape.width)
        )
    else:
        raise MalformedError("free-template-unknown", found=name, known=["circle", *sorted(known)])
    wholly = said.says("wholly")
    found = [
        measures.measure_template(one, template, wholly=wholly, common=said.table.common)
        for one in said.table.operatives.values()
    ]
    near = [one for one in found if one.verdict != "NO"] or [max(found, key=lambda one: one.value)]
    drawn = Stroke(Role.MEASURE, _flat(template.outline), closed=True)
    return Answer(tuple(near), tuple(_covered(one, wholly=wholly) for one in near), (drawn,))


def _covered(found: Measured, *, wholly: bool) -> Message:
    covered = ("wholly" if wholly else "partly") if found.value >= 0 else "out"
    return Message.of("free-template", a=found.things[0], covered=covered)


def figures(found: Measured) -> Message:
    """Return the error of a measure, and its limit if it has one."""
    error = SIGMAS * found.sigma
    if found.kind in (Kind.ARC, Kind.SIGHT):
        if found.limit is None or found.kind is Kind.SIGHT:
            return Message.of("free-error-degrees", error=error)
        return Message.of("free-limit-degrees", limit=found.limit, error=error)
    if found.limit is None or found.kind is Kind.TEMPLATE:
        return Message.of("free-error", error=error)
    return Message.of("free-limit", limit=found.limit, error=error)
