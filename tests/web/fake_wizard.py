"""A lens wizard half-way: views of every kind, one of them bad, more wanted."""

from __future__ import annotations

from messages.message import Message
from tests.web.fake_table import FakeTable
from web.contract.setup.calibration import TakenViewView, WizardView
from web.contract.streams import Picture

KINDS = ("flat", "left", "right", "up", "down")


class FakeWizard:
    """Answers as the lens service does; nothing is calibrated."""

    def __init__(self, fake: FakeTable) -> None:
        self._fake = fake

    def state(self) -> WizardView:
        views = tuple(
            TakenViewView(
                name=f"view {n}",
                rms_px=0.9 if n == 3 else 0.11,
                tilt_deg=12.0,
                lean=KINDS[n],
                blur_px=0.8,
                bad=n == 3,
            )
            for n in range(5)
        )
        return WizardView(
            camera="cm3",
            mode="2304 x 1296",
            size_px=(1280, 720),
            picture=1,
            corners_px=((400.0, 300.0), (500.0, 310.0), (460.0, 380.0)),
            grid=(8, 5),
            cells=((1, 1), (2, 1), (3, 2), (4, 2)),
            cells_so_far="4 of 20",
            leans=dict.fromkeys(KINDS, 1),
            leans_wanted=3,
            blur_px=0.8,
            blur_limit_px=1.6,
            tilt_deg=12.0,
            lean="left",
            still=True,
            advice="Tilt the sheet further to the left",
            views=views,
            views_so_far="5 of 14",
            so_far="Views: 5 of 14. Parts of the image covered by the sheet: 4 of 20.",
        )

    async def drop(self, name: str) -> None: ...

    async def finish(self) -> Message | None:
        return Message.of("lens-no-image")

    async def picture(self) -> Picture:
        return Picture(1, self._fake.photograph())
