"""An address as a picture that a phone scans."""

from __future__ import annotations

import io

from fastapi import Response

QUIET_MODULES = 4
"""The white border that ISO/IEC 18004 asks for, in modules."""


def qr_answer(address: str) -> Response:
    """Return a QR code of an address as a drawing, black on white whatever the page's colours; never kept."""
    import segno  # where nobody pairs a phone, a start need not wait for it

    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", border=QUIET_MODULES, dark="#000", light="#fff", svgclass=None, lineclass=None, omitsize=True
    )
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})
