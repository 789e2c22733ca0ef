"""Files as a person writes them, with every field that there is; all names in them are our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.compat.observed import overlook

SETTINGS = """
[camera]
source = "simulated"
fps = 7.5
size_px = [1280, 720]
rig = "rig.json"
catalogue = "catalogue.json"

[game]
edition = "kt24"
killzone = "volkus"
teams = []
round_min = 150.0
sure = 0.97

[game.readings]
"climb minimum" = "per climb"

[web]
host = "127.0.0.1"
port = 8799
names = ["table.local"]
own_screen = true
private = false
picture_fps = 9.0
picture_viewers = 5
stall_s = 4.0
beat_s = 1.5

[panel]
enabled = false
confirm = 5
undo = 6
measure = 13
next = 19
knob_a = 23
knob_b = 24
knob = 25
red = 17
green = 27
blue = 0
amber = 22
buzzer = 0
common_anode = true
long_s = 1.1
double_s = 0.3
bounce_s = 0.02
presses = { "undo long" = "undo", "next double" = "nothing" }

[voice]
enabled = false
questions = true
program = "espeak-ng"
language = "en-gb"
words_a_minute = 150

[obs]
enabled = false
url = "ws://localhost:4456"
password = "not a secret"
table = "Wide"
dice = "Tray"
ruling = "Close"
challenge = "Doubt"
hold_s = 5.0

[venue]
broker = "hall.local"
port = 8884
table = "table-07"
user = "table-07"
password_file = "hall.secret"
ca_file = "hall.pem"
tls = true

[tray]
enabled = true
file = "tray.json"
source = "table"
fps = 6.0
size_px = [640, 480]

[data]
folder = "games-of-this-table"
pictures_gb = 1.5
"""

TEAM = """
version = 1
edition = "{edition}"
name = "Lamplighters"

[[operatives]]
id = "one"
name = "Wick"
type = "keeper"
apl = 3
move_in = 6
save = 4
wounds = 9
base_mm = [60, 35]
figure_height_mm = 41.5
defence = 4
group = 2
invulnerable_save = 5
keywords = ["LAMP", "LEADER", "FLY"]
exempt = ["guard while concealed", "last action"]
mount = "tab"
tags = [{{ id = 47, size_mm = 14, offset_mm = [38, 0, 1], angle_deg = 90 }}]
weapons = [
  {{ name = "Flare", profile = "burst", type = "ranged", atk = 4, hit = 3, damage = [3, 4], rules = 'Rng 8", *Glow' }},
  {{ name = "Flare", profile = "beam", type = "ranged", atk = 5, hit = 4, damage = [2, 6], rules = ["Lethal 5+"] }},
  {{ name = "Pole", type = "melee", atk = 3, hit = 4, damage = [2, 3], rules = ["Shock", "Wobble 2"] }},
]

[[operatives]]
id = "two"
name = "Taper"
apl = 2
move_in = 5.5
save = 5
wounds = 7
base_mm = 28.5
"""

DASH: dict[str, Any] = {
    "rosterId": "r1",
    "rosterName": "Ferrymen",
    "ops": [
        {
            "opId": "o1", "opName": "Oar", "opTypeName": "Leader", "MOVE": '6"', "APL": 3, "SAVE": "4+", "WOUNDS": 9,
            "keywords": "FERRY, LEADER ,", "opType": {"basesize": 32, "opTypeName": "Leader"},
            "weapons": [
                {
                    "wepName": "Sling", "wepType": "R",
                    "profiles": [
                        {"profileName": "near", "ATK": "4", "HIT": "3+", "DMG": "3/4", "WR": 'Rng 8", PcrCrit1, *Wet'},
                        {"profileName": "far", "ATK": "4", "HIT": "3+", "DMG": "3/5", "WR": "Hvy (DashOnly), Wobble"},
                    ],
                },
                {"wepName": "Hook", "wepType": "M", "profiles": [{"ATK": "3", "HIT": "4+", "DMG": "2/3", "WR": ""}]},
            ],
        },
        {"opName": "", "opTypeName": "Rower", "MOVE": "5", "APL": "2", "SAVE": "5+", "WOUNDS": "8", "weapons": None},
    ],
}  # fmt: skip

MISSION = """
version = 1
name = "The Ferry"
about = "Three landings, one boat."
edition = "{edition}"
killzone = "{killzone}"
board = [30.0, 22.0]
equipment = ["ladders", "light barricades"]

[[sides]]
id = "west"
name = "West bank"
drop_zone = [[0, 0], [5, 0], [5, 22], [0, 22]]
territory = [[0, 0], [15, 0], [15, 22], [0, 22]]

