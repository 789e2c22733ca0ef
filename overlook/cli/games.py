"""`overlook replay`, `branch`, `explain`, `rule`, `export`, `import`, `recover`, `adjudicate`, `odds`: games."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from messages.message import Message
from overlook.console import Exit, print_json, print_notice
from overlook.distribution import BESIDE
from overlook.process import OwnerRights
from overlook.table.games.ruling_history import rulings_of
from referee.corpus.odds_questions import answers, mismatches
from referee.corpus.runner import run
from referee.corpus.scenario import load_scenarios
from referee.editions.registry import ruleset_of
from referee.game.engine.timeline import has_secrets
from referee.game.judging.position import edition_of_game
from referee.records.journal.reading import read_journal
from referee.records.journal.recovery import recover as recovered
from referee.records.journal.recovery import salvage
from referee.records.recorded_game import Form, read_game, write_journal, write_text
from referee.records.rejudging import Rejudged, RejudgeReport, rejudge
from referee.rules.errors import MalformedError
from referee.rules.ports.edition import Edition, read_choices
from referee.rules.ruling import Finding, Ruling
from web.contract.table.board_views import RulingView
from web.contract.table.view_builders import ruling_view


def register(app: typer.Typer) -> None:
    """Add these commands to the program."""
    _register_adjudicate(app)
    _register_odds(app)
    _register_recover(app)
    _register_replay(app)
    _register_explain(app)


def _register_adjudicate(app: typer.Typer) -> None:
    @app.command()
    def adjudicate(
        file: Annotated[Path, typer.Argument(help="archive-help-scenarios")],
        as_json: Annotated[bool, typer.Option("--json", help="cli-help-json")] = False,
        reading: Annotated[list[str] | None, typer.Option(help="archive-help-reading")] = None,
    ) -> int:
        """Judge a file of positions, and compare the answers with the expected ones."""
        scenarios = load_scenarios(file)
        answers = run(scenarios, readings=read_choices(reading or ()))
        for answer in answers:
            if answer.unanswered is not None:
                print_notice(Message.of("archive-unanswered", scenario=answer.id, why=answer.unanswered))
        refused = [answer for answer in answers if answer.refused is not None]
        wrong = [answer for answer in answers if not answer.matches]
        if as_json:
            print_json({"results": [{"id": answer.id, "got": dict(answer.got)} for answer in answers]})
        else:
            for answer in wrong:
                for difference in answer.differences:
                    typer.echo(f"{answer.id}: {difference}")
            typer.echo(Message.of("archive-answers", expected=len(answers) - len(wrong), all=len(answers)))
        for answer in refused:
            refusal = Message.of("archive-scenario-refused", file=file, scenario=answer.id, why=answer.refused)
            print_notice(f"overlook: {refusal}")
        if refused:
            return Exit.BAD_INPUT
        return Exit.ANSWER_IS_NO if wrong else Exit.DONE


def _register_odds(app: typer.Typer) -> None:
    @app.command("odds")
    def command(
        file: Annotated[Path, typer.Argument(help="archive-help-odds")],
        as_json: Annotated[bool, typer.Option("--json", help="cli-help-json")] = False,
    ) -> int:
        """Answer dice questions exactly, and compare the answers with the expected ones."""
        found = answers(file)
        wrong = mismatches(found)
        if as_json:
            print_json({"results": [{"id": answer.id, "got": dict(answer.got)} for answer in found]})
        else:
            for line in wrong:
                typer.echo(line)
            typer.echo(Message.of("archive-odds", answers=len(found), differences=len(wrong)))
        return Exit.ANSWER_IS_NO if wrong else Exit.DONE


def _register_recover(app: typer.Typer) -> None:
    @app.command()
    def recover(
        game: Annotated[Path, typer.Argument(help="archive-help-damaged")],
        look: Annotated[bool, typer.Option("--look", help="archive-help-look")] = False,
    ) -> int:
        """Recover a damaged game: keep every event before the damage. The damaged file is kept under another name."""
        saved = salvage(game)
        if not saved.why:
            typer.echo(Message.of("archive-sound", file=game, events=len(saved.events)))
            return Exit.DONE
        print_notice(saved.why)
        if look:
            typer.echo(Message.of("archive-recoverable", file=game, events=len(saved.events)))
            return Exit.ANSWER_IS_NO
        with OwnerRights.of(game.parent).taken():
            aside = recovered(game)
        events = len(read_journal(game))
        typer.echo(Message.of("archive-recovered", file=game, events=events, aside=aside))
        return Exit.DONE


FORMS = {Form.NOTATION: (".txt", ".notation"), Form.LINES: (".jsonl", ".json", ".lines")}
GameFile = Annotated[Path, typer.Argument(help="archive-help-game")]


def _register_replay(app: typer.Typer) -> None:
    @app.command()
    def replay(
        game: GameFile,
        reading: Annotated[list[str] | None, typer.Option(help="archive-help-reading")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="archive-help-rulings-json")] = False,
    ) -> int:
        """Judge a recorded game again, and list every ruling that would differ today."""
        recorded = read_game(game)
        account = rejudge(recorded, recorded.edition.playing(read_choices(reading or ())))
        if as_json:
            print_json(_document(game, recorded.edition.id, account))
        else:
            for refused in account.refused:
                typer.echo(_event(refused.sequence, refused.what, refused.why))
            for one in account.rulings:
                if one.differs:
                    typer.echo(_event(one.sequence, one.what, one.differs))
            differ = len(account.refused) + sum(bool(one.differs) for one in account.rulings)
            asked = sum(one.now is not None for one in account.rulings)
            rulings = len(account.rulings)
            typer.echo(
                Message.of("archive-replayed", intents=account.intents, judged=asked, rulings=rulings, differ=differ)
            )
        return Exit.DONE if account.same else Exit.ANSWER_IS_NO

    @app.command("export")
    def export(
        game: GameFile,
        to: Annotated[Path | None, typer.Option(help="archive-help-export-to")] = None,
        form: Annotated[str | None, typer.Option("--form", help="archive-help-form")] = None,
    ) -> int:
        """Write a recorded game as notation for people, or as JSON lines with every event."""
        recorded = read_game(game)
        text = recorded.text(_form(form, to))
        if has_secrets(recorded.events, recorded.game().timeline):
            print_notice(Message.of("archive-secret", file=game))
        if to is None:
            typer.echo(text, nl=False)
        else:
            write_text(to, text)
            print_notice(Message.of("archive-exported", file=to, events=len(recorded.events)))
        return Exit.DONE

    @app.command("import")
    def import_(game: GameFile, to: Annotated[Path, typer.Argument(help="archive-help-import-to")]) -> int:
        """Read a game from notation or JSON lines into a journal that a table can continue."""
        recorded = read_game(game)
        write_journal(to, recorded.events)
        edition = recorded.edition.title
        print_notice(Message.of("archive-imported", file=to, events=len(recorded.events), edition=edition))
        return Exit.DONE

    @app.command()
    def branch(
        game: GameFile,
        sequence: Annotated[int, typer.Argument(help="archive-help-branch", min=1)],
        to: Annotated[Path, typer.Argument(help="archive-help-import-to")],
    ) -> int:
        """Begin a new game that goes on from a recorded one after an event; a table continues it."""
        entries = read_game(game).branch(sequence, game.name)
        write_journal(to, entries)
        last = len(entries) - 1
        print_notice(Message.of("archive-branched", file=to, parent=game.name, event=last))
        return Exit.DONE


def _register_explain(app: typer.Typer) -> None:
    @app.command()
    def explain(
        game: GameFile,
        sequence: Annotated[int, typer.Argument(help="archive-help-sequence", min=1)],
        as_json: Annotated[bool, typer.Option("--json", help="cli-help-json")] = False,
    ) -> int:
        """Explain a ruling: limits, measurements, causes of the uncertainty, readings, and what would settle it."""
        recorded = read_game(game)
        timeline = recorded.game().timeline
        by_sequence = {step.sequence: rulings_of(step) for step in timeline.steps()}
        if not any(by_sequence.values()):
            by_sequence = {one.sequence: (one.now,) for one in rejudge(recorded).rulings if one.now is not None}
        rulings = by_sequence.get(sequence, ())
        if not rulings:
            known = [number for number, some in by_sequence.items() if some]
            print_notice(Message.of("archive-no-ruling", file=game, sequence=sequence, known=known))
            return Exit.BAD_INPUT
        state = next(step.before for step in timeline.steps() if step.sequence == sequence)
        places = {
            name: (one.place.x, one.place.y, one.place.z)
            for name, one in state.operatives.items()
            if one.place is not None
        }
        views = [
            ruling_view(one, id_=str(row), sequence=sequence, threshold=state.policies.threshold, places=places)
            for row, one in enumerate(rulings)
        ]
        edition = edition_of_game(recorded.edition, state)
        if as_json:
            print_json({"rulings": [view.model_dump(mode="json") for view in views]})
            return Exit.DONE
        texts = {rule.id: rule for rule in rule_texts(edition.id)}
        for view in views:
            for line in _explained(view, edition, texts):
                typer.echo(line)
        return Exit.DONE

    @app.command()
    def rule(
        words: Annotated[str, typer.Argument(help="archive-help-rule")],
        edition: Annotated[str, typer.Option(help="cli-help-edition")] = "kt24",
    ) -> int:
        """Show rules of an edition in our own words, with the readings of open questions."""
        rules = ruleset_of(edition).edition
        found = [one for one in rule_texts(rules.id) if words.lower() in (one.id.lower(), *_words(one.text, words))]
        for one in found:
            typer.echo(Message.of("archive-rule", rule=one.id, how=one.how, text=one.text))
            for line in _readings(rules, one.id):
                typer.echo(f"  {line}")
        if not found:
            print_notice(Message.of("archive-rule-unknown", edition=rules.title, words=words))
            return Exit.ANSWER_IS_NO
        return Exit.DONE


def _words(text: str, words: str) -> tuple[str, ...]:
    """Return the words as they occur in a text; empty if they do not."""
    return (words.lower(),) if words.lower() in text.lower() else ()


def _explained(view: RulingView, edition: Edition, texts: Mapping[str, RuleEntry]) -> Iterator[str]:
    """Yield the lines that explain a ruling."""
    verdict = view.verdict.value.replace("_", " ")
    yield str(Message.of("archive-ruling", verdict=verdict, claim=view.claim, p=view.p_yes))
    for finding in view.findings:
        found = Message.of("archive-finding", rule=finding.rule, means=finding.means, figures=finding.figures)
        yield f"  {found}".rstrip()
        if finding.margin is not None and finding.sigma:
            yield f"    {Message.of('archive-margin', margin=finding.margin, sigma=finding.sigma)}"
        for stroke in finding.witness:
            points = ", ".join(f"({x:.2f}, {y:.2f}, {z:.2f})" for x, y, z in stroke.points)
            yield f"    {Message.of('archive-drawn', role=stroke.role, points=points)}"
    if view.causes:
        yield f"  {Message.of('archive-uncertainty')}"
        yield from (f"    {cause.sentence}" for cause in view.causes)
    yield from (f"  {note}" for note in view.notes)
    if view.settling is not None:
        yield f"  {view.settling.sentence}"
    for rule in dict.fromkeys(finding.rule for finding in view.findings):
        if rule in texts:
            yield f"  {Message.of('archive-rule', rule=rule, how=texts[rule].how, text=texts[rule].text)}"
        yield from (f"    {line}" for line in _readings(edition, rule))


def _readings(edition: Edition, rule: str) -> Iterator[str]:
    """Yield the readings of the open questions about a rule, and the one in use."""
    for option in edition.options.values():
        if rule in option.rules:
            used, readings = edition.readings[option.name], list(option.readings)
            yield str(Message.of("archive-rule-reading", used=used, readings=readings, about=option.about))


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """A rule in our own words: its id, how it is applied (judged, tracked, resolved, declared), and the text."""

    id: str
    how: str
    text: str


def rule_texts(edition: str) -> tuple[RuleEntry, ...]:
    """Return the rules of an edition from the table of rules; raises `MalformedError` if it is not installed."""
    name = f"docs/rules/{edition}.txt"
    folders = (Path(__file__).parents[2], Path(sys.prefix) / BESIDE)
    file = next((folder / name for folder in folders if (folder / name).is_file()), None)
    if file is None:
        raise MalformedError("archive-rules-missing", file=folders[-1] / name)
    rows = (line.split(maxsplit=3) for line in file.read_text(encoding="utf-8").splitlines() if line.strip())
    return tuple(RuleEntry(row[0], row[1], row[3]) for row in rows)


def _event(sequence: int, what: str, text: Message | str) -> Message:
    return Message.of("archive-event", sequence=sequence, what=what, text=text)


def _form(said: str | None, to: Path | None) -> Form:
    """Return the form to write: the named one, else by the file's extension, else notation."""
    if said is not None:
        if said not in (Form.NOTATION, Form.LINES):
            raise MalformedError("archive-form-unknown", form=said)
        return Form(said)
    return next((form for form, ends in FORMS.items() if to is not None and to.suffix in ends), Form.NOTATION)


