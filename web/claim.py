"""Claiming a table that has no screen to show a PIN on: its first phone becomes the referee's, and can come back."""

from __future__ import annotations

import ipaddress

from fastapi import APIRouter, HTTPException, Request, Response

from web.contract.claim import ClaimPort, ClaimView
from web.contract.rights import Role
from web.problems import problems
from web.sessions import BROWSER_KEPT_S, COOKIE, OWNER_COOKIE, Identity, Sessions

CLOSED = (
    "This table cannot be claimed: its first ten minutes are over, or it has its referee. "
    "Hold the panel's pairing button, or enter the PIN that its screen shows"
)


def near(address: str) -> bool:
    """Whether an address is of the table's own network: nobody claims it from the internet."""
    try:
        read = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = read.ipv4_mapped if isinstance(read, ipaddress.IPv6Address) else None
    found = mapped or read
    return found.is_private or found.is_link_local


def claim_router(sessions: Sessions, claim: ClaimPort | None) -> APIRouter:
    """Return the routes of claiming."""
    router = APIRouter(prefix="/api/claim", tags=["pair"])

    def seconds(request: Request) -> int:
        here = request.client.host if request.client is not None else ""
        return claim.seconds() if claim is not None and near(here) else 0

    @router.get("", responses=problems())
    async def state(request: Request, response: Response) -> ClaimView:
        """Whether this table can be claimed, and whether this device has claimed it."""
        response.headers["Cache-Control"] = "no-store"
        return ClaimView(seconds=seconds(request), owner=sessions.is_owner(request.cookies.get(OWNER_COOKIE, "")))

    @router.post("", responses=problems(401))
    async def take(request: Request, response: Response) -> ClaimView:
        """Claim this table, or come back to it as who has: this device becomes the referee's."""
        owner = sessions.is_owner(request.cookies.get(OWNER_COOKIE, ""))
        if not owner and not (seconds(request) and claim is not None and claim.take()):
            raise HTTPException(401, CLOSED)
        secure = request.url.scheme == "https"

        def keep(name: str, value: str, path: str) -> None:
            response.set_cookie(
                name, value, max_age=BROWSER_KEPT_S, httponly=True, samesite="strict", secure=secure, path=path
            )

        keep(COOKIE, sessions.cookie(Identity(Role.REFEREE)), "/")
        if not owner:
            keep(OWNER_COOKIE, sessions.owner_cookie(), "/api/claim")
        return ClaimView(owner=True)

    return router
