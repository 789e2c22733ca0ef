"""Open prompts, and automatic consequences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from messages.message import Message
from referee.game.events import Event, pieces
from referee.game.handlers.activating import TurnOrder, closing
from referee.game.handlers.handler import evidence
from referee.game.intents import ANY, CAMERA, INTENTS, REFEREE, Answer
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.state import (
    GameState,
    LifeState,
    OpenChallenge,
    OpenProposal,
    OpenReading,
    OpenTest,
    SimultaneousRule,
)
from referee.rules.errors import IllegalError, MalformedError


@dataclass(frozen=True, slots=True)
class Consequences:
    """Consequences of damage and actions in every edition (rules L24-05, E24-11, D24-12, C24-09, L21-01)."""

    turn_order: TurnOrder

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return the next automatic events; empty when all is settled."""
        fallen = [key for key, each in state.operatives.items() if each.standing and each.wounds == 0]
        if fallen:
            return tuple(pieces.Incapacitated(operative=key) for key in fallen)
        if state.sequence is not None or state.tests:
            return ()
        acting = state.acting
        last = state.last_action_operative
        leaving = [
            key
            for key, each in state.operatives.items()
            if each.life is LifeState.INCAPACITATED and not each.carrying and not each.one_more and key != last
        ]
        if leaving:
            return tuple(pieces.Removed(operative=key) for key in leaving)
        spent = [key for key, each in state.markers.items() if each.timer is not None and each.timer <= 0]
        if spent:
            return tuple(pieces.MarkerRemoved(marker=key, why="its time is up") for key in spent)
        if acting is not None and not acting.awaiting and (last or not self.pending_last_actions(state)):
            gone = not state.operative(acting.operative).standing and acting.operative != last
            if gone or acting.left == 0:
                return closing(state, self.turn_order)
        return ()

    def pending_put_downs(self, state: GameState) -> tuple[str, ...]:
        """Return the incapacitated operatives that must place their marker before they are removed (rule D24-12)."""
        if state.sequence is not None or state.tests:
            return ()
        return tuple(
            key for key, each in state.operatives.items() if each.life is LifeState.INCAPACITATED and each.carrying
        )

    def pending_last_actions(self, state: GameState) -> tuple[str, ...]:
        """Return the incapacitated operatives that may perform one free action before their removal (rule L24-06)."""
        if state.sequence is not None or state.tests:
            return ()
        return tuple(
            key for key, each in state.operatives.items() if each.life is LifeState.INCAPACITATED and each.one_more
        )


REFUSE = "refuse"
UPHOLD = "uphold"
TAKE_BACK = "take_back"
ROLL_OFF = "roll_off"
HERE = "here"
ACT = "act"
NOTHING = "nothing"


def prompt_of_proposal(proposal: OpenProposal, state: GameState) -> Prompt:
    """Return the prompt of a proposal: each reading by its number, then "refuse".

    The first reading is the default; if every reading breaks a rule, refusing is.
    """
    agreement = _agreement(proposal, state)
    readings = tuple(
        Choice(key=str(number), label=each.label, says=_together(_arithmetic(proposal, each), agreement))
        for number, each in enumerate(proposal.readings)
    )
    return Prompt(
        id=proposal.id,
        topic=Topic.PROPOSAL,
        about=proposal.operative,
        owner=proposal.owner,
        question=proposal.question,
        choices=(
            *readings,
            Choice(
                key=REFUSE,
                label=Message.of("choice-refuse"),
                says=Message.of("choice-refuse-move") if proposal.to is not None else None,
            ),
        ),
        default=REFUSE if _breaks_a_rule(proposal) else "0",
    )


def _agreement(proposal: OpenProposal, state: GameState) -> Message | None:
    """Return who else must agree to a move that anybody may confirm; None for any other proposal."""
    mover = state.operatives.get(proposal.operative)
    if proposal.owner != ANY or proposal.to is None or mover is None:
        return None
    others = [player for player in state.sides if player != mover.player]
    return Message.of("choice-needs-agreement", players=others)


