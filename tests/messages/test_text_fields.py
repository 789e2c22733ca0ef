"""Text travels as messages: models and records have no field of bare text beside those that people write."""

from __future__ import annotations

import ast
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
from messages.message import Message
from tools.check.files import PACKAGES, files, name_of, tree_of

WORDS = re.compile(
    "sentence|why|label|means|claim|words|question|says|text|title|line|notice|advice|reason|said|hint|detail|lack|mend"
    "|fault|trouble|problem|warnings?|notes?|needed|blows|came|odds|figures|facts|tail|undo|redo|unconfirmed|marked|told|does"
    "|no_index|why_not|left|numbers|locked|description|board_problem|camera_line|(?:cells_|views_)?so_far|accuracy|lines"
    "|effects|remedy|summary|reply|caption|heading|message_text|excuse|refusal|aim|says_so|aside|outcome|arithmetic"
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
    "overlook.cli.games.RuleEntry.text": "a row of the table of rules",
    "overlook.app.films.Caption.words": "drawn into a film",
    "overlook.maintenance.reports.Report.fault": "content of a report file",
    "overlook.setup.draft.Team.text": "content of a file",
    "overlook.table.tray.dice_on_tray.DiceAnswer.question": "id of a prompt",
    "web.contract.setup.machine.ChangeView.text": "entry of the changelog",
    "web.contract.table.available_actions.LengthView.said": "part of a text, with its unit",
    "web.contract.table.board_views.StrokeView.label": "figure at a drawn line",
    "web.contract.table.game_views.SecretOptionView.text": "printed on a card",
    "web.contract.table.recordings.PointsView.why": "typed by a player, or the name of an op",
    "overlook.app.films.Caption.heading": "drawn into a film",
    "referee.corpus.scenario.Question.facts": "data of a question in a corpus, not text",
    "referee.game.events.decisions.SequenceClosed.summary": 'ids and lost wounds in a journal: "B3 -4"',
    "referee.game.intents.act.Evidence.facts": "data of a shot or fight, not text",
    "web.contract.setup.machine.MachineView.lines": "lines of the log",
    "web.contract.setup.machine.UpdateView.said": "written by the system's update script",
    "web.contract.setup.startup.FirstRunStepView.line": "always empty; kept for clients",
    "web.contract.table.game_views.GameView.title": "name of a mission or an edition",
    "web.contract.table.game_views.PloyView.text": "printed on a card",
    "web.contract.table.judge_call.JudgeView.words": "typed by a player",
    "web.contract.table.recordings.RecordedView.title": "name of a mission or an edition",
}
"""Fields that a person, a card or a file fills, with what is in them."""

LIBRARY, SYSTEM, JOURNAL, PERSON = (
    "what another library found wrong, in its words",
    "what the operating system or its scripts report",
    "text of a journal that an earlier version wrote",
    "written by a person: on a card, in a roster, as a name or a key",
)
STORED: dict[str, tuple[str, ...]] = {
    "calibration/errors.py": (LIBRARY,),
    "overlook/app/panel_and_voice.py": (JOURNAL, JOURNAL),
    "overlook/cli/main.py": (LIBRARY,),
    "overlook/cli/run.py": ("too little memory for the catalogue",),
    "overlook/data_folder.py": (SYSTEM,),
    "overlook/machine/system_requests.py": (SYSTEM,),
    "overlook/machine/upload.py": (SYSTEM,),
    "overlook/maintenance/reports.py": (SYSTEM,),
    "overlook/play/result.py": (JOURNAL,),
    "overlook/setup/draft.py": (LIBRARY,),
    "overlook/setup/view.py": ("text of a draft that an earlier version wrote",),
    "overlook/table/games/steps.py": (JOURNAL, PERSON),
    "overlook/table/offers/scoring.py": (PERSON,),
    "overlook/table/views/combat_view.py": (JOURNAL,),
    "referee/editions/kt24/scoring.py": (PERSON, PERSON),
    "referee/game/engine/prompting.py": (JOURNAL,),
    "referee/game/events/decisions.py": (JOURNAL,) * 4,
    "referee/game/recorded_ruling.py": (JOURNAL,) * 3,
    "referee/records/files/card_reading.py": (PERSON, PERSON),
    "referee/records/files/text_files.py": (LIBRARY, LIBRARY),
    "referee/rules/errors.py": (LIBRARY,),
    "web/server/responses.py": (LIBRARY,),
}
"""Places at which text without a code becomes a message, each with the reason."""

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
    """Yield the fields of bare text: those for which there is no message.

    `NAME_message` is the message of a text, `note_messages` those of a list `notes`, `message` that of one other text.
    """
    fields = fields_of(kind)
    place = f"{kind.__module__}.{kind.__name__}."
    texts = [name for name, of in fields.items() if WORDS.fullmatch(name) and "str" in of and "Message" not in of]
    coded = {name for name, of in fields.items() if "Message" in of} if issubclass(kind, BaseModel) else set()
    own = {
        name: {f"{name}_message", f"{name}_messages", f"{name.removesuffix('s')}_messages"} & coded for name in texts
    }
    without = [f"{place}{name}" for name in texts if not own[name]]
    others = coded - {each for found in own.values() for each in found}
    unlisted = [name for name in without if name not in TYPED]
    yield from without if len(unlisted) > len(others) else (name for name in without if name in TYPED)


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

    class Paired(BaseModel):
        why: str
        label: str
        notes: tuple[str, ...] = ()
        message: Message
        label_message: Message
        note_messages: tuple[Message, ...] = ()

    class Short(BaseModel):
        why: str
        label: str
        message: Message

    @dataclasses.dataclass(frozen=True)
    class Refusal:
        why: str

    @dataclasses.dataclass(frozen=True)
    class Named:
        name: str

    assert [name.rpartition(".")[2] for kind in (Said, Refusal, Named) for name in bare(kind)] == ["sentence", "why"]
    assert not [*bare(Paired)]
    assert [name.rpartition(".")[2] for name in bare(Short)] == ["why", "label"]


def stored_in(tree: ast.Module) -> int:
    """Return how often `Message.stored` is used."""
    return sum(isinstance(node, ast.Attribute) and ast.unparse(node) == "Message.stored" for node in ast.walk(tree))


def test_text_without_a_code_is_of_another_program_an_old_file_or_a_person() -> None:
    paths = [path for package in PACKAGES for path in files(package, ".py")]
    found = {name_of(path): number for path in paths if (number := stored_in(tree_of(path)))}
    assert found == {name: len(reasons) for name, reasons in STORED.items()}


def test_a_use_of_text_without_a_code_is_counted() -> None:
    assert stored_in(ast.parse("a = Message.stored(b)\nc = map(Message.stored, d)\ne = stored(f)")) == 2
