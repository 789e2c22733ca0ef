"""`overlook ask`: answer a question about one photograph of the table, taken with any camera."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from PIL import ExifTags, Image, UnidentifiedImageError

from calibration.catalogue import Catalogue, load_catalogue
from calibration.pose.self_calibration import FocalPrior, self_calibrate
from calibration.rig import Rig, load_rig
from messages.catalogue import ENGLISH
from messages.message import Message
from overlook.cli.locate import position_of
from overlook.console import Exit, exit_with_error, print_json, print_notice
from overlook.image_files import Image as Pixels
from overlook.image_files import read_picture
from overlook.table.observation.seen_table import table_of_reading
from referee.editions.free.game_file import FreeGame
from referee.editions.free.measures import Measured
from referee.editions.free.questions import ask, figures
from referee.editions.registry import edition_of
from referee.records.files.free_game_file import read_free_game
from referee.rules.findings import gap_finding
from referee.rules.judgement import Shot
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.ruling import RuleId, Ruling, Verdict
from vision.tags.detector import Detector
from vision.tracking.photograph import TableReading, locate, locate_detected

MEASURED = RuleId("measure")
"""Rule id of a distance that was only asked for."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about operative `a` and operative `b`; `limit` in inches, of a distance alone."""

    kind: str
    a: str
    b: str
    limit: float = 0.0


_NAME = r"[\w-]+"
_LENGTH = r"(?P<limit>\d+(?:[.,]\d+)?) ?(?:\"|″|''|in|inch|inches)?"
_FORMS: Mapping[str, re.Pattern[str]] = {
    "within": re.compile(rf"(?:is )?(?P<a>{_NAME}) (?:is )?within {_LENGTH} of (?P<b>{_NAME})"),
    "sees": re.compile(rf"(?:does |can )?(?P<a>{_NAME}) sees? (?P<b>{_NAME})"),
    "cover": re.compile(rf"(?:is )?(?P<b>{_NAME}) (?:is )?in cover from (?P<a>{_NAME})"),
    "control": re.compile(rf"(?:is )?(?P<a>{_NAME}) (?:is )?in control range of (?P<b>{_NAME})"),
}
"""Forms of a question, in lower case."""


def question_of(asked: str) -> Question | None:
    """Return the question that was typed, None if it has none of the known forms."""
    words = " ".join(asked.lower().replace("?", " ").split())
    for kind, form in _FORMS.items():
        found = form.fullmatch(words)
        if found is not None:
            limit = found.groupdict().get("limit") or "0"
            return Question(kind, found["a"], found["b"], float(limit.replace(",", ".")))
    return None


def answer(question: Question, edition: Edition, position: Position) -> Ruling:
    """Return the ruling that answers a question about two operatives of a position."""
    a, b = question.a, question.b
    kinds: Mapping[str, Callable[[], Ruling]] = {
        "within": lambda: _within(question, position),
        "sees": lambda: edition.judge_shot(position, Shot(a, b)).visible,
        "cover": lambda: edition.judge_shot(position, Shot(a, b)).in_cover,
        "control": lambda: edition.engagement.engaged(position, a, b),
    }
    return kinds[question.kind]()


def _within(question: Question, position: Position) -> Ruling:
    a, b = (position.table.operatives[name] for name in (question.a, question.b))
    reason = Message.of("ask-distance", a=a.id, b=b.id)
    finding = gap_finding(MEASURED, reason, a, b, question.limit)
    return Ruling.of(Message.of("ask-within", a=a.id, b=b.id, limit=question.limit), finding)


def focal_35mm_of(path: Path) -> float | None:
    """Return the focal length that a photograph's EXIF states, in mm for a 36 mm x 24 mm frame; None if it has none."""
    try:
        with Image.open(path) as image:
            stated = image.getexif().get_ifd(ExifTags.IFD.Exif).get(ExifTags.Base.FocalLengthIn35mmFilm)
    except (OSError, UnidentifiedImageError, ValueError, SyntaxError):
        return None
    return float(stated) if isinstance(stated, int) and stated > 0 else None


