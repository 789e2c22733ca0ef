"""Two rooms and a centre (docs/hall.md): each room's broker passes on what a whole hall looks at."""

from __future__ import annotations

from pathlib import Path

from tests.venue.hall import Hub, Seat, until
from tests.venue.secured import Hall

SAID = 40


def room_of(checkout: Path, folder: Path, name: str, centre: Hall) -> Hall:
    """A room whose broker is told what the centre's hall.sh printed for it."""
    folder.mkdir()
    lines = centre.script("room", str(centre.folder), name)
    lines = lines.replace("127.0.0.1:8883", f"127.0.0.1:{centre.broker.port}")
    return Hall(checkout, folder / "hall", f"{name}-table-01", lines=lines)


def test_a_centre_has_every_rooms_events_once_in_order_and_the_rooms_answer_their_tables(
    checkout: Path, tmp_path: Path
) -> None:
    for name in ("centre", "seats", "hubs"):
        (tmp_path / name).mkdir()
    centre = Hall(checkout, tmp_path / "centre" / "hall")
    rooms = {name: room_of(checkout, tmp_path / name, name, centre) for name in ("room-1", "room-2")}
    everywhere = [centre, *rooms.values()]
    hubs: list[Hub] = []
    seats: list[Seat] = []
    try:
        hubs += [hall.start().hub(hall.folder.parent) for hall in everywhere]
        central, *of_rooms = hubs
        seats = [hall.seat(f"{name}-table-01", tmp_path / "seats") for name, hall in rooms.items()]
        for seat in seats:
            seat.say(SAID)
        whole = list(range(1, SAID + 1))

        def arrived(seat: Seat, hub: Hub) -> None:
            until(lambda: hub.sequences(seat.name) == whole)
            until(lambda: seat.outbox.waiting() == 0)
            until(lambda: central.sequences(seat.name) == whole, within_s=60)

        for seat, hub in zip(seats, of_rooms, strict=True):
            arrived(seat, hub)
        until(lambda: {row.table for row in central.store.tables() if row.online} == {seat.name for seat in seats})
    finally:
        for seat in seats:
            seat.close()
        for hub in hubs:
            hub.close()
        for hall in everywhere:
            hall.broker.kill()
