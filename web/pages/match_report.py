"""Match report: one HTML file with the board drawn as SVG."""

from __future__ import annotations

import base64
import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from messages.message import Message
from messages.page_texts import page_text
from referee.rules.ruling import Verdict
from web.contract.errors import UnknownError
from web.contract.table.board_views import MarkerView, OperativeView, RulingView, TerrainView
from web.contract.table.game_views import GameView, SeatView
from web.contract.table.recordings import Archive, FairnessView, HighlightKind, MarkView, PointsView, Recording
from web.contract.table.snapshot import Snapshot
from web.server.responses import html_shown, html_text, render_page

PX = 40.0
"""SVG units per inch."""


def board_drawing(snapshot: Snapshot, label: Message) -> str:
    """Return the board of a snapshot as SVG, the near edge below; `label` is its text for screen readers."""
    table = snapshot.table
    width, depth = table.board.width * PX, table.board.depth * PX
    seats = {seat.player: seat for seat in snapshot.game.seats}
    parts = [
        f'<rect width="{width:g}" height="{depth:g}"/>',
        *(_terrain(part, depth) for part in table.terrain),
        *(_marker(marker, depth) for marker in table.markers),
        *(_operative(one, seats, depth) for one in table.operatives),
    ]
    head = f'<svg class="board" viewBox="0 0 {width:g} {depth:g}" role="img" aria-label="{html_text(label)}">'
    return f"{head}{''.join(parts)}</svg>"


def _terrain(part: TerrainView, depth: float) -> str:
    title = Message.of("page-report-terrain", name=part.feature, top=part.top)
    points = " ".join(f"{x * PX:.0f},{depth - y * PX:.0f}" for x, y in part.outline)
    return f'<polygon points="{points}"><title>{title}</title></polygon>'


def _marker(marker: MarkerView, depth: float) -> str:
    x, y, r = marker.x * PX, depth - marker.y * PX, max(8.0, marker.diameter * PX / 2)
    return (
        f'<circle class="marker" cx="{x:.0f}" cy="{y:.0f}" r="{r:.0f}"><title>{escape(marker.label)}</title></circle>'
    )


def _operative(one: OperativeView, seats: Mapping[str, SeatView], depth: float) -> str:
    seat = seats.get(one.player)
    fill, ink = (seat.colour, seat.ink) if seat is not None else ("#8899a0", "#0d1214")
    x, y = one.x * PX, depth - one.y * PX
    rx, ry = (max(12.0, across * PX / 2) for across in one.base)
    title = (
        html_text(Message.of("page-report-operative", name=one.name, wounds=one.wounds, of=one.start_wounds or 0))
        if one.wounds is not None
        else escape(one.name)
    )
    turned = f"rotate({-one.rotation_deg:.0f} {x:.0f} {y:.0f})"
    return (
        f"<g><title>{title}</title>"
        f'<ellipse class="model" cx="{x:.0f}" cy="{y:.0f}" rx="{rx:.0f}" ry="{ry:.0f}" transform="{turned}"'
        f' fill="{fill}"/><text x="{x:.0f}" y="{y + 7:.0f}" fill="{ink}">{escape(one.label)}</text></g>'
    )


SIDES = 2
MOST_PICTURES = 12
PICTURED = frozenset({HighlightKind.CHALLENGE, HighlightKind.KILL, HighlightKind.TOO_CLOSE})
CALLED = {
    Verdict.YES: Message.of("page-report-yes"),
    Verdict.NO: Message.of("page-report-no"),
    Verdict.TOO_CLOSE: Message.of("page-report-too-close"),
}


@dataclass(frozen=True, slots=True)
class MatchReport:
    """Content of a report.

    `boards` are titles and snapshots at the end of each turning point, `pictures` are JPEG frames by their clip's
    number.
    """

    recording: Recording
    boards: Sequence[tuple[Message, Snapshot]]
    last: Snapshot
    pictures: Mapping[int, bytes]
    dice: FairnessView


