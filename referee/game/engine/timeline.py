"""Timeline: the fold of the journal with undo and redo, and the redaction of secrets.

All code that sends entries outside takes `PublicEntry`, which only `redact_secrets` creates. The outlets are listed in
`tests/overlook/outlets.py`, whose test finds missing ones.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NewType

from messages.message import Message
from referee.game.events.base import EVENTS, Event, TableNote
from referee.game.events.battle import Revealed, Sealed
from referee.game.events.decisions import FaultLogged, Proposed, Withdrawn
from referee.game.events.pieces import EquipmentChosen, ItemSetUp, SupplyUsed
from referee.game.events.secret_choices import REDACTED, Opening, digest_of_choice
from referee.game.intents import CAMERA, INTENTS, Answer, ChooseEquipment, Intent, Redo, Seal, Undo
from referee.game.journal_entry import SCHEMA_VERSION, JournalEntry
from referee.game.record import OutOfOrderError, UnknownKindError
from referee.game.recorded_ruling import finding_without_text
from referee.game.state import EQUIPMENT, GameState, frozen
from referee.rules.errors import RefereeError


@dataclass(frozen=True, slots=True, eq=False)
class TimelineStep:
    """One intent with all events that followed from it.

    `previous` is the step before it, None at the start; `withdrawn` the intents that were withdrawn before it.
    """

    sequence: int
    intent: Intent
    events: tuple[Event, ...]
    before: GameState
    after: GameState
    previous: TimelineStep | None
    withdrawn: frozenset[int] = frozenset()

    @property
    def withdraws(self) -> frozenset[int]:
        """Earlier intents that this step withdrew after a challenge."""
        return frozenset(each for one in self.events if isinstance(one, Withdrawn) for each in one.steps)


@dataclass(frozen=True, slots=True, eq=False)
class RedoStep:
    """A step that redo restores, the ones below it, and who undid it."""

    step: TimelineStep
    under: RedoStep | None
    by: str


@dataclass(frozen=True, slots=True, eq=False)
class Timeline:
    """Fold of the log. `state` is the current state; `past` and `undone` are the data of undo and redo.

    `sequence` is that of the last entry, `cause` the intent that further entries may still belong to. `called` are the
    reported faults not yet cleared, `withdrawn` the intents withdrawn by challenges. `taken_back` are the undone
    answers with dice, by prompt, so that a repeated roll is visible. `revealed` are the intents with a secret choice
    that has been revealed to everybody; undo does not make it secret again.
    """

    state: GameState = field(default_factory=GameState)
    sequence: int = 0
    edition: str = ""
    cause: int = 0
    past: TimelineStep | None = None
    undone: RedoStep | None = None
    called: Mapping[str, Message] = field(default_factory=lambda: frozen({}))
    withdrawn: frozenset[int] = frozenset()
    taken_back: Mapping[str, Answer] = field(default_factory=lambda: frozen({}))
    revealed: frozenset[int] = frozenset()
    closed: bool = True

    def steps(self) -> Iterator[TimelineStep]:
        """Yield the steps up to now, the last one first."""
        step = self.past
        while step is not None:
            yield step
            step = step.previous

    def live_steps(self) -> tuple[TimelineStep, ...]:
        """Return the steps up to now that were not withdrawn by a challenge, the oldest first."""
        steps = [step for step in self.steps() if step.sequence not in self.withdrawn]
        return tuple(reversed(steps))


def fold(timeline: Timeline, entry: JournalEntry) -> Timeline:
    """Return the timeline after one more entry.

    Raises `OutOfOrderError` for a gap, a different edition, a wrong cause or an impossible event, `UnknownKindError`
    and `MalformedError` for unreadable entries; each names the entry.
    """
    sequence, kind, last = entry.sequence, entry.kind, timeline.sequence
    if sequence != last + 1:
        raise OutOfOrderError("entry-gap", event=sequence, kind=kind, last=last, expected=last + 1)
    if (found := entry.schema_version) != SCHEMA_VERSION:
        raise OutOfOrderError("entry-schema", event=sequence, kind=kind, found=found, expected=SCHEMA_VERSION)
    if timeline.edition and entry.edition != timeline.edition:
        edition = timeline.edition
        raise OutOfOrderError("entry-edition", event=sequence, kind=kind, found=entry.edition, expected=edition)
    try:
        after = _intended(timeline, entry) if entry.is_intent else _followed(timeline, entry)
    except UnknownKindError as error:
        raise UnknownKindError("entry-unreadable", event=sequence, fault=error) from None
    except RefereeError as error:
        raise OutOfOrderError("entry-impossible", event=sequence, kind=kind, fault=error) from error
    return replace(after, sequence=sequence, edition=entry.edition)


def fold_all(entries: Iterable[JournalEntry], timeline: Timeline | None = None) -> Timeline:
    """Return the timeline of all these entries, appended to `timeline` if given."""
    timeline = timeline or Timeline()
    for entry in entries:
        timeline = fold(timeline, entry)
    return timeline


def intent_of(entry: JournalEntry) -> Intent:
    """Return the intent that an entry records."""
    return INTENTS.read(entry.kind, {**entry.data, "id": entry.id})


def _intended(timeline: Timeline, entry: JournalEntry) -> Timeline:
    intent = intent_of(entry)
    timeline = replace(timeline, cause=entry.sequence)
    if isinstance(intent, Undo):
        step = timeline.past
        if step is None:
            raise OutOfOrderError("undo-nothing")
        undone = RedoStep(step, timeline.undone, intent.by)
        back = replace(timeline, state=step.before, past=step.previous, withdrawn=step.withdrawn)
        return replace(back, undone=undone, taken_back=_with_dice_of(step, timeline.taken_back), closed=True)
    if isinstance(intent, Redo):
        if timeline.undone is None:
            raise OutOfOrderError("undo-nothing-undone")
        step = timeline.undone.step
        forth = replace(timeline, state=step.after, past=step, withdrawn=step.withdrawn | step.withdraws)
        return replace(forth, undone=timeline.undone.under, closed=True)
    if intent.observation:
        return replace(timeline, closed=True)
    step = TimelineStep(entry.sequence, intent, (), timeline.state, timeline.state, timeline.past, timeline.withdrawn)
    return replace(timeline, past=step, undone=timeline.undone if _withdraws(intent) else None, closed=False)


def _withdraws(intent: Intent) -> bool:
    """Return whether the camera withdraws its own question because the model was set back; redo stays possible."""
    return isinstance(intent, Answer) and intent.by == CAMERA


def _with_dice_of(step: TimelineStep, taken_back: Mapping[str, Answer]) -> Mapping[str, Answer]:
    intent = step.intent
    if not isinstance(intent, Answer) or not intent.dice:
        return taken_back
    return frozen({**taken_back, intent.prompt: intent})


def _followed(timeline: Timeline, entry: JournalEntry) -> Timeline:
    if entry.cause != timeline.cause:
        raise OutOfOrderError("entry-cause", found=entry.cause, expected=timeline.cause)
    event = EVENTS.read(entry.kind, entry.data)
    if isinstance(event, TableNote):
        return replace(timeline, called=frozen(event.noted(timeline.called)))
    step = timeline.past
    if timeline.closed or step is None:
        raise OutOfOrderError("entry-no-consequence")
    withdrawn = timeline.withdrawn
    if isinstance(event, Withdrawn):
        state = event.apply(_state_without(timeline, event.steps))
        withdrawn = withdrawn | set(event.steps)
    else:
        state = event.apply(timeline.state)
    step = replace(step, events=(*step.events, event), after=state)
    revealed = timeline.revealed | frozenset(_revealed_by(event, step))
    return replace(timeline, state=state, past=step, withdrawn=withdrawn, revealed=revealed)


def _revealed_by(event: Event, last: TimelineStep) -> Iterator[int]:
    """Yield the intents whose secret choices an event reveals; `last` is the step that it belongs to.

    Equipment is revealed once all players have chosen (rule A24-04), at once if nobody waits for the other, and by its
    use.
    """
    if isinstance(event, Revealed):
        yield from _choosing(last, Sealed, {event.player}, topic=event.topic)
    elif isinstance(event, EquipmentChosen):
        everybody = last.after.sides.keys()
        yield from _choosing(last, EquipmentChosen, everybody if everybody <= last.after.chosen else set())
        if last.after.free:
            yield last.sequence
    elif isinstance(event, ItemSetUp | SupplyUsed):
        yield from _choosing(last, EquipmentChosen, {event.player})


def _choosing(
    last: TimelineStep, kind: type[Sealed | EquipmentChosen], players: Collection[str], *, topic: str = ""
) -> Iterator[int]:
    """Yield the step in which each player made its current choice of that kind and topic."""
    wanted = set(players)
    step: TimelineStep | None = last
    while wanted and step is not None:
        for one in step.events:
            if isinstance(one, kind) and one.player in wanted and getattr(one, "topic", "") == topic:
                wanted.remove(one.player)
                yield step.sequence
        step = step.previous


def _state_without(timeline: Timeline, steps: tuple[int, ...]) -> GameState:
    """Return the state without these steps: all other live ones, replayed from the start."""
    state = GameState()
    for step in timeline.live_steps():
        if step.sequence not in steps:
            for event in step.events:
                state = event.apply(state)
    return state


def state_before_action(timeline: Timeline) -> GameState:
    """Return the state before the open dice were requested; the current state if none are open."""
    state = timeline.state
    if state.sequence is None and not state.tests:
        return state
    settled = (step.before for step in timeline.steps() if step.before.sequence is None and not step.before.tests)
    return next(settled, state)


PublicEntry = NewType("PublicEntry", JournalEntry)
"""An entry in the form that everybody may see."""

NO_EQUIPMENT: dict[str, Any] = {"options": [], "weapons": [], "supplies": {}}
CHOICE_KINDS = frozenset({Sealed.kind, EquipmentChosen.kind})
SECRET_KINDS = CHOICE_KINDS | {Seal.kind, ChooseEquipment.kind}


def redact_secrets(entries: Sequence[JournalEntry], timeline: Timeline) -> tuple[PublicEntry, ...]:
    """Return whole intents with their events, without choices that are still secret.

    `timeline` is the current game, with these entries. A sealed choice becomes "sealed" and its commitment, equipment
    becomes empty, and the intent always takes the same form: an answer that can only mean "none" would reveal it.
    """
    secret = {entry.cause for entry in entries if entry.kind in SECRET_KINDS} - timeline.revealed
    return tuple(map(PublicEntry, _without(entries, secret)))


def conceal_choices(entries: Sequence[JournalEntry]) -> tuple[JournalEntry, ...]:
    """Return whole intents with their events as a journal keeps them: secret choices are commitments.

    A choice without a salt is no secret, or was written by a version without commitments.
    """
    open_ = {
        entry.cause
        for entry in entries
        if entry.kind in CHOICE_KINDS and not entry.data.get("salt") and not entry.data.get("commitment")
    }
    return _without(entries, {entry.cause for entry in entries if entry.kind in SECRET_KINDS} - open_)


def with_opened_choices(entries: Sequence[JournalEntry]) -> tuple[JournalEntry, ...]:
    """Return the entries of a journal with the choices that its own later events have opened."""
    readings = (Opening.model_validate_json(json.dumps(each)) for one in entries for each in one.data.get("opened", ()))
    openings = {opening.digest: opening for opening in readings}
    by_cause = {
        entry.cause: openings[entry.data["commitment"]]
        for entry in entries
        if entry.kind in CHOICE_KINDS and entry.data.get("commitment") in openings
    }
    return tuple(
        _opened(entry, by_cause[entry.cause]) if entry.cause in by_cause and entry.kind in SECRET_KINDS else entry
        for entry in entries
    )


def has_secrets(entries: Sequence[JournalEntry], timeline: Timeline) -> bool:
    """Return whether entries contain a choice that is still secret; `timeline` is the current game."""
    return redact_secrets(entries, timeline) != tuple(entries)


def _without(entries: Sequence[JournalEntry], secret: Collection[int]) -> tuple[JournalEntry, ...]:
    """Return the entries without the choices made in these intents."""
    chosen = {entry.cause: entry for entry in entries if entry.cause in secret and entry.kind in CHOICE_KINDS}
    return tuple(_redacted(entry, chosen.get(entry.cause)) if entry.cause in secret else entry for entry in entries)


def _opened(entry: JournalEntry, opening: Opening) -> JournalEntry:
    values = list(opening.values)
    made: dict[str, Any] = {"options": values} if opening.topic == EQUIPMENT else {"value": values[0]}
    if entry.is_intent:
        return _with(entry, **made)
    if opening.topic == EQUIPMENT:
        brought = opening.model_dump(mode="json", include={"weapons", "supplies"})
        made |= brought
    data = {name: value for name, value in entry.data.items() if name != "commitment"}
    return entry.model_copy(update={"data": {**data, **made, "salt": opening.salt}})


def _redacted(entry: JournalEntry, chosen: JournalEntry | None) -> JournalEntry:
    """Return an entry of a secret choice without the choice; `chosen` is the event that made it, if any."""
    if entry.is_intent:
        return _intent(entry, chosen or entry)
    if entry.kind == Sealed.kind:
        return _committed(entry, str(entry.data["topic"]), [str(entry.data["value"])], value=REDACTED)
    if entry.kind == EquipmentChosen.kind:
        return _committed(entry, EQUIPMENT, entry.data["options"], **NO_EQUIPMENT)
    if entry.kind == Proposed.kind:
        readings = [_reading(data) for data in entry.data["data"]]
        without = {name: entry.data[name] for name in entry.data if name not in ("message", "messages")}
        return entry.model_copy(update={"data": {**without, "data": readings, "question": REDACTED, "because": []}})
    if entry.kind == FaultLogged.kind:
        return _with(entry, finding=finding_without_text(entry.data["finding"], REDACTED))
    return entry


def _committed(entry: JournalEntry, topic: str, values: Sequence[str], **hidden: Any) -> JournalEntry:
    """Return the event of a choice with its commitment, if it has a salt, in place of the choice and the salt."""
    salt = entry.data.get("salt")
    made = {"commitment": digest_of_choice(salt, entry.data["player"], topic, values)} if salt else {}
    data = {name: value for name, value in entry.data.items() if name != "salt"}
    return entry.model_copy(update={"data": {**data, **hidden, **made}})


def _intent(entry: JournalEntry, choice: JournalEntry) -> JournalEntry:
    said = {"by": entry.data.get("by"), "player": choice.data.get("player")}
    if choice.kind in (Sealed.kind, Seal.kind):
        topic = {"topic": choice.data.get("topic"), "value": REDACTED}
        return entry.model_copy(update={"kind": Seal.kind, "data": {**said, **topic}})
    return entry.model_copy(update={"kind": ChooseEquipment.kind, "data": {**said, "options": []}})


def _reading(data: dict[str, Any]) -> dict[str, Any]:
    hidden: dict[str, Any] = {"value": REDACTED, "options": []}
    return {key: hidden.get(key, value) for key, value in data.items()}


def _with(entry: JournalEntry, **fields: Any) -> JournalEntry:
    return entry.model_copy(update={"data": {**entry.data, **fields}})
