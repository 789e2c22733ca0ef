"""Feed of snapshots by revision: deltas, a dead band against camera noise, and a history to resume from."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

from pydantic import Field, create_model
from pydantic.fields import FieldInfo

from web.contract.base import BY_ID, VERSION, View
from web.contract.errors import RevisionError
from web.contract.streams import Change, LatestValue
from web.contract.table.board_views import TableView
from web.contract.table.snapshot import Snapshot

V = TypeVar("V", bound=View)
NOT_IN_DELTA = frozenset({"version", "revision", "table"})
"""Fields of a snapshot that are not sent as parts; the fields of `table` are sent one by one."""


class Listed(View, Generic[V]):
    """A list as a delta: all current ids in order, and the items that are new or changed."""

    order: tuple[str, ...]
    changed: tuple[V, ...]


SNAPSHOT_FIELDS: dict[str, FieldInfo] = {
    name: field
    for model in (TableView, Snapshot)
    for name, field in model.model_fields.items()
    if name not in NOT_IN_DELTA
}
"""The parts of a snapshot, by name: the fields of its table, and its own."""


class DeltaBase(View):
    """The parts of a snapshot that changed since revision `since`; null where nothing did."""

    version: Literal[1] = VERSION
    since: Annotated[int, Field(ge=1)]
    revision: Annotated[int, Field(ge=1)]


def _sent_as(part: FieldInfo) -> Any:
    """Return the type in which a changed part is sent."""
    return Listed.__class_getitem__(get_args(part.annotation)[0]) if BY_ID in part.metadata else part.annotation


_FIELDS: dict[str, Any] = {name: (_sent_as(part) | None, None) for name, part in SNAPSHOT_FIELDS.items()}

Delta: type[DeltaBase] = create_model(
    "Delta",
    __base__=DeltaBase,
    __module__=__name__,
    __doc__=DeltaBase.__doc__,
    **_FIELDS,
)
"""`DeltaBase` with a field for each part of a snapshot."""


def full_message(snapshot: Snapshot) -> Change:
    """Return the whole snapshot as a change, for a viewer without an earlier one."""
    return Change("snapshot", snapshot.revision, snapshot.model_dump_json().encode())


def delta_message(old: Snapshot, new: Snapshot) -> Change:
    """Return the change from one snapshot to a later one."""
    return Change("delta", new.revision, delta(old, new).model_dump_json().encode())


def delta(old: Snapshot, new: Snapshot) -> DeltaBase:
    """Return the differences between two snapshots, as the model that is sent."""
    before, now = _parts_of(old), _parts_of(new)
    return Delta(
        since=old.revision,
        revision=new.revision,
        **{name: _changed(part, before[name], now[name]) for name, part in SNAPSHOT_FIELDS.items()},
    )


def _parts_of(snapshot: Snapshot) -> dict[str, Any]:
    return dict(snapshot.table) | dict(snapshot)


def _changed(part: FieldInfo, old: Any, new: Any) -> Any:
    """Return the new value of a part in its transmitted form, or None if it is unchanged."""
    if old is new or old == new:
        return None
    return _listed(_sent_as(part), old, new) if BY_ID in part.metadata else new


def _listed(form: type[Listed[Any]], old: Sequence[Any], new: Sequence[Any]) -> Listed[Any]:
    before = {item.id: item for item in old}
    changed = tuple(item for item in new if item.id not in before or item != before[item.id])
    return form(order=tuple(item.id for item in new), changed=changed)


DEAD_BAND_PX = 0.75
DEAD_BAND_IN = 0.004
DEAD_BANDS: Mapping[str, float] = {
    "x": DEAD_BAND_IN,
    "y": DEAD_BAND_IN,
    "z": DEAD_BAND_IN,
    "bottom": DEAD_BAND_IN,
    "top": DEAD_BAND_IN,
    "outline": DEAD_BAND_IN,
    "label_at": DEAD_BAND_IN,
    "rotation_deg": 0.3,
    "sigma_in": 0.002,
    "view_px": 2.0,
    "fps": 0.5,
    "latency_ms": 5.0,
    "px_per_module": 0.15,
}

T = TypeVar("T")


def apply_dead_band(old: Snapshot, new: Snapshot) -> Snapshot:
    """Return `new` with each part replaced by that of `old` if the difference is within the dead band.

    Each part is compared with the one shown last, so that slow drift is shown as soon as it exceeds the band: 0.004 in
    on the board, 0.75 px in the image. Counts, names and texts must be equal.
    """
    ghosts = _kept_each(old.ghosts, new.ghosts, lambda ghost: ghost.operative)
    return _kept_parts(old, new.model_copy(update={"table": _kept_parts(old.table, new.table), "ghosts": ghosts}))


def _kept_parts(old: V, new: V) -> V:
    """Return a view whose fields, or items of a list by id, keep their old value if they are within the dead band."""
    kept: dict[str, object] = {}
    for name, field in type(new).model_fields.items():
        before, now = getattr(old, name), getattr(new, name)
        kept[name] = _kept_each(before, now, lambda item: item.id) if BY_ID in field.metadata else _kept(before, now)
    return new.model_copy(update=kept)


def _kept(old: T, new: T) -> T:
    return old if nearly_equal(old, new) else new


def _kept_each(old: Sequence[T], new: Sequence[T], key: Callable[[T], str]) -> tuple[T, ...]:
    before = {key(item): item for item in old}
    return tuple(_kept(before[key(item)], item) if key(item) in before else item for item in new)


def nearly_equal(old: object, new: object, hair: float = 0.0) -> bool:
    """Whether two values are equal within the dead band; `hair` is the tolerance for numbers directly in them."""
    if old is new:
        return True
    if isinstance(old, float) and isinstance(new, float):
        return abs(old - new) <= hair
    if isinstance(old, View) and type(old) is type(new):
        mine, others = old.__dict__, new.__dict__
        return all(nearly_equal(value, others[name], _hair_of(name)) for name, value in mine.items())
    if isinstance(old, tuple) and isinstance(new, tuple):
        return len(old) == len(new) and all(nearly_equal(one, other, hair) for one, other in zip(old, new, strict=True))
    return old == new


def _hair_of(name: str) -> float:
    return DEAD_BANDS.get(name, DEAD_BAND_PX if name.endswith("_px") else 0.0)


class Feed:
    """Publishes snapshots in order to any number of viewers, each at its own pace.

    The last `keep` snapshots are kept for viewers that reconnect. A change is computed and encoded once for all viewers
    that need it. Belongs to one event loop.
    """

    def __init__(self, first: Snapshot, *, keep: int = 64) -> None:
        self._keep = keep
        self._past: OrderedDict[int, Snapshot] = OrderedDict()
        self._slot: LatestValue[Snapshot] = LatestValue()
        self._encoded: dict[int | None, Change] = {}
        self._newest = first
        self._remember(first)

    @property
    def newest(self) -> Snapshot:
        """The snapshot published last."""
        return self._newest

    @property
    def viewers(self) -> int:
        """Number of viewers that are up to date and wait for the next snapshot."""
        return self._slot.waiting

    def publish(self, snapshot: Snapshot) -> None:
        """Publish a snapshot; `RevisionError` unless its revision is greater than the last.

        Differences within the dead band, such as a camera's noise, are not published.
        """
        if snapshot.revision <= self._newest.revision:
            raise RevisionError(f"revision {snapshot.revision}, newest {self._newest.revision}")
        self._newest = apply_dead_band(self._newest, snapshot)
        self._remember(self._newest)

    async def changes(self, after: int | None) -> AsyncIterator[Change]:
        """Yield the change from revision `after`, then each later one; first a snapshot if `after` is not kept."""
        known = after if after in self._past else None
        number = 0
        while True:
            if known != self._newest.revision:
                number = self._slot.number
                change = self.change(known)
                known = change.revision
                yield change
            else:
                number, _ = await self._slot.after(number)

    def change(self, known: int | None) -> Change:
        """Return the change from revision `known` (None: from nothing) to the newest."""
        if known not in self._encoded:
            old = self._past.get(known) if known is not None else None
            self._encoded[known] = full_message(self._newest) if old is None else delta_message(old, self._newest)
        return self._encoded[known]

    def _remember(self, snapshot: Snapshot) -> None:
        self._past[snapshot.revision] = snapshot
        while len(self._past) > self._keep:
            self._past.popitem(last=False)
        self._encoded.clear()
        self._slot.publish(snapshot)
