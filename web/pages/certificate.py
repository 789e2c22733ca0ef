"""Page of the accuracy certificate: errors, positions on the board, and coverage of the 95 % interval."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path

from fastapi import APIRouter, Response

from geometry.base import MM_PER_INCH
from messages.message import Message
from messages.page_texts import page_number, page_text
from web.contract.setup.calibration import Certificate, Photograph, read_certificate
from web.server.responses import html_response, html_text, render_page

BOARD_MM = (762.0, 559.0)
PRINT = ("overlook", "print", "verify", "--out", "plate.pdf")
VERIFY = ("overlook", "verify", "photo*.jpg", "--rig", "rig.json", "--catalogue", "catalogue.json")
NONE_YET = Message.of("page-certificate-none")
HOW = Message.of("page-certificate-how", print=" ".join(PRINT), verify=" ".join(VERIFY))
COLUMNS = (
    Message.of("page-certificate-photograph"),
    Message.of("page-certificate-middle"),
    Message.of("page-certificate-tags"),
    Message.of("page-certificate-mean-error"),
    Message.of("page-certificate-error"),
    Message.of("page-certificate-scale"),
)
_WELL_COVERED = (0.92, 1.0)


def certificate_page(certificate: Certificate, *, alone: bool) -> str:
    """Return the page for a certificate; `alone` embeds the style, so that the file can be kept or mailed."""
    heads = "".join(f"<th>{html_text(name)}</th>" for name in COLUMNS)
    rows = "".join(_row(place) for place in certificate.places)
    covered = certificate.coverage_95
    honest = _WELL_COVERED[0] <= covered <= _WELL_COVERED[1]
    verdict = (
        Message.of("page-certificate-covered", share=covered)
        if honest
        else Message.of("page-certificate-uncovered", share=covered)
    )
    about = Message.of(
        "page-certificate-about",
        camera=certificate.camera,
        date=certificate.date,
        distances=certificate.distances,
        places=len(certificate.places),
        pixels=certificate.px_per_module,
    )
    main = f"""<header>
<h1>{html_text(Message.of("page-certificate-title"))}</h1>
<p>{html_text(about)}</p>
</header>
<ul class="figures">
{_figure(certificate.p95_mm, Message.of("page-certificate-p95"))}
{_figure(certificate.p50_mm, Message.of("page-certificate-p50"))}
{_figure(certificate.max_mm, Message.of("page-certificate-largest"))}
{_figure(certificate.bias_mm, Message.of("page-certificate-mean"), signed=True)}
</ul>
<p class="verdict" data-honest="{str(honest).lower()}">{html_text(verdict)}</p>
{_map(certificate.places)}
<table>
<caption>{html_text(Message.of("page-certificate-places"))}</caption>
<thead><tr>{heads}</tr></thead>
<tbody>{rows}</tbody>
</table>"""
    title = Message.of("page-certificate-dated", date=certificate.date)
    return render_page(page_text(title), main, alone=alone)


def _figure(value_mm: float, caption: Message, *, signed: bool = False) -> str:
    number = page_number(value_mm, 2, signed=signed)
    return f"<li><b>{number}<small> mm</small></b><span>{html_text(caption)}</span></li>"


def _row(place: Photograph) -> str:
    x, y = (value / MM_PER_INCH for value in place.centre_mm)
    return (
        f"<tr><td>{escape(place.image)}</td><td>{x:.1f}, {y:.1f} in</td><td>{place.tags}</td>"
        f"<td>{page_number(place.bias_mm, 3, signed=True)} mm</td><td>{page_number(place.p95_mm, 3)} mm</td>"
        f"<td>{page_number(100 * place.scale, 2)}%</td></tr>"
    )


def _map(places: Iterable[Photograph]) -> str:
    """Return a plan of the board with a disc at each place, two hundred times as large as its error."""
    width, depth = BOARD_MM
    discs = ""
    for place in places:
        x, y, p95_mm = place.centre_mm[0], depth - place.centre_mm[1], place.p95_mm
        discs += f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{max(6.0, 200 * p95_mm):.0f}"/>'
        discs += f'<text x="{x:.0f}" y="{y + 8:.0f}">{page_number(p95_mm, 2)}</text>'
    label, caption = Message.of("page-certificate-map"), Message.of("page-certificate-map-caption")
    return (
        f'<figure><svg viewBox="0 0 {width:g} {depth:g}" role="img" aria-label="{html_text(label)}">'
        f'<rect width="{width:g}" height="{depth:g}"/>{discs}</svg>'
        f"<figcaption>{html_text(caption)}</figcaption></figure>"
    )


def _none_yet() -> str:
    """Return the page's content if there is no certificate: how to get one."""
    links = (("/health", Message.of("page-to-health")), ("/", Message.of("page-to-table")))
    shown = "".join(f'\n<p><a href="{to}">{html_text(words)}</a></p>' for to, words in links)
    return f"<h1>{html_text(NONE_YET)}</h1>\n<p>{html_text(HOW)}</p>{shown}"


def certificate_router(path: Path | None) -> APIRouter:
    """Return /certificate: the newest certificate of this table, or how to get one."""
    router = APIRouter(include_in_schema=False)

    @router.get("/certificate", response_class=Response)
    async def page() -> Response:
        found = None if path is None else read_certificate(path)
        if found is None:
            return html_response(render_page(page_text(NONE_YET), _none_yet()), 404)
        return html_response(certificate_page(found, alone=False))

    return router
