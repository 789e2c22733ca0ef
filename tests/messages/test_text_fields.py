"""Text travels as messages: models and records have no field of bare text beside those that people write."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType

from pydantic import BaseModel

import overlook
import referee
import web.contract

WORDS = re.compile(
    "sentence|why|label|means|claim|words|question|says|text|title|line|notice|advice|reason|said|hint|detail|lack|mend"
    "|fault|trouble|problem|warnings?|notes?|needed"
)
"""Names of fields that hold text which people read."""

TYPED = {
    "referee.corpus.scenario.Question.words": "fields of a question in a corpus, not text",
    "referee.game.card.PloyCard.text": "printed on a card",
    "referee.game.card.TacOpCard.text": "printed on a card",
    "referee.game.intents.act.DeclaredResults.notes": 'codes: "cover", "obscured"',
    "referee.game.pack_action.PackAction.text": "printed on a card",
    "referee.game.state.OpenTest.question": "text of its message, for journals",
    "referee.records.files.pack_file.ActionRecord.text": "printed on a card",
    "referee.records.files.pack_file.PackPloyRecord.text": "printed on a card",
    "referee.records.files.pack_file.PloyRecord.text": "printed on a card",
    "referee.records.files.pack_file.TacOpRecord.text": "printed on a card",
    "referee.records.files.roster.PrintedRule.text": "printed on a card",
    "referee.records.files.team_file.RuleRecord.text": "printed on a card",
    "referee.records.notation.tokens.Token.text": "part of a line of the notation",
    "referee.rules.dice.rule_book.WeaponRule.title": "published name of a rule",
    "referee.rules.dice.rule_parser._Token.text": "part of a printed rule",
    "referee.rules.ports.edition.Edition.title": "published name",
    "referee.rules.ports.edition.EditionInfo.title": "published name",
    "web.contract.setup.actions.LibraryFile.text": "content of a file",
    "web.contract.setup.actions.MissionFile.text": "content of a file",
    "web.contract.setup.actions.TeamFile.text": "content of a file",
    "web.contract.setup.views.BaseView.label": "number of a base",
    "web.contract.setup.views.TagView.label": "id of a tag",
    "web.contract.table.board_views.MarkerView.label": "name of a marker",
    "web.contract.table.board_views.OperativeView.label": "number of an operative",
    "web.contract.table.judge_call.AskedJudge.words": "typed by a player",
    "web.contract.table.on_air.AirGameView.title": "name of a mission",
    "overlook.app.films.Caption.words": "drawn into a film",
    "overlook.maintenance.reports.Report.fault": "content of a report file",
    "overlook.table.tray.dice_on_tray.DiceAnswer.question": "id of a prompt",
    "web.contract.setup.machine.ChangeView.text": "entry of the changelog",
    "web.contract.table.available_actions.LengthView.said": "part of a text, with its unit",
    "web.contract.table.board_views.MarkerView.says": "as HeldView, which has the message",
    "web.contract.table.board_views.StrokeView.label": "figure at a drawn line",
    "web.contract.table.game_views.SecretOptionView.text": "printed on a card",
    "web.contract.table.recordings.PointsView.why": "typed by a player, or the name of an op",
}
"""Fields that a person, a card or a file fills, with what is in them."""

PLAYER_REASON = re.compile(r"referee\.game\.(?:intents|events)\.\w+\.\w+\.why|referee\.game\.state\.\w+\.why")
"""Reason that a player or the referee typed for what they declared."""


def modules(package: ModuleType) -> Iterator[ModuleType]:
    for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not each.name.endswith("__main__"):
            yield importlib.import_module(each.name)


def fields_of(kind: type) -> dict[str, str]:
    if issubclass(kind, BaseModel):
        return {name: repr(field.annotation) for name, field in kind.model_fields.items()}
    return {one.name: str(one.type) for one in dataclasses.fields(kind)} if dataclasses.is_dataclass(kind) else {}


def bare(kind: type) -> Iterator[str]:
    """Yield the fields of bare text; in a view, a message beside the text is enough."""
    fields = fields_of(kind)
    coded = issubclass(kind, BaseModel) and any("Message" in of for of in fields.values())
    for name, of in fields.items():
        if WORDS.fullmatch(name) and "str" in of and "Message" not in of and not coded:
            yield f"{kind.__module__}.{kind.__name__}.{name}"


def all_bare() -> set[str]:
    return {
        field
        for package in (referee, web.contract, overlook)
        for module in modules(package)
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if kind.__module__ == module.__name__
        for field in bare(kind)
    }


def test_no_model_or_record_has_a_field_of_bare_text() -> None:
    found = {name for name in all_bare() if not PLAYER_REASON.fullmatch(name)}
    assert sorted(found - TYPED.keys()) == []
    assert sorted(TYPED.keys() - found) == []


def test_a_field_of_bare_text_is_found() -> None:
    class Said(BaseModel):
        sentence: str

    @dataclasses.dataclass(frozen=True)
    class Refusal:
        why: str

    @dataclasses.dataclass(frozen=True)
    class Named:
        name: str

    assert [name.rpartition(".")[2] for kind in (Said, Refusal, Named) for name in bare(kind)] == ["sentence", "why"]
