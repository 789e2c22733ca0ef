"""Figures of a running table for Prometheus."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.overlook.played_table import Table, played
from tests.overlook.shooting import at_work, offered, resolved

FREE_LABELS = {"claim", "verdict", "part", "state", "code", "stage", "version"}

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


async def scraped(table: Table) -> Samples:
    async with httpx.AsyncClient() as client:
        answer = await client.get(f"{table.url}/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples[f"overlook_{name}", tuple(sorted(labels.items()))]


def test_figures_are_those_of_the_table(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        shooter = await at_work(table)
        way = offered(table, "Shoot").choices[0]
        await table.took("act", operative=shooter, action="Shoot", weapon=way.weapon, target=way.target, dice=True)
        await resolved(table)
        before = await scraped(table)
        assert value(before, "camera_up") == 1
        assert value(before, "operatives", state="seen") == 12
        assert value(before, "journal_entries") == table.table.sequence
        assert value(before, "viewers") == 0
        assert 0 < value(before, "board_misfit_pixels") < 1
        verdicts = Counter(one.verdict.value for one in table.service.snapshot().rulings)
        assert verdicts
        for verdict, count in verdicts.items():
            labelled = [number for (name, labels), number in before.items() if ("verdict", verdict) in labels]
            assert sum(labelled) == count
        frames = value(before, "frames_total")
        await table.until(lambda now: now.camera.fps is not None and table.service.snapshot().revision > 0)
        while value(after := await scraped(table), "frames_total") == frames:
            await table.until(lambda now: True)
        assert value(after, "frame_latency_seconds_total") > value(before, "frame_latency_seconds_total")
        assert after["process_resident_memory_bytes", ()] > 1e6

    played(tmp_path, play)


def test_no_label_is_a_name_that_somebody_gave(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        await at_work(table)
        samples = await scraped(table)
        shown = json.loads(table.service.snapshot().model_dump_json())
        models, seats = shown["table"]["operatives"], shown["game"]["seats"]
        given = {str(one[key]).lower() for one in models for key in ("id", "name")}
        given |= {seat["name"].lower() for seat in seats}
        for name, labels in samples:
            if name.startswith("overlook_"):
                assert {key for key, _ in labels} <= FREE_LABELS
                assert not given & {text.lower() for _, text in labels}

    played(tmp_path, play)


def test_the_dashboard_and_the_documents_name_figures_that_exist(tmp_path: Path, checkout: Path) -> None:
    board, page = ((checkout / "docs" / name).read_text() for name in ("grafana-dashboard.json", "api.md"))
    said = set(re.findall(r"\b(?:overlook|process)_[a-z_]*[a-z]", " ".join(_expressions(board))))
    said |= set(re.findall(r"`(overlook_[a-z_]+)[`{]", page))
    assert len(said) > 15

    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        there = {name for name, _ in await scraped(table)}
        optional = {"overlook_hall_queue", "overlook_temperature_celsius", "overlook_warnings", "overlook_rulings"}
        assert said - there <= optional

    played(tmp_path, play)


def _expressions(board: str) -> list[str]:
    return [target["expr"] for panel in json.loads(board)["panels"] for target in panel["targets"]]
