"""An independent checker of games: it reads journal rows and snapshots as plain JSON and imports no referee.

It is written from the published texts; "002:49" is line 49 of the source that begins with 002 (000 is that of 2021).
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tests.referee.whole_games.printed import EDITIONS, KT21, KT24

Row = Mapping[str, Any]
Json = dict[str, Any]

LAST_TURNING_POINT = 4
MOST_OF_AN_OP, MOST_OF_THE_PRIMARY = 6, 3
MOST_IN_A_ROW = 2
NOT_STEPS = frozenset({"undo", "redo", "call", "mend", "see_roll", "hand_over", "branch"})
"""Intents that change no state of the battle."""


CAN_HURT = frozenset({"act", "answer", "declare_damage", "spring", "declare_place", "set_up_again", "drop_marker"})
"""Intents after which wounds may change: attacks and their dice, mines, damage declared by hand."""
OF_AN_OPERATIVE = frozenset({"activate", "act", "end_activation", "react"})
"""Intents that only the operative's own player may submit."""
OF_A_PLAYER = frozenset({"pass_turn", "use_ploy"})
EXTRA = ("last action", "free action")


@dataclass(slots=True)
class Fighter:
    """An operative as far as the journal tells."""

    player: str
    apl: int
    most: int
    wounds: int
    kind: str
    group: int
    limits: Mapping[str, int]
    silent: frozenset[str]
    heavy: Mapping[str, str | None]
    """Heavy weapons with the only move that they permit."""
    unwieldy: frozenset[str]
    life: str = "reserve"
    order: str = "conceal"
    ready: bool = False
    carrying: str | None = None
    guard: bool = False
    reacted: bool = False
    interrupted: bool = False
    uses: dict[str, int] = field(default_factory=dict)
    changes: list[Json] = field(default_factory=list)

    @property
    def current_apl(self) -> int:
        """APL with all changes summed, at most one from the printed one (002:249, 000:59)."""
        by = sum(one["by"] for one in self.changes if one["stat"] == "apl")
        return max(0, self.apl + max(-1, min(1, int(by))))


@dataclass(slots=True)
class ActiveModel:
    """An operative that acts: the actions done, the AP spent, the actions that a reaction still has."""

    operative: str
    doing: str
    left: int | None = None
    spent: int = 0
    done: list[Json] = field(default_factory=list)
    interrupted_by: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Board:
    """What the rows so far come to."""

    fighters: dict[str, Fighter] = field(default_factory=dict)
    cp: dict[str, int] = field(default_factory=dict)
    vp: dict[str, dict[str, int]] = field(default_factory=dict)
    used: dict[str, set[str]] = field(default_factory=dict)
    supplies: dict[str, dict[str, int]] = field(default_factory=dict)
    markers: dict[str, Json] = field(default_factory=dict)
    openings: dict[str, str] = field(default_factory=dict)
    proposals: dict[str, Json] = field(default_factory=dict)
    stages: list[str] = field(default_factory=list)
    turning_point: int = 0
    turn: str | None = None
    passes: int = 0
    row: int = 0
    initiative: str | None = None
    had_initiative: str | None = None
    decider: str | None = None
    rolls: dict[str, int] = field(default_factory=dict)
    activation: ActiveModel | None = None
    reactions: list[ActiveModel] = field(default_factory=list)
    last: str | None = None
    own: ActiveModel | None = None
    """The latest reaction, with which a further free action counts."""
    noticed: set[str] = field(default_factory=set)
    """Guards in whose control range an action of this activation ended."""
    dice: bool = False
    over: bool = False

    @property
    def acting(self) -> ActiveModel | None:
        """The operative that acts now."""
        return self.reactions[-1] if self.reactions else self.activation

    @property
    def stage(self) -> str:
        """The phase that was entered last."""
        return self.stages[-1] if self.stages else ""

    def ready(self, player: str) -> list[str]:
        """Return the ready operatives of a player."""
        return [k for k, one in self.fighters.items() if one.player == player and one.ready and one.life == "standing"]

    def other(self, player: str) -> str:
        """Return the opponent."""
        return next(one for one in self.cp if one != player)


