"""Scripted game for the measurement of waiting times: 14 against 14 past twelve walls and ruins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from overlook.play.runner import ScriptedTable
from overlook.play.script import script_of
from overlook.play.scripted_table import laid_table
from overlook.table.games.games import Games

A_SIDE = 14


@contextmanager
def scripted_table() -> Iterator[ScriptedTable]:
    """Yield the table before its game begins, with journals in a temporary folder."""
    script = script_of(document())
    with TemporaryDirectory(prefix="overlook-felt-") as folder:
        games = Games(Path(folder))
        try:
            yield ScriptedTable(script, laid_table(script), games)
        finally:
            games.close()


def document() -> dict[str, object]:
    """Return the script of the game; `benchmarks/referee/rulings.py` uses similar terrain."""
    weapons = [
        {"name": "rifle", "type": "ranged", "atk": 4, "hit": 3, "damage": [3, 4]},
        {"name": "blade", "type": "melee", "atk": 4, "hit": 3, "damage": [3, 4]},
    ]
    card = {"apl": 2, "move_in": 6, "save": 4, "wounds": 10, "base_mm": 32, "head_in": 1.4, "weapons": weapons}
    operatives, places = [], {}
    for number in range(2 * A_SIDE):
        side, place = divmod(number, A_SIDE)
        name = f"{'AB'[side]}{place + 1}"
        operatives.append({"id": name, "player": f"p{side + 1}", "name": name, **card})
        places[name] = [2.0 + 2.0 * place, (3.0 if side == 0 else 17.0) + 1.6 * (place % 2)]
    terrain = []
    for number in range(12):
        x, y = 4.0 + 6.5 * (number % 4), 5.9 + 4.6 * (number // 4)
        poly = [[x, y], [x + 2.4, y], [x + 2.4, y + 0.4], [x, y + 0.4]]
        part = {"id": f"t{number}", "feature": f"f{number}", "poly": poly, "z": [0, 2 + number % 3]}
        terrain.append({**part, "traits": ["Heavy"]})
    return {
        "version": 1,
        "edition": "kt24",
        "killzone": None,
        "board_in": [30, 22],
        "sigma_mm": 0.16,
        "operatives": operatives,
        "terrain": terrain,
        "markers": [{"id": "middle", "kind": "objective", "mm": 40, "pos": [15, 13]}],
        "places": places,
        "begin": "firefight",
        "initiative": "p1",
        "steps": [],
    }
