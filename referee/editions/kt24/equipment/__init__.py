"""Universal equipment of 2024, one module per item with its table row, action and hooks.

Imports only `referee.rules` and `referee.game`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from referee.editions.kt24.equipment.mines import MINE, _mine
from referee.editions.kt24.equipment.stun_grenade import STUN, _stun
from referee.game.handlers.handler import TestOutcome

OUTCOMES: Mapping[str, TestOutcome] = MappingProxyType({MINE: _mine, STUN: _stun})
"""What the dice of equipment do."""
