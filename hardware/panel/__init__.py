"""The button panel at the table: presses in, a light and a buzzer out."""

from hardware.panel.gpio import GpioPanel, open_panel
from hardware.panel.panel import (
    DARK,
    NO,
    TROUBLE,
    UNSURE,
    WAITING,
    YES,
    Action,
    Button,
    Colour,
    NullPanel,
    Panel,
    PanelEvent,
    Press,
    Rhythm,
    Signal,
    Sound,
    panel_events,
)
from hardware.panel.settings import PanelSettings

__all__ = [
    "DARK",
    "NO",
    "TROUBLE",
    "UNSURE",
    "WAITING",
    "YES",
    "Action",
    "Button",
    "Colour",
    "GpioPanel",
    "NullPanel",
    "Panel",
    "PanelEvent",
    "PanelSettings",
    "Press",
    "Rhythm",
    "Signal",
    "Sound",
    "open_panel",
    "panel_events",
]
