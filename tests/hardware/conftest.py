"""What the devices' tests share: the example table as a sensor without faults sees it, a panel on mock pins."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from simulation import Light, Poses, Renderer, RenderSettings, Sensor, example_catalogue, example_poses, example_rig
from tests.hardware.panel_driver import PanelDriver

EVEN = Light(ambient=1.0, slope_x=0.0, slope_y=0.0, falloff=0.0)
"""Light without shadows and slope, so that a pixel's light is what its surface is."""


@pytest.fixture(scope="session", autouse=True)
def _one_thread() -> None:
    cv2.setNumThreads(1)


@pytest.fixture(scope="session")
def plain_renderer() -> Renderer:
    """The example table at 1280x720 in even light, without blur and noise."""
    return Renderer(example_catalogue(), example_rig(), sensor=Sensor.ideal(), look=RenderSettings(light=EVEN))


@pytest.fixture
def poses() -> Poses:
    """Where everything on the example table stands."""
    return example_poses()


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


@pytest.fixture
def driver(pins: MockFactory) -> Iterator[PanelDriver]:
    made = PanelDriver(pins)
    yield made
    made.panel.close()
