"""What a person types of a team: each field that cannot be used is refused in one line, with what to write instead."""

from __future__ import annotations

from overlook.setup.errors import SetupRefusedError
from overlook.setup.typed_name import check_name
from web.contract.setup.actions import TeamTyped

BASES_MM = (10.0, 160.0)
"""The smallest base that holds a tag, and the largest that is sold."""

MOST_MODELS = 30


def check_team(team: TeamTyped) -> None:
    """Raise `SetupRefusedError` for the first field that cannot be used."""
    check_name("the team", team.name)
    if not team.bases:
        raise SetupRefusedError("no model is named: write the name of one at least")
    if len(team.bases) > MOST_MODELS:
        raise SetupRefusedError(
            f"{len(team.bases)} models are named: a team has at most {MOST_MODELS}, so leave the other names empty"
        )
    for number, base in enumerate(team.bases, start=1):
        check_name(f"model {number}", base.name)
        check_base(base.name, base.base_mm, base.short_mm)


def check_base(whose: str, long_mm: float, short_mm: float | None) -> None:
    """Raise `SetupRefusedError` where a model has no such base: a diameter, or the long side and the short one."""
    least, most = BASES_MM
    for side in (long_mm, short_mm):
        if side is not None and not least <= side <= most:
            raise SetupRefusedError(
                f"the base of {whose} cannot be {side:g} mm wide: write its diameter, {least:g} to {most:g} mm"
            )
    if short_mm is not None and short_mm > long_mm:
        raise SetupRefusedError(f"{long_mm:g} x {short_mm:g} mm: give the long side first")
