"""What nobody could see is not sent: a part that moved by less than a hair stays the very object it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from web.contract.snapshot import Snapshot
from web.contract.views import TableView, View

HAIR_PX = 0.75
HAIR_IN = 0.004
HAIR: Mapping[str, float] = {
    "x": HAIR_IN,
    "y": HAIR_IN,
    "z": HAIR_IN,
    "bottom": HAIR_IN,
    "top": HAIR_IN,
    "outline": HAIR_IN,
    "label_at": HAIR_IN,
    "rotation_deg": 0.3,
    "sigma_in": 0.002,
    "view_px": 2.0,
    "fps": 0.5,
    "latency_ms": 5.0,
    "px_per_module": 0.15,
}

V = TypeVar("V", bound=View)


def steady(old: Snapshot, new: Snapshot) -> Snapshot:
    """Return `new` with every part that looks as in `old` replaced by the old one.

    Each part is compared with what was last shown of it, so that slow drift is shown as soon as it makes a hair:
    0.004 in on the board, 0.75 px in the picture. What is counted, named or said must be equal.
    """
    table = TableView(
        board=_kept(old.table.board, new.table.board),
        operatives=_kept_each(old.table.operatives, new.table.operatives, lambda item: item.id),
        terrain=_kept_each(old.table.terrain, new.table.terrain, lambda item: item.id),
        markers=_kept_each(old.table.markers, new.table.markers, lambda item: item.id),
        flags=new.table.flags,
    )
    return new.model_copy(
        update={
            "table": table,
            "rulings": _kept_each(old.rulings, new.rulings, lambda item: item.id),
            "ghosts": _kept_each(old.ghosts, new.ghosts, lambda item: item.operative),
            "camera": _kept(old.camera, new.camera),
        }
    )


def _kept(old: V, new: V) -> V:
    return old if alike(old, new) else new


def _kept_each(old: Sequence[V], new: Sequence[V], key: Callable[[V], str]) -> tuple[V, ...]:
    before = {key(item): item for item in old}
    return tuple(_kept(before[key(item)], item) if key(item) in before else item for item in new)


def alike(old: object, new: object, hair: float = 0.0) -> bool:
    """Return whether nobody could tell the two apart; `hair` is how far their own numbers may lie from each other."""
    if old is new:
        return True
    if isinstance(old, float) and isinstance(new, float):
        return abs(old - new) <= hair
    if isinstance(old, View) and type(old) is type(new):
        mine, others = old.__dict__, new.__dict__
        return all(alike(value, others[name], _hair_of(name)) for name, value in mine.items())
    if isinstance(old, tuple) and isinstance(new, tuple):
        return len(old) == len(new) and all(alike(one, other, hair) for one, other in zip(old, new, strict=True))
    return old == new


def _hair_of(name: str) -> float:
    return HAIR.get(name, HAIR_PX if name.endswith("_px") else 0.0)
