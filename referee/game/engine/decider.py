"""Decider: the events that follow from an intent, as a pure function of the game and the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from messages.message import Message
from referee.game.engine.battle_flow import AT_ANY_TIME, BattleFlow
from referee.game.engine.prompting import (
    ACT,
    REFUSE,
    ROLL_OFF,
    UPHOLD,
    challenge_rolls,
    choice_key,
    find_prompt,
    normalise_answer,
    prompt_of_test,
    standing_prompts,
)
from referee.game.engine.timeline import Timeline, TimelineStep
from referee.game.events import Event, activations, decisions, pieces, same_but_for_wording
from referee.game.handlers import declaring, set_up
from referee.game.handlers.handler import IntentHandler, describe, distinct, evidence, intent_name, ownership
from referee.game.intents import (
    ANY,
    CAMERA,
    INTENTS,
    REFEREE,
    Answer,
    Branch,
    Challenge,
    ClearFault,
    DeclareDamage,
    DeclarePlace,
    DeclareStat,
    DeclareStatus,
    EndBattle,
    HandOverSeat,
    Intent,
    ObserveRoll,
    PlaceMarker,
    Propose,
    Redo,
    RemoveMarker,
    RemoveOperative,
    ReportFault,
    Revive,
    SetPolicy,
    SetTerrain,
    SetThreshold,
    SetUp,
    SetUpAgain,
    Trigger,
    Undo,
)
from referee.game.prompt import Prompt, Topic
from referee.game.record import RefusedError, RestsOnItError
from referee.game.state import ActivationKind, GameState, OpenChallenge, OpenProposal
from referee.rules.errors import IllegalError, MalformedError, RefereeError
from referee.rules.ruling import Finding

MOST_FOLLOW_UPS = 200


class Decider:
    """Applies the rules of one flow. Stateless: every method is a pure function of its arguments."""

    def __init__(self, flow: BattleFlow) -> None:
        self.flow = flow
        ids = flow.ids
        handlers: dict[type[Intent], Any] = {
            SetUp: set_up.SetUpHandler(ids, flow.edition),
            SetTerrain: set_up.SetTerrainHandler(ids),
            SetPolicy: set_up.SetPolicyHandler(),
            SetThreshold: set_up.SetThresholdHandler(),
            DeclareDamage: declaring.DeclareDamageHandler(ids),
            DeclareStat: declaring.DeclareStatHandler(ids),
            DeclareStatus: declaring.DeclareStatusHandler(ids),
            DeclarePlace: declaring.DeclarePlaceHandler(ids),
            SetUpAgain: declaring.SetUpAgainHandler(ids),
            RemoveOperative: declaring.RemoveOperativeHandler(ids),
            Revive: declaring.ReviveHandler(ids),
            PlaceMarker: declaring.PlaceMarkerHandler(ids),
            RemoveMarker: declaring.RemoveMarkerHandler(ids),
            EndBattle: set_up.EndBattleHandler(ids, flow.finish),
            Trigger: declaring.TriggerHandler(ids),
        }
        self.handlers = cast(Mapping[type[Intent], IntentHandler[Intent]], handlers)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return every open decision: those that hold up the game first, then those of the flow."""
        return (
            *standing_prompts(state, self.flow.consequences),
            *self.flow.dice_actions.prompts(state),
            *self.flow.prompts(state),
        )

    def asked(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the decisions that may be answered; dice still open when the battle ended are excluded."""
        left = () if not state.ended else self.flow.dice_actions.prompts(state)
        return tuple(one for one in self.prompts(state) if one not in left)

    def decide(self, timeline: Timeline, intent: Intent) -> tuple[Event, ...]:
        """Return the events that follow from the intent; raises `RefereeError` that lists all faults."""
        if isinstance(intent, Undo | Redo):
            return _turned(timeline, intent)
        if isinstance(intent, ReportFault | ClearFault):
            return _noted(timeline, intent)
        if isinstance(intent, ObserveRoll | HandOverSeat | Branch):
            return ()
        if isinstance(intent, Challenge):
            return self._challenged(timeline, intent)
        if _waits_for_a_roll_off(timeline.state, intent):
            raise IllegalError("challenge-roll-first")
        if isinstance(intent, Answer):
            return self._answered(timeline, intent)
        return self._settled(timeline.state, self._done(timeline.state, intent))

    def foresee(self, state: GameState, intent: Intent) -> GameState:
        """Return the state after an intent that the players agree to; raises the `RefereeError` that refuses it."""
        for event in self._done(state, intent, agreed=True):
            state = event.apply(state)
        return state

    def _done(self, state: GameState, intent: Intent, *, agreed: bool = False) -> tuple[Event, ...]:
        """Return the events of the intent itself; `agreed` if the players accepted an uncertain or proposed intent."""
        if isinstance(intent, Propose):
            return _proposal(state, intent)
        handler = self.handlers.get(type(intent)) or self.flow.handler(state, intent)
        if handler is None:
            raise IllegalError("refusal-intent-elsewhere", intent=intent_name(intent))
        owned = ownership(state, intent, self.flow.ids.seats)
        if refused := state.policies.triage(owned).refused:
            # Further faults could reveal what the other player has chosen in secret.
            raise RefusedError(describe(intent), distinct(refused))
        findings = (*owned, *self.flow.timing(state, intent))
        if state.begun or isinstance(intent, AT_ANY_TIME):
            findings = (*findings, *handler.check(state, intent))
        verdicts = state.policies.triage(findings, evidence(intent))
        if verdicts.refused:
            raise RefusedError(describe(intent), distinct(verdicts.refused))
        if verdicts.asked and not agreed:
            return (_asking(intent, distinct(verdicts.asked)),)
        written = distinct((*verdicts.logged, *verdicts.asked))
        return (*(decisions.FaultLogged(finding=each) for each in written), *handler.apply(state, intent))

    def _settled(self, state: GameState, happened: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return the events with all automatic ones that follow, until a player must decide."""
        for event in happened:
            state = event.apply(state)
        for _ in range(MOST_FOLLOW_UPS):
            following = self.flow.follow(state)
            if not following:
                return happened
            for event in following:
                state = event.apply(state)
            happened = (*happened, *following)
        raise IllegalError("game-phase-endless", phase=state.stage)

    def _answered(self, timeline: Timeline, intent: Answer) -> tuple[Event, ...]:
        state = timeline.state
        prompt = find_prompt(self.asked(state), intent)
        reply = normalise_answer(prompt, intent)
        if prompt.topic is Topic.CHALLENGE:
            return self._judged(timeline, reply)
        if state.challenge is not None and prompt in challenge_rolls(state):
            return self._rolled_off(timeline, state.challenge, prompt.owner, reply.dice[0])
        return self._settled(state, self._replied(state, prompt, reply))

    def _replied(self, state: GameState, prompt: Prompt, reply: Answer) -> tuple[Event, ...]:
        for proposal in state.proposals:
            if proposal.id == prompt.id:
                if reply.choice == REFUSE:
                    return (decisions.ProposalClosed(proposal=proposal.id),)
                number = int(reply.choice or 0)
                reading = proposal.readings[number]
                by = REFEREE if reply.by == REFEREE else ANY
                meant = INTENTS.read(reading.intent, {**reading.data, "id": reply.id, "by": by})
                closed = decisions.ProposalClosed(proposal=proposal.id, taken=number)
                return (closed, *self._done(closed.apply(state), meant, agreed=True))
        if prompt.topic is Topic.DROP:
            operative = state.operative(prompt.about)
            if operative.carrying is None or operative.place is None:
                raise MalformedError("game-drop-place", operative=prompt.about, marker=operative.carrying or "")
            return (pieces.MarkerPlaced(marker=operative.carrying, place=operative.place),)
        called = self._called(state, prompt, reply)
        if called:
            return called
        if prompt.topic is Topic.DICE:
            return self.flow.dice_actions.answer(state, reply)
        means = self.flow.answer(state, prompt, reply)
        return self._done(state, means) if isinstance(means, Intent) else means

    def _called(self, state: GameState, prompt: Prompt, reply: Answer) -> tuple[Event, ...]:
        """Return the events of an answer to a rule's question: a test, an order, a last action."""
        if prompt.topic is Topic.LAST_ACTION:
            if reply.choice != ACT:
                return (decisions.LastActionWaived(operative=prompt.about),)
            return (activations.ReactionBegan(operative=prompt.about, doing=ActivationKind.LAST, name="last action"),)
        if prompt.topic is Topic.RULE_ORDER:
            first = next(each for each in state.simultaneous if choice_key(each) == reply.choice)
            return (decisions.RulePutFirst(rule=first),)
        opened = next((each for each in state.tests if prompt_of_test(each).id == prompt.id), None)
        if opened is None:
            return ()
        outcome = self.flow.outcomes[opened.sort]
        return (decisions.RollMade(test=opened.id, dice=reply.dice), *outcome(state, opened, reply.dice))

    def _challenged(self, timeline: Timeline, intent: Challenge) -> tuple[Event, ...]:
        if timeline.state.challenge is not None:
            raise IllegalError("challenge-open", event=timeline.state.challenge.of)
        for step in reversed(timeline.live_steps()):
            meant = _ruled(step) or _asked(step, timeline.state.proposals)
            if meant is not None and intent.of in (None, step.sequence):
                whose = _whose(step, meant)
                means = describe(meant)
                return (
                    decisions.Challenged(by=intent.by, of=step.sequence, means=str(means), whose=whose, message=means),
                )
        if intent.of is None:
            raise IllegalError("challenge-nothing")
        raise IllegalError("challenge-no-ruling", event=intent.of)

    def _judged(self, timeline: Timeline, reply: Answer) -> tuple[Event, ...]:
        challenge = timeline.state.challenge
        if reply.choice == UPHOLD or challenge is None:
            return (decisions.ChallengeUpheld(),)
        gone = self._withdrawn(timeline, challenge)
        return (decisions.ChallengeRollOff(),) if reply.choice == ROLL_OFF else (decisions.Withdrawn(steps=gone),)

    def _withdrawn(self, timeline: Timeline, challenge: OpenChallenge) -> tuple[int, ...]:
        """Return the steps that go if the challenge is won; raises `RestsOnItError` if a later one depends on them."""
        doubted = next(step.sequence for step in timeline.steps() if isinstance(step.intent, Challenge))
        settling = (
            step.sequence for step in timeline.live_steps() if step.sequence > doubted and _only_looked_at(step)
        )
        gone = (challenge.of, *_proposing(timeline, challenge.of), doubted, *settling)
        self._stands_without(timeline, gone)
        return gone

    def _rolled_off(self, timeline: Timeline, challenge: OpenChallenge, player: str, die: int) -> tuple[Event, ...]:
        """Return a die of a roll-off, or its end: the challenger withdraws the act with the higher die (002:357)."""
        rolls = {**(challenge.rolls or {}), player: die}
        others = [value for each, value in rolls.items() if each != player]
        if not others or others[0] == die:
            return (decisions.ChallengeRolled(player=player, die=die),)
        won = max(rolls, key=lambda each: rolls[each])
        if won != challenge.challenger(timeline.state.sides):
            return (decisions.ChallengeUpheld(rolls=rolls),)
        return (decisions.Withdrawn(steps=self._withdrawn(timeline, challenge), rolls=rolls),)

    def _stands_without(self, timeline: Timeline, gone: tuple[int, ...]) -> None:
        """Raise `IllegalError` if a later intent depends on one of these steps."""
        trial = Timeline(edition=timeline.edition)
        for step in timeline.live_steps():
            if step.sequence in gone or _only_looked_at(step):
                continue
            try:
                happened = step.events if step.sequence < min(gone) else self.decide(trial, step.intent)
            except RefereeError as error:
                raise RestsOnItError(_rests(step, gone[0], error.message)) from error
            if not same_but_for_wording(happened, step.events):
                raise RestsOnItError(_rests(step, gone[0], Message.of("challenge-other-result")))
            after = trial.state
            for event in happened:
                after = event.apply(after)
            trial = Timeline(
                state=after,
                edition=timeline.edition,
                past=TimelineStep(step.sequence, step.intent, happened, trial.state, after, trial.past),
            )


def _waits_for_a_roll_off(state: GameState, intent: Intent) -> bool:
    """Return whether players are rolling for a challenge, so that nothing may come to depend on the challenged act."""
    rolling = state.challenge is not None and state.challenge.rolls is not None and not state.ended
    if not rolling or intent.by == CAMERA or isinstance(intent, AT_ANY_TIME):
        return False
    return not (isinstance(intent, Answer) and any(one.id == intent.prompt for one in challenge_rolls(state)))


def _turned(timeline: Timeline, intent: Undo | Redo) -> tuple[Event, ...]:
    if isinstance(intent, Undo) and timeline.past is None:
        raise IllegalError("undo-nothing")
    if isinstance(intent, Redo) and timeline.undone is None:
        raise IllegalError("undo-nothing-undone")
    return ()


def _noted(timeline: Timeline, intent: ReportFault | ClearFault) -> tuple[Event, ...]:
    """Return the table note; empty for a fault already reported, or for clearing one that was not reported."""
    known = intent.key in timeline.called
    if isinstance(intent, ReportFault):
        return () if known else (decisions.FaultReported(key=intent.key, means=intent.means, message=intent.message),)
    return (decisions.FaultCleared(key=intent.key),) if known else ()


def _rests(step: TimelineStep, gone: int, why: Message) -> Message:
    return Message.of("challenge-depends", event=gone, later=step.sequence, kind=step.intent.kind, why=why)


def _ruled(step: TimelineStep) -> Intent | None:
    """Return the intent that a ruling permitted in this step: the step's own, or the accepted reading."""
    if evidence(step.intent):
        return step.intent
    closed = [each for each in step.events if isinstance(each, decisions.ProposalClosed) and each.taken is not None]
    for proposal in step.before.proposals:
        for each in closed:
            if proposal.id == each.proposal and each.taken is not None:
                reading = proposal.readings[each.taken]
                meant = INTENTS.read(reading.intent, {**reading.data, "id": step.intent.id})
                return meant if evidence(meant) else None
    return None


def _whose(step: TimelineStep, meant: Intent) -> str:
    """Return whose step it was: the player of its operative, otherwise the author."""
    known = step.before.operatives.get(getattr(meant, "operative", None) or "")
    return step.intent.by if known is None else known.player


def _only_looked_at(step: TimelineStep) -> bool:
    """Return whether a step only challenged or upheld a ruling, or rolled for that: no later step depends on it."""
    return bool(step.events) and all(isinstance(one, decisions.OF_CHALLENGES) for one in step.events)


def _asked(step: TimelineStep, waiting: Iterable[OpenProposal]) -> Intent | None:
    """Return the most likely reading of a proposal of this step that is still open: its ruling is also displayed."""
    proposed = {each.proposal for each in step.events if isinstance(each, decisions.Proposed)}
    asked = next((one for one in waiting if one.id in proposed), None)
    if asked is None:
        return None
    reading = asked.readings[0]
    meant = INTENTS.read(reading.intent, {**reading.data, "id": step.intent.id})
    return meant if evidence(meant) else None


def _proposing(timeline: Timeline, accepted: int) -> tuple[int, ...]:
    """Return the steps that proposed the intent accepted in that step; a lost challenge does not reopen them."""
    steps = timeline.live_steps()
    closed = {
        each.proposal
        for step in steps
        for each in step.events
        if step.sequence == accepted and isinstance(each, decisions.ProposalClosed)
    }
    return tuple(
        step.sequence
        for step in steps
        if any(isinstance(each, decisions.Proposed) and each.proposal in closed for each in step.events)
    )


def _proposal(state: GameState, intent: Propose) -> tuple[Event, ...]:
    if not intent.readings:
        raise MalformedError("entry-no-readings", id=intent.id)
    if intent.owner != ANY:
        state.side(intent.owner)
    for reading in intent.readings:
        INTENTS.read(reading.intent, {**reading.data, "id": intent.id})
    return (
        decisions.Proposed(
            proposal=f"proposal:{intent.id}"[:64],
            owner=intent.owner,
            question=intent.question,
            labels=tuple(each.label for each in intent.readings),
            intents=tuple(each.intent for each in intent.readings),
            data=tuple(each.data for each in intent.readings),
            message=intent.message,
            messages=tuple(each.message for each in intent.readings),
        ),
    )


def _asking(intent: Intent, doubts: tuple[Finding, ...]) -> Event:
    data = intent.to_data()
    del data["by"]
    faults = [Message.of("game-refused-by", rule=each.rule, fault=each.outcome) for each in doubts]
    question = Message.of("question-too-close", what=describe(intent), conditions=faults)
    allow = Message.of("question-allow")
    return decisions.Proposed(
        proposal=f"proposal:{intent.id}"[:64],
        owner=ANY,
        question=str(question),
        labels=(str(allow),),
        message=question,
        messages=(allow,),
        intents=(intent.kind,),
        data=(data,),
        because=doubts,
    )