def _arithmetic(proposal: OpenProposal, reading: OpenReading) -> Message | None:
    """Return how the price of a move follows from its measured length; None if it was recorded without."""
    meant = INTENTS.read(reading.intent, {**reading.data, "id": proposal.id})
    for finding in (one for ruling in evidence(meant) for one in ruling.findings):
        price = finding.reason
        if price.code == "move-price-counted":
            counted = Message.of(
                "choice-move-counted",
                lengths=price["lengths"],
                rounded=price["rounded"],
                cost=price["cost"],
                of=price["of"],
                left=price["left"],
                over=price["over"],
            )
            return counted if finding.holds else counted.failed
    return None


def _together(*parts: Message | None) -> Message | None:
    """Return sentences as one message; None without any."""
    there = [part for part in parts if part is not None]
    return Message.of("text-sentences", parts=there) if len(there) > 1 else next(iter(there), None)


def _breaks_a_rule(proposal: OpenProposal) -> bool:
    """Whether accepting would break a rule: decided by the most likely reading, which comes first."""
    if any(not finding.holds for finding in proposal.because):
        return True
    first = proposal.readings[0]
    meant = INTENTS.read(first.intent, {**first.data, "id": proposal.id})
    return any(not ruling.holds for ruling in evidence(meant))


def standing_prompts(state: GameState, consequences: Consequences) -> tuple[Prompt, ...]:
    """Return the prompts of every edition: the challenge, markers owed by incapacitated operatives, proposals."""
    prompts: list[Prompt] = [*challenge_rolls(state)]
    if state.challenge is not None and state.challenge.rolls is None:
        whose = state.challenge.whose if state.challenge.whose in state.sides else ""
        both = state.challenge.challenger(state.sides) is not None
        settle = Choice(key=ROLL_OFF, label=Message.of("choice-roll-off"), says=Message.of("choice-roll-off-effect"))
        prompts.append(
            Prompt(
                id=f"challenge:{state.challenge.of}",
                topic=Topic.CHALLENGE,
                about=str(state.challenge.of),
                owner=ANY,
                question=_doubt(state.challenge),
                choices=(
                    Choice(key=UPHOLD, label=Message.of("choice-uphold"), says=Message.of("choice-uphold-effect")),
                    Choice(
                        key=TAKE_BACK,
                        label=Message.of("choice-take-back"),
                        says=Message.of("choice-needs-agreement", players=[whose]) if whose else None,
                        whose=whose,
                    ),
                    *((settle,) if both else ()),
                ),
                default=UPHOLD,
            )
        )
    prompts.extend(
        Prompt(
            id=f"drop:{key}:{state.operative(key).carrying}",
            topic=Topic.DROP,
            about=key,
            owner=state.operative(key).player,
            question=Message.of("prompt-put-down", operative=key, marker=state.operative(key).carrying or ""),
            choices=(Choice(key=HERE, label=Message.of("choice-put-down-here")),),
            default=HERE,
        )
        for key in consequences.pending_put_downs(state)
    )
    prompts.extend(_last_actions(state, consequences))
    prompts.extend(prompt_of_test(each) for each in state.tests)
    prompts.extend(_orders(state))
    prompts.extend(prompt_of_proposal(proposal, state) for proposal in state.proposals)
    return tuple(prompts)


def challenge_rolls(state: GameState) -> tuple[Prompt, ...]:
    """Return the prompts of the dice that are still to be rolled for the open challenge."""
    challenge = state.challenge
    if challenge is None or challenge.rolls is None:
        return ()
    winner = challenge.challenger(state.sides) or ""
    return tuple(
        Prompt(
            id=f"challenge-roll:{challenge.of}:{challenge.ties}:{player}",
            topic=Topic.ROLL_OFF,
            about=player,
            owner=player,
            question=Message.of("prompt-challenge-roll", player=player, challenger=winner, ruling=challenge.means),
            dice=1,
        )
        for player in state.sides
        if player not in challenge.rolls
    )


def prompt_of_test(test: OpenTest) -> Prompt:
    """Return the prompt of dice that a rule asked for."""
    return Prompt(
        id=f"test:{test.id}",
        topic=Topic.TEST,
        about=test.operative,
        owner=test.owner,
        question=test.message or Message.stored(test.question),
        dice=test.dice,
    )