def read_table(path: Path, image: Pixels, catalogue: Catalogue, rig: Rig | None) -> TableReading:
    """Return what a photograph shows; without a rig its lens is estimated from the board's tags and its EXIF."""
    if rig is not None:
        return locate(image, rig, catalogue)
    size_px = (image.shape[1], image.shape[0])
    detection = Detector(catalogue.dictionary, catalogue.tag_ids, size_px).detect(image)
    prior = FocalPrior.of(size_px, focal_35mm_of(path))
    camera = self_calibrate(size_px, catalogue, detection.sightings, prior)
    return locate_detected(detection, Rig(camera), catalogue, image=image)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("ask")
    def command(
        photograph: Annotated[Path, typer.Argument(help="ask-help-photograph")],
        asked: Annotated[str, typer.Argument(help="ask-help-question", metavar="QUESTION")],
        catalogue: Annotated[Path, typer.Option("--catalogue", help="photo-help-catalogue")],
        rig: Annotated[Path | None, typer.Option("--rig", help="ask-help-rig")] = None,
        edition: Annotated[str, typer.Option("--edition", help="ask-help-edition")] = "kt24",
        game: Annotated[Path | None, typer.Option("--game", help="ask-help-game")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="cli-help-json")] = False,
    ) -> int:
        """Answer a question about one photograph of the table, taken with any camera."""
        if edition == FREE or game is not None:
            return _measure(photograph, asked, catalogue, rig, game, as_json=as_json)
        question = question_of(asked)
        if question is None:
            exit_with_error(Message.of("ask-unknown", question=asked))
        things, rules = load_catalogue(catalogue), edition_of(edition)
        camera = None if rig is None else load_rig(rig)
        known = {entry.id for entry in things.operatives}
        for name in (question.a, question.b):
            if name not in known:
                exit_with_error(Message.of("photo-no-operative", file=catalogue, operative=name, known=sorted(known)))
        if question.a == question.b:
            exit_with_error(Message.of("ask-same", operative=question.a))
        reading = read_table(photograph, read_picture(photograph), things, camera)
        table = table_of_reading(reading, things)
        for name in (question.a, question.b):
            if name not in table.operatives:
                exit_with_error(Message.of("photo-operative-unseen", file=photograph, operative=name))
        ruling = answer(question, rules, position_of(table))
        for warning in reading.warnings:
            print_notice(f"{photograph}: {warning}")
        if as_json:
            print_json(_document(photograph, question, ruling))
        else:
            _say(ruling, {name: name.upper() for name in table.operatives})
        return Exit.ANSWER_IS_NO if ruling.verdict() is Verdict.NO else Exit.DONE


FREE = "free"
"""Name of the free table for `--edition`: measures without the rules of a game."""


def _measure(
    photograph: Path, asked: str, catalogue: Path, rig: Path | None, game: Path | None, *, as_json: bool
) -> int:
    """Answer a question to the free table, and return the exit status: NO if any measure breaks its limit."""
    things, camera = load_catalogue(catalogue), None if rig is None else load_rig(rig)
    rules = FreeGame() if game is None else read_free_game(game)
    reading = read_table(photograph, read_picture(photograph), things, camera)
    found = ask(asked, table_of_reading(reading, things), rules)
    for warning in reading.warnings:
        print_notice(f"{photograph}: {warning}")
    if as_json:
        print_json({"image": photograph.name, "question": asked, "measures": [_plain(one) for one in found.measured]})
    else:
        names = {name: name.upper() for name in found.witness.things}
        for one, text in zip(found.measured, found.texts, strict=True):
            verdict = "" if one.verdict is None else f" {one.verdict.value.replace('_', ' ')}"
            typer.echo(f"{ENGLISH.text(text, names)} ({ENGLISH.text(figures(one), names)}){verdict}")
    broken = any(one.verdict is Verdict.NO for one in found.measured)
    return Exit.ANSWER_IS_NO if broken else Exit.DONE


def _plain(found: Measured) -> dict[str, Any]:
    return {
        "kind": found.kind.value,
        "things": list(found.things),
        "value": round(found.value, 4),
        "sigma": round(found.sigma, 5),
        "limit": found.limit,
        "p_yes": found.p_yes,
        "verdict": None if found.verdict is None else found.verdict.value,
    }


def _say(ruling: Ruling, names: Mapping[str, str]) -> None:
    verdict, decisive = ruling.verdict(), ruling.decisive
    said = Message.of(
        "ask-answer",
        verdict=verdict.value,
        claim=ruling.claim,
        reason=decisive.outcome if decisive is not None else ruling.claim,
        probability=ruling.p_yes,
    )
    typer.echo(ENGLISH.text(said, names))


def _document(photograph: Path, question: Question, ruling: Ruling) -> dict[str, Any]:
    decisive = ruling.decisive
    return {
        "image": photograph.name,
        "question": {"kind": question.kind, "a": question.a, "b": question.b, "limit_in": question.limit},
        "verdict": ruling.verdict().value,
        "p_yes": ruling.p_yes,
        "claim": str(ruling.claim),
        "sentence": decisive.means if decisive is not None else str(ruling.claim),
    }
