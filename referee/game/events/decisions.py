"""Events of decisions: proposals, challenges, faults, dice sequences, requested rolls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import Field

from messages.message import Message
from referee.game.events.base import EVENTS, Event, TableNote
from referee.game.recorded_ruling import RecordedFinding
from referee.game.state import (
    GameState,
    OpenChallenge,
    OpenProposal,
    OpenReading,
    OpenSequence,
    OpenTest,
    SimultaneousRule,
)


@EVENTS.word("roll_called")
class RollCalled(Event):
    """A rule asks for dice: a mine's damage, a stun test (rules J24-07, J24-13)."""

    test: OpenTest

    def apply(self, state: GameState) -> GameState:
        """Return the state with the test open."""
        new = all(each.id != self.test.id for each in state.tests)
        self.expect(new, Message.of("state-question-open", id=self.test.id))
        return replace(state, tests=(*state.tests, self.test))


@EVENTS.word("roll_made")
class RollMade(Event):
    """The dice of a test were rolled; their effects follow as further events."""

    test: str
    dice: tuple[int, ...]

    def apply(self, state: GameState) -> GameState:
        """Return the state with the test closed."""
        known = any(each.id == self.test for each in state.tests)
        self.expect(known, Message.of("state-question-not-open", id=self.test))
        return replace(state, tests=tuple(each for each in state.tests if each.id != self.test))


@EVENTS.word("rules_met")
class RulesMet(Event):
    """Several rules would be resolved at the same time: their order is to be decided (rule A24-11)."""

    rules: tuple[SimultaneousRule, ...]

    def apply(self, state: GameState) -> GameState:
        """Return the state with the order open."""
        return replace(state, simultaneous=(*state.simultaneous, *self.rules))


@EVENTS.word("rule_put_first")
class RulePutFirst(Event):
    """The next of several simultaneous rules was decided; the last one left needs no decision."""

    rule: SimultaneousRule

    def apply(self, state: GameState) -> GameState:
        """Return the state with the others still to be ordered."""
        self.expect(self.rule in state.simultaneous, Message.of("state-rule-not-waiting", rule=self.rule.name))
        left = list(state.simultaneous)
        left.remove(self.rule)
        return replace(state, simultaneous=tuple(left) if len(left) > 1 else ())


@EVENTS.word("opening_turned")
class OpeningTurned(Event):
    """A door or hatch was opened or closed (rule K24-07); `now` is its new state."""

    opening: str
    now: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with that opening's new state."""
        return replace(state, openings={**state.openings, self.opening: self.now})


@EVENTS.word("last_action_waived")
class LastActionWaived(Event):
    """An incapacitated operative forgoes its free action (rule L24-06)."""

    operative: str

    def apply(self, state: GameState) -> GameState:
        """Return the state in which it may be removed."""
        return state.with_operative(self.operative, one_more=False)


@EVENTS.word("sequence_opened")
class SequenceOpened(Event):
    """A shooting or fighting action began."""

    sort: str
    operative: str
    opening: dict[str, Any]

    def apply(self, state: GameState) -> GameState:
        """Return the state with the dice open."""
        self.expect(state.sequence is None, Message.of("state-dice-open"))
        number = state.dice_actions + 1
        wounds = {name: one.wounds for name, one in state.operatives.items()}
        opened = OpenSequence(self.sort, self.operative, self.opening, number, wounds)
        return replace(state, sequence=opened, dice_actions=number)


@EVENTS.word("sequence_advanced")
class SequenceAdvanced(Event):
    """One answer was applied; `now` is the complete data of the dice action after it."""

    now: dict[str, Any]

    def apply(self, state: GameState) -> GameState:
        """Return the state with the dice action advanced."""
        sequence = self.need(state.sequence, Message.of("state-no-dice"))
        return replace(state, sequence=replace(sequence, data=self.now))


@EVENTS.word("sequence_closed")
class SequenceClosed(Event):
    """A shooting or fighting action is over; `summary` is its result on one line."""

    summary: str = ""

    def apply(self, state: GameState) -> GameState:
        """Return the state with no dice open; the last result is kept."""
        sequence = self.need(state.sequence, Message.of("state-no-dice"))
        return replace(state, sequence=None, resolved=sequence)


@EVENTS.word("proposed")
class Proposed(Event):
    """An intent awaits confirmation: the camera inferred it, or it would break a rule.

    `message` is the message of the question, `messages` are those of the labels; None without a code.
    """

    proposal: str
    owner: str
    question: str
    labels: tuple[str, ...]
    intents: tuple[str, ...]
    data: tuple[dict[str, Any], ...]
    because: tuple[RecordedFinding, ...] = ()
    message: Message | None = None
    messages: tuple[Message | None, ...] = ()

    LATER = frozenset({"message", "messages"})

    def apply(self, state: GameState) -> GameState:
        """Return the state with the proposal open."""
        new = all(each.id != self.proposal for each in state.proposals)
        self.expect(new, Message.of("state-question-open", id=self.proposal))
        labels = [
            message or Message.stored(label)
            for label, message in zip(self.labels, self.messages or [None] * len(self.labels), strict=True)
        ]
        readings = tuple(
            OpenReading(label, intent, data)
            for label, intent, data in zip(labels, self.intents, self.data, strict=True)
        )
        question = self.message or Message.stored(self.question)
        proposal = OpenProposal(self.proposal, self.owner, question, readings, self.because)
        return replace(state, proposals=(*state.proposals, proposal))