[[sides]]
id = "east"
name = "East bank"
drop_zone = [[25, 0], [30, 0], [30, 22], [25, 22]]
territory = [[15, 0], [30, 0], [30, 22], [15, 22]]

[[objectives]]
id = "boat"
at = [15, 11]
diameter_mm = 38
pick_up_allowed = true

[[markers]]
id = "rope"
kind = "rope"
at = [7, 4]
diameter_mm = 25
side = "west"
pick_up_allowed = true

[[items]]
item = "light barricades"
side = "west"
outline = [[6, 9], [6.3, 9], [6.3, 11], [6, 11]]
"""

LIBRARY = """
version = 1
name = "Landing stages"
about = "Two pieces, one with a gate."
killzone = "gallowdark"
dictionary = "DICT_ARUCO_MIP_36h12"

[[pieces]]
id = "stage"
name = "Landing stage"
feature = "landing"

[[pieces.parts]]
id = "deck"
footprint_mm = [[-60, -40], [60, -40], [60, 40], [-60, 40]]
z_mm = [0, 30]
traits = ["Heavy"]
vantage = true

[[pieces.parts]]
id = "rail"
feature = "landing-rail"
footprint_mm = [[-60, 36], [60, 36], [60, 40], [-60, 40]]
z_mm = [30, 50]
traits = ["Light"]
see_through = true

[[pieces.tags]]
id = 110
size_mm = 24
offset_mm = [-40, 0, 30.3]
angle_deg = 90

[[pieces]]
id = "gate"
name = "Water gate"
equipment = "light barricade"

[[pieces.parts]]
id = "leaf"
footprint_mm = [[-25, -6], [25, -6], [25, 6], [-25, 6]]
z_mm = [0, 65]
traits = ["Heavy"]
role = "door"
state = "closed"

[[pieces.parts.leaves]]
id = "wing"
tag_id = 112
size_mm = 11
open = { offset_mm = [-25, 20, 65.3], angle_deg = 90 }
closed = { offset_mm = [0, 0, 65.3] }
"""

CERTIFICATE: dict[str, Any] = {
    "version": 1, "date": "2026-03-01", "camera": "example", "distances": 344, "bias_mm": 0.0121, "p50_mm": 0.0712,
    "p95_mm": 0.2134, "max_mm": 0.4021, "coverage_95": 0.957, "px_per_module": 3.31,
    "places": [
        {"image": "a.jpg", "centre_mm": [203.2, 279.4], "bias_mm": 0.01, "p95_mm": 0.2, "scale": 1.0002, "tags": 20}
    ],
}  # fmt: skip


def mission() -> dict[str, Any]:
    """Return the mission as the program has read it."""
    shelf = Path(__file__).parent / "ferry.toml"
    shelf.write_text(MISSION.format(edition="2024", killzone="volkus"))
    try:
        data: dict[str, Any] = overlook("mission", "check", shelf, "--json").document()
    finally:
        shelf.unlink()
    return data


def write_all(folder: Path, table: Path) -> None:
    """Write settings, rosters, missions, a library and a certificate."""
    for name in ("settings", "rosters", "missions", "terrain", "expected", "games"):
        (folder / name).mkdir()
    (folder / "settings" / "overlook.toml").write_text(SETTINGS.lstrip())
    for year in ("2024", "2021"):
        (folder / "rosters" / f"lamplighters-{year}.toml").write_text(TEAM.format(edition=year).lstrip())
    (folder / "rosters" / "ferrymen.ktdash.json").write_text(json.dumps(DASH, indent=1) + "\n")
    for year, killzone in (("2024", "volkus"), ("2021", "close quarters")):
        text = MISSION.format(edition=year, killzone=killzone)
        (folder / "missions" / f"ferry-{year}.toml").write_text(text.lstrip())
    (folder / "terrain" / "landing.toml").write_text(LIBRARY.lstrip())
    (table / "certificate.json").write_text(json.dumps(CERTIFICATE))
    (table / "cookie-secret").write_text("0f" * 32)


def in_lines(document: Any) -> str:
    """Return JSON with one entry a line: a change of one shows as one."""
    if isinstance(document, dict) and document:
        inner = ",\n".join(f"{json.dumps(key)}: {in_lines(value).strip()}" for key, value in document.items())
        return f"{{\n{inner}\n}}\n"
    if isinstance(document, list) and any(isinstance(one, list | dict) for one in document):
        return "[\n" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in document) + "\n]\n"
    return json.dumps(document, separators=(",", ":")) + "\n"