class Checker:
    """Follows one game, step by step; `wrong` collects what breaks a rule."""

    def __init__(self, edition: str) -> None:
        self.rules = EDITIONS[edition]
        self.edition = edition
        self.board = Board()
        self.wrong: list[str] = []
        self._past: list[tuple[int, Board, list[Row]]] = []
        self._undone: list[tuple[int, Board, list[Row]]] = []
        self._at = 0

    def step(self, rows: Sequence[Row], before: Json, after: Json) -> None:
        """Check the rows of one intent, and what the game shows before and after them."""
        intent = rows[0]
        self._at = intent["sequence"]
        self._expect(all(row["cause"] == self._at for row in rows), "a row belongs to another intent")
        self._seat(intent, before)
        if intent["kind"] == "undo":
            self._undo()
        elif intent["kind"] == "redo":
            self._redo()
        elif intent["kind"] not in NOT_STEPS:
            self._undone.clear()
            self._past.append((self._at, copy.deepcopy(self.board), list(rows)))
            withdrawn = next((row["data"]["steps"] for row in rows if row["kind"] == "withdrawn"), None)
            if withdrawn is None:
                _Step(self, intent, rows[1:]).check()
            else:
                self.board = self._without(withdrawn)
        self._same(after)

    def _expect(self, holds: bool, text: str) -> None:
        if not holds:
            self.wrong.append(f"{self.edition} row {self._at}: {text}")

    def note(self, holds: bool, text: str) -> None:
        """Record a violation unless `holds`."""
        self._expect(holds, text)

    def _seat(self, intent: Row, before: Json) -> None:
        """Check that the seat may submit this."""
        data, kind = intent["data"], intent["kind"]
        by = data.get("by", "any")
        if by not in self.board.cp:
            return
        if kind in OF_AN_OPERATIVE:
            owner = self.board.fighters[data["operative"]].player
            self._expect(owner == by, f"{by} submits {kind} for an operative of {owner}")
        if kind in OF_A_PLAYER:
            self._expect(data["player"] == by, f"{by} submits {kind} for {data['player']}")
        if kind == "answer":
            owner = before["prompts"].get(data["prompt"])
            self._expect(owner in (by, "any"), f"{by} answers a prompt of {owner}")

    def _undo(self) -> None:
        self._expect(bool(self._past), "an undo with nothing to undo")
        if self._past:
            at, before, rows = self._past.pop()
            self._undone.append((at, self.board, rows))
            self.board = before

    def _redo(self) -> None:
        self._expect(bool(self._undone), "a redo with nothing to redo")
        if self._undone:
            at, after, rows = self._undone.pop()
            self._past.append((at, self.board, rows))
            self.board = after

    def _without(self, withdrawn: Sequence[int]) -> Board:
        """Return what all steps but the withdrawn ones come to."""
        alone = Checker(self.edition)
        gone = set(withdrawn)
        for at, _, rows in self._past:
            gone |= {step for row in rows if row["kind"] == "withdrawn" for step in row["data"]["steps"]}
            gone |= {at} if any(row["kind"] in ("withdrawn", "challenged") for row in rows) else set()
        for at, _, rows in self._past:
            if at not in gone:
                _Step(alone, rows[0], rows[1:]).check()
        return alone.board

    def _same(self, shown: Json) -> None:
        """Check that the game shows what its rows come to."""
        board = self.board
        for key, one in board.fighters.items():
            seen = shown["operatives"][key]
            # A guard may end once an enemy has ended an action near it, and ends with the activation (001:334).
            one.guard = one.guard and (seen["on_guard"] or key not in board.noticed)
            kept = {
                "wounds": one.wounds, "life": one.life, "ready": one.ready, "order": one.order, "apl": one.current_apl,
                "carrying": one.carrying, "uses": one.uses, "counteracted": one.reacted,
                "interrupted": one.interrupted, "on_guard": one.guard,
            }  # fmt: skip
            for name, value in kept.items():
                self._expect(seen[name] == value, f"{key}: {name} is {seen[name]}, its rows come to {value}")
            self._expect(0 <= one.wounds <= one.most, f"{key}: {one.wounds} wounds of {one.most}")
            # What a player takes off the killzone by word is removed with the wounds that it has.
            self._expect(one.wounds > 0 or one.life != "standing", f"{key}: standing without wounds")
            self._expect(one.wounds == 0 or one.life != "incapacitated", f"{key}: incapacitated with wounds")
            self._expect(not (one.ready and one.life != "standing"), f"{key}: ready and {one.life}")
        for player, cp in board.cp.items():
            side = shown["sides"][player]
            self._expect(side["cp"] == cp >= 0, f"{player}: shows {side['cp']} CP, its rows come to {cp}")
            self._expect(side["vp"] == board.vp[player], f"{player}: shows {side['vp']}, not {board.vp[player]}")
            for name, left in side["supplies"].items():
                self._expect(left == board.supplies[player].get(name) and left >= 0, f"{player}: {left} of {name}")
        acting, seen = board.acting, shown["acting"]
        if board.over:
            return
        self._expect((acting is None) == (seen is None), f"{seen} acts, by its rows {acting}")
        if acting is not None and seen is not None:
            expected = (acting.operative, acting.spent, [one["action"] for one in acting.done], acting.left)
            found = (seen["operative"], seen["spent"], seen["done"], seen["left"])
            self._expect(expected == found, f"acting is {found}, its rows come to {expected}")
        self._expect(shown["turning_point"] == board.turning_point, "the turning point is another one")
        self._expect(shown["turn"] == board.turn, f"turn of {shown['turn']}, by its rows of {board.turn}")
        self._expect(shown["initiative"] == board.initiative, "the initiative is another player's")
        for key, state in board.openings.items():
            self._expect(shown["openings"].get(key) == state, f"{key} is not {state}")
        if not board.dice and not shown["waits"]:
            lying = [key for key, one in board.fighters.items() if one.life == "incapacitated"]
            self._expect(not lying, f"{lying}: incapacitated and not removed after the action")