def _document(game: Path, edition: str, account: RejudgeReport) -> dict[str, Any]:
    return {
        "game": str(game),
        "edition": edition,
        "intents": account.intents,
        "same": account.same,
        "refused": [{"sequence": one.sequence, "what": one.what, "why": str(one.why)} for one in account.refused],
        "rulings": [_rejudged(one) for one in account.rulings],
    }


def _rejudged(one: Rejudged) -> dict[str, Any]:
    return {
        "sequence": one.sequence,
        "what": one.what,
        "was": _ruling(one.was),
        "now": _ruling(one.now),
        "differs": None if one.differs is None else str(one.differs),
    }


def _ruling(ruling: Ruling | None) -> dict[str, Any] | None:
    if ruling is None:
        return None
    return {
        "claim": str(ruling.claim),
        "verdict": ruling.verdict().value,
        "p_yes": ruling.p_yes,
        "findings": [_finding(finding) for finding in ruling.findings],
        "notes": list(map(str, ruling.notes)),
    }


def _finding(finding: Finding) -> dict[str, Any]:
    finite = {name: _number(getattr(finding, name)) for name in ("measured", "required", "margin", "sigma")}
    return {"rule": finding.rule, "means": finding.means, "holds": finding.holds, **finite}


def _number(value: float) -> float | None:
    """Return a number as JSON supports it: None if it is infinite."""
    return value if abs(value) < float("inf") else None
