"""An action in a journal: in code its evidence and its results stand apart, on disk as they did before they did."""

from __future__ import annotations

import json
import math
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ConfigDict, Field

from geometry.witness import Witness
from messages.message import Message
from referee.game.board_place import BoardPlace
from referee.game.intents import INTENTS, Act, Damage, DeclaredResults, Evidence
from referee.game.record import Record, TypeRegistry
from referee.rules.errors import MalformedError
from referee.rules.ruling import Fact, Ruling
from referee.rules.weapon import RuleUse
from tests.codes import coded, messages_in

Dice = tuple[Annotated[int, Field(ge=1, le=6)], ...]

YESTERDAY: TypeRegistry[Record] = TypeRegistry("yesterday's intent")


class YesterdaysDamage(Record):
    """The damage of an action, as version 1 of the journal has it."""

    operative: str
    amount: Annotated[int, Field(ge=0, le=200)]


class YesterdaysFinding(Record):
    """A finding as version 1 of the journal has it: a sentence and figures, no code."""

    model_config = ConfigDict(extra="ignore")

    rule: str
    means: str
    measured: float
    required: float
    margin: float
    sigma: float = 0.0
    witness: Witness | None = None
    strict: bool = False


class YesterdaysRuling(Record):
    """A ruling as version 1 of the journal has it: nothing says who put a thing where it stands."""

    claim: str
    model_config = ConfigDict(extra="ignore")

    findings: tuple[YesterdaysFinding, ...]
    p_yes: float
    notes: tuple[str, ...] = ()


@YESTERDAY.word("act")
class YesterdaysAct(Record):
    """An action as version 1 of the journal has it: every field at one level. It never changes."""

    by: Annotated[str, Field(min_length=1, max_length=40)] = "any"
    operative: str
    action: str
    free: bool = False
    cost_changes: tuple[int, ...] = ()
    to: BoardPlace | None = None
    path: tuple[tuple[float, float, float], ...] = ()
    charged: float | None = None
    target: str | None = None
    weapon: str | None = None
    weapon_rules: tuple[RuleUse, ...] = ()
    marker: str | None = None
    marker_to: BoardPlace | None = None
    engaged: bool | None = None
    noticed: tuple[str, ...] = ()
    springs: tuple[str, ...] = ()
    thing: str | None = None
    goes_on: bool = False
    rulings: tuple[YesterdaysRuling, ...] = ()
    dice: bool = False
    facts: dict[str, Any] = Field(default_factory=dict)
    results: tuple[YesterdaysDamage, ...] = ()
    stunned: tuple[str, ...] = ()
    rerolls: tuple[str, ...] = ()
    attack_dice: Dice = ()
    defence_dice: Dice = ()
    notes: tuple[str, ...] = ()


INCHES = st.floats(-60, 60, allow_nan=False).map(lambda value: round(value, 3))
NAMES = st.text("AB12 -", min_size=1, max_size=4)
SOME = st.lists(NAMES, max_size=3).map(tuple)
DICE = st.lists(st.integers(1, 6), max_size=5).map(tuple)
SPOTS = st.tuples(INCHES, INCHES, INCHES)
PLACES = st.builds(BoardPlace, INCHES, INCHES, INCHES, declared=st.booleans())
RULINGS = st.builds(
    YesterdaysRuling,
    claim=NAMES,
    findings=st.tuples(
        st.builds(
            YesterdaysFinding,
            rule=st.just("D24-03"),
            means=NAMES,
            measured=st.just(0.0),
            required=st.just(1.0),
            margin=st.just(-math.inf),
        ),
        st.builds(YesterdaysFinding, rule=NAMES, means=NAMES, measured=INCHES, required=INCHES, margin=INCHES),
    ),
    p_yes=st.floats(0, 1),
    notes=SOME,
)
JSON = st.recursive(st.none() | st.booleans() | st.integers(0, 9) | NAMES, lambda one: st.lists(one, max_size=2))
FACTS = st.fixed_dictionaries(
    {},
    optional={
        "near": st.lists(NAMES, max_size=3),
        "stands": st.sampled_from(("open", "closed")),
        "jump_from": st.lists(INCHES, min_size=3, max_size=3),
        "shooter": NAMES,
        "targets": JSON,
    },
)
ACTS = st.builds(
    YesterdaysAct,
    by=st.sampled_from(("any", "p1", "referee", "camera")),
    operative=NAMES,
    action=NAMES,
    free=st.booleans(),
    cost_changes=st.lists(st.integers(-2, 2), max_size=2).map(tuple),
    to=st.none() | PLACES,
    path=st.lists(SPOTS, max_size=3).map(tuple),
    charged=st.none() | INCHES,
    target=st.none() | NAMES,
    weapon=st.none() | NAMES,
    weapon_rules=st.lists(st.builds(RuleUse, NAMES, st.none() | INCHES), max_size=2).map(tuple),
    marker=st.none() | NAMES,
    marker_to=st.none() | PLACES,
    engaged=st.none() | st.booleans(),
    noticed=SOME,
    springs=SOME,
    thing=st.none() | NAMES,
    goes_on=st.booleans(),
    rulings=st.lists(RULINGS, max_size=2).map(tuple),
    dice=st.booleans(),
    facts=FACTS,
    results=st.lists(st.builds(YesterdaysDamage, operative=NAMES, amount=st.integers(0, 200)), max_size=2).map(tuple),
    stunned=SOME,
    rerolls=SOME,
    attack_dice=DICE,
    defence_dice=DICE,
    notes=SOME,
)


