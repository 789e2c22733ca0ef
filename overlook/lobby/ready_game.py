"""A game that waits for nobody's set-up: both example teams, terrain and a mission, laid on the simulated table."""

from __future__ import annotations

import asyncio

from overlook.demo.simulated_box import SimulatedBox
from overlook.setup.draft import PLAYERS, Draft, Piece
from overlook.setup.game_config import team_names
from overlook.setup.mission import example_names, picked, zones_of
from overlook.setup.service import SetupService
from overlook.setup.teams import team_of
from overlook.table.opened_by_itself import ANSWERED
from overlook.table.opening import MOST, default_choice, default_dice, is_opened
from overlook.table.service import TableService
from referee.game.intents import Answer
from referee.records.files.mission_file import example_missions
from referee.records.files.roster_file import example_texts, roster_text
from web.contract.base import HealthState
from web.contract.requests import Refused
from web.contract.setup import actions
from web.contract.setup.views import SetupView, Step

PART = "ready game"
LOOK_S = 0.2
PATIENCE_S = 60.0
FIRST_PLAYER = "p1"
COLUMNS_IN, EDGE_IN, DEPTH_IN = (3.4, 7.4, 11.0, 14.6, 18.2, 26.4), 2.2, 22.0
"""Where the models stand side by side: nothing of the example's terrain hides them from the camera there."""

CLEAR_OF_OBJECTIVES = {
    "tower": {"x": 13.8, "y": 14.9, "rotation_deg": 31.0},
    "ruin-east": {"x": 25.1, "y": 15.2, "rotation_deg": -24.0},
}
"""Pieces that stand elsewhere than on the example table: an objective would lie inside them."""


def ready_draft(box: SimulatedBox, edition: str) -> Draft:
    """Return the set-up of a ready game of an edition ("kt24"), and put everything on the table that is in it.

    The teams are the example ones, the terrain what lies in the box, the mission the first without a killzone.
    """
    draft = Draft(step=Step.READY)
    dictionary = box.bench.catalogue.dictionary
    for player, name in zip(PLAYERS, team_names(edition), strict=False):
        text = example_texts()[name]
        roster = roster_text(text, name)
        draft = team_of(draft, player, roster=roster, source=f"{name}.toml", text=text, dictionary=dictionary)
    for team in draft.teams:
        bases = tuple(base.model_copy(update={"matched": True}) for base in team.bases)
        draft = draft.with_team(team.model_copy(update={"bases": bases}))
    plain = next(one.id for one in example_names(edition) if example_missions()[one.id].killzone is None)
    draft = picked(draft, plain, edition=edition)
    terrain = {entry.id: entry for entry in box.bench.catalogue.terrain}
    for stock in box.things:
        if stock.model is None:
            entries = tuple(terrain[part] for part in stock.parts)
            draft = draft.with_piece(Piece(id=stock.id, name=stock.name, entries=entries))
    box.glue(base.entry for _, base in draft.bases)
    at = {base.entry.id: _place(team.player, number) for team in draft.teams for number, base in enumerate(team.bases)}
    at |= CLEAR_OF_OBJECTIVES
    for stock in box.things:
        box.move(actions.Put(kind="put", thing=stock.id, **at.get(stock.id, {})), zones_of(draft))
    return draft


def _place(player: str, number: int) -> dict[str, float]:
    """Return where a team's model stands in its drop zone: side by side along the player's edge, inches."""
    near = player == PLAYERS[0]
    y = EDGE_IN if near else DEPTH_IN - EDGE_IN
    return {"x": COLUMNS_IN[number % len(COLUMNS_IN)], "y": y, "rotation_deg": 90.0 if near else -90.0}


async def begin_ready_game(setup: SetupService, service: TableService) -> None:
    """Start the game once the camera has found everything, and answer what is asked before the first activation."""
    if setup.draft.started:
        return
    loop = asyncio.get_running_loop()
    give_up_s = loop.time() + PATIENCE_S
    while not _all_found(setup.view()):
        await asyncio.sleep(LOOK_S)
        if loop.time() > give_up_s:
            break
    started = await setup.do(actions.Start(kind="start"), player="any")
    if isinstance(started, Refused):
        service.report(PART, HealthState.TROUBLE, f"{started.sentence} Start the game on the page /setup")
        service.publish()
        return
    await open_battle(service)


def _all_found(view: SetupView) -> bool:
    models = all(base.seen for team in view.teams for base in team.bases)
    return view.can_start and models and all(piece.seen for piece in view.pieces)


async def open_battle(service: TableService) -> None:
    """Answer all that is asked before the first activation: the dice let the first player begin, else defaults."""
    for _ in range(MOST):
        asked = service.table.game.prompts
        if not asked or is_opened(service.table.state):
            return
        choice, dice = default_choice(asked[0], FIRST_PLAYER), default_dice(asked[0], FIRST_PLAYER)
        answer = Answer(id=service.table.new_id(ANSWERED), prompt=asked[0].id, choice=choice, dice=dice)
        outcome = await service.do(answer)
        if isinstance(outcome, Refused):
            return