def _doubt(challenge: OpenChallenge) -> Message:
    """Describe the challenged ruling, with the challenger if known."""
    if challenge.by == ANY:
        return Message.of("prompt-challenge", ruling=challenge.means)
    return Message.of("prompt-challenge-by", player=challenge.by, ruling=challenge.means)


def _last_actions(state: GameState, consequences: Consequences) -> tuple[Prompt, ...]:
    """Return the question of each incapacitated operative whether it acts once more (rule L24-06), one at a time."""
    if state.last_action_operative is not None:
        return ()
    return tuple(
        Prompt(
            id=f"last:{key}",
            topic=Topic.LAST_ACTION,
            about=key,
            owner=state.operative(key).player,
            question=Message.of("prompt-last-action", operative=key),
            choices=(
                Choice(key=ACT, label=Message.of("choice-last-action")),
                Choice(key=NOTHING, label=Message.of("choice-no-last-action")),
            ),
            default=NOTHING,
        )
        for key in consequences.pending_last_actions(state)
    )


def choice_key(rule: SimultaneousRule) -> str:
    """Return a key for a rule that waits to be ordered."""
    return f"{rule.owner}:{rule.name}"


def _orders(state: GameState) -> tuple[Prompt, ...]:
    """Return the question which of several rules is resolved next: the player with initiative decides (A24-11)."""
    waiting = {choice_key(each): each for each in state.simultaneous}
    if not waiting:
        return ()
    return (
        Prompt(
            id=f"order:{state.turning_point}:{len(state.simultaneous)}",
            topic=Topic.RULE_ORDER,
            owner=state.initiative or ANY,
            question=Message.of("prompt-rule-order"),
            choices=tuple(
                Choice(key=key, label=Message.of("choice-rule", rule=each.name, player=each.owner))
                for key, each in waiting.items()
            ),
            default=next(iter(waiting)),
        ),
    )


def find_prompt(prompts: tuple[Prompt, ...], answer: Answer) -> Prompt:
    """Return the prompt that is answered; raises `IllegalError` if it is not open or belongs to another player.

    The camera may withdraw its own proposal, if the model has been moved since.
    """
    by_id: Mapping[str, Prompt] = {prompt.id: prompt for prompt in prompts}
    if answer.prompt not in by_id:
        raise IllegalError("answer-not-open", prompt=answer.prompt, known=list(by_id))
    prompt = by_id[answer.prompt]
    withdrawn = answer.by == CAMERA and prompt.topic is Topic.PROPOSAL and answer.choice == REFUSE
    if prompt.owner != ANY and answer.by not in (prompt.owner, ANY, REFEREE) and not withdrawn:
        raise IllegalError("answer-other-owner", owner=prompt.owner, player=answer.by)
    return prompt


def normalise_answer(prompt: Prompt, answer: Answer) -> Answer:
    """Return the answer with the default filled in; raises `MalformedError` if it does not fit the prompt.

    Raises `IllegalError` for an answer that only another player may give.
    """
    if prompt.dice and not (answer.choice and prompt.choices):
        if len(answer.dice) != prompt.dice or answer.choice:
            found = len(answer.dice)
            raise MalformedError("roll-count", found=found, dice=answer.dice, expected=prompt.dice)
        return answer
    keys = [choice.key for choice in prompt.choices]
    if answer.dice:
        raise MalformedError("answer-no-dice", prompt=prompt.id, known=keys)
    choice = answer.choice if answer.choice is not None else prompt.default
    if choice is None:
        raise MalformedError("answer-no-default", prompt=prompt.id, known=keys)
    if choice not in keys:
        raise MalformedError("answer-choice-unknown", prompt=prompt.id, choice=choice, known=keys)
    whose = next(one.whose for one in prompt.choices if one.key == choice)
    if whose and answer.by not in (whose, ANY, REFEREE):
        raise IllegalError("answer-needs-agreement", player=whose)
    return answer.model_copy(update={"choice": choice})