async def collect_report(archive: Archive, number: int) -> MatchReport:
    """Return the content of a recorded game's report; raises `UnknownError`."""
    recording = await archive.recording(number)
    if not recording.marks:
        raise UnknownError("request-nothing-to-report", number=number)
    ends = {mark.turning_point: mark for mark in recording.marks}
    last = await archive.moment(number, recording.marks[-1].sequence)
    boards = [
        (_when(point, last.game), await archive.moment(number, mark.sequence)) for point, mark in sorted(ends.items())
    ]
    pictured = dict.fromkeys(mark.clip_of for mark in recording.marks if _is_pictured(mark) and mark.clip_of)
    pictures: dict[int, bytes] = {}
    for sequence in list(pictured)[:MOST_PICTURES]:
        # A frame that is missing or damaged is left out of the report.
        with contextlib.suppress(UnknownError):
            pictures[sequence] = await archive.still(number, sequence)
    return MatchReport(recording, boards, last, pictures, await archive.dice(number))


def _when(turning_point: int, now: GameView) -> Message:
    if not turning_point:
        return Message.of("page-report-set-up")
    if turning_point == now.turning_point and not now.over:
        return Message.of("page-report-in-point", point=turning_point)
    return Message.of("page-report-end-of-point", point=turning_point)


def render_report(match: MatchReport, *, table: str = "") -> str:
    """Return the report as one self-contained page.

    With the address of the `table`, such as http://table.local:8000/, it links to the clips, which are not embedded.
    """
    game, view = match.recording.game, match.last.game
    players = view.title
    if len(view.seats) == SIDES:
        one, other = (seat.name for seat in view.seats)
        players = page_text(Message.of("page-report-versus", one=one, other=other))
    begun = html_text(Message.of("page-report-begun"))
    number = html_text(Message.of("page-report-game", game=game.number))
    main = f"""<header><h1>{escape(players)}</h1>
<p>{escape(view.title)} · {escape(game.edition)} · {begun} <time>{escape(game.begun[:16].replace("T", " "))}</time>
· {number}</p></header>
<ul class="figures">{"".join(map(_score, view.seats))}</ul>
<p class="verdict">{" ".join(map(html_text, _outcome(view)))}</p>
{"".join(_board(title, moment) for title, moment in match.boards)}
{_points(match.recording.points)}
{_moments(match, table)}
{_rulings(match.last.rulings, names_in(match.last))}
{_dice(match.dice)}"""
    title = Message.of("page-report-title", players=players, game=game.number)
    return render_page(page_text(title), main, alone=True)


def _score(seat: SeatView) -> str:
    unit = html_text(Message.of("page-report-vp"))
    return f"<li><b>{seat.vp}<small> {unit}</small></b><span>{escape(seat.name)}</span></li>"


def _is_pictured(mark: MarkView) -> bool:
    return mark.clip > 0 and any(one.kind in PICTURED for one in mark.highlights)


def _outcome(view: GameView) -> list[Message]:
    if not view.over:
        return [Message.of("page-report-not-over")]
    name = next((seat.name for seat in view.seats if seat.player == view.winner), "")
    signed = [seat.name for seat in view.seats if seat.player in view.signed]
    won = Message.of("page-report-won", name=name) if name else Message.of("page-report-draw")
    return [won, Message.of("page-report-signed", names=signed)] if signed else [won]


def _board(title: Message, moment: Snapshot) -> str:
    scores = [Message.of("page-report-score", name=seat.name, vp=seat.vp) for seat in moment.game.seats]
    caption = Message.of("page-report-scores", title=title, scores=scores)
    drawing = board_drawing(moment, Message.of("page-report-board", title=title))
    return f"<figure>{drawing}<figcaption>{html_text(caption)}</figcaption></figure>"


def _points(points: Sequence[PointsView]) -> str:
    rows = "".join(
        f"<tr><td>{one.turning_point}</td><td>{escape(one.name)}</td><td>{escape(one.op)}</td>"
        f"<td>{one.vp}</td><td>{escape(one.why)}</td></tr>"
        for one in points
    )
    columns = (
        Message.of("page-report-turning-point"),
        Message.of("page-report-who"),
        Message.of("page-report-from"),
        Message.of("page-report-vp"),
        Message.of("page-report-why"),
    )
    return _table(Message.of("page-report-points"), columns, rows) if points else ""


