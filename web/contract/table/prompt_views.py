"""Open decisions as pages show them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from messages.message import Message
from referee.game.prompt import Grade, Topic
from web.contract.base import View


class PromptChoiceView(View):
    """One answer to a prompt: its `key` is sent back, its `label` shown; `says` is what it brings, or who must agree.

    `whose` is the player who alone may give this answer to what anybody may answer; empty for every other answer.
    `message` and `effect` are the messages of `label` and `says`.
    """

    key: Annotated[str, Field(min_length=1)]
    label: Annotated[str, Field(min_length=1)]
    says: str = ""
    whose: str = ""
    message: Message | None = None
    effect: Message | None = None


class PromptView(View):
    """One open decision. Phone, panel and tray all answer the same one.

    `topic` says what is decided, `about` of whom or what; the `id` says nothing but which prompt it is. `owner` is the
    player who decides ("p1", "p2", or "any" for whoever is at hand). `default` is the key taken on confirm. `dice` says
    how many dice are expected; zero when none are. `grades` are what their faces count as, the best first, where a roll
    is said in full by how many dice count as what; empty where each face matters. `picks` says how many of the choices
    but the default may be taken together, by the intent `choose_equipment`; an answer takes one. `message` is the
    message of `question`.
    """

    id: Annotated[str, Field(min_length=1)]
    topic: Topic
    about: str = ""
    owner: Annotated[str, Field(min_length=1)]
    question: Annotated[str, Field(min_length=1)]
    choices: tuple[PromptChoiceView, ...] = ()
    default: str | None = None
    dice: Annotated[int, Field(ge=0, le=40)] = 0
    grades: tuple[Grade, ...] = ()
    picks: Annotated[int, Field(ge=1, le=8)] = 1
    message: Message | None = None
