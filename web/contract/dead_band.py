"""What nobody could see is not sent: a part that moved by less than a hair stays the very object it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from web.contract.snapshot import Snapshot
from web.contract.views import BY_ID, View

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

T = TypeVar("T")
V = TypeVar("V", bound=View)


def apply_dead_band(old: Snapshot, new: Snapshot) -> Snapshot:
    """Return `new` with every part that looks as in `old` replaced by the old one.

    Each part is compared with what was last shown of it, so that slow drift is shown as soon as it makes a hair:
    0.004 in on the board, 0.75 px in the picture. What is counted, named or said must be equal.
    """
    ghosts = _kept_each(old.ghosts, new.ghosts, lambda ghost: ghost.operative)
    return _kept_parts(old, new.model_copy(update={"table": _kept_parts(old.table, new.table), "ghosts": ghosts}))


def _kept_parts(old: V, new: V) -> V:
    """Return a view with every field that looks as before, or every item of a list by id, as it was."""
    kept: dict[str, object] = {}
    for name, field in type(new).model_fields.items():
        before, now = getattr(old, name), getattr(new, name)
        kept[name] = _kept_each(before, now, lambda item: item.id) if BY_ID in field.metadata else _kept(before, now)
    return new.model_copy(update=kept)


def _kept(old: T, new: T) -> T:
    return old if alike(old, new) else new


def _kept_each(old: Sequence[T], new: Sequence[T], key: Callable[[T], str]) -> tuple[T, ...]:
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