def _table(caption: Message, columns: Sequence[Message | str], rows: str) -> str:
    heads = "".join(f"<th>{escape(name if isinstance(name, str) else page_text(name))}</th>" for name in columns)
    head = f"<caption>{html_text(caption)}</caption><thead><tr>{heads}</tr></thead>"
    return f"<table>{head}<tbody>{rows}</tbody></table>"


def _moments(match: MatchReport, table: str) -> str:
    marks = [mark for mark in match.recording.marks if mark.highlights]
    if not marks:
        return ""
    names = names_in(match.last)
    first = {mark.clip_of: mark for mark in reversed(marks) if _is_pictured(mark)}
    rows = "".join(
        f"<li><b>{', '.join(html_shown(one.sentence, one.message, names) for one in mark.highlights)}</b>"
        f" <span>{html_text(_time_of(mark))}</span>{_film(match, mark, table)}"
        f"{_picture(match, mark) if first.get(mark.clip_of) is mark else ''}</li>"
        for mark in marks
    )
    title = html_text(Message.of("page-report-moments"))
    return f'<section><h2>{title}</h2><ul class="moments">{rows}</ul></section>'


def _time_of(mark: MarkView) -> Message:
    return Message.of("page-report-moment", point=mark.turning_point, time=mark.at[11:16])


def _picture(match: MatchReport, mark: MarkView) -> str:
    """Return the frame of a moment; the challenge of a ruling shows the frame of the ruling."""
    frame = match.pictures.get(mark.clip_of or 0)
    if frame is None:
        return ""
    said = escape(mark.words)
    return f'<img alt="{said}" src="data:image/jpeg;base64,{base64.b64encode(frame).decode("ascii")}">'


def _film(match: MatchReport, mark: MarkView, table: str) -> str:
    if not table or mark.clip < 2 or not mark.clip_of:
        return ""
    address = escape(f"{table}api/games/{match.recording.game.number}/clips/{mark.clip_of}.mp4")
    return f' <a href="{address}">{html_text(Message.of("page-report-clip"))}</a>'


def names_in(now: Snapshot) -> dict[str, str]:
    """Return the display names of a snapshot by id."""
    return {
        **{seat.player: seat.name for seat in now.game.seats},
        **{one.id: one.id.upper() for one in now.game.roster},
        **{marker.id: marker.label for marker in now.table.markers},
    }


def _rulings(rulings: Sequence[RulingView], names: Mapping[str, str]) -> str:
    if not rulings:
        return ""
    rows = "".join(
        f"<tr><td>{html_text(CALLED[ruling.verdict])}{_after(ruling)}</td>"
        f"<td>{html_shown(ruling.claim, ruling.claim_message, names)}</td>"
        f"<td>{html_shown(ruling.sentence, ruling.message, names)}</td>"
        f"<td>{html_shown(ruling.figures, ruling.figures_message, names)}</td></tr>"
        for ruling in reversed(rulings)
    )
    columns = (
        Message.of("page-report-ruling"),
        Message.of("page-report-claim"),
        Message.of("page-report-why"),
        Message.of("page-report-measured"),
    )
    return _table(Message.of("page-report-rulings"), columns, rows)


def _after(ruling: RulingView) -> str:
    return f" ({html_shown(ruling.tail, ruling.tail_message)})" if ruling.taken_back or ruling.declined else ""


def _dice(dice: FairnessView) -> str:
    told = "".join(
        f"<tr><td>{escape(player.all.of)}</td>{''.join(f'<td>{count}</td>' for count in player.all.counts)}"
        f"<td>{html_shown(player.all.sentence, player.all.message)}</td></tr>"
        for player in dice.players
        if any(player.all.counts)
    )
    counted = "".join(
        f"<tr><td>{escape(player.all.of)}</td>"
        f"<td>{html_shown(player.counted.sentence, player.counted.message)}</td></tr>"
        for player in dice.players
        if player.counted is not None
    )
    of, fair = Message.of("page-report-dice-of"), Message.of("page-report-dice-fair")
    by_face = _table(Message.of("page-report-dice-faces"), (of, *"123456", fair), told) if told else ""
    return by_face + (_table(Message.of("page-report-dice-counted"), (of, fair), counted) if counted else "")
