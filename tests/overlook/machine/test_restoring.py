"""A back-up that is brought part by part: it is shown whole or refused in a line, and nothing is touched before."""

from __future__ import annotations

import asyncio
import shutil
from collections import namedtuple
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from messages.message import Message
from overlook.first_run.prerequisites import ChoicesStore
from overlook.machine import backup_jobs as module
from overlook.machine.backup_jobs import MOST_BYTES, RestoreJob
from overlook.machine.upload import LEAST_LEFT_BYTES
from overlook.maintenance.backup import Sources, make_backup
from overlook.maintenance.pending_restore import UPLOAD, find_pending_restore, put_in_place
from overlook.maintenance.restore import unpack
from referee.game.journal_entry import JournalEntry
from referee.records.journal.journal import Journal
from web.contract.setup.machine import RestoreState, RestoreView

AT = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
Usage = namedtuple("Usage", "total used free")


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A back-up of two games, with the settings of then."""
    folder = tmp_path_factory.mktemp("packed")
    for name in ("0001", "0002"):
        with Journal.open(folder / "data" / "games" / f"{name}.game") as journal:
            entry = JournalEntry(sequence=1, id="e1", cause=1, edition="kt24", kind="note", data={"of": name})
            journal.append([entry])
    (folder / "data" / "cookie-secret").write_text("of then")
    (folder / "overlook.toml").write_text("[game]\n")
    sources = Sources(folder / "data", {"overlook.toml": folder / "overlook.toml"})
    make_backup(sources, folder / "one.backup", program="9.9", at=AT, progress=lambda _: None)
    return (folder / "one.backup").read_bytes()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "games").mkdir(parents=True)
    (folder / "games" / "0007.game").write_bytes(b"of now")
    (folder / "cookie-secret").write_text("of now")
    return folder


def there(data: Path) -> dict[str, bytes]:
    found = (path for path in data.rglob("*") if path.is_file())
    return {
        path.relative_to(data).as_posix(): path.read_bytes()
        for path in found
        if path.relative_to(data).parts[0] != UPLOAD
    }


async def brought(one: RestoreJob, packed: bytes, part: int = 1 << 20, said: int | None = None) -> Message | None:
    """Bring a file, and wait until it is checked; return the first refusal."""
    if (refusal := await one.begin("my.backup", len(packed) if said is None else said)) is not None:
        return refusal
    for at in range(0, len(packed), part):
        if (refusal := await one.take(one.view.number, at, packed[at : at + part])) is not None:
            return refusal
    while one.view.state is RestoreState.CHECKING:
        await asyncio.sleep(0.01)
    return None


def done(data: Path, work: Callable[[RestoreJob], Awaitable[Message | None]]) -> tuple[Message | None, RestoreView]:
    async def whole() -> tuple[Message | None, RestoreView]:
        one = RestoreJob(data)
        refusal = await work(one)
        await one.close()
        return refusal, one.view

    return asyncio.run(whole())


def test_what_is_in_it_is_shown_and_nothing_is_touched_before_it_is_decided(data: Path, packed: bytes) -> None:
    before = there(data)
    refusal, view = done(data, lambda one: brought(one, packed, part=1000))
    assert refusal is None
    assert (view.state, view.program, view.made, view.games, view.files) == (RestoreState.READY, "9.9", AT, 2, 4)
    assert (view.games_here, view.come_bytes) == (1, len(packed))
    assert there(data) == before
    assert find_pending_restore(data) is None


def test_what_is_decided_is_put_in_place_and_the_settings_of_then_beside(data: Path, packed: bytes) -> None:
    before = there(data)

    async def work(one: RestoreJob) -> Message | None:
        await brought(one, packed)
        assert await one.decide(one.view.number + 1) is not None
        assert await one.begin("another.backup", 5) is None, "one that is only shown gives way to another"
        await brought(one, packed)
        assert await one.decide(one.view.number) is None
        assert await one.decide(one.view.number) is None, "asked again after a lost answer"
        assert await one.begin("another.backup", 5) is not None
        return await one.drop()

    refusal, view = done(data, work)
    assert refusal is not None
    assert view.state is RestoreState.PLACING
    aside = put_in_place(data)
    found = there(data)
    assert {name for name in found if not name.startswith("put-aside") and "-" not in Path(name).suffix} == {
        "games/0001.game",
        "games/0002.game",
        "cookie-secret",
        "restored-settings/overlook.toml",
    }
    assert found["cookie-secret"] == b"of now"
    assert aside is not None
    assert (aside / "games" / "0007.game").read_bytes() == before["games/0007.game"]


@given(st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_spoilt_file_is_refused_in_a_line_or_is_what_was_kept(data: Path, packed: bytes, draw: st.DataObject) -> None:
    before = there(data)
    how = draw.draw(st.sampled_from(["spoilt", "cut", "foreign"]))
    place = draw.draw(st.integers(0, len(packed) - 2))
    spoilt = {
        "spoilt": packed[:place] + bytes([packed[place] ^ 0x5A]) + packed[place + 1 :],
        "cut": packed[: place + 1],
        "foreign": draw.draw(st.binary(min_size=1, max_size=200)),
    }[how]
    refusal, view = done(data, lambda one: brought(one, spoilt))
    assert refusal is None
    assert view.state is RestoreState.NONE or (how == "spoilt" and view.games == 2)
    if view.state is RestoreState.NONE:
        assert view.message is not None
        assert view.message.code == "upload-refused"
        assert "\n" not in view.line
        assert str(data) not in view.line
        assert not (data / UPLOAD).exists()
    assert there(data) == before


@given(st.lists(st.tuples(st.integers(-1, 7), st.integers(0, 3)), max_size=12))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_parts_come_in_their_order_and_twice_is_once(data: Path, sent: list[tuple[int, int]]) -> None:
    file, part = bytes(range(64)), 16

    async def work(one: RestoreJob) -> Message | None:
        assert await one.begin("my.backup", len(file)) is None
        come = 0
        for index, wrong in sent:
            at = max(0, index) * part + (1 if wrong == 3 and index >= 0 else 0)
            piece = file[at : at + part]
            number = one.view.number + (index < 0)
            refusal = await one.take(number, at, piece)
            taken = index >= 0 and (at == come or at + len(piece) <= come) and (piece != b"" or at <= come)
            assert (refusal is None) == taken, (at, come, refusal)
            come = max(come, at + len(piece)) if taken else come
            if come == len(file):
                return None
            assert one.view.come_bytes == come
            assert (data / UPLOAD / "coming.part").read_bytes() == file[:come]
        return None

    done(data, work)


def test_one_that_is_too_large_or_for_which_there_is_no_room_is_refused_before_it_comes(
    data: Path, packed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal, _ = done(data, lambda one: one.begin("my.backup", MOST_BYTES + 1))
    assert refusal is not None
    assert (refusal.code, refusal["most"]) == ("upload-large", 16000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, LEAST_LEFT_BYTES + 10_000_000))
    refusal, view = done(data, lambda one: one.begin("my.backup", 5_000_001))
    assert refusal is not None
    assert (refusal.code, refusal["free"], refusal["needed"]) == ("upload-no-room", 10.0, pytest.approx(10.000002))
    assert view == RestoreView(line=str(refusal), message=refusal)
    assert not (data / UPLOAD).exists()
    assert done(data, lambda one: one.begin("my.backup", 5_000_000))[0] is None
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, LEAST_LEFT_BYTES + 2 * len(packed) + 1))
    refusal, view = done(data, lambda one: brought(one, packed))
    assert (refusal, view.state) == (None, RestoreState.NONE), "it is larger unpacked than there is room"
    assert view.message is not None
    assert view.message["fault"].code == "upload-no-room"


def test_a_disk_that_fills_up_meanwhile_is_said_and_leaves_nothing(
    data: Path, packed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = there(data)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(RestoreJob, "_append", full)
    refusal, view = done(data, lambda one: brought(one, packed))
    reason = "No space left on device"
    assert refusal == view.message == Message.of("upload-part-failed", name="my.backup", fault=reason)
    assert there(data) == before
    assert not (data / UPLOAD).exists()


def test_a_file_that_is_longer_than_it_was_said_to_be_is_refused(data: Path, packed: bytes) -> None:
    refusal, view = done(data, lambda one: brought(one, packed, part=500, said=1200))
    assert refusal == Message.of("upload-longer", name="my.backup")
    assert view.state is RestoreState.NONE


@pytest.mark.parametrize(
    ("source", "named", "may"),
    [
        ("v4l2:/dev/video2", "none", True),
        ("picamera:0", "none", True),
        ("rtsp://camera/live", "rtsp://camera/live", True),
        ("rtsp://camera/live", "none", False),
        ("/etc/passwd", "none", False),
        ("v4l2:/dev/video2/../../etc/passwd", "none", False),
        ("simulated", "none", False),
    ],
)
def test_no_file_and_no_address_is_opened_because_a_back_up_says_so(
    data: Path, tmp_path: Path, source: str, named: str, may: bool
) -> None:
    store = ChoicesStore(tmp_path / "then")
    store.keep(store.choices.model_copy(update={"source": source, "instead_of": named}))
    made = tmp_path / "one.backup"
    make_backup(Sources(tmp_path / "then"), made, program="1", at=AT, progress=lambda _: None)
    _, view = done(data, lambda one: brought(one, made.read_bytes()))
    assert view.state is (RestoreState.READY if may else RestoreState.NONE)
    if not may:
        assert view.message is not None
        assert view.message["fault"] == Message.of("restore-camera-foreign")


def test_one_whose_last_part_comes_while_it_is_taken_back_leaves_nothing(data: Path, packed: bytes) -> None:
    async def work(one: RestoreJob) -> Message | None:
        for _ in range(20):
            assert await one.begin("my.backup", len(packed)) is None
            number, half = one.view.number, len(packed) // 2
            assert await one.take(number, 0, packed[:half]) is None
            await asyncio.gather(one.take(number, half, packed[half:]), one.drop())
            await one.close()
            assert one.view == RestoreView()
            assert not (data / UPLOAD).exists()
        return None

    assert done(data, work)[0] is None


def test_closing_or_taking_it_back_gives_the_check_up(
    data: Path, packed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()
    unpacked: list[str] = []

    async def work(one: RestoreJob) -> Message | None:
        loop = asyncio.get_running_loop()

        def slow(backup: Path, fresh: Path, progress: Callable[[str], None]) -> int:
            loop.call_soon_threadsafe(begun.set)
            assert one._giving_up.wait(60)

            def noted(file: str) -> None:
                unpacked.append(file)
                progress(file)

            return unpack(backup, fresh, noted)

        monkeypatch.setattr(module, "unpack", slow)
        bringing = asyncio.create_task(brought(one, packed))
        await begun.wait()
        refusal = await one.drop()
        await bringing
        return refusal

    refusal, view = done(data, work)
    assert (refusal, view) == (None, RestoreView())
    assert len(unpacked) == 1
    assert not (data / UPLOAD).exists()
