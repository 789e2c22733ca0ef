"""Open decisions: questions with their choices, activations, ploys.

Only phrases such as "use it when a friendly operative ..." are understood in a ploy's text. If the moment that they
name is not now, the button of the card is disabled; the ploy can still be used by its name. A ploy whose text names no
moment, or one that lasts, stays enabled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from messages.catalogue import ENGLISH
from messages.message import Message
from overlook.table.games.steps import display_names
from overlook.table.rulings.judging_context import JudgingContext, refusal_message, rejection_reason
from referee.game.card import PloyCard, PloyTime
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.decider import Decider
from referee.game.engine.prompting import REFUSE, challenge_rolls
from referee.game.engine.timeline import Timeline
from referee.game.handlers.activating import Reactions, ReactionWindow
from referee.game.handlers.scoring_and_ploys import price_of
from referee.game.intents import ANY, Activate, Answer, UsePloy
from referee.game.prompt import Prompt, Topic
from referee.game.state import ActivationKind, GameState, LifeState
from referee.rules.errors import RefereeError
from referee.rules.judgement import Attempt
from referee.rules.ports.actions import tested_attempt
from referee.rules.position import Order
from referee.rules.ruling import Verdict
from web.contract.table.game_views import ActivationView, PloyView, ReactionView


def activations(flow: BattleFlow, timeline: Timeline) -> tuple[ActivationView, ...]:
    """Return each operative that may be activated, with its possible orders."""
    decider = Decider(flow)
    may = {key: _orders(decider, timeline, key) for key, one in timeline.state.operatives.items() if one.standing}
    return tuple(ActivationView(operative=key, orders=orders) for key, orders in may.items() if orders)


def _orders(decider: Decider, timeline: Timeline, operative: str) -> tuple[Order, ...]:
    return tuple(order for order in Order if _fits(decider, timeline, operative=operative, order=order))


def _fits(decider: Decider, timeline: Timeline, *, operative: str, order: Order) -> bool:
    try:
        decider.decide(timeline, Activate(id="offer", by=ANY, operative=operative, order=order))
    except RefereeError:
        return False
    return True


BLOCKING_TOPICS = frozenset({Topic.CHALLENGE, Topic.DROP, Topic.LAST_ACTION, Topic.TEST, Topic.RULE_ORDER})
"""Topics that must be answered before the battle goes on."""

BLOCKED_TOPICS = frozenset({Topic.ACTION, Topic.ACTIVATION, Topic.REACTION, Topic.TURN, Topic.TURNING_POINT_END})
"""Topics with which the battle goes on."""

REFUSABLE_TOPICS = frozenset({Topic.PROPOSAL, Topic.CHALLENGE, Topic.ACTIVATION, Topic.REACTION})
"""Topics whose answers the rules may refuse one by one."""


def answerable_prompts(decider: Decider, timeline: Timeline, prompts: Sequence[Prompt]) -> tuple[Prompt, ...]:
    """Return the questions that wait for no other, each with the answers that the rules accept."""
    asked = [with_open_choices(decider, timeline, one) for one in drop_waiting_prompts(prompts, timeline.state)]
    moving = any(waits_for_a_move(one, timeline.state) for one in asked)
    return tuple(one for one in asked if not (moving and one.topic is Topic.ACTION))


def waits_for_a_move(prompt: Prompt, state: GameState) -> bool:
    """Return whether a prompt is about a seen move that may be taken, which has to be answered before anything else.

    Any other proposal, about something that was done, waits for either player and blocks nothing.
    """
    moved = any(one.id == prompt.id and one.to is not None for one in state.proposals)
    asked = prompt.topic is Topic.PROPOSAL and (moved or prompt.owner != ANY)
    return asked and any(choice.key != REFUSE for choice in prompt.choices)


def drop_waiting_prompts(prompts: Sequence[Prompt], state: GameState) -> tuple[Prompt, ...]:
    """Return the questions without those that wait for another one.

    Everything waits for a challenge, because the challenged step may be taken back. An operative that acts once more as
    it falls acts at once.
    """
    if state.challenge is not None:
        rolls = {prompt.id for prompt in challenge_rolls(state)}
        return tuple(one for one in prompts if one.topic is Topic.CHALLENGE or one.id in rolls)
    acts_once_more = state.reaction is not None and state.reaction.doing is ActivationKind.LAST
    waits = not acts_once_more and any(prompt.topic in BLOCKING_TOPICS for prompt in prompts)
    return tuple(prompt for prompt in prompts if not waits or prompt.topic not in BLOCKED_TOPICS)


def with_open_choices(decider: Decider, timeline: Timeline, prompt: Prompt) -> Prompt:
    """Return a question without the answers that would be refused, and with the reason if only one is left."""
    if prompt.topic not in REFUSABLE_TOPICS:
        return prompt
    why = {choice.key: _fault(decider, timeline, prompt=prompt, choice=choice.key) for choice in prompt.choices}
    left = tuple(choice for choice in prompt.choices if why[choice.key] is None)
    if not left or len(left) == len(prompt.choices):
        return prompt
    closed = next(reason for reason in (why.get(prompt.default or ""), *why.values()) if reason is not None)
    alone = len(left) == 1
    return prompt.model_copy(
        update={
            "choices": left,
            "default": prompt.default if why.get(prompt.default or "") is None else left[-1].key,
            "question": _with_reason(prompt.question, closed) if alone else prompt.question,
        }
    )


def _with_reason(question: Message, reason: Message) -> Message:
    return Message.of("prompt-with-reason", question=question, reason=reason)


def _fault(decider: Decider, timeline: Timeline, *, prompt: Prompt, choice: str) -> Message | None:
    try:
        decider.decide(timeline, Answer(id="offer", by=ANY, prompt=prompt.id, choice=choice))
    except RefereeError as refusal:
        return refusal_message(refusal, most=1)
    return None


MOMENT = re.compile(r"\b(?:when(?:ever)?|a friend\w* that|if) ([^.:;,]*)", re.I)
FRIEND = re.compile(r"\bfriend|^that\b", re.I)
DOWN = (LifeState.INCAPACITATED, LifeState.REMOVED)


@dataclass(frozen=True, slots=True)
class PloyMoment:
    """A moment for ploys: the word that names it, whether it is now for a player, and its name in the catalogue."""

    word: re.Pattern[str]
    now: Callable[[GameState, str], bool]
    name: str


def _plays(state: GameState, player: str, role: str) -> bool:
    """Return whether open dice have a player's operative in a role: "shooter", "attacker" or "defender"."""
    facts = state.sequence.data.get("facts", {}) if state.sequence is not None else {}
    one = facts.get(role)
    name = str(one["id"] if isinstance(one, Mapping) else one)
    return name in state.operatives and state.operative(name).player == player