@given(ACTS)
def test_an_action_of_yesterday_is_read_and_written_as_it_was_to_the_letter(yesterday: YesterdaysAct) -> None:
    written = yesterday.to_data()
    again = INTENTS.read("act", {**written, "id": "i1"}).to_data()
    assert list(again) == list(written)
    assert json.dumps({**again, "facts": {}}) == json.dumps({**written, "facts": {}})
    assert again["facts"] == written["facts"]
    assert YESTERDAY.read("act", again) == yesterday


def test_an_action_of_today_is_read_by_yesterdays_schema_with_every_field_in_its_place() -> None:
    today = Act(
        id="i1",
        operative="A1",
        action="Shoot",
        evidence=Evidence(
            rulings=(Ruling.of(Message.stored("fine"), Fact.declared("D24-13", True, Message.stored("so"))),),
            engaged=False,
            noticed=("B1",),
            springs=("mine",),
            near=("B2",),
            stands="open",
            jump_from=(1.0, 2.0, 3.0),
            facts={"shooter": "A1"},
        ),
        declared=DeclaredResults(
            results=(Damage(operative="B1", amount=3),),
            stunned=("B1",),
            rerolls=("p1",),
            attack_dice=(5, 4),
            defence_dice=(1,),
            notes=("cover",),
        ),
    )
    read = YESTERDAY.read("act", today.to_data())
    assert isinstance(read, YesterdaysAct)
    assert (read.engaged, read.noticed, read.springs) == (False, ("B1",), ("mine",))
    assert read.facts == {"near": ["B2"], "stands": "open", "jump_from": [1.0, 2.0, 3.0], "shooter": "A1"}
    (ruled,), (now,) = read.rulings, today.evidence.rulings
    assert [one.means for one in ruled.findings] == [one.means for one in now.findings]
    assert (ruled.claim, ruled.p_yes, ruled.notes) == (str(now.claim), now.p_yes, tuple(map(str, now.notes)))
    assert (read.results[0].amount, read.notes) == (3, ("cover",))
    assert (read.stunned, read.rerolls, read.attack_dice, read.defence_dice) == (("B1",), ("p1",), (5, 4), (1,))
    assert INTENTS.read("act", {**today.to_data(), "id": "i1"}) == today


def test_every_field_of_an_action_stands_in_its_journal_and_no_part_does() -> None:
    held = {*Act.model_fields, *Evidence.model_fields, *DeclaredResults.model_fields}
    in_facts = {"perhaps_noticed", "sprung_at", "near", "stands", "jump_from", "then", "under_way"}
    apart = {"id", "evidence", "declared", *in_facts}
    act = Act(id="i1", operative="A1", action="Dash", agreed="p2")
    assert set(act.to_data()) == held - apart
    assert set(act.model_copy(update={"agreed": ""}).to_data()) == held - apart - {"agreed"}


@pytest.mark.parametrize(
    ("field", "value", "code", "at"),
    [
        ("evidence", {"engaged": True}, "intent-field-unknown", "evidence"),
        ("near", ["B1"], "intent-field-unknown", "near"),
        ("bogus", 1, "entry-field", "bogus"),
        ("facts", 3, "entry-field", "facts"),
        ("engaged", "yes", "entry-field", "engaged"),
        ("results", [{"operative": "B1", "amount": 201}], "entry-field", "results.0.amount"),
    ],
)
def test_what_no_journal_says_is_refused_by_the_name_of_its_field(
    field: str, value: object, code: str, at: str
) -> None:
    with pytest.raises(MalformedError, check=coded(code, field=at)):
        INTENTS.read("act", {"id": "i1", "operative": "A1", "action": "Dash", field: value})


@pytest.mark.parametrize(("field", "value"), [("evidence", {"engaged": True}), ("near", ["B1"])])
def test_the_names_of_parts_and_of_facts_are_no_fields_of_a_journal(field: str, value: object) -> None:
    with pytest.raises(MalformedError, check=coded("intent-field-unknown", intent="act", field=field)):
        INTENTS.read("act", {"id": "i1", "operative": "A1", "action": "Dash", field: value})


def test_a_record_without_parts_holds_its_fields_as_they_are() -> None:
    assert Record.nested({"operative": "A1"}) == {"operative": "A1"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("charged", math.nan),
        ("charged", math.inf),
        ("path", [[1.0, math.nan, 0.0], [2.0, 2.0, 0.0]]),
        ("jump_from", [1.0, 2.0, math.nan]),
        ("facts", {"distance": math.nan}),
        ("weapon_rules", [{"rule": "range", "x": math.nan}]),
    ],
)
def test_a_length_that_is_no_number_is_refused(field: str, value: Any) -> None:
    with pytest.raises(MalformedError) as refused:
        INTENTS.read("act", {"id": "i1", "operative": "A1", "action": "Dash", field: value})
    codes = {"entry-nan", "entry-field", "intent-field-unknown"}
    assert any(one.code in codes for one in messages_in(refused.value))