@EVENTS.word("proposal_closed")
class ProposalClosed(Event):
    """A proposal was answered: the number of the accepted reading, or None if it was refused."""

    proposal: str
    taken: int | None = None

    def apply(self, state: GameState) -> GameState:
        """Return the state without the proposal."""
        known = any(each.id == self.proposal for each in state.proposals)
        self.expect(known, Message.of("state-question-not-open", id=self.proposal))
        return replace(state, proposals=tuple(each for each in state.proposals if each.id != self.proposal))


@EVENTS.word("fault_logged")
class FaultLogged(Event):
    """A rule was broken whose policy is to log it and continue."""

    finding: RecordedFinding

    def apply(self, state: GameState) -> GameState:
        """Return the same state: the event is for readers of the log."""
        return state


@EVENTS.word("fault_called")
class FaultReported(TableNote):
    """A fault on the table was reported; it is not reported again until it is cleared."""

    key: str
    means: str
    message: Message | None = None

    LATER = frozenset({"message"})

    def noted(self, called: Mapping[str, Message]) -> Mapping[str, Message]:
        """Return the faults with this one."""
        return {**called, self.key: self.message or Message.stored(self.means)}


@EVENTS.word("fault_mended")
class FaultCleared(TableNote):
    """A reported fault on the table was corrected."""

    key: str

    def noted(self, called: Mapping[str, Message]) -> Mapping[str, Message]:
        """Return the faults without this one."""
        self.expect(self.key in called, Message.of("state-fault-unknown", key=self.key))
        return {key: means for key, means in called.items() if key != self.key}


@EVENTS.word("challenged")
class Challenged(Event):
    """A ruling is challenged: the one that permitted the intent of that sequence number, an action of `whose`.

    `means` is the English text of `message`, which older journals do not have: what that intent was.
    """

    LATER = frozenset({"message"})

    by: str
    of: int
    means: str
    whose: str = "any"
    message: Message | None = None

    def apply(self, state: GameState) -> GameState:
        """Return the state with the challenge open."""
        self.expect(state.challenge is None, Message.of("state-challenge-open"))
        return replace(
            state, challenge=OpenChallenge(self.by, self.of, self.message or Message.stored(self.means), self.whose)
        )


@EVENTS.word("challenge_roll_off")
class ChallengeRollOff(Event):
    """The players decide a challenge by a roll-off (rules L24-12, 002:357): each rolls one D6."""

    def apply(self, state: GameState) -> GameState:
        """Return the state that waits for both dice."""
        challenge = self.need(state.challenge, Message.of("state-no-challenge"))
        return replace(state, challenge=replace(challenge, rolls={}))


@EVENTS.word("challenge_rolled")
class ChallengeRolled(Event):
    """A player rolled for a challenge, and the roll-off is not decided yet; after a tie both roll again."""

    player: str
    die: int

    def apply(self, state: GameState) -> GameState:
        """Return the state with that die."""
        challenge = self.need(state.challenge, Message.of("state-no-challenge"))
        rolls = {**(challenge.rolls or {}), self.player: self.die}
        if len(rolls) == len(state.sides):
            return replace(state, challenge=replace(challenge, rolls={}, ties=challenge.ties + 1))
        return replace(state, challenge=replace(challenge, rolls=rolls))


@EVENTS.word("challenge_upheld")
class ChallengeUpheld(Event):
    """The challenged ruling was upheld. `rolls` are the dice of the roll-off that decided it; empty without one."""

    LATER = frozenset({"rolls"})

    rolls: dict[str, int] = Field(default_factory=dict)

    def apply(self, state: GameState) -> GameState:
        """Return the state without the challenge."""
        self.expect(state.challenge is not None, Message.of("state-no-challenge"))
        return replace(state, challenge=None)


@EVENTS.word("withdrawn")
class Withdrawn(Event):
    """Only the challenged intent is withdrawn: the game continues as if it and the challenge had not happened.

    The timeline computes the new state from all other intents. `rolls` are the dice of the roll-off that decided it;
    empty without one.
    """

    LATER = frozenset({"rolls"})

    steps: tuple[int, ...]
    rolls: dict[str, int] = Field(default_factory=dict)

    def apply(self, state: GameState) -> GameState:
        """Return the state with no challenge open."""
        return replace(state, challenge=None)


OF_CHALLENGES = (Challenged, ChallengeRollOff, ChallengeRolled, ChallengeUpheld)
"""Events that change nothing but the challenge itself."""
