"""An act that arrives twice is done once, also while the first is still under way."""

from __future__ import annotations

import asyncio

import pytest

from messages.message import Message
from web.contract.errors import KeyReusedError
from web.server.request_bodies import Idempotency


def test_two_that_arrive_together_are_one() -> None:
    async def run() -> tuple[list[int], int]:
        once: Idempotency[int] = Idempotency()
        calls = 0

        async def act() -> int:
            nonlocal calls
            calls += 1
            await asyncio.sleep(0.01)
            return calls

        return list(await asyncio.gather(*(once.run("k", "same", act) for _ in range(5)))), calls

    assert asyncio.run(run()) == ([1] * 5, 1)


def test_a_caller_that_leaves_does_not_stop_the_act() -> None:
    async def run() -> int:
        once: Idempotency[int] = Idempotency()
        done = asyncio.Event()

        async def act() -> int:
            await asyncio.sleep(0.02)
            done.set()
            return 7

        first = asyncio.ensure_future(once.run("k", "same", act))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.wait_for(done.wait(), 60)
        return await once.run("k", "same", act)

    assert asyncio.run(run()) == 7


def test_a_failed_act_is_forgotten() -> None:
    async def run() -> int:
        once: Idempotency[int] = Idempotency()

        async def fail() -> int:
            raise ValueError("no")

        async def succeed() -> int:
            return 1

        with pytest.raises(ValueError, match="no"):
            await once.run("k", "same", fail)
        return await once.run("k", "same", succeed)

    assert asyncio.run(run()) == 1


def test_a_key_with_another_request_is_refused_and_old_keys_are_forgotten() -> None:
    async def run() -> None:
        once: Idempotency[str] = Idempotency(keep=2)

        async def act() -> str:
            return "done"

        await once.run("a", 1, act)
        with pytest.raises(KeyReusedError) as error:
            await once.run("a", 2, act)
        assert error.value.message == Message.of("request-key-reused", key="a")
        await once.run("b", 1, act)
        await once.run("c", 1, act)
        assert await once.run("a", 2, act) == "done"

    asyncio.run(run())
