"""A part of a file that a page brings: how it is sent, and what of it is refused."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import HTTPException, Path, Request

PART = "application/octet-stream"
PART_BODY: dict[str, Any] = {
    "requestBody": {"required": True, "content": {PART: {"schema": {"type": "string", "format": "binary"}}}}
}
Whole = Annotated[int, Path(ge=0, le=2**53)]


async def part_of(request: Request) -> bytes:
    """Return the bytes of a part; 415 for what does not say that it is one."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != PART:
        raise HTTPException(415, f"Send {PART}")
    return await request.body()
