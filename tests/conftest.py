"""What every test may ask for."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
"""How long an example takes depends on what else the machine does; speed is measured in benchmarks, never here."""

CHECKOUT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The project's own folder."""
    return CHECKOUT


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder ../shared/data; a test that asks for it fails with one clear line where it is missing."""
    data = CHECKOUT.parent / "shared" / "data"
    if not data.is_dir():
        pytest.fail(f"{data} is missing: put the shared data beside the checkout, or run 'make test' without it")
    return data
