"""What bears on a shot, as the corpus prints it: what is not said is left out, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.rules.judgement import UNCAPPED, CoverSave, ShotModifiers
from referee.rules.position import Order


@pytest.mark.parametrize(
    ("said", "printed"),
    [
        ({}, {}),
        ({"accurate": 0, "same_feature": False}, {"accurate": 0, "same_feature": False}),
        ({"same_feature": True}, {"same_feature": True, "defender_selects_one": ["cover", "obscured"]}),
        ({"cover_save_options": tuple(CoverSave)}, {"cover_save_options": ["one critical", "two normal"]}),
        ({"save_improved_by": 1}, {"save_improved_by": 1}),
        ({"piercing_cap": UNCAPPED}, {"piercing_ignored": False}),
        ({"piercing_cap": 0, "read_as": "x"}, {"piercing_ignored": True, "read_as": "x"}),
        ({"piercing_cap": 1}, {"piercing_ignored": False, "piercing_at_most": 1}),
        ({"in_line_of_sight": False}, {"in_los": False}),
        (
            {"in_line_of_sight": True, "treated_as_order": Order.CONCEAL},
            {"in_los": True, "treated_as_order": "conceal"},
        ),
        ({"fewer_attack_dice": 0}, {"fewer_attack_dice": 0}),
    ],
)
def test_what_is_said_is_printed_by_the_names_of_the_corpus(said: dict[str, Any], printed: dict[str, Any]) -> None:
    assert json.loads(json.dumps(ShotModifiers(**said).to_data())) == printed
