"""The version in an address: `/api/v1/snapshot` is `/api/snapshot`, for programs that name what they were made for."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

API = "/api/"
VERSIONED = "/api/v1/"


class Versioned:
    """ASGI middleware before all others: rights, bounds and routes see the path without its version."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on under the address that it means."""
        if scope["type"] == "http" and scope["path"].startswith(VERSIONED):
            scope = {**scope, "path": API + scope["path"].removeprefix(VERSIONED)}
        await self._app(scope, receive, send)
