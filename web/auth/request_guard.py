"""Middleware: checks of Host, Origin and body size, security headers, redirect to HTTPS, API version in paths."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse
from starlette.routing import compile_path
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as AsgiMessage

from messages.message import Message
from web.auth.sessions import ELSEWHERE, UNENCRYPTED, is_loopback_request
from web.contract.permissions import BODY_BYTES, FILE_BYTES, ROUTES, RoutePolicy
from web.server.addresses import MachineNames, url_of
from web.server.responses import problem_response
from web.server.settings import LOOPBACK_NAMES, WebSettings

API = "/api/"
VERSIONED = "/api/v1/"
GUARDED = ("/api", "/camera")
SAFE_METHODS = frozenset({"GET", "HEAD"})
SELF, NONE = "'self'", "'none'"
COMMON = {
    "default-src": NONE,
    **dict.fromkeys(("script-src", "img-src", "media-src", "font-src", "connect-src", "worker-src"), SELF),
    "manifest-src": SELF,
    "base-uri": NONE,
    "form-action": NONE,
}


def _policy(own: Mapping[str, str]) -> str:
    """Return the value of a Content-Security-Policy header."""
    return "; ".join(f"{directive} {sources}" for directive, sources in (COMMON | dict(own)).items())


POLICY = _policy({"style-src": SELF, "frame-ancestors": NONE, "require-trusted-types-for": "'script'"})
OVERLAY_POLICY = _policy({"style-src": f"{SELF} 'unsafe-inline'", "frame-ancestors": SELF})
"""OBS inserts a streamer's style sheet into an overlay as a style element; /overlays frames the overlays.

Inline styles are acceptable there: an overlay is read-only and shows only this table's data.
"""

GALLERY_POLICY = f"{POLICY}; frame-src 'self'"
GALLERY = "/overlays"
SECURITY_HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": ", ".join(f"{one}=()" for one in ("camera", "microphone", "geolocation", "interest-cohort")),
}
POLICY_KEY = "overlook.policy"
"""Key of the scope under which the policy of the request's route is kept."""

_LITERAL = {key: policy for key, policy in ROUTES.items() if "{" not in key[1]}
_PATTERNS = tuple((method, compile_path(path)[0], policy) for (method, path), policy in ROUTES.items() if "{" in path)


def find_policy(method: str, path: str) -> RoutePolicy | None:
    """Return the policy of a route, or None if none is declared for it."""
    asked = "GET" if method == "HEAD" else method
    literal = _LITERAL.get((asked, path))
    if literal is not None:
        return literal
    return next((policy for known, pattern, policy in _PATTERNS if known == asked and pattern.match(path)), None)


def request_policy(scope: Scope) -> RoutePolicy | None:
    """Return the policy of a request's route, looked up once per request; None for anything but HTTP."""
    if scope["type"] != "http":
        return None
    if POLICY_KEY not in scope:
        scope[POLICY_KEY] = find_policy(scope["method"], scope["path"])
    policy: RoutePolicy | None = scope[POLICY_KEY]
    return policy


OPENER_POLICY = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Sent only over trustworthy addresses; over others a browser ignores the header and logs a warning."""


class Guard:
    """ASGI middleware that refuses requests which another site could send through a user's browser.

    A request must name this server in `Host` (protection against DNS rebinding). Requests under `/api` and `/camera`
    must come from a page of this server or from no page: any other `Origin` is refused, and any `Sec-Fetch-Site` other
    than same-origin or none. WebSockets are refused.

    Pages of the settings' `origins` may read there with the rights of an unpaired device: `ELSEWHERE` in the scope
    makes `Sessions` ignore the cookie and the browser's address.
    """

    def __init__(self, app: ASGIApp, settings: WebSettings, names: MachineNames | None = None) -> None:
        self._app = app
        self._settings = settings
        self._names = names or MachineNames()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it with a one-line error."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await problem_response(Request(scope), *refusal)(scope, receive, _with_headers(scope, send))
            return
        reader = self._reader(scope, headers)
        if reader:
            scope = {**scope, ELSEWHERE: True}
        await self._app(scope, _bounded(receive, _body_limit(scope)), _with_headers(scope, send, reader))

    def _reader(self, scope: Scope, headers: Headers) -> str:
        """Return the permitted other origin that is reading here, or an empty string."""
        origin = headers.get("origin", "").lower()
        if origin == _own_origin(scope, headers) or scope["method"] not in SAFE_METHODS:
            return ""
        return origin if origin in self._settings.origins and scope["path"].startswith(GUARDED) else ""

    def _answers_to(self, name: str) -> bool:
        """Whether `name` is this server's: one of the settings' names, or this machine's name on the network."""
        return self._settings.answers_to(name) or (self._settings.beyond_loopback and self._names.has(name))

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, Message] | None:
        host = headers.get("host", "")
        name = host_name(host)
        if name is None or not self._answers_to(name):
            return 400, Message.of("request-host", host=host)
        limit = _body_limit(scope)
        if _declared_length(headers) > limit:
            return 413, Message.of("request-too-long", most=limit)
        path: str = scope["path"]
        if (scope["method"] in SAFE_METHODS and not path.startswith(GUARDED)) or self._reader(scope, headers):
            return None
        origin = headers.get("origin")
        if origin is not None and origin.lower() != _own_origin(scope, headers):
            return 403, Message.of("request-origin", origin=origin)
        site = headers.get("sec-fetch-site", "none")
        navigation = headers.get("sec-fetch-mode") == "navigate" and scope["method"] in SAFE_METHODS
        if site not in {"same-origin", "none"} and not navigation:
            return 403, Message.of("request-other-site")
        return None


