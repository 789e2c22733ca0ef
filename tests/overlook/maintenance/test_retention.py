"""Pictures may take so much of the disk and no more; what a game is made of is never touched."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlook.maintenance import retention
from overlook.maintenance.retention import Allowance, Pruned, keep_pruned, prune

Picture = tuple[int, str, int, int]
"""Game, suffix of its folder, when it was written, size."""

pictures = st.lists(
    st.tuples(st.integers(1, 4), st.sampled_from([".clips", ".rolls"]), st.integers(0, 50), st.integers(0, 900)),
    max_size=14,
)


def laid_out(games: Path, wanted: list[Picture]) -> dict[Path, Picture]:
    made = {}
    for number, (game, suffix, written_s, size) in enumerate(wanted):
        path = games / f"{game:04d}{suffix}" / f"{number}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(size))
        os.utime(path, (written_s, written_s))
        made[path] = (game, suffix, written_s, size)
    return made


def others(games: Path) -> list[Path]:
    """What must stay: games, what is kept beside them, and folders that only look alike."""
    stay = [games / "0001.game", games / "0001.beside", games / "0001.other" / "x.jpg", games / "mine.clips" / "x.jpg"]
    for path in stay:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(5000))
    return stay


@given(pictures, st.integers(0, 6000))
def test_no_more_is_left_than_may_be_and_nothing_goes_that_could_stay(
    tmp_path_factory: pytest.TempPathFactory, wanted: list[Picture], most: int
) -> None:
    games = tmp_path_factory.mktemp("games")
    stay, made = others(games), laid_out(games, wanted)
    pruned = prune(games, most)
    left = {path: picture for path, picture in made.items() if path.exists()}
    gone = {path: picture for path, picture in made.items() if path not in left}
    assert all(path.exists() for path in stay)
    assert pruned == Pruned(len(gone), sum(size for *_, size in gone.values()), sum(size for *_, size in left.values()))
    assert pruned.left_bytes <= most
    if gone:
        last = max((game, written_s) for game, _, written_s, _ in gone.values())
        assert all((game, written_s) >= last for game, _, written_s, _ in left.values())
        newest = max(size for game, _, written_s, size in gone.values() if (game, written_s) == last)
        assert pruned.left_bytes + newest > most or pruned.left_bytes == most


def test_the_number_of_a_game_goes_before_the_clock(tmp_path: Path) -> None:
    made = laid_out(tmp_path, [(1, ".clips", 2_000_000_000, 600), (2, ".clips", 1_000, 600)])
    prune(tmp_path, 1000)
    assert [path.exists() for path in made] == [False, True]
    assert not (tmp_path / "0001.clips").exists()


@given(pictures, st.lists(st.integers(0, 900), max_size=6), st.integers(0, 6000))
def test_films_go_before_any_picture_for_they_are_made_again(
    tmp_path_factory: pytest.TempPathFactory, wanted: list[Picture], films: list[int], most: int
) -> None:
    games = tmp_path_factory.mktemp("games")
    made = laid_out(games, wanted)
    folder = games / "0004.clips"
    folder.mkdir(parents=True, exist_ok=True)
    for number, size in enumerate(films):
        (folder / f"{number}-0123456789ab.mp4").write_bytes(bytes(size))
    (folder / "3-0123456789ab.mp4.part").write_bytes(bytes(100))
    prune(games, most)
    left = [path for path in games.glob("*/*") if ".mp4" in path.suffixes]
    assert all(path.exists() for path in made) or not left, "a picture goes only when no film is left"
    assert sum(path.stat().st_size for path in games.glob("*/*")) <= most


def test_without_games_there_is_nothing_to_remove(tmp_path: Path) -> None:
    assert prune(tmp_path / "games", 0) == Pruned(0, 0, 0)


def test_it_goes_on_pruning_while_the_table_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "EVERY_S", 0.01)
    told: list[Pruned] = []

    async def run() -> None:
        task = asyncio.create_task(keep_pruned(Allowance(tmp_path, 500), told.append))
        async with asyncio.timeout(60):
            for wanted in (1, 2):
                laid_out(tmp_path, [(1, ".rolls", 1, 400), (1, ".rolls", 2, 400)])
                while len(told) < wanted:
                    await asyncio.sleep(0.01)
        task.cancel()

    asyncio.run(run())
    assert [(each.files, each.left_bytes) for each in told] == [(1, 400), (1, 400)]
