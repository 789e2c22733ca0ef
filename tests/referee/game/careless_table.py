"""Two players, a referee and a camera who do anything in any order, as a state machine; `test_machine.py` lets them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from messages.message import Message
from referee.editions.kt24.edition import KT24
from referee.editions.kt24.flow import flow as flow24
from referee.game.board_place import BoardPlace
from referee.game.card import Card, Seat
from referee.game.dice.attack_context import DiceContext, fight_facts, shooting_facts
from referee.game.engine.game import Game
from referee.game.engine.timeline import TimelineStep, fold_all
from referee.game.intents import Act, Answer, Damage, Intent, SetUp, read_intent
from referee.game.journal_entry import JournalEntry
from referee.game.judging.position import edition_of_game, position_of
from referee.game.prompt import Topic
from referee.game.state import GameState, MarkerState
from referee.records.notation.notation import play_notation, to_notation
from referee.rules.errors import RefereeError
from referee.rules.judgement import Shot
from referee.rules.ruling import Measurement, Ruling
from referee.rules.weapon import RuleUse, Weapon, WeaponType
from tests.referee.allowed import is_allowed
from tests.referee.game.auditing import audit, whole

FLOW = flow24(KT24)
NAMES = ("A1", "A2", "B1", "B2")
OWNER = {"A": "p1", "B": "p2"}
ACTIONS = ("Reposition", "Dash", "Charge", "Fall Back", "Shoot", "Fight", "Guard", "Pick Up Marker", "Place Marker")
GUN = Weapon("gun", WeaponType.RANGED, 4, 3, (3, 4), (RuleUse("limited", 2),))
BLADE = Weapon("blade", WeaponType.MELEE, 4, 3, (3, 5))
CARDS = tuple(Card(n, OWNER[n[0]], n, 2, 6.0, 3, 7, weapons=(GUN, BLADE)) for n in NAMES)
WHO = st.sampled_from(("any", "p1", "p2", "referee", "camera"))
NAME = st.sampled_from((*NAMES, "Z9"))
PLACE = st.builds(BoardPlace, st.floats(0, 30), st.floats(0, 22))
DRAWS = st.integers(0, 2**32).map(random.Random)
PLAYER = st.sampled_from(("p1", "p2"))
UNTIL = st.sampled_from(("end of its next activation", "end of the turning point"))
ENGAGED = st.sampled_from((None, True, False))
RULINGS = st.sampled_from(
    (
        (),
        (Ruling.of(Message.stored("yes"), Measurement("D24-01", Message.stored("fits"), 1, 2, 1.0, 0.1)),),
        (Ruling.of(Message.stored("close"), Measurement("D24-01", Message.stored("close"), 2, 2, 0.0, 0.1)),),
        (Ruling.of(Message.stored("no"), Measurement("D24-01", Message.stored("too far"), 3, 2, -1.0, 0.1)),),
    )
)


class Table(RuleBasedStateMachine):
    """Two players, a referee and a camera, all of them careless."""

    edition = KT24
    battle_flow = FLOW
    killzone: str | None = "gallowdark"
    actions: tuple[str, ...] = ACTIONS
    cards: tuple[Card, ...] = CARDS

    def __init__(self) -> None:
        super().__init__()
        self.acknowledged: list[JournalEntry] = []
        self.game = Game(self.battle_flow, keep=self.acknowledged.extend)
        self.number = 0

    def submit(self, intent: Intent) -> bool:
        before, length, prompts = self.game.state, len(self.game.log), self.game.prompts
        allowed = is_allowed(self.game, intent)
        try:
            entries = self.game.submit(intent)
        except RefereeError:
            assert not allowed
            assert self.game.state is before
            assert len(self.game.log) == length
            assert self.game.prompts == prompts
            return False
        assert allowed
        assert entries[0].kind == intent.kind
        assert list(self.game.log) == self.acknowledged
        self.watch(entries, before)
        assert self.game.submit(intent) == entries
        return True

    def watch(self, entries: Sequence[JournalEntry], before: GameState) -> None:
        """Look at what an intent came to; `before` is the state that it met."""

    def say(self, kind: str, **given: Any) -> bool:
        self.number += 1
        return self.submit(read_intent({"kind": kind, "id": f"i{self.number}", **given}))

    @initialize(
        gallowdark=st.booleans(),
        deployed=st.sampled_from((True, True, True, False)),
        to_firefight=st.sampled_from((True, True, True, False)),
        draws=DRAWS,
    )
    def set_up(self, gallowdark: bool, deployed: bool, to_firefight: bool, draws: random.Random) -> None:
        names = [card.id for card in self.cards]
        places = {name: BoardPlace(4 + 4 * index, 5) for index, name in enumerate(names)} if deployed else {}
        seats = (Seat("p1", "Red"), Seat("p2", "Blue"))
        marker = MarkerState("M1", "objective", 1.57, BoardPlace(15, 11), pick_up_allowed=True)
        assert self.submit(
            SetUp(
                id="i0",
                seats=seats,
                operatives=self.cards,
                markers=(marker,),
                places=places,
                killzone=self.killzone if gallowdark else None,
            )
        )
        while to_firefight and deployed and self.game.state.stage != "firefight":
            self.sensible(draws)

    def sensible(self, draws: random.Random) -> None:
        """Take what is asked first as players would: this is what brings battles to their end."""
        prompts = [each for each in self.game.prompts if not each.id.startswith("proposal")]
        if not prompts:
            return
        prompt = prompts[0]
        keys = [choice.key for choice in prompt.choices]
        dice = tuple(draws.randint(1, 6) for _ in range(prompt.dice))
        choice = None if dice else draws.choice([*([prompt.default] if prompt.default else keys), *keys])
        self.number += 1
        answer = Answer(id=f"i{self.number}", prompt=prompt.id, choice=choice, dice=dice)
        assert self.submit(answer) or choice in ("take_back", "roll_off"), f"{prompt.id}: {choice}"

    @rule(draws=DRAWS, by=WHO)
    def answer(self, draws: random.Random, by: str) -> None:
        prompts = self.game.prompts
        if not prompts:
            return
        prompt = draws.choice(prompts)
        dice = tuple(draws.randint(1, 6) for _ in range(prompt.dice))
        keys = [choice.key for choice in prompt.choices]
        choice = draws.choice((*keys, None)) if keys and not dice else None
        self.number += 1
        self.submit(Answer(id=f"i{self.number}", by=by, prompt=prompt.id, choice=choice, dice=dice))

    @rule(draws=DRAWS, times=st.integers(1, 6))
    def go_on(self, draws: random.Random, times: int) -> None:
        for _ in range(times):
            self.sensible(draws)

    @rule(draws=DRAWS, order=st.sampled_from(("engage", "engage", "conceal")))
    def take_a_turn(self, draws: random.Random, order: str) -> None:
        state = self.game.state
        if state.stage != "firefight" or state.acting is not None:
            self.sensible(draws)
            return
        ready = state.ready_of(state.turn) if state.turn is not None else ()
        if ready and state.challenge is None and not any(each.id.startswith("drop") for each in self.game.prompts):
            operative = draws.choice(ready)
            taken = self.say("activate", operative=operative, order=order, by=state.turn)
            assert taken or any(card.group > 1 for card in self.cards)
            for _ in range(draws.randint(0, 3)):
                self.act_simply(draws.choice(self.actions), draws)

    def act_simply(self, action: str, draws: random.Random) -> None:
        acting = self.game.state.acting
        if acting is not None:
            marker = {"marker": "M1"} if "P" in action else {}
            weapon = {"weapon": self.weapon(draws, acting.operative)} if action in ("Shoot", "Overwatch") else {}
            hatch = {"thing": "AP"} if "Hatch" in action else {}
            price = draws.choice(({}, {}, {"cost_changes": [1]}, {"cost_changes": [-1]}, {"free": True}))
            self.say("act", operative=acting.operative, action=action, **marker, **weapon, **hatch, **price)

    @rule(draws=DRAWS, times=st.integers(1, 3))
    def take_turns(self, draws: random.Random, times: int) -> None:
        for _ in range(times):
            self.take_a_turn(draws, "engage")

    @rule(draws=DRAWS, engaged=ENGAGED, rulings=RULINGS)
    def act(
        self,
        draws: random.Random,
        engaged: bool | None,
        rulings: tuple[Ruling, ...],
        action: str | None = None,
    ) -> None:
        action = action or draws.choice(self.actions)
        names = [card.id for card in self.cards]
        acting = self.game.state.acting
        operative = acting.operative if acting is not None else draws.choice((*names, "Z9"))
        hurt = draws.choices(names, k=draws.choice((0, 0, 1, 2)))
        enemies = [name for name in names if name[0] != operative[0]]
        self.number += 1
        self.submit(
            Act.from_fields(
                id=f"i{self.number}",
                by=draws.choice(("any", "any", "p1", "p2")),
                operative=operative,
                action=action,
                free=draws.random() < 0.1,
                cost_changes=draws.choice(((), (), (), (1,), (-1,), (-1, -1))),
                engaged=engaged,
                rulings=rulings,
                to=draws.choice((None, BoardPlace(draws.uniform(0, 30), draws.uniform(0, 22)))),
                marker="M1" if "P" in action else None,
                marker_to=BoardPlace(1, 1) if action == "Place Marker" else None,
                weapon=self.weapon(draws, operative) if action in ("Shoot", "Overwatch") else None,
                noticed=tuple(draws.sample(enemies, k=draws.choice((0, 0, 1)))),
                results=tuple(Damage(operative=name, amount=draws.randint(1, 4)) for name in hurt),
                **({"thing": "AP", "facts": {"stands": "closed"}} if "Hatch" in action else {}),
            )
        )

    def weapon(self, draws: random.Random, operative: str) -> str:
        """Return a ranged weapon of an operative, or of nobody."""
        known = next((card for card in self.cards if card.id == operative), None)
        guns = [one.name for one in known.weapons if one.type is WeaponType.RANGED] if known is not None else []
        return draws.choice([*guns, *guns, "gun"])

    @rule(draws=DRAWS)
    def attack(self, draws: random.Random) -> None:
        """Shoot or fight with dice at any enemy, as the judge sees it."""
        state, acting = self.game.state, self.game.state.acting
        if acting is None or not state.operative(acting.operative).standing:
            return
        key = acting.operative
        targets = [
            name for name, one in state.operatives.items() if one.standing and one.player != state.operative(key).player
        ]
        targets = [name for name in targets if state.operative(name).place is not None]
        if not targets:
            return
        target, point_blank = draws.choice(targets), acting.doing == "interrupt" and draws.random() < 0.5
        shoots = draws.random() < 0.7
        watches = "Overwatch" in self.actions and acting.doing != "activation"
        weapon = self.weapon(draws, key) if shoots else "blade"
        action = ("Overwatch" if watches else "Shoot") if shoots else "Fight"
        fields = {
            "operative": key,
            "action": action,
            "weapon": weapon,
            "target": target,
            "engaged": point_blank or not shoots,
        }
        self.number += 1
        act = Act.from_fields(id=f"i{self.number}", dice=True, **fields)
        try:
            facts = self._facts(act, target)
        except RefereeError:
            return
        self.submit(act.with_found(facts=facts))

    def _facts(self, act: Act, target: str) -> dict[str, Any]:
        """Return the facts of the dice as the judge finds them."""
        state, position = self.game.state, position_of(self.game.state)
        edition = edition_of_game(self.edition, state)
        scene = DiceContext(edition, edition.dice, state, position)
        if act.action == "Fight":
            return fight_facts(scene, act, "blade")
        return shooting_facts(scene, act, {target: edition.judge_shot(position, Shot(act.operative, target, ()))})

    @rule(operative=NAME, order=st.sampled_from(("engage", "conceal")), by=WHO)
    def activate(self, operative: str, order: str, by: str) -> None:
        self.say("activate", operative=operative, order=order, by=by)

    @rule(operative=NAME)
    def end(self, operative: str) -> None:
        self.say("end_activation", operative=operative)

    @rule(operative=NAME)
    def react(self, operative: str) -> None:
        self.say("react", operative=operative)

    @rule(operative=NAME)
    def deploy(self, operative: str) -> None:
        self.say("deploy", operative=operative, place={"x": 3.0, "y": 3.0})

    @rule(player=st.sampled_from(("p1", "p2", "p9")))
    def pass_turn(self, player: str) -> None:
        self.say("pass_turn", player=player)

    @rule(
        player=PLAYER,
        ploy=st.one_of(st.none(), st.sampled_from(("Hold", "Command Re-roll"))),
        op=st.sampled_from(("crit", "tac", "luck")),
        number=st.integers(-2, 5),
        by=WHO,
    )
    def account(self, player: str, ploy: str | None, op: str, number: int, by: str) -> None:
        if ploy is None:
            self.say("score", player=player, op=op, vp=number, by=by)
        else:
            self.say("use_ploy", player=player, name=ploy, cost=abs(number))

    @rule(operative=NAME, amount=st.integers(-3, 5), until=st.one_of(st.none(), UNTIL))
    def harm(self, operative: str, amount: int, until: str | None) -> None:
        if until is None:
            self.say("declare_damage", operative=operative, amount=amount)
        else:
            self.say("declare_stat", operative=operative, stat="apl", change=1 if amount > 0 else -1, until=until)

    @rule(operative=NAME, place=PLACE)
    def drop(self, operative: str, place: BoardPlace) -> None:
        self.say("drop_marker", operative=operative, place={"x": place.x, "y": place.y})

    @rule(operative=NAME, action=st.sampled_from(ACTIONS))
    def propose(self, operative: str, action: str) -> None:
        readings = [{"label": action, "intent": "act", "data": {"operative": operative, "action": action}}]
        self.say("propose", owner="any", question=f"{operative} {action}?", readings=readings, by="camera")

    @rule()
    def challenge(self) -> None:
        self.say("challenge", by="p2")

    @rule(key=st.sampled_from(("a", "b")), mend=st.booleans())
    def call(self, key: str, mend: bool) -> None:
        self.say("mend", key=key) if mend else self.say("call", key=key, means="moved")

    @rule(times=st.sampled_from((1, 1, 1, 2, 5)))
    def undo(self, times: int) -> None:
        for _ in range(times):
            could = self.game.timeline.past is not None
            assert self.say("undo") is could

    @rule(times=st.integers(1, 4))
    def redo(self, times: int) -> None:
        for _ in range(times):
            could = self.game.timeline.undone is not None
            assert self.say("redo") is could

    @precondition(lambda self: len(self.game.log) > 1)
    @rule()
    def restart(self) -> None:
        """The plug is pulled: what was acknowledged is all there is."""
        written = [JournalEntry.model_validate_json(entry.model_dump_json()) for entry in self.acknowledged]
        again = Game(self.battle_flow, written, keep=self.acknowledged.extend)
        assert again.state == self.game.state
        assert again.prompts == self.game.prompts
        for steps in ("past", "undone"):
            assert (getattr(again.timeline, steps) is None) == (getattr(self.game.timeline, steps) is None)
        assert again.called == self.game.called
        self.game = again

    @invariant()
    def the_state_is_whole(self) -> None:
        whole(self.game.state)

    @invariant()
    def prompts_are_each_their_own_and_somebodys(self) -> None:
        ids = [prompt.id for prompt in self.game.prompts]
        assert len(set(ids)) == len(ids)
        assert {prompt.owner for prompt in self.game.prompts} <= {"p1", "p2", "any"}

    @invariant()
    def a_prompt_is_about_something_of_the_game(self) -> None:
        state = self.game.state
        operatives = {Topic.ACTION, Topic.DICE, Topic.DROP, Topic.INTERRUPT, Topic.LAST_ACTION, Topic.TEST}
        players = {Topic.ACTIVATION, Topic.EQUIPMENT, Topic.REACTION, Topic.ROLL_OFF, Topic.SCOUTING}
        for prompt in self.game.prompts:
            if prompt.topic in operatives:
                assert prompt.about in state.operatives
            elif prompt.topic in players:
                assert prompt.about == prompt.owner
            elif prompt.topic is Topic.SMOKE:
                assert state.markers[prompt.about].kind == "smoke"
            elif prompt.topic is Topic.CHALLENGE:
                assert state.challenge is not None
                assert int(prompt.about) == state.challenge.of

    @invariant()
    def somebody_can_go_on(self) -> None:
        assert self.game.prompts or self.game.state.stage in ("ended", "deployment") or not self.game.state.begun

    def teardown(self) -> None:
        self.audit(self.game.timeline.live_steps())
        assert fold_all(self.acknowledged).state == self.game.state
        self.written_down()
        end, steps = self.game.state, 0
        while self.game.timeline.past is not None:
            assert self.say("undo")
            steps += 1
        assert self.game.state == GameState()
        for _ in range(steps):
            assert self.say("redo")
        assert self.game.state == end
        assert self.acknowledged[: len(self.game.log)] == list(self.game.log)

    def audit(self, steps: Sequence[TimelineStep]) -> None:
        audit(steps)

    def written_down(self) -> None:
        """The notation of what was played comes to the same game; open proposals and challenges are named anew."""
        text = to_notation(self.game.timeline, self.edition, self.battle_flow)
        again = Game(self.battle_flow)
        play_notation(text, self.edition, again)
        assert replace(again.state, proposals=(), challenge=None) == replace(
            self.game.state, proposals=(), challenge=None
        ), text
