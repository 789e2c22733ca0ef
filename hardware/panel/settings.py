"""Where a panel's wires are, and how long a press is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hardware.errors import PanelSettingsError
from hardware.panel.panel import Action, Button, Press

_MEANINGS: Mapping[tuple[Button, Press], Action] = MappingProxyType(
    {
        (Button.CONFIRM, Press.SHORT): Action.CONFIRM,
        (Button.CONFIRM, Press.LONG): Action.CONFIRM,
        (Button.UNDO, Press.SHORT): Action.UNDO,
        (Button.UNDO, Press.LONG): Action.CHALLENGE,
        (Button.MEASURE, Press.SHORT): Action.MEASURE,
        (Button.MEASURE, Press.LONG): Action.MEASURE,
        (Button.NEXT, Press.SHORT): Action.NEXT,
        (Button.NEXT, Press.LONG): Action.NEXT,
        (Button.NEXT, Press.DOUBLE): Action.BACK,
    }
)


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """BCM pin numbers and times.

    Buttons close to ground. The light is an RGB LED (`red`, `green`, `blue`), or three LEDs when `amber` is given and
    `blue` is None. `buzzer` may be None. `long_s` is how long a long press is held, `double_s` how soon the second
    press of a double one comes, `bounce_s` how long a contact may rattle. `meanings` says what each press asks for;
    only a button with a double press in it waits `double_s` before its short press counts. Raises
    `PanelSettingsError` when a pin is used twice or does not exist.
    """

    confirm: int = 5
    undo: int = 6
    measure: int = 13
    next: int = 19
    red: int = 17
    green: int = 27
    blue: int | None = 22
    amber: int | None = None
    buzzer: int | None = 26
    common_anode: bool = False
    long_s: float = 0.9
    double_s: float = 0.35
    bounce_s: float = 0.03
    meanings: Mapping[tuple[Button, Press], Action] = field(default_factory=lambda: _MEANINGS)

    def __post_init__(self) -> None:
        if (self.blue is None) == (self.amber is None):
            raise PanelSettingsError(
                f"panel light: found blue {self.blue!r} and amber {self.amber!r}; "
                "give blue for an RGB LED, or amber for three LEDs, and set the other to None"
            )
        used: dict[int, str] = {}
        for name in ("confirm", "undo", "measure", "next", "red", "green", "blue", "amber", "buzzer"):
            pin = getattr(self, name)
            if pin is None:
                continue
            if not 2 <= pin <= 27:
                raise PanelSettingsError(f"panel pin {name}: found {pin!r}; expected a BCM number from 2 to 27")
            if pin in used:
                raise PanelSettingsError(f"panel pin {name}: found {pin}, which {used[pin]} has too; give another")
            used[pin] = name
        if not (self.long_s > 0 and self.double_s > 0 and self.bounce_s >= 0):
            raise PanelSettingsError(
                f"panel times: found long_s {self.long_s!r}, double_s {self.double_s!r}, bounce_s {self.bounce_s!r}; "
                "expected seconds above 0"
            )

    def pin(self, button: Button) -> int:
        """Return a button's pin."""
        return {
            Button.CONFIRM: self.confirm,
            Button.UNDO: self.undo,
            Button.MEASURE: self.measure,
            Button.NEXT: self.next,
        }[button]
