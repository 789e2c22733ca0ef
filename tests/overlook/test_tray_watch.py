"""The simulated tray at a table in play: dice are thrown, read, proposed, confirmed; and what goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from messages.message import Message
from overlook.simulated.demonstration import BODIES, throw
from overlook.table.offers.panel_chooser import LOOK_S, TOO_SOON
from simulation.cameras.tray_camera import SimulatedTrayCamera, TrayDie
from tests.depth import at_night
from tests.overlook.played_table import Table
from tests.overlook.shooting import at_work, offered
from tests.overlook.tray_play import camera_of, played_with_tray, rolled_off, tray_of, values_of, whole
from vision.dice.tray_tracker import TrayPhase, TrayReading, TrayTracker
from vision.frame import Frame
from web.contract.requests import Accepted, Button, Refused


async def attack(table: Table) -> str:
    """Go on to an attack roll of several dice; return whose it is."""
    shooter = await at_work(table)
    way = offered(table, "Shoot").choices[0]
    await table.took("act", operative=shooter, action="Shoot", weapon=way.weapon, target=way.target, dice=True)
    return table.table.game.prompts[0].owner


@pytest.mark.parametrize("edition", ["kt24", *at_night("kt21")])
def test_both_players_roll_off_in_one_throw_and_confirm_on_the_panel_takes_each(tmp_path: Path, edition: str) -> None:
    async def play(table: Table) -> None:
        first, second = await rolled_off(table)
        throw(camera_of(table), [("p1", (5,)), ("p2", (2,))])
        now = await table.until(lambda now: len(whole(now)) == 2)
        assert whole(now) == {first: [5], second: [2]}
        for _ in range(2):
            assert isinstance(await table.pressed(Button.CONFIRM), Accepted)
        answers = [
            event.data["dice"] for event in table.table.game.log if event.kind == "answer" and event.data["dice"]
        ]
        assert answers == [[5], [2]]
        assert whole(table.service.snapshot()) == {}

    played_with_tray(tmp_path, play, edition)


def test_a_confirm_in_the_same_instant_as_a_phones_answer_is_not_taken_for_the_next_question(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        first, second = await rolled_off(table)
        throw(camera_of(table), [("p1", (5,)), ("p2", (2,))])
        await table.until(lambda now: len(whole(now)) == 2)
        await table.took("answer", prompt=first, dice=[5])
        refused = await table.service.press(Button.CONFIRM, key="meant-for-the-first")
        assert isinstance(refused, Refused)
        assert refused.message == TOO_SOON
        assert [prompt.id for prompt in table.table.game.prompts] == [second]
        assert isinstance(await table.pressed(Button.CONFIRM), Accepted)
        answers = [event.data["dice"] for event in table.table.game.log if event.kind == "answer"]
        assert [dice for dice in answers if dice] == [[5], [2]]

    played_with_tray(tmp_path, play)


def test_a_confirm_that_had_to_wait_counts_from_when_it_was_pressed(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        first, second = await rolled_off(table)
        throw(camera_of(table), [("p1", (5,)), ("p2", (2,))])
        await table.until(lambda now: len(whole(now)) == 2)
        await table.took("answer", prompt=first, dice=[5])
        async with table.service.lock:
            press = asyncio.create_task(table.service.press(Button.CONFIRM, key="meant-for-the-first"))
            await asyncio.sleep(2 * LOOK_S)
        refused = await press
        assert isinstance(refused, Refused)
        assert refused.message == TOO_SOON
        assert [prompt.id for prompt in table.table.game.prompts] == [second]

    played_with_tray(tmp_path, play)


def test_undo_takes_out_a_die_that_the_tray_entered_before_it_takes_anything_back(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        owner = await attack(table)
        asked = table.table.game.prompts[0]
        throw(camera_of(table), [(owner, (6,) * (asked.dice - 1))])
        await table.until(lambda now: any(menu.entered for menu in now.menu))
        assert isinstance(await table.pressed(Button.UNDO), Accepted)
        assert table.table.game.prompts[0] == asked
        (menu,) = table.service.snapshot().menu
        assert menu.entered == (6,) * (asked.dice - 2)

    played_with_tray(tmp_path, play)


def test_a_die_that_is_picked_up_and_thrown_again_is_told_from_those_that_stay(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        first, second = await rolled_off(table)
        camera = camera_of(table)
        throw(camera, [("p1", (3,))])
        await table.until(lambda now: whole(now) == {first: [3]})
        await table.took("answer", prompt=first, dice=[3])
        stays = camera.lying
        camera.throw(camera.tray.throw((6,), BODIES["p2"], among=stays), keep=stays)
        now = await table.until(lambda now: second in whole(now))
        assert whole(now) == {second: [6]}
        noted = [event.data["dice"] for event in table.table.game.log if event.kind == "see_roll"]
        assert [[die["kept"] for die in dice] for dice in noted] in ([[False], [True, False]], [[False], [False, True]])

    played_with_tray(tmp_path, play)


def test_a_die_that_came_to_lie_before_it_was_asked_for_is_thrown_again(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        first, second = await rolled_off(table)
        await table.took("answer", prompt=first, dice=[4])
        throw(camera_of(table), [("p1", (6,))])
        await table.until(lambda now: any("in the other colour" in read.why for read in tray_of(now).reads))
        await table.took("answer", prompt=second, dice=[4])
        again = f"{first}:1"
        now = await table.until(lambda now: any(read.prompt == again for read in tray_of(now).reads))
        assert whole(now) == {}
        throw(camera_of(table), [("p1", (5,))])
        now = await table.until(lambda now: again in whole(now))
        assert whole(now) == {again: [5]}

    played_with_tray(tmp_path, play)


def test_more_dice_than_are_wanted_are_shown_and_not_taken(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        first, _ = await rolled_off(table)
        throw(camera_of(table), [("p1", (5, 4, 3))])
        now = await table.until(lambda now: bool(tray_of(now).reads))
        (read,) = tray_of(now).reads
        assert read.prompt == first
        assert read.message == Message.of("tray-roll-too-many", seen=3, wanted=1)
        assert values_of(read) == [3, 4, 5]
        await table.took("answer", prompt=first, dice=[4])
        assert tray_of(table.service.snapshot()).reads == ()

    played_with_tray(tmp_path, play)


def test_sixty_dice_are_told_and_entered_by_hand(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        first, second = await rolled_off(table)
        camera = camera_of(table)
        edge = camera.tray.die_px
        low, high = camera.tray.corners_px[0] + edge, camera.tray.corners_px[2] - edge
        columns, rows = (range(int(low[axis]), int(high[axis]), 38) for axis in (0, 1))
        places = [(float(x), float(y)) for y in rows for x in columns][:60]
        camera.throw([TrayDie(1 + k % 6, x, y, 0.0, BODIES["p1"]) for k, (x, y) in enumerate(places)])
        now = await table.until(lambda now: bool(tray_of(now).reads))
        assert {read.prompt for read in tray_of(now).reads} == {first, second}, "nobody's dice can be told from these"
        assert all("hand" in read.why for read in tray_of(now).reads)
        assert len(places) > 40
        await table.took("answer", prompt=first, dice=[4])

    played_with_tray(tmp_path, play)


@pytest.mark.parametrize(
    ("fault", "mend", "word"),
    [
        (lambda camera: camera.unplug(), lambda camera: camera.plug(), "sends no images"),
        (lambda camera: camera.light(0.02), lambda camera: camera.light(1.0), "too dark"),
        (lambda camera: camera.light(30.0), lambda camera: camera.light(1.0), "overexposed"),
    ],
    ids=["unplugged", "dark", "over-exposed"],
)
def test_a_camera_that_fails_in_the_middle_of_a_roll_is_told_and_nothing_is_lost(
    tmp_path: Path,
    fault: Callable[[SimulatedTrayCamera], None],
    mend: Callable[[SimulatedTrayCamera], None],
    word: str,
) -> None:
    async def play(table: Table) -> None:
        first, second = await rolled_off(table)
        camera = camera_of(table)
        throw(camera, [("p1", (5,)), ("p2", (2,))])
        await table.until(lambda now: tray_of(now).phase == "rolling")
        fault(camera)
        now = await table.until(lambda now: word in tray_of(now).fault)
        assert tray_of(now).reads == ()
        assert [part.state.value for part in now.health if part.part == "tray"] == ["trouble"]
        await table.took("answer", prompt=first, dice=[5])
        mend(camera)
        now = await table.until(lambda now: second in whole(now))
        assert whole(now) == {second: [2]}
        assert tray_of(now).fault == ""

    played_with_tray(tmp_path, play)


@pytest.mark.parametrize("light", [0.5, *at_night(1.5)])
def test_dice_that_were_answered_with_are_not_offered_again_when_the_light_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, light: float
) -> None:
    async def play(table: Table) -> None:
        frames: list[TrayReading] = []
        sound = TrayTracker.observe

        def counted(eye: TrayTracker, frame: Frame) -> TrayReading:
            frames.append(sound(eye, frame))
            return frames[-1]

        monkeypatch.setattr(TrayTracker, "observe", counted)
        first, second = await rolled_off(table)
        camera = camera_of(table)
        throw(camera, [("p1", (4,)), ("p2", (4,))])
        await table.until(lambda now: len(whole(now)) == 2)
        await table.took("answer", prompt=first, dice=[4])
        await table.took("answer", prompt=second, dice=[4])

        async def settled_again() -> None:
            begun = len(frames)
            await table.until(lambda _: len(frames) > begun + 3)
            await table.until(lambda _: TrayPhase.SETTLED in [each.phase for each in frames[begun + 3 :]])

        for lit in (light, 1.0):
            camera.light(lit)
            await settled_again()
            assert tray_of(table.service.snapshot()).reads == ()

    played_with_tray(tmp_path, play)


def test_a_face_entered_on_the_panel_is_not_taken_for_the_reading_that_came_meanwhile(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        owner = await attack(table)
        wanted = table.table.game.prompts[0].dice
        assert wanted > 1
        for button in (Button.NEXT, Button.CONFIRM):
            assert isinstance(await table.pressed(button), Accepted)
        throw(camera_of(table), [(owner, (6,) * wanted)])
        await table.until(lambda now: bool(whole(now)))
        refused = await table.pressed(Button.CONFIRM)
        assert isinstance(refused, Refused)
        assert "changed" in refused.sentence
        assert table.table.game.prompts[0].owner == owner
        assert isinstance(await table.pressed(Button.CONFIRM), Accepted)
        answers = [event.data["dice"] for event in table.table.game.log if event.kind == "answer"]
        assert answers[-1] == [6] * wanted

    played_with_tray(tmp_path, play)


def test_a_face_marked_on_the_panel_is_not_taken_for_the_reading_that_came_meanwhile(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        first, _ = await rolled_off(table)
        assert isinstance(await table.pressed(Button.NEXT), Accepted)
        throw(camera_of(table), [("p1", (6,)), ("p2", (2,))])
        await table.until(lambda now: first in whole(now))
        refused = await table.pressed(Button.CONFIRM)
        assert isinstance(refused, Refused)
        assert "changed" in refused.sentence
        for _ in range(2):
            assert isinstance(await table.pressed(Button.CONFIRM), Accepted)
        answers = [event.data["dice"] for event in table.table.game.log if event.kind == "answer"]
        assert [dice for dice in answers if dice] == [[6], [2]]

    played_with_tray(tmp_path, play)


def test_a_fault_while_a_picture_is_read_is_told_and_the_next_one_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(table: Table) -> None:
        first, _ = await rolled_off(table)
        sound = TrayTracker.observe

        frames: list[Frame] = []

        def broken(eye: TrayTracker, frame: Frame) -> TrayReading:
            frames.append(frame)
            raise ValueError("a fault of ours")

        monkeypatch.setattr(TrayTracker, "observe", broken)
        now = await table.until(lambda now: bool(tray_of(now).fault))
        assert "Enter the roll by hand" in tray_of(now).fault
        await table.until(lambda _: len(frames) > 4)
        assert tray_of(table.service.snapshot()) == tray_of(now)
        monkeypatch.setattr(TrayTracker, "observe", sound)
        throw(camera_of(table), [("p1", (5,))])
        now = await table.until(lambda now: first in whole(now))
        assert whole(now) == {first: [5]}

    played_with_tray(tmp_path, play)
