"""Feed of views by revision: deltas, a dead band against camera noise, and a history to resume from."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Annotated, Any, Generic, Literal, Protocol, TypeVar, get_args

from pydantic import Field, create_model
from pydantic.fields import FieldInfo

from web.contract.base import BY_ID, VERSION, View
from web.contract.errors import RevisionError
from web.contract.streams import Change, LatestValue
from web.contract.table.snapshot import Snapshot

V = TypeVar("V", bound=View)


class Revised(Protocol):
    """A view with a revision, which grows with each change."""

    @property
    def revision(self) -> int:
        """Number of this state, from 1."""
        ...

    def model_dump_json(self) -> str:
        """Return the view as JSON."""
        ...


R = TypeVar("R", bound=Revised)
NOT_PARTS = frozenset({"version", "revision"})
"""Fields that every view and every delta has of its own."""


class Listed(View, Generic[V]):
    """A list as a delta: all current ids in order, and the items that are new or changed."""

    order: tuple[str, ...]
    changed: tuple[V, ...]


class DeltaBase(View):
    """The parts of a snapshot that changed since revision `since`; null where nothing did."""

    version: Literal[1] = VERSION
    since: Annotated[int, Field(ge=1)]
    revision: Annotated[int, Field(ge=1)]


class Deltas(Generic[R]):
    """Deltas between two views of one model.

    `model` is the delta: `base` with an optional field for each part of a view. A part is a field of the view, or
    of its field `nested`, if there is one. Lists by id are sent as `Listed`.
    """

    def __init__(
        self, name: str, view: type[View], *, base: type[DeltaBase] = DeltaBase, nested: str | None = None
    ) -> None:
        self._nested = nested
        own = {part: field for part, field in view.model_fields.items() if part not in NOT_PARTS and part != nested}
        inner: Any = view.model_fields[nested].annotation if nested is not None else None
        self._parts: dict[str, FieldInfo] = (inner.model_fields if inner is not None else {}) | own
        fields: dict[str, Any] = {part: (_sent_as(field) | None, None) for part, field in self._parts.items()}
        self.model: type[DeltaBase] = create_model(
            name, __base__=base, __module__=__name__, __doc__=base.__doc__, **fields
        )

    def delta(self, old: R, new: R) -> DeltaBase:
        """Return the differences between two views, as the model that is sent."""
        before, now = self._parts_of(old), self._parts_of(new)
        return self.model(
            since=old.revision,
            revision=new.revision,
            **{name: _changed(part, before[name], now[name]) for name, part in self._parts.items()},
        )

    def message(self, old: R, new: R) -> Change:
        """Return the change from one view to a later one."""
        return Change("delta", new.revision, self.delta(old, new).model_dump_json().encode())

    def _parts_of(self, view: Any) -> dict[str, Any]:
        return (dict(getattr(view, self._nested)) if self._nested is not None else {}) | dict(view)


def _sent_as(part: FieldInfo) -> Any:
    """Return the type in which a changed part is sent."""
    return Listed.__class_getitem__(get_args(part.annotation)[0]) if BY_ID in part.metadata else part.annotation


def _changed(part: FieldInfo, old: Any, new: Any) -> Any:
    """Return the new value of a part in its transmitted form, or None if it is unchanged."""
    if old is new or old == new:
        return None
    return _listed(_sent_as(part), old, new) if BY_ID in part.metadata else new


def _listed(form: type[Listed[Any]], old: Sequence[Any], new: Sequence[Any]) -> Listed[Any]:
    before = {item.id: item for item in old}
    changed = tuple(item for item in new if item.id not in before or item != before[item.id])
    return form(order=tuple(item.id for item in new), changed=changed)


def full_message(view: Revised) -> Change:
    """Return the whole view as a change, for a viewer without an earlier one."""
    return Change("snapshot", view.revision, view.model_dump_json().encode())


SNAPSHOT_DELTAS: Deltas[Snapshot] = Deltas("Delta", Snapshot, nested="table")
"""The fields of a snapshot's table are sent one by one."""

Delta = SNAPSHOT_DELTAS.model
"""`DeltaBase` with a field for each part of a snapshot."""


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


class Feed(Generic[R]):
    """Publishes views in order to any number of viewers, each at its own pace.

    Viewers that know one of the last `keep` views get the difference by `deltas`; without `deltas` all get whole views.
    A change is computed and encoded once for all viewers that need it. `damp` takes the view published last and the new
    one, and returns the new one without differences too small to show. Belongs to one event loop.
    """

    def __init__(
        self,
        first: R,
        *,
        deltas: Deltas[R] | None = None,
        damp: Callable[[R, R], R] = lambda _, new: new,
        keep: int = 64,
    ) -> None:
        self._deltas, self._damp, self._keep = deltas, damp, keep
        self._past: OrderedDict[int, R] = OrderedDict()
        self._slot: LatestValue[R] = LatestValue()
        self._encoded: dict[int | None, Change] = {}
        self._newest = first
        self._remember(first)

    @property
    def newest(self) -> R:
        """The view published last."""
        return self._newest

    @property
    def viewers(self) -> int:
        """Number of viewers that are up to date and wait for the next view."""
        return self._slot.waiting

    def publish(self, view: R) -> None:
        """Publish a view; `RevisionError` unless its revision is greater than the last."""
        if view.revision <= self._newest.revision:
            raise RevisionError(f"revision {view.revision}, newest {self._newest.revision}")
        self._newest = self._damp(self._newest, view)
        self._remember(self._newest)

    async def changes(self, after: int | None) -> AsyncGenerator[Change, None]:
        """Yield the change from revision `after`, then each later one; first a whole view if `after` is not kept."""
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
            self._encoded[known] = (
                full_message(self._newest)
                if old is None or self._deltas is None
                else self._deltas.message(old, self._newest)
            )
        return self._encoded[known]

    def _remember(self, view: R) -> None:
        self._past[view.revision] = view
        while len(self._past) > self._keep:
            self._past.popitem(last=False)
        self._encoded.clear()
        self._slot.publish(view)


def snapshot_feed(first: Snapshot, *, keep: int = 64) -> Feed[Snapshot]:
    """Return the feed of a table's snapshots; differences within the dead band, such as noise, are not published."""
    return Feed(first, deltas=SNAPSHOT_DELTAS, damp=apply_dead_band, keep=keep)
