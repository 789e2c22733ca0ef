"""What a hall keeps: its hub's database, and what a table still has to say to it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from venue.hub.store import ReceivedBatch, Store
from venue.outbox import Outbox
from venue.protocol import GameMessage, Presence, Side, TableState, UnnumberedGameMessage

AT = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)


def write_hall(folder: Path) -> None:
    """Write what a hall's hub keeps, and what a table still has to say to it."""
    sides = (Side(player="p1", name="Ann", cp=1, vp=7), Side(player="p2", name="Bob", colour="#00aa00", vp=5))
    said = [
        UnnumberedGameMessage(
            game="0001-abcd", sequence=number, cause=1, edition="kt24", kind=kind, data={"n": number}, at=AT
        )
        for number, kind in enumerate(("set_up", "game_set_up", "battle_ended"), 1)
    ]
    state = TableState(title="The Ferry", edition="kt24", game="0001-abcd", sides=sides, ended=True, winner="p1", at=AT)
    said[-1] = said[-1].model_copy(update={"result": state, "seal": "5ea1"})
    (folder / "hall").mkdir()
    outbox = Outbox(folder / "hall" / "hall.outbox")
    outbox.append([one.model_dump_json() for one in said], "0001:3")
    outbox.forget(1)
    outbox.close()
    store = Store(f"sqlite:///{folder / 'hall' / 'hub.sqlite'}")
    heard = [
        ("table-07", GameMessage(**one.model_dump(), stream="0123456789abcdef", number=number))
        for number, one in enumerate(said, 1)
    ]
    store.keep(ReceivedBatch(heard, {"table-07": Presence(online=True, program="0.1")}, {"table-07": state}))
    store.close()
