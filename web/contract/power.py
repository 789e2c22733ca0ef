"""The end of the program and of the machine, as the machine's page asks for them."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from web.contract.views import ClosedModel


class PowerWish(StrEnum):
    """What is ended: the program for good, the program to be started again, the machine likewise."""

    STOP = "stop"
    RESTART = "restart"
    REBOOT = "reboot"
    SHUT_DOWN = "shut_down"


class PowerView(ClosedModel):
    """One of them, and why it cannot be done at this table, empty where it can."""

    wish: PowerWish
    why_not: str = ""


class AskPower(ClosedModel):
    """End the program or the machine. Games are closed as they stand: a battle that is on goes on at the next start."""

    kind: Literal["power"]
    what: PowerWish
