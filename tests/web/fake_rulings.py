"""What the fake table rules and asks: every kind of ruling, and prompts with choices and for dice."""

from __future__ import annotations

from geometry.witness import Role, Stroke, Witness
from messages.message import Message
from referee.game.prompt import Topic
from referee.rules.ruling import Fact, Measurement, Ruling
from tests.web.drawn_camera import circle
from web.contract.table.game_views import PromptChoiceView, PromptView

stored = Message.stored


def reroll() -> PromptView:
    """Return a prompt with choices and a default."""
    return PromptView(
        id="reroll-7",
        topic=Topic.DICE,
        about="b2",
        owner="p2",
        question="Salt Reavers: use Command Re-roll on the attack dice?",
        choices=(
            PromptChoiceView(key="keep", label="Keep the dice"),
            PromptChoiceView(key="reroll", label="Re-roll one die (1 CP)"),
        ),
        default="keep",
    )


def equipment() -> PromptView:
    """Return a prompt of whose choices up to four may be taken together."""
    names = ("ammo cache", "ladders", "light barricades", "mines", "razor wire", "portable barricade")
    return PromptView(
        id="equipment:p1",
        topic=Topic.EQUIPMENT,
        about="p1",
        owner="p1",
        question="Iron Wolves: which equipment?",
        choices=(
            PromptChoiceView(key="none", label="No equipment"),
            *(PromptChoiceView(key=name, label=name.capitalize()) for name in names),
        ),
        default="none",
        picks=4,
    )


def defence_dice() -> PromptView:
    """Return a prompt that waits for three dice."""
    return PromptView(
        id="defence-9", topic=Topic.DICE, about="a2", owner="p1", question="Rifle Arn defends: roll three dice", dice=3
    )


def within() -> Ruling:
    """Return a NO: too far to be within control range."""
    line = Stroke(Role.MEASURE, ((12.83, 9.2, 0), (16.79, 11.12, 0)), label="4.40 in")
    limit = Stroke(Role.LIMIT, circle(17.4, 11.3, 1.63), closed=True, label="1 in")
    far = Measurement(
        "H24-02", stored("Breacher Ode stands beyond Blade Tor's control range"), 4.40, 1.0, -3.40, 0.011,
        Witness((limit, line), ("a6", "b2")),
    )  # fmt: skip
    seen = Fact.declared("H24-07", True, stored("Blade Tor is visible to Breacher Ode"))
    return Ruling.of(stored("Breacher Ode fights Blade Tor"), far, seen)


def shot() -> Ruling:
    """Return a YES: a shot with a clear line, past cover."""
    eye = Stroke(Role.EYE, ((9.6, 3.4, 1.5),), label="eye")
    line = Stroke(Role.CLEAR_LINE, ((9.6, 3.4, 1.5), (17.3, 10.7, 0.5)), label="clear by 0.31 in")
    cover = Stroke(Role.COVER, ((13.4, 4.5, 1.5), (14.2, 4.5, 1.5), (14.2, 7.2, 1.5), (13.4, 6.6, 1.5)), closed=True)
    aim = Measurement(
        "E24-05", stored("The line from Gunner Sol to Blade Tor passes the wall"), 0.31, 0.02, 0.29, 0.009,
        Witness((cover, line, eye), ("a3", "b2", "t3")),
    )  # fmt: skip
    reach = Measurement("E24-02", stored("Blade Tor is within the range of 12 in"), 10.02, 12.0, 1.98, 0.01)
    return Ruling.of(
        stored("Gunner Sol may shoot Blade Tor"),
        aim,
        reach,
        notes=(stored("Vantage does not count from the floor"),),
    )


def too_close() -> Ruling:
    """Return a TOO_CLOSE: a dash that ends on its limit."""
    path = Stroke(Role.PATH, ((8.9, 10.0, 0), (7.2, 11.6, 0), (6.6, 9.6, 0)), label="2.99 in")
    over = Stroke(Role.BREACH, ((6.66, 9.8, 0), (6.6, 9.6, 0)))
    dash = Measurement(
        "D24-04",
        stored("Rifle Arn dashed to within a hair of 3 in"),
        2.99,
        3.0,
        0.01,
        0.014,
        Witness((path, over), ("a2",)),
    )
    return Ruling.of(stored("Rifle Arn dashed at most 3 in"), dash)


def retreat() -> Ruling:
    """Return a NO with a line that terrain blocks."""
    line = Stroke(Role.BLOCKED_LINE, ((22.4, 13.9, 1.5), (18.8, 14.0, 0.5)), label="blocked")
    wall = Stroke(Role.BLOCKER, ((18.6, 12.6, 1), (19.0, 12.6, 1), (19.0, 15.4, 1), (18.6, 15.4, 1)), closed=True)
    blocked = Fact.declared(
        "H24-07", False, stored("The barricade hides all of Rifle Arn"), Witness((wall, line), ("b4", "t4"))
    )
    return Ruling.of(stored("Brute Grum sees Rifle Arn"), blocked)
