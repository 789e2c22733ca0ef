"""What comes unencrypted to a table that has a certificate: others may look, and are led to where they can act."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from web.problems import told
from web.public_address import url_of
from web.security import SAFE_METHODS
from web.sessions import UNENCRYPTED, from_here
from web.settings import WebSettings

LOOKED_AT = ("/api", "/camera", "/overlay", "/static")
"""What programs read, as OBS does, in which nobody can install a certificate's authority; pages are for browsers."""


class Unencrypted:
    """ASGI middleware before a table's routes, at one with a certificate (`web.tls_certificate`).

    Who is on the table's own machine goes on as before. Any other unencrypted request counts as nobody's, whatever its
    cookie: pages lead to the encrypted ones, pictures and what may be read by everybody are given, the rest is refused,
    so that neither a PIN nor a paired device's cookie is asked for where others can read it.
    """

    def __init__(self, app: ASGIApp, settings: WebSettings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, lead elsewhere, or refuse it in one line."""
        if not self._settings.encrypted or scope["type"] != "http" or scope["scheme"] == "https":
            await self._app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        if from_here(request):
            await self._app(scope, receive, send)
            return
        where = url_of(self._settings, request.url.hostname or "", self._settings.port)
        path: str = scope["path"]
        if scope["method"] not in SAFE_METHODS:
            refusal = told(Request(scope), 403, f"This table is asked through encrypted pages alone: open {where}/")
            await refusal(scope, receive, send)
        elif path == "/overlays" or not path.startswith(LOOKED_AT):
            query = scope.get("query_string", b"").decode("latin-1")
            await RedirectResponse(f"{where}{path}{'?' if query else ''}{query}")(scope, receive, send)
        else:
            await self._app({**scope, UNENCRYPTED: True}, receive, send)