def _falls_back(state: GameState, player: str) -> bool:
    acting = state.acting
    if acting is None or state.operative(acting.operative).player != player:
        return False
    return any(one.counts_as == "Fall Back" for one in acting.performed[-1:])


def _one_down(state: GameState, player: str) -> bool:
    """Return whether a player's operative fell in the last dice action or in the current activation."""
    dice = state.sequence or state.resolved
    hurt = dice.wounds if dice is not None else {}
    down = {name for name, one in state.operatives.items() if one.player == player and one.life in DOWN}
    lies = any(state.operative(name).life is LifeState.INCAPACITATED for name in down)
    return (lies and state.acting is not None) or any(hurt.get(name, 0) > 0 for name in down)


MOMENTS = (
    PloyMoment(re.compile(r"\bretaliat", re.I), lambda state, player: _plays(state, player, "defender"), "retaliating"),
    PloyMoment(re.compile(r"\bfight", re.I), lambda state, player: _plays(state, player, "attacker"), "fighting"),
    PloyMoment(re.compile(r"\bshoot", re.I), lambda state, player: _plays(state, player, "shooter"), "shooting"),
    PloyMoment(re.compile(r"\bfall(s|ing)? back\b", re.I), _falls_back, "falling-back"),
    PloyMoment(re.compile(r"\bincapacitated|\bfalls(?! back)\b", re.I), _one_down, "fallen"),
)


def nothing_to_work_on(state: GameState, player: str, card: PloyCard) -> Message | None:
    """Return why a ploy would have no effect now; None if it may have one, or if that is unknown."""
    if card.when is not PloyTime.FIREFIGHT:
        return None
    named = list(_moments_named(card.text))
    if not named or any(moment.now(state, player) for moment in named):
        return None
    moments = [Message.of("offer-ploy-moment", moment=moment.name) for moment in named]
    return Message.of("offer-ploy-no-effect", moments=moments)


def _moments_named(text: str) -> Iterator[PloyMoment]:
    """Yield the moments that the first clause about a friendly operative names; nothing if there is none."""
    found = MOMENT.search(text)
    if found is not None and FRIEND.search(found[0]) and "enem" not in found[0].casefold():
        yield from (moment for moment in MOMENTS if moment.word.search(found[1]))


