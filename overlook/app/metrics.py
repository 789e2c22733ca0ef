"""Figures of the running table for `/metrics`, in the text format of Prometheus.

Labels are fixed words of the program: kinds of rulings, verdicts, states, parts. No label is a name that somebody gave,
an address or a secret.
"""

from __future__ import annotations

import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from messages.message import Message
from overlook.distribution import program_version
from overlook.hall.hall import Hall
from overlook.maintenance.machine_checks import hottest_celsius
from overlook.table.observation.seen_table import SeenTable
from overlook.table.service import TableService
from web.contract.base import HealthState


@dataclass(frozen=True, slots=True)
class Family:
    """One figure: its name, kind ("counter" or "gauge") and meaning, and its values, each with those of `labels`."""

    name: str
    kind: str
    meaning: Message
    values: Iterable[tuple[tuple[str, ...], float]]
    labels: tuple[str, ...] = ()


class TableMetrics:
    """Counts what the camera shows, and reads the rest of the table when it is asked."""

    def __init__(self, service: TableService, folder: Path, hall: Hall | None = None) -> None:
        self._service, self._folder, self._hall = service, folder, hall
        self._frames = self._full = self._tags = self._latency_s = 0.0
        self._stages_s: defaultdict[str, float] = defaultdict(float)
        self._seen: SeenTable | None = None

    def follow(self, seen: SeenTable, now_s: float) -> None:
        """Count one frame, whose processing ended at `now_s` by the clock of its capture."""
        self._seen = seen
        self._frames += 1
        self._latency_s += max(0.0, now_s - seen.frame.captured_s)
        if not seen.as_before:
            self._full += 1
            self._tags += len(seen.tags)
        for stage, took_ms in seen.took_ms.items():
            self._stages_s[stage] += took_ms / 1000

    def exposition(self) -> tuple[bytes, str]:
        """Return all figures, with those of the process, and their media type."""
        import prometheus_client  # slow to import, and needed by those alone who collect figures
        from prometheus_client.core import Metric

        families = list(self._families())

        class Table:
            def collect(self) -> Iterator[Metric]:
                for one in families:
                    metric = Metric(f"overlook_{one.name}", str(one.meaning), one.kind)
                    ending = "_total" if one.kind == "counter" else ""
                    for values, value in sorted(one.values):
                        metric.add_sample(metric.name + ending, dict(zip(one.labels, values, strict=True)), value)
                    yield metric

        registry = prometheus_client.CollectorRegistry()
        registry.register(Table())
        prometheus_client.ProcessCollector(registry=registry)
        return prometheus_client.generate_latest(registry), prometheus_client.CONTENT_TYPE_LATEST

    def _families(self) -> Iterator[Family]:
        version = [((program_version(),), 1.0)]
        yield Family("info", "gauge", Message.of("metric-info"), version, ("version",))
        yield from self._of_the_camera()
        yield from self._of_the_game()
        yield from self._of_the_machine()

    def _of_the_camera(self) -> Iterator[Family]:
        camera, seen = self._service.camera, self._seen
        yield _one("camera_up", "gauge", Message.of("metric-camera-up"), camera.state is HealthState.OK)
        yield _one("frames", "counter", Message.of("metric-frames"), self._frames)
        yield _one("frames_searched", "counter", Message.of("metric-frames-searched"), self._full)
        yield _one("tags", "counter", Message.of("metric-tags"), self._tags)
        yield _one("frame_latency_seconds", "counter", Message.of("metric-frame-latency-seconds"), self._latency_s)
        stages = [((stage,), seconds) for stage, seconds in self._stages_s.items()]
        yield Family("vision_seconds", "counter", Message.of("metric-vision-seconds"), stages, ("stage",))
        if seen is None:
            return
        states = Counter((state.value,) for state in seen.states.values())
        yield Family("operatives", "gauge", Message.of("metric-operatives"), states.items(), ("state",))
        warnings = Counter((warning.code,) for warning in seen.warnings)
        yield Family("warnings", "gauge", Message.of("metric-warnings"), warnings.items(), ("code",))
        if seen.pose is not None and seen.pose.residual_px is not None:
            misfit = Message.of("metric-board-misfit-pixels")
            yield _one("board_misfit_pixels", "gauge", misfit, seen.pose.residual_px)

    def _of_the_game(self) -> Iterator[Family]:
        shown = self._service.snapshot()
        rulings = Counter(
            (one.claim_message.code if one.claim_message else "", one.verdict.value) for one in shown.rulings
        )
        yield Family("rulings", "gauge", Message.of("metric-rulings"), rulings.items(), ("claim", "verdict"))
        yield _one("journal_entries", "gauge", Message.of("metric-journal-entries"), self._service.table.sequence)
        yield _one("open_questions", "gauge", Message.of("metric-open-questions"), len(shown.prompts))
        yield _one("viewers", "gauge", Message.of("metric-viewers"), self._service.viewers)
        queued = None if self._hall is None else self._hall.queued()
        if queued is not None:
            yield _one("hall_queue", "gauge", Message.of("metric-hall-queue"), queued)

    def _of_the_machine(self) -> Iterator[Family]:
        health = [((one.part, one.state.value), 1.0) for one in self._service.snapshot().health]
        yield Family("health", "gauge", Message.of("metric-health"), health, ("part", "state"))
        yield _one(
            "disk_free_bytes", "gauge", Message.of("metric-disk-free-bytes"), shutil.disk_usage(self._folder).free
        )
        hottest = hottest_celsius()
        if hottest is not None:
            yield _one("temperature_celsius", "gauge", Message.of("metric-temperature-celsius"), hottest)


def _one(name: str, kind: str, meaning: Message, value: float) -> Family:
    return Family(name, kind, meaning, [((), float(value))])
