"""Page of the accuracy certificate: errors, positions on the board, and coverage of the 95 % interval."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path

from fastapi import APIRouter, Response

from geometry.base import MM_PER_INCH
from web.contract.setup.calibration import Certificate, Photograph, read_certificate
from web.server.responses import html_response, render_page

BOARD_MM = (762.0, 559.0)
NONE_YET = """<h1>No accuracy certificate yet</h1>
<p>Print the plate with <b>overlook print verify --out plate.pdf</b>, photograph it in several places on the board, and
let <b>overlook verify photo*.jpg --rig rig.json --catalogue catalogue.json</b> measure them.</p>
<p><a href="/health">How the table is</a></p>
<p><a href="/">Back to the table</a></p>"""
_WELL_COVERED = (0.92, 1.0)


def certificate_page(certificate: Certificate, *, alone: bool) -> str:
    """Return the page for a certificate; `alone` embeds the style, so that the file can be kept or mailed."""
    heads = "".join(f"<th>{name}</th>" for name in ("photograph", "middle", "tags", "mean error", "95 %", "scale"))
    rows = "".join(_row(place) for place in certificate.places)
    covered = certificate.coverage_95
    honest = _WELL_COVERED[0] <= covered <= _WELL_COVERED[1]
    verdict = (
        f"{covered:.1%} of the errors lie inside the stated 95 %"
        if honest
        else f"only {covered:.1%} of the errors lie inside the stated 95 %: do not trust what is stated; calibrate anew"
    )
    main = f"""<header>
<h1>Accuracy certificate</h1>
<p>Camera <b>{escape(certificate.camera)}</b>, verified on <time>{escape(certificate.date)}</time> with
{certificate.distances} distances up to 6 inches in {len(certificate.places)} places,
{certificate.px_per_module:.1f} pixels a module.</p>
</header>
<ul class="figures">
{_figure(certificate.p95_mm, "95 % of the distances err by less")}
{_figure(certificate.p50_mm, "half of them err by less")}
{_figure(certificate.max_mm, "the largest error")}
{_figure(certificate.bias_mm, "mean error: with + too long, with − too short", signed=True)}
</ul>
<p class="verdict" data-honest="{str(honest).lower()}">{verdict}.</p>
{_map(certificate.places)}
<table>
<caption>Each photograph</caption>
<thead><tr>{heads}</tr></thead>
<tbody>{rows}</tbody>
</table>"""
    return render_page(f"Accuracy certificate {certificate.date}", main, alone=alone)


def _figure(value_mm: float, words: str, *, signed: bool = False) -> str:
    number = f"{value_mm:+.2f}" if signed else f"{value_mm:.2f}"
    return f"<li><b>{number}<small> mm</small></b><span>{words}</span></li>"


def _row(place: Photograph) -> str:
    x, y = (value / MM_PER_INCH for value in place.centre_mm)
    return (
        f"<tr><td>{escape(place.image)}</td><td>{x:.1f}, {y:.1f} in</td><td>{place.tags}</td>"
        f"<td>{place.bias_mm:+.3f} mm</td><td>{place.p95_mm:.3f} mm</td><td>{place.scale:.2%}</td></tr>"
    )


def _map(places: Iterable[Photograph]) -> str:
    """Return a plan of the board with a disc at each place, two hundred times as large as its error."""
    width, depth = BOARD_MM
    discs = ""
    for place in places:
        x, y, p95_mm = place.centre_mm[0], depth - place.centre_mm[1], place.p95_mm
        discs += f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{max(6.0, 200 * p95_mm):.0f}"/>'
        discs += f'<text x="{x:.0f}" y="{y + 8:.0f}">{p95_mm:.2f}</text>'
    return (
        f'<figure><svg viewBox="0 0 {width:g} {depth:g}" role="img" aria-label="Where the plate lay">'
        f'<rect width="{width:g}" height="{depth:g}"/>{discs}</svg>'
        "<figcaption>Where the plate lay; each disc's size is the error there (95 %, mm).</figcaption></figure>"
    )


def certificate_router(path: Path | None) -> APIRouter:
    """Return /certificate: the newest certificate of this table, or how to get one."""
    router = APIRouter(include_in_schema=False)

    @router.get("/certificate", response_class=Response)
    async def page() -> Response:
        found = None if path is None else read_certificate(path)
        if found is None:
            return html_response(render_page("No accuracy certificate yet", NONE_YET), 404)
        return html_response(certificate_page(found, alone=False))

    return router
