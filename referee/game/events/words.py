"""What is said about the game: proposals, faults, challenges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.game.events.base import EVENTS, Event, TableNote
from referee.game.state import GameState, OpenChallenge, OpenProposal, Reading
from referee.rules.ruling import Finding


@EVENTS.word("proposed")
class Proposed(Event):
    """An intent was put up for a word: the camera inferred it, or a rule asks before it is broken."""

    proposal: str
    owner: str
    question: str
    labels: tuple[str, ...]
    intents: tuple[str, ...]
    data: tuple[dict[str, Any], ...]
    because: tuple[Finding, ...] = ()

    def apply(self, state: GameState) -> GameState:
        """Return the state with the proposal open."""
        self.expect(all(each.id != self.proposal for each in state.proposals), f"{self.proposal!r} is open already")
        readings = tuple(
            Reading(label, intent, data)
            for label, intent, data in zip(self.labels, self.intents, self.data, strict=True)
        )
        proposal = OpenProposal(self.proposal, self.owner, self.question, readings, self.because)
        return replace(state, proposals=(*state.proposals, proposal))


@EVENTS.word("proposal_closed")
class ProposalClosed(Event):
    """A proposal was answered: the number of the reading that was taken, or None when it was refused."""

    proposal: str
    taken: int | None = None

    def apply(self, state: GameState) -> GameState:
        """Return the state without the proposal."""
        self.expect(any(each.id == self.proposal for each in state.proposals), f"{self.proposal!r} is not open")
        return replace(state, proposals=tuple(each for each in state.proposals if each.id != self.proposal))


@EVENTS.word("fault_logged")
class FaultLogged(Event):
    """A rule was broken and its policy is to write that down and go on."""

    finding: Finding

    def apply(self, state: GameState) -> GameState:
        """Return the same state: this is for those who read the log."""
        return state


@EVENTS.word("fault_called")
class FaultReported(TableNote):
    """A fault on the table was called for the first time; it is not called again while it stands."""

    key: str
    means: str

    def noted(self, called: Mapping[str, str]) -> Mapping[str, str]:
        """Return the faults with this one."""
        return {**called, self.key: self.means}


@EVENTS.word("fault_mended")
class FaultCleared(TableNote):
    """What was wrong on the table is right again."""

    key: str

    def noted(self, called: Mapping[str, str]) -> Mapping[str, str]:
        """Return the faults without this one."""
        self.expect(self.key in called, f"fault {self.key!r} was not called")
        return {key: means for key, means in called.items() if key != self.key}


@EVENTS.word("challenged")
class Challenged(Event):
    """Somebody doubts the ruling that let the intent of that sequence number through, which was `whose` doing."""

    by: str
    of: int
    means: str
    whose: str = "any"

    def apply(self, state: GameState) -> GameState:
        """Return the state with the challenge open."""
        self.expect(state.challenge is None, "another challenge is open")
        return replace(state, challenge=OpenChallenge(self.by, self.of, self.means, self.whose))


@EVENTS.word("challenge_upheld")
class ChallengeUpheld(Event):
    """The ruling stands."""

    def apply(self, state: GameState) -> GameState:
        """Return the state without the challenge."""
        self.expect(state.challenge is not None, "no challenge is open")
        return replace(state, challenge=None)


@EVENTS.word("withdrawn")
class Withdrawn(Event):
    """The challenged intent is taken back alone: the game goes on as if it and the challenge had not been.

    The timeline works out what then stands, from all other intents.
    """

    steps: tuple[int, ...]

    def apply(self, state: GameState) -> GameState:
        """Return the state with no challenge open."""
        return replace(state, challenge=None)