class _Step:
    """The rows of one intent, checked in turn against the state before them."""

    def __init__(self, checker: Checker, intent: Row, rows: Sequence[Row]) -> None:
        self.board, self.rules, self.note = checker.board, checker.rules, checker.note
        self.intent, self.rows = intent, rows
        self.act = self._asked_act()
        self.lost: dict[str, int] = {}

    def _asked_act(self) -> Json:
        """Return the fields of the action that was asked for, directly or as a confirmed proposal."""
        data = self.intent["data"]
        if self.intent["kind"] == "act":
            return dict(data)
        if self.intent["kind"] == "answer":
            closed = next((row["data"] for row in self.rows if row["kind"] == "proposal_closed"), None)
            if closed is not None and closed["taken"] is not None:
                kept = self.board.proposals.get(closed["proposal"], {})
                if kept and kept["intents"][closed["taken"]] == "act":
                    return dict(kept["data"][closed["taken"]])
        return {}

    def check(self) -> None:
        """Check every row and carry it into the state."""
        for row in self.rows:
            handle = getattr(self, f"on_{row['kind']}", None)
            if handle is not None:
                handle(row["data"])
        self._after()

    def _after(self) -> None:
        """Check what all rows together must come to."""
        kinds = {row["kind"] for row in self.rows}
        if "wounds_lost" in kinds or "wounds_regained" in kinds:
            self.note(self.intent["kind"] in CAN_HURT, f"wounds change by {self.intent['kind']}")
        if self.intent["kind"] == "act" and not self.act.get("dice"):
            asked: dict[str, int] = {}
            for one in self.act.get("results", ()):
                asked[one["operative"]] = asked.get(one["operative"], 0) + one["amount"]
            for key, amount in self.lost.items():
                self.note(asked.get(key, 0) == amount, f"{key} loses {amount}, declared were {asked.get(key, 0)}")
            for key, amount in asked.items():
                self.note("action_performed" not in kinds or key in self.lost or not amount, f"{key} loses nothing")
        if self.intent["kind"] == "use_ploy":
            (due,) = self._payment()
            paid = [row["data"]["by"] for row in self.rows if row["kind"] == "command_points_changed"]
            self.note(sum(paid) == -due, f"a ploy of {due} CP is paid with {paid}")
        if "scored" in kinds:
            self.note(self.intent["kind"] in ("score", "answer", "end_stage", "end_battle"), "points without a reason")
        for key, one in self.board.fighters.items():
            if one.life == "standing" and one.wounds == 0:
                self.note(False, f"{key} has no wounds and stands")
        if "action_performed" in kinds:
            self.board.noticed |= set(self.act.get("noticed", ()))

    # --- set-up -----------------------------------------------------------------------------------------------------

    def on_game_set_up(self, data: Json) -> None:
        """Open the accounts."""
        board = self.board
        for seat in data["seats"]:
            board.cp[seat["id"]], board.vp[seat["id"]] = 0, {}
            board.used[seat["id"]], board.supplies[seat["id"]] = set(), {}
        for card in data["operatives"]:
            rules = {_title(one): {rule["rule"]: rule for rule in one["rules"]} for one in card["weapons"]}
            board.fighters[card["id"]] = Fighter(
                card["player"], card["apl"], card["wounds"], card["wounds"], card["type"], card["group"],
                limits={key: int(one["limited"]["x"] or 1) for key, one in rules.items() if "limited" in one},
                silent=frozenset(key for key, one in rules.items() if "silent" in one),
                heavy={key: one["heavy"]["only"] for key, one in rules.items() if "heavy" in one},
                unwieldy=frozenset(key for key, one in rules.items() if "unwieldy" in one),
            )  # fmt: skip
        for marker in data["markers"]:
            board.markers[marker["id"]] = dict(marker)

    def on_deployed(self, data: Json) -> None:
        """Set an operative up with a Conceal order (002:334)."""
        one = self.board.fighters[data["operative"]]
        self.note(one.life == "reserve", f"{data['operative']} is set up twice")
        one.life = "standing"

    def on_equipment_chosen(self, data: Json) -> None:
        """Take over what the equipment brings."""
        self.board.supplies[data["player"]] = dict(data["supplies"])

    def on_supply_used(self, data: Json) -> None:
        """Count down a shared supply (001:102, 161)."""
        left = self.board.supplies[data["player"]].get(data["name"], 0) - 1
        self.note(left >= 0, f"{data['name']} used up")
        self.board.supplies[data["player"]][data["name"]] = left

    # --- phases -----------------------------------------------------------------------------------------------------

    def on_stage_entered(self, data: Json) -> None:
        """Check the order of the phases (002:18-36, 000:65-97)."""
        board = self.board
        if board.stage == "firefight" and self.intent["kind"] != "end_stage":
            left = [key for player in board.cp for key in board.ready(player)]
            self.note(not left, f"the Firefight phase ends with {left} ready")
        if (
            board.stage in ("gambit", "strategy")
            and data["stage"] == "firefight"
            and self.intent["kind"] != "end_stage"
        ):
            self.note(board.passes >= 2, f"gambits end after {board.passes} passes in a row")
        if data["stage"] == "firefight":
            self.note(data["first"] == board.initiative, "the player with initiative does not activate first")
        board.stages.append(data["stage"])
        board.turn, board.passes, board.row, board.rolls, board.decider = data["first"], 0, 0, {}, None
        turn = [one for one in board.stages if one not in ("roll_off", "selection", "equipment")]
        for before, after in pairwise(turn[-2:]):
            expected = {"firefight": ("end",), "ready": ("gambit",), "gambit": ("firefight",)}.get(before)
            self.note(expected is None or after in expected, f"{after} follows {before}")

    def on_turning_point_began(self, data: Json) -> None:
        """Start the next turning point, at most four; limits begin again (002:18, 001:34)."""
        board = self.board
        self.note(data["turning_point"] == board.turning_point + 1 <= LAST_TURNING_POINT, "a wrong turning point")
        board.turning_point, board.had_initiative = data["turning_point"], board.initiative
        for used in board.used.values():
            used.clear()
        for one in board.fighters.values():
            one.reacted = one.interrupted = one.guard = False
        board.own = None

    def on_turning_point_ended(self, _: Json) -> None:
        """End what lasts until now."""
        for one in self.board.fighters.values():
            one.changes = [each for each in one.changes if each["until"] != "end of the turning point"]
        self.board.markers = {key: one for key, one in self.board.markers.items() if one.get("timer") is None}

    def on_rolled(self, data: Json) -> None:
        """Keep a die of a roll-off."""
        dice = self.intent["data"].get("dice") or []
        self.note(data["value"] in dice and 1 <= data["value"] <= 6, f"a die of {data['value']} that nobody rolled")
        self.board.rolls[data["player"]] = data["value"]

    def on_rolls_tied(self, _: Json) -> None:
        """Repeat a tied roll-off (002:357, 000:61)."""
        self.note(len(set(self.board.rolls.values())) == 1, "a roll-off is repeated without a tie")
        self.board.rolls = {}

    def on_decision_given(self, data: Json) -> None:
        """Let the winner decide; after a tie who did not have the initiative (002:25)."""
        rolls = self.board.rolls
        if len(rolls) == len(self.board.cp):
            self.note(data["player"] == self._winner(), f"{data['player']} decides after {rolls}")
        self.board.decider = data["player"]

    def _winner(self) -> str | None:
        one, two = self.board.rolls.items()
        if one[1] != two[1]:
            return max((one, two), key=lambda roll: roll[1])[0]
        had = self.board.had_initiative
        return self.board.other(had) if had is not None else None

    def on_initiative_given(self, data: Json) -> None:
        """Give the initiative: by decision in 2024, to the winner in 2021 (000:75)."""
        board = self.board
        if board.turning_point > 1 and len(board.rolls) == len(board.cp) and board.decider is None:
            self.note(data["player"] == self._winner(), f"{data['player']} takes the initiative after {board.rolls}")
        if board.decider is not None and self.intent["kind"] == "answer":
            by = self.intent["data"]["by"]
            self.note(by in ("any", board.decider, "referee"), f"{by} decides in place of {board.decider}")
        board.initiative = data["player"]

    def on_readied(self, data: Json) -> None:
        """Ready a player's operatives (002:29, 000:69)."""
        for one in self.board.fighters.values():
            if one.player == data["player"] and one.life == "standing":
                one.ready = True

    def on_battle_ended(self, data: Json) -> None:
        """End after the fourth turning point, or by agreement; most points win (001:34)."""
        board = self.board
        if self.intent["kind"] != "end_battle":
            self.note(
                board.turning_point == LAST_TURNING_POINT, f"the battle ends in turning point {board.turning_point}"
            )
        conceded = self.intent["data"].get("conceded_by")
        if conceded is not None:
            self.note(data["winner"] == board.other(conceded), "who conceded wins")
        else:
            totals = {player: sum(vp.values()) for player, vp in board.vp.items()}
            best = [player for player, vp in totals.items() if vp == max(totals.values())]
            self.note(data["winner"] == (best[0] if len(best) == 1 else None), f"{data['winner']} wins with {totals}")
        board.over = True
        board.activation, board.reactions, board.turn = None, [], None

    # --- points -----------------------------------------------------------------------------------------------------

    def on_command_points_changed(self, data: Json) -> None:
        """Check gains and payments of command points."""
        board, player, by = self.board, data["player"], data["by"]
        if by > 0:
            self.note(by == self._gain(player), f"{player} gains {by} CP in {board.stage or 'set-up'}")
        else:
            paid = self._payment()
            self.note(-by in paid, f"{player} pays {-by} CP for {self.intent['kind']}, expected {sorted(paid)}")
        board.cp[player] += by
        self.note(board.cp[player] >= 0, f"{player} has {board.cp[player]} CP")

    def _gain(self, player: str) -> int:
        """Return what a player gains now: 2 at set-up (001:15), then by turning point (002:28, 000:81)."""
        board = self.board
        if board.turning_point == 0:
            return 2
        if board.turning_point == 1:
            return 1
        return self.rules.command_points[player != board.initiative]

    def _payment(self) -> set[int]:
        data = self.intent["data"]
        if self.intent["kind"] == "use_ploy":
            return {1 if data.get("cost") is None else data["cost"]}
        if self.intent["kind"] in ("answer", "act"):
            return {1}
        return set()

    def on_ploy_used(self, data: Json) -> None:
        """Allow each ploy once in a turning point, other than Command Re-roll (002:343, 000:249)."""
        name, used = data["name"].casefold(), self.board.used[data["player"]]
        if name != "command re-roll":
            self.note(name not in used, f"{data['player']} uses {name} twice in a turning point")
            used.add(name)

    def on_scored(self, data: Json) -> None:
        """Check the points of an op: at most 6, of the primary op half, at most 3 (001:30, 34)."""
        vp = self.board.vp[data["player"]]
        had = vp.get(data["op"], 0)
        vp[data["op"]] = had + data["vp"]
        most = MOST_OF_THE_PRIMARY if data["op"] == "primary" else MOST_OF_AN_OP
        self.note(vp[data["op"]] >= 0, f"{data['player']} has {vp[data['op']]} points of {data['op']}")
        if self.rules is KT24:
            self.note(vp[data["op"]] <= most, f"{data['player']} has {vp[data['op']]} points of {data['op']}")
        if self.intent["kind"] == "score":
            asked = self.intent["data"]
            due = min(asked["vp"], most - had) if self.rules is KT24 else asked["vp"]
            self.note(
                (asked["player"], due) == (data["player"], data["vp"]),
                f"{data['vp']} points are scored, asked for were {asked['vp']}",
            )

    # --- turns ------------------------------------------------------------------------------------------------------

    def on_turn_taken(self, data: Json) -> None:
        """Check who comes next after a turn (002:35, 000:95-97)."""
        self._alternate(data, passed=False)

    def on_turn_passed(self, data: Json) -> None:
        """Check who may pass, and who comes next."""
        board = self.board
        if board.stage == "firefight":
            allowed = not board.ready(data["player"]) or self._group_is_over()
            self.note(allowed, f"{data['player']} passes with ready operatives")
        self._alternate(data, passed=True)

    def _alternate(self, data: Json, *, passed: bool) -> None:
        board, player = self.board, data["player"]
        self.note(player == board.turn, f"{player} takes the turn of {board.turn}")
        other = board.other(player)
        if data["to"] == player:
            board.row += 1
            if board.stage == "firefight":
                grouped = not self.rules.group_of_one and self._unfinished_group()
                can = bool(board.ready(other)) or self._may_react(other)
                self.note(grouped or not can, f"{player} goes on although {other} can act")
                self.note(not grouped or board.row < MOST_IN_A_ROW or not board.ready(other), "a third in a row")
            else:
                self.note(False, f"{player} goes on in {board.stage}")
        else:
            board.row = 0
        board.passes = board.passes + 1 if passed else 0
        board.turn = data["to"]

    def _may_react(self, player: str) -> bool:
        """Return whether a player without ready operatives could counteract or make an overwatch."""
        board = self.board
        return bool(board.ready(board.other(player))) and any(
            one.player == player and one.life == "standing" and one.order == "engage" and not one.reacted
            and not (self.rules is KT24 and one.interrupted)
            for one in board.fighters.values()
        )  # fmt: skip

    def _group_is_over(self) -> bool:
        """Return whether a group goes on of which nobody is left to activate, so that its turn ends (000:97)."""
        last = self.board.fighters.get(self.board.last or "")
        grouped = not self.rules.group_of_one and last is not None and last.group > 1
        return grouped and self.board.row > 0 and not self._unfinished_group()

    def _unfinished_group(self) -> bool:
        """Return whether the last activated operative is of a group that still has ready ones."""
        board = self.board
        last = board.fighters.get(board.last or "")
        return (
            last is not None
            and last.group > 1
            and any(board.fighters[key].kind == last.kind for key in board.ready(last.player))
        )

    # --- activations ------------------------------------------------------------------------------------------------

    def on_activated(self, data: Json) -> None:
        """Check whose activation begins (002:35-41, 000:95)."""
        board, key = self.board, data["operative"]
        one = board.fighters[key]
        self.note(board.stage == "firefight", f"{key} is activated in {board.stage}")
        self.note(board.acting is None, f"{key} is activated while another acts")
        self.note(one.ready and one.life == "standing", f"{key} is activated and not ready")
        self.note(one.player == board.turn, f"{key} is activated in the turn of {board.turn}")
        one.guard = one.guard and one.order == data["order"]
        one.order = data["order"]
        board.activation, board.last, board.own = ActiveModel(key, "activation"), key, None
        board.noticed = set()

    def on_activation_ended(self, data: Json) -> None:
        """Expend the operative; what lasts until the end of its activation ends (002:55)."""
        board = self.board
        active = board.activation
        self.note(active is not None and active.operative == data["operative"], "another activation ends")
        self.note(not board.reactions, "an activation ends during a reaction")
        one = board.fighters[data["operative"]]
        one.ready = False
        one.changes = [{**each, "fresh": False} for each in one.changes if not self._over(each)]
        for marker in board.markers.values():
            if marker.get("timer") is not None:
                marker["timer"] -= 1
        for key in board.noticed:
            guard = board.fighters[key]
            guard.guard = guard.guard and active is not None and guard.player in active.interrupted_by
        board.noticed, board.activation = set(), None

    @staticmethod
    def _over(change: Json) -> bool:
        until = change["until"]
        return until == "end of its current or next activation" or (
            until == "end of its next activation" and not change["fresh"]
        )

    def on_order_changed(self, data: Json) -> None:
        """Change an order only by declaration; it is kept until the next activation (002:41, 003:5)."""
        self.note(self.intent["kind"] == "declare_status", f"an order changes by {self.intent['kind']}")
        one = self.board.fighters[data["operative"]]
        one.order, one.guard = data["order"], False

    def on_readiness_declared(self, data: Json) -> None:
        """Take over a readiness that was declared."""
        self.note(self.intent["kind"] == "declare_status", f"readiness changes by {self.intent['kind']}")
        self.board.fighters[data["operative"]].ready = data["ready"]

    def on_action_performed(self, data: Json) -> None:
        """Check price, AP, order, exclusions and repetition of an action (002:49, 80-84; 000:101-105)."""
        board, key, action = self.board, data["operative"], data["action"]
        acting, one, rules = board.acting, board.fighters[key], self.rules
        self.note(acting is not None and acting.operative == key, f"{key} acts out of turn")
        if acting is None:
            return
        self.note(action in rules.price, f"{action} is no action")
        counts = rules.treated_as.get(action, action)
        self.note(data["counts_as"] == counts, f"{action} counts as {data['counts_as']}")
        price = self._price(data, acting, one)
        self.note(data["cost"] == price, f"{key}: {action} costs {data['cost']} AP, not {price}")
        for name in self._excluded(action, counts, acting):
            self.note(False, f"{key}: {action} after {name} in one activation")
        self._order(action, one, data.get("weapon"))
        self._engaged(action, acting)
        self._heavy(data, acting, one)
        if acting.doing == "activation":
            spent = acting.spent + data["cost"]
            self.note(spent <= one.current_apl or not data["cost"], f"{key} spends {spent} of {one.current_apl} AP")
        elif not data["free"]:
            self.note(acting.left is None or acting.left > 0, f"{key} has no action left")
            self._reaction(action, acting)
        acting.done.append({"action": action, "counts": counts, "weapon": data["weapon"]})
        acting.spent += data["cost"]
        if acting.left is not None and not data["free"]:
            acting.left = max(0, acting.left - 1)
        one.guard = False
        self._uses(data, key, one)

    def _price(self, data: Json, acting: ActiveModel, one: Fighter) -> int:
        if acting.doing != "activation" or self.act.get("free"):
            return 0
        price = self.rules.price.get(data["action"], 1)
        if data["action"] == "Shoot" and data.get("weapon") in one.unwieldy:
            price += 1
        return max(0, price + sum(self.act.get("cost_changes", ())))

    def _excluded(self, action: str, counts: str, acting: ActiveModel) -> Iterator[str]:
        for done in acting.done:
            same = done["action"] == action or done["counts"] == counts
            again = same and action not in self.rules.repeatable
            barred = frozenset((action, done["action"])) in self.rules.apart
            if again or barred or self.rules.never_after.get(action) == done["action"]:
                yield done["action"]

    def _order(self, action: str, one: Fighter, weapon: str | None) -> None:
        if one.order == "conceal" and action in self.rules.not_concealed:
            silent = action == "Shoot" and (weapon in one.silent)
            self.note(silent, f"{action} with a Conceal order")

    def _engaged(self, action: str, acting: ActiveModel) -> None:
        engaged = self.act.get("engaged")
        if engaged is None:
            return
        point_blank = action in ("Shoot", "Overwatch") and acting.doing == "interrupt"
        if engaged and not point_blank:
            self.note(action not in self.rules.not_engaged, f"{action} within control range of an enemy")
        if not engaged:
            self.note(action not in self.rules.only_engaged, f"{action} with no enemy within control range")

    def _heavy(self, data: Json, acting: ActiveModel, one: Fighter) -> None:
        """Keep Heavy weapons and moves apart (001:50, 000:993); an interrupt is not an activation (003:13)."""
        action = data["action"]
        if action == "Shoot" and data.get("weapon") in one.heavy:
            only = one.heavy[data["weapon"]]
            moved = [each["action"] for each in acting.done if each["action"] in self.rules.heavy]
            self.note(all(name.casefold() == (only or "").casefold() for name in moved), f"Heavy weapon after {moved}")
        if action in self.rules.heavy:
            shot = [each["weapon"] for each in acting.done if each["action"] == "Shoot" and each["weapon"] in one.heavy]
            self.note(all(action.casefold() == (one.heavy[each] or "").casefold() for each in shot), f"{action}: Heavy")

    def _reaction(self, action: str, acting: ActiveModel) -> None:
        if acting.doing == "reaction":
            allowed = self.rules.reactions
            price = self.rules.price.get(action, 1) + sum(self.act.get("cost_changes", ()))
            fits = action in allowed if allowed is not None else price == 1 and action != "Guard"
            self.note(fits, f"{action} in place of an activation")
        elif acting.doing == "interrupt":
            self.note(action in self.rules.interrupts, f"{action} to interrupt an activation")

    def _uses(self, data: Json, key: str, one: Fighter) -> None:
        """Count a shot with a Limited weapon as one use (001:56, 000:1003)."""
        if data["action"] in ("Shoot", "Overwatch") and data.get("weapon") in one.limits:
            used = [row for row in self.rows if row["kind"] == "weapon_used" and row["data"]["operative"] == key]
            self.note(len(used) == 1, f"{key}: {len(used)} uses of a Limited weapon in one action")

    def on_weapon_used(self, data: Json) -> None:
        """Count the uses of a weapon in the battle."""
        one, weapon = self.board.fighters[data["operative"]], data["weapon"]
        one.uses[weapon] = one.uses.get(weapon, 0) + 1
        most = one.limits.get(weapon)
        self.note(most is not None, f"{data['operative']}: {weapon} is not limited")
        self.note(
            most is None or one.uses[weapon] <= most, f"{data['operative']}: {weapon} used {one.uses[weapon]} times"
        )

    # --- reactions --------------------------------------------------------------------------------------------------

    def on_reaction_began(self, data: Json) -> None:
        """Check who may counteract, make an overwatch or interrupt (002:56-62, 001:338-340, 000:107, 367)."""
        board, key = self.board, data["operative"]
        one = board.fighters[key]
        reaction = ActiveModel(key, data["doing"], 1)
        self.note(data["actions"] == 1, f"{key} may perform {data['actions']} actions")
        if data["doing"] == "reaction":
            self._in_place_of_an_activation(key, one)
            one.reacted, board.own = True, None
        elif data["doing"] == "interrupt":
            self._interrupt(key, one)
            one.interrupted = True
        else:
            running = next(
                (each for each in (board.acting, board.activation, board.own) if each and each.operative == key), None
            )
            reaction.done = list(running.done) if running is not None else []
        board.reactions.append(reaction)

    def _in_place_of_an_activation(self, key: str, one: Fighter) -> None:
        board = self.board
        self.note(board.stage == "firefight" and board.activation is None, f"{key} reacts at the wrong time")
        self.note(one.player == board.turn, f"{key} reacts in the turn of {board.turn}")
        self.note(not board.ready(one.player), f"{key} reacts while its player has ready operatives")
        self.note(bool(board.ready(board.other(one.player))), f"{key} reacts although no enemy is ready")
        self.note(one.life == "standing" and not one.ready, f"{key} reacts and is {one.life}")
        self.note(one.order == "engage", f"{key} reacts with a Conceal order")
        self.note(not one.reacted, f"{key} reacts twice in a turning point")
        self.note(self.rules is KT21 or not one.interrupted, f"{key} counteracts after an interrupt on guard")

    def _interrupt(self, key: str, one: Fighter) -> None:
        active = self.board.activation
        self.note(active is not None, f"{key} interrupts nothing")
        if active is None:
            return
        self.note(self.board.fighters[active.operative].player != one.player, f"{key} interrupts its own side")
        self.note(bool(active.done), f"{key} interrupts before an action")
        self.note(one.guard, f"{key} interrupts and is not on guard")
        self.note(one.player not in active.interrupted_by, f"{one.player} interrupts an activation twice")
        active.interrupted_by.add(one.player)

    def on_reaction_ended(self, data: Json) -> None:
        """End the reaction."""
        board = self.board
        self.note(bool(board.reactions), "a reaction ends that did not begin")
        if board.reactions:
            ended = board.reactions.pop()
            self.note(ended.operative == data["operative"], "another reaction ends")
            if ended.doing == "reaction" or (ended.doing == "free action" and board.own is not None):
                board.own = ended

    def on_guard_began(self, data: Json) -> None:
        """Go on guard by the action of that name only (001:327-336, 000:359-363)."""
        done = [row for row in self.rows if row["kind"] == "action_performed" and row["data"]["action"] == "Guard"]
        self.note(bool(done), f"{data['operative']} is on guard without the action")
        self.board.fighters[data["operative"]].guard = True

    def on_overwatch_spent(self, data: Json) -> None:
        """Count the one overwatch of a turning point (000:107)."""
        one = self.board.fighters[data["operative"]]
        self.note(not one.reacted, f"{data['operative']} makes a second overwatch")
        one.reacted = True

    # --- wounds -----------------------------------------------------------------------------------------------------

    def on_wounds_lost(self, data: Json) -> None:
        """Reduce wounds, never below 0 (002:222)."""
        one = self.board.fighters[data["operative"]]
        self.note(data["amount"] >= 0, "negative damage")
        self.lost[data["operative"]] = self.lost.get(data["operative"], 0) + data["amount"]
        one.wounds = max(0, one.wounds - data["amount"])
        if self.intent["kind"] == "declare_damage":
            self.note(data["amount"] == self.intent["data"]["amount"], "another damage than declared")

    def on_wounds_regained(self, data: Json) -> None:
        """Regain wounds up to the starting number."""
        one = self.board.fighters[data["operative"]]
        one.wounds = min(one.most, one.wounds + data["amount"])

    def on_incapacitated(self, data: Json) -> None:
        """Incapacitate an operative without wounds (002:223)."""
        one = self.board.fighters[data["operative"]]
        self.note(one.wounds == 0 and one.life == "standing", f"{data['operative']} falls with {one.wounds} wounds")
        one.life, one.ready, one.guard = "incapacitated", False, False

    def on_removed(self, data: Json) -> None:
        """Remove an operative, after it has placed what it carries (001:249)."""
        one = self.board.fighters[data["operative"]]
        self.note(one.carrying is None, f"{data['operative']} is removed with a marker")
        one.life, one.ready, one.guard = "removed", False, False

    def on_revived(self, data: Json) -> None:
        """Let an operative stand again."""
        one = self.board.fighters[data["operative"]]
        one.life, one.wounds = "standing", data["wounds"]

    def on_stat_changed(self, data: Json) -> None:
        """Keep a change of a stat; one in its own activation outlasts it (001:78)."""
        active = self.board.activation
        own = active is not None and active.operative == data["operative"]
        self.board.fighters[data["operative"]].changes.append({**data, "fresh": own})

    # --- pieces -----------------------------------------------------------------------------------------------------

    def on_placed(self, data: Json) -> None:
        """End the guard of an operative that moved (001:333)."""
        if data["moved"]:
            self.board.fighters[data["operative"]].guard = False

    def on_marker_set_up(self, data: Json) -> None:
        """Set up a marker."""
        self.board.markers[data["marker"]["id"]] = dict(data["marker"])

    def on_marker_taken(self, data: Json) -> None:
        """Pick up a marker: nobody carries it, and its carrier carries no other (002:105-113, 000:143-147)."""
        one, marker = self.board.fighters[data["operative"]], self.board.markers[data["marker"]]
        self.note(one.carrying is None, f"{data['operative']} picks up a second marker")
        self.note(marker.get("carried_by") is None, f"{data['marker']} is picked up twice")
        self.note(bool(marker["pick_up_allowed"]), f"{data['marker']} cannot be picked up")
        one.carrying, marker["carried_by"] = data["marker"], data["operative"]

    def on_marker_placed(self, data: Json) -> None:
        """Put a carried marker down."""
        self._drop(data["marker"])

    def on_marker_removed(self, data: Json) -> None:
        """Take a marker off the killzone."""
        self._drop(data["marker"])
        self.board.markers.pop(data["marker"], None)

    def _drop(self, marker: str) -> None:
        known = self.board.markers.get(marker)
        if known is not None and known.get("carried_by") is not None:
            self.board.fighters[known["carried_by"]].carrying = None
            known["carried_by"] = None

    def on_marker_timed(self, data: Json) -> None:
        """Start the countdown of a marker: a D3 (001:171)."""
        self.note(1 <= data["activations"] <= 3, f"a countdown of {data['activations']}")
        self.board.markers[data["marker"]]["timer"] = data["activations"]

    def on_opening_turned(self, data: Json) -> None:
        """Open or close a hatch by the action of that name (001:319-325, 000:375-381)."""
        done = [row["data"]["action"] for row in self.rows if row["kind"] == "action_performed"]
        self.note("Operate Hatch" in done, f"{data['opening']} is operated by {done}")
        known = self.board.openings.get(data["opening"], self.act.get("facts", {}).get("stands"))
        self.note(known != data["now"], f"{data['opening']} is {known} and becomes {data['now']}")
        self.board.openings[data["opening"]] = data["now"]

    # --- decisions --------------------------------------------------------------------------------------------------

    def on_proposed(self, data: Json) -> None:
        """Keep what awaits confirmation."""
        self.board.proposals[data["proposal"]] = {"intents": data["intents"], "data": data["data"]}

    def on_sequence_opened(self, _: Json) -> None:
        """Begin dice: one action at a time."""
        self.note(not self.board.dice, "dice are opened twice")
        self.board.dice = True

    def on_sequence_closed(self, _: Json) -> None:
        """End the dice."""
        self.board.dice = False


def _title(weapon: Json) -> str:
    return f"{weapon['name']} ({weapon['profile']})" if weapon.get("profile") else str(weapon["name"])
