"""The killzones of 2024: overlays on the edition's ports (rules K24-*)."""

from referee.editions.kt24.killzones.gallowdark import gallowdark
from referee.editions.kt24.killzones.volkus import volkus

KILLZONES = {"gallowdark": gallowdark, "volkus": volkus}
