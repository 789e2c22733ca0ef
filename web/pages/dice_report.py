"""Routes and page of the dice statistics."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from html import escape

from fastapi import APIRouter, Response

from messages.message import Message
from messages.page_texts import page_number, page_text
from web.contract.table.recordings import UNUSUAL, FairnessView, PlayerDiceView, SpreadView
from web.server.responses import html_response, html_shown, html_text, problems, render_page

TALLEST = 140.0
FLOOR = 176
FIGURES = Message.of("page-dice-figures", limit=UNUSUAL, tables=round(1 / UNUSUAL))
TITLE = Message.of("page-dice-title")


def fairness_router(ask: Callable[[], Awaitable[FairnessView]]) -> APIRouter:
    """Return /api/fairness, and its page /fairness."""
    router = APIRouter()

    @router.get("/api/fairness", responses=problems(401), tags=["read"])
    async def figures() -> FairnessView:
        """How the dice fell, by player and by evening."""
        return await ask()

    @router.get("/fairness", response_class=Response, include_in_schema=False)
    async def page() -> Response:
        return html_response(fairness_page(await ask()))

    return router


def fairness_page(shown: FairnessView) -> str:
    """Return the HTML of the page."""
    players = "".join(dice_section(player) for player in shown.players)
    below = html_text(FIGURES if players else Message.of("page-dice-none"))
    main = f"""<header><h1>{html_text(TITLE)}</h1><p>{html_shown(shown.needed, shown.message)}</p></header>
{players}<p>{below}</p>
<p><a href="/">{html_text(Message.of("page-to-table"))}</a></p>"""
    return render_page(page_text(TITLE), main)


def dice_section(player: PlayerDiceView) -> str:
    """Return the section of one player's dice: verdict, bars and figures by evening."""
    everything = player.all
    if not any(everything.counts):
        return f"<section><h2>{escape(everything.of)}</h2>{_counted(player)}</section>"
    usual = str(everything.p is None or everything.p >= UNUSUAL).lower()
    columns = (Message.of("page-dice-evening"), Message.of("page-dice-count"), *"123456", "χ²", "p")
    heads = "".join(f"<th>{escape(name if isinstance(name, str) else page_text(name))}</th>" for name in columns)
    total = everything.model_copy(update={"of": page_text(Message.of("page-dice-all"))})
    rows = "".join(_row(evening) for evening in player.evenings)
    return f"""<section>
<h2>{escape(everything.of)}</h2>
<p class="verdict" data-honest="{usual}">{html_shown(everything.sentence, everything.message)}</p>
{_bars(everything)}
{_counted(player)}
<table><thead><tr>{heads}</tr></thead><tbody>{rows}{_row(total)}</tbody></table>
</section>
"""


def _counted(player: PlayerDiceView) -> str:
    return f"<p>{html_shown(player.counted.sentence, player.counted.message)}</p>" if player.counted is not None else ""


def _row(spread: SpreadView) -> str:
    counts = "".join(f"<td>{count}</td>" for count in spread.counts)
    p = html_text(Message.of("page-dice-too-few")) if spread.p is None else page_number(spread.p, 3)
    total = sum(spread.counts)
    uneven = page_number(spread.chi_squared, 1)
    return f"<tr><td>{escape(spread.of)}</td><td>{total}</td>{counts}<td>{uneven}</td><td>{p}</td></tr>"


def _bars(spread: SpreadView) -> str:
    """Return a bar chart of the faces; the line is the expected count of fair dice."""
    fair = sum(spread.counts) / 6
    scale = TALLEST / max(*spread.counts, fair, 1)
    shapes = ""
    for number, count in enumerate(spread.counts):
        x, top = 20 + 104 * number, FLOOR - count * scale
        shapes += f'<path d="M{x} {FLOOR}V{top:.1f}h80V{FLOOR}z" fill="currentColor" opacity=".4"/>'
        shapes += f'<text x="{x + 40}" y="{FLOOR - 8}">{count}</text>'
        shapes += f'<text x="{x + 40}" y="{FLOOR + 26}">{number + 1}</text>'
    level = FLOOR - fair * scale
    line = f'<path d="M0 {level:.1f}H640" stroke="currentColor" stroke-width="2" stroke-dasharray="8 6"/>'
    faces = [Message.of("page-dice-face", count=count, face=face) for face, count in enumerate(spread.counts, 1)]
    label = Message.of("page-dice-chart", of=spread.of, faces=faces)
    svg = f'<svg viewBox="0 0 640 {FLOOR + 36}" role="img" aria-label="{html_text(label)}">{shapes}{line}</svg>'
    return f"<figure>{svg}<figcaption>{html_text(Message.of('page-dice-line'))}</figcaption></figure>"
