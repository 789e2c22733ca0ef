"""Only the newest item counts, from any thread to the event loop."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from hardware.cameras import LatestValueChannel


def test_what_nobody_took_is_replaced() -> None:
    async def run() -> None:
        newest: LatestValueChannel[int] = LatestValueChannel()
        for number in range(5):
            newest.put(number)
        assert await newest.get() == 4
        assert newest.dropped == 4

    asyncio.run(run())


def test_taking_waits_for_what_is_new() -> None:
    async def run() -> None:
        newest: LatestValueChannel[int] = LatestValueChannel()
        newest.put(1)
        assert await newest.get() == 1
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(newest.get(), 0.03)
        threading.Timer(0.03, newest.put, (2,)).start()
        assert await asyncio.wait_for(newest.get(), 30) == 2

    asyncio.run(run())


def test_a_slow_taker_sees_time_pass_and_nothing_pile_up() -> None:
    """While the taker is busy with one item, all that come are one item too: the last."""

    async def run() -> list[int]:
        newest: LatestValueChannel[int] = LatestValueChannel()

        def produce() -> None:
            for number in range(200):
                newest.put(number)
                time.sleep(0.0002)
            newest.close()

        thread = threading.Thread(target=produce)
        thread.start()
        taken = [await newest.get()]
        await asyncio.to_thread(thread.join)
        taken += [item async for item in newest]
        assert newest.dropped == 200 - len(taken)
        return taken

    first, *rest = asyncio.run(run())
    assert rest == [199] or (first, rest) == (199, [])


def test_closed_it_gives_the_last_and_then_no_more() -> None:
    async def run() -> None:
        newest: LatestValueChannel[str] = LatestValueChannel()
        newest.put("last")
        newest.close()
        newest.put("too late")
        assert [item async for item in newest] == ["last"]
        with pytest.raises(EOFError, match="closed"):
            await newest.get()

    asyncio.run(run())


def test_a_camera_may_outlive_the_loop() -> None:
    async def run() -> LatestValueChannel[int]:
        return LatestValueChannel()

    newest = asyncio.run(run())
    newest.put(1)
    newest.close()
    assert newest.dropped == 0