MOST_TEXT = 900
"""Largest number of characters shown of a ploy's text: about the longest that teams print."""


def at_its_price(state: GameState, intent: UsePloy) -> UsePloy:
    """Return the use of a ploy with its card's price, if none is given (rule B24-06)."""
    return intent.model_copy(update={"cost": price_of(state, intent)})


def shown_ploys(decider: Decider, timeline: Timeline) -> tuple[PloyView, ...]:
    """Return each ploy on a card, with the reason if it cannot be used now (rules B24-07, B21-06)."""
    return tuple(_ploys(decider, timeline))


def _ploys(decider: Decider, timeline: Timeline) -> Iterator[PloyView]:
    names = display_names(timeline.state)
    for player, side in timeline.state.sides.items():
        for card in side.ploys:
            use = UsePloy(id="offer", by=ANY, player=player, name=card.name, cost=card.cost)
            text = card.text if len(card.text) <= MOST_TEXT else f"{card.text[:MOST_TEXT].rstrip()}…"
            why = rejection_reason(decider, timeline, use) or nothing_to_work_on(timeline.state, player, card)
            yield PloyView(
                player=player,
                name=card.name,
                when=card.when,
                cost=card.cost,
                text=text,
                why="" if why is None else ENGLISH.text(why, names),
                message=why,
            )


def reaction_block_reason(context: JudgingContext, operative: str) -> Message | None:
    """Return why an operative cannot react from where it stands; None if it can, or may be able to.

    If a reaction is one action of the edition (overwatch), an operative that may not perform it cannot begin it.
    """
    reactions = context.flow.reactions
    word = reactions.instead.word if reactions is not None else ""
    name = next((name for name in context.actions if name.casefold() == word), None)
    if name is None or context.state.activation is not None or operative not in context.position.table.operatives:
        return None
    threshold = context.state.policies.threshold
    tested = tested_attempt(context.edition, context.position, Attempt(operative, name))
    failed = tuple(one.finding for one in tested if threshold.call(one.finding.p_yes) is Verdict.NO)
    return failed[0].outcome if failed else None


Asked = Callable[[], JudgingContext | None]
"""Returns the context for rulings; None before the first frame."""


def drop_blocked_reactions(prompts: tuple[Prompt, ...], asked_of: Asked) -> tuple[Prompt, ...]:
    """Return the questions, those about a reaction without the operatives that cannot react."""
    context = asked_of() if any(one.topic is Topic.REACTION for one in prompts) else None
    return prompts if context is None else tuple(_left(context, one) for one in prompts)


def shown_reactions(flow: BattleFlow, state: GameState, asked_of: Asked) -> tuple[ReactionView, ...]:
    """Return the operatives of each player that may act out of turn now or waits for it, and why some may not."""
    if flow.reactions is None:
        return ()
    rows = {player: flow.reactions.open_for(state, player) for player in state.sides}
    waits = state.acting is None and any(row is flow.reactions.instead for row in rows.values())
    return tuple(_reactions(flow.reactions, state, rows, asked_of() if waits else None))


def _reactions(
    reactions: Reactions,
    state: GameState,
    rows: Mapping[str, ReactionWindow | None],
    context: JudgingContext | None,
) -> Iterator[ReactionView]:
    names = display_names(state)
    for player, row in rows.items():
        barred = reactions.barred(state, player, row) if row is not None else {}
        for key in state.standing_of(player) if row is not None else ():
            why = barred[key].outcome if key in barred else None
            if why is None and context is not None:
                why = reaction_block_reason(context, key)
            yield ReactionView(
                player=player,
                operative=key,
                reaction="" if row is None else row.word,
                why="" if why is None else ENGLISH.text(why, names),
                message=why,
            )


def _left(context: JudgingContext, prompt: Prompt) -> Prompt:
    if prompt.topic is not Topic.REACTION:
        return prompt
    why = {one.key: reaction_block_reason(context, one.key) for one in prompt.choices}
    left = tuple(one for one in prompt.choices if why[one.key] is None)
    reason = next((one for one in why.values() if one is not None), None)
    alone = reason is not None and len(left) == 1
    return prompt.model_copy(
        update={
            "choices": left,
            "question": _with_reason(prompt.question, reason) if reason is not None and alone else prompt.question,
        }
    )