def _own_origin(scope: Scope, headers: Headers) -> str:
    return f"{scope['scheme']}://{headers.get('host', '')}".lower()


def host_name(host: str) -> str | None:
    """Return the name in a `Host` header without port and brackets, or None if the header is malformed."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    if parts.path or parts.query or parts.fragment or parts.username is not None:
        return None
    return parts.hostname


def _trusted(scope: Scope) -> bool:
    """Whether browsers treat the address as trustworthy: encrypted, or on the same machine."""
    return scope["scheme"] == "https" or host_name(Headers(scope=scope).get("host", "")) in LOOPBACK_NAMES


def _declared_length(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isdigit() else FILE_BYTES + 1


def _body_limit(scope: Scope) -> int:
    policy = request_policy(scope)
    return BODY_BYTES if policy is None else policy.max_body_bytes


def _bounded(receive: Receive, limit: int) -> Receive:
    taken = 0

    async def bounded() -> AsgiMessage:
        nonlocal taken
        message = await receive()
        if message["type"] == "http.request":
            taken += len(message.get("body", b""))
            if taken > limit:
                raise HTTPException(413, Message.of("request-too-long", most=limit))
        return message

    return bounded


def policy_of(path: str) -> dict[str, str]:
    """Return the headers for a path that differ from the default: its content policy, and who may frame it."""
    if path == "/overlay" or path.startswith("/overlay/"):
        return {"Content-Security-Policy": OVERLAY_POLICY, "X-Frame-Options": "SAMEORIGIN"}
    return {"Content-Security-Policy": GALLERY_POLICY} if path == GALLERY else {}


def _with_headers(scope: Scope, send: Send, reader: str = "") -> Send:
    own = {**policy_of(scope["path"]), **(OPENER_POLICY if _trusted(scope) else {})}
    if reader:
        own |= {"Access-Control-Allow-Origin": reader, "Cross-Origin-Resource-Policy": "cross-origin"}

    async def with_headers(message: AsgiMessage) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for key, value in {**SECURITY_HEADERS, **own}.items():
                headers[key] = value
            if scope["path"].startswith(GUARDED):
                headers.add_vary_header("Origin")
        await send(message)

    return with_headers


def _is_plaintext(scope: Scope) -> bool:
    """Whether a request is answered without TLS; one to an unknown path of the API gets its error so."""
    policy = request_policy(scope)
    return scope["path"].startswith(API) if policy is None else policy.plaintext


class HttpsRedirect:
    """ASGI middleware that handles unencrypted requests to a table with a certificate (`web.tls_certificate`).

    Requests from the table's own machine pass unchanged. Any other unencrypted request is treated as unpaired, even
    with a cookie: pages redirect to HTTPS, camera images and public data are served, and the rest is refused, so that
    no PIN and no paired device's cookie is used over a connection that others can read.
    """

    def __init__(self, app: ASGIApp, settings: WebSettings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, redirect it, or refuse it with a one-line error."""
        if not self._settings.encrypted or scope["type"] != "http" or scope["scheme"] == "https":
            await self._app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        if is_loopback_request(request):
            await self._app(scope, receive, send)
            return
        where = url_of(self._settings, request.url.hostname or "", self._settings.port)
        path: str = scope["path"]
        if scope["method"] not in SAFE_METHODS:
            refusal = Message.of("request-encrypted-only", address=f"{where}/")
            await problem_response(Request(scope), 403, refusal)(scope, receive, send)
        elif not _is_plaintext(scope):
            query = scope.get("query_string", b"").decode("latin-1")
            await RedirectResponse(f"{where}{path}{'?' if query else ''}{query}")(scope, receive, send)
        else:
            await self._app({**scope, UNENCRYPTED: True}, receive, send)


class ApiVersionPrefix:
    """ASGI middleware outside all others: permissions, limits and routes see the path without its API version."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with the version removed from its path."""
        if scope["type"] == "http" and scope["path"].startswith(VERSIONED):
            scope = {**scope, "path": API + scope["path"].removeprefix(VERSIONED)}
        await self._app(scope, receive, send)
