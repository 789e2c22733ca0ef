"""What the pages of two players' phones have buttons for, with what chance fills in."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
ENDS = ("take_back", "uphold", "roll_off")


@dataclass(frozen=True, slots=True)
class Press:
    """One thing that a page offers: `sure` when the page shows that it can be done, so that it must be taken."""

    what: str
    seat: str
    path: str
    body: Json | None = None
    sure: bool = True
    onward: bool = True


@dataclass(frozen=True, slots=True)
class Pages:
    """Reads off a snapshot what each player's page offers; faces, places and picks are drawn by `chance`."""

    chance: random.Random

    def offered(self, now: Json, seat: str) -> Iterator[Press]:
        """Yield what the page of a player's phone has buttons for."""

        def said(what: str, intent: Json, *, sure: bool = True, onward: bool = True) -> Press:
            return Press(what, seat, "/api/intents", {"player": seat, "intent": intent}, sure, onward)

        game, acting = now["game"], any(one["topic"] == "action" for one in now["prompts"])
        offers = [one for one in now["offers"] if acting and one["player"] == seat]
        for prompt in now["prompts"]:
            if prompt["owner"] in (seat, "any"):
                yield from self._answers(prompt, said)
        challenged = any(one["topic"] == "challenge" for one in now["prompts"])
        yield from _requests(now["requests"], seat, said, challenged=challenged)
        for offer in offers:
            yield from self._acts(offer, said)
            yield said("end_activation", {"kind": "end_activation", "operative": offer["operative"]})
        for one in game["activations"]:
            if any(each["id"] == one["operative"] and each["player"] == seat for each in game["roster"]):
                order = self.chance.choice(one["orders"])
                yield said("activate", {"kind": "activate", "operative": one["operative"], "order": order})
        for scoring in now["scoring"]:
            for op in scoring["ops"]:
                if op["player"] == seat and op["vp"]:
                    intent = {"kind": "score", "player": seat, "op": op["op"], "vp": op["vp"], "why": op["why"]}
                    yield said("score", intent, onward=False)
        yield from self._declared(game, seat, said)
        for button in ("confirm", "next", "back", "measure", "challenge", "undo", "redo"):
            # Where the set-up itself is undone, Redo is the way on.
            sure = button == "redo" and not now["game"]["begun"] and now["game"]["redo"] is not None
            yield Press(f"button {button}", seat, f"/api/buttons/{button}", sure=sure)

    def _answers(self, prompt: Json, said: Any) -> Iterator[Press]:
        answer = {"kind": "answer", "prompt": prompt["id"]}
        onward = self.chance.random() < 0.5
        what = f"answer {prompt['topic']}"
        if prompt["dice"]:
            faces = [self.chance.randint(1, 6) for _ in range(prompt["dice"])]
            counted = bool(prompt["grades"]) and self.chance.random() < 0.5
            if counted:
                faces = [self.chance.choice(prompt["grades"])["faces"][0] for _ in faces]
            yield said(f"{what} dice", {**answer, "dice": faces, "counted": counted, "onward": onward})
        keys = [one["key"] for one in prompt["choices"] if one["key"] != prompt["default"] or prompt["picks"] == 1]
        if prompt["picks"] > 1:
            few = min(len(keys), self.chance.randint(1, prompt["picks"]))
            options = list({key.partition(":")[0]: key for key in self.chance.sample(keys, few)}.values())
            yield said("equipment", {"kind": "choose_equipment", "player": prompt["owner"], "options": options})
            yield said(what, {**answer, "choice": prompt["default"]})
            return
        for key in keys:
            rests = prompt["topic"] == "challenge" and key != prompt["default"]
            sure = not rests
            yield said(what, {**answer, "choice": key, **({"onward": True} if onward else {})}, sure=sure)

    def _acts(self, offer: Json, said: Any) -> Iterator[Press]:
        for one in offer["actions"]:
            act = {"kind": "act", "operative": offer["operative"], "action": one["action"]}
            what = f"act {one['action']}"
            if not one["possible"]:
                yield said(f"{what} free", {**act, "free": True}, sure=False)
            elif one["needs"] == "nothing":
                yield said(what, act)
            elif one["needs"] == "place":
                spot = {"x": round(self.chance.uniform(0, 30), 2), "y": round(self.chance.uniform(0, 22), 2)}
                yield said(what, {**act, **spot}, sure=False)
            for way in one["choices"] if one["possible"] else ():
                named = {key: way[key] or None for key in ("weapon", "target", "marker", "thing")}
                dice = one["dice"] and bool(way["weapon"])
                lost = [{"operative": way["target"], "amount": self.chance.randint(1, 6)}]
                results = {"results": lost} if one["declares"] and way["target"] else {}
                yield said(what, {**act, **named, "dice": dice, **results}, sure=way["possible"])

    def _declared(self, game: Json, seat: str, said: Any) -> Iterator[Press]:
        """Yield what can be declared by hand: of a model, of the game, of ploys."""
        model = self.chance.choice([one["id"] for one in game["roster"]] or [""])
        amount = self.chance.randint(-3, 8)
        stat = {"stat": self.chance.choice(("apl", "move", "hit", "save")), "change": 1, "until": "the turning point"}
        for intent in (
            {"kind": "declare_damage", "operative": model, "amount": amount},
            {"kind": "declare_status", "operative": model, "ready": self.chance.random() < 0.5},
            {"kind": "declare_status", "operative": model, "order": self.chance.choice(("engage", "conceal"))},
            {"kind": "declare_stat", "operative": model, **stat},
            {"kind": "declare_place", "operative": model},
            {"kind": "remove_operative", "operative": model},
            {"kind": "place_marker", "what": "smoke", "x": 10.0, "y": 10.0},
            {"kind": "use_ploy", "player": seat, "name": f"Ploy {self.chance.randint(1, 3)}", "cost": 1},
            {"kind": "clock", "do": self.chance.choice(("start", "stop"))},
        ):
            if intent.get("operative") != "":
                yield said(intent["kind"], intent, sure=False)
        for one in game["absent"]:
            if one["player"] == seat:
                spot = {"x": round(self.chance.uniform(1, 29), 2), "y": round(self.chance.uniform(1, 21), 2)}
                yield said("deploy", {"kind": "deploy", "operative": one["id"], **spot}, sure=False)


def _requests(open_ones: list[Json], seat: str, said: Any, *, challenged: bool) -> Iterator[Press]:
    """Yield what the cards of open requests have buttons for: answers of the asked player, the withdrawal of one's own.

    The battle goes on by being accepted: one that is declined too often is not asked again. An open
    challenge comes first.
    """
    for one in open_ones:
        if one["by"] == seat:
            yield said("withdraw", {"kind": "withdraw_request"}, onward=False)
        if one["asked"] == seat:
            answer = {"kind": "answer_request", "request": one["id"]}
            yield said(
                f"accept {one['kind']}", {**answer, "answer": "accept"}, sure=not challenged or one["kind"] in ENDS
            )
            yield said(f"decline {one['kind']}", {**answer, "answer": "decline"}, onward=False)
            if one["to"] != "referee":
                yield said("ask a referee", {**answer, "answer": "referee"}, onward=False)
