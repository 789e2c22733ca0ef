"""What a viewer that knows one snapshot must be told to know a later one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, Protocol, TypeVar, get_args

from pydantic import Field, create_model
from pydantic.fields import FieldInfo

from web.contract.snapshot import Snapshot
from web.contract.table_views import TableView
from web.contract.views import BY_ID, VERSION, View

T = TypeVar("T", bound=View)
UNSENT = frozenset({"version", "revision", "table"})
"""The fields of a snapshot that are no parts of it: what stands on the table is sent part by part."""


class Listed(View, Generic[T]):
    """A list by difference: the ids as they now stand, in order, and the items that are new or other than before."""

    order: tuple[str, ...]
    changed: tuple[T, ...]


PARTS: dict[str, FieldInfo] = {
    name: field for model in (TableView, Snapshot) for name, field in model.model_fields.items() if name not in UNSENT
}
"""The parts of a snapshot, by name: those of its table, and its own."""


class Difference(View):
    """The parts of a snapshot that changed since revision `since`; null where nothing did."""

    version: Literal[1] = VERSION
    since: Annotated[int, Field(ge=1)]
    revision: Annotated[int, Field(ge=1)]


def _sent_as(part: FieldInfo) -> Any:
    """Return the type in which a part is sent when it changed."""
    return Listed.__class_getitem__(get_args(part.annotation)[0]) if BY_ID in part.metadata else part.annotation


_FIELDS: dict[str, Any] = {name: (_sent_as(part) | None, None) for name, part in PARTS.items()}

Delta: type[Difference] = create_model(
    "Delta",
    __base__=Difference,
    __module__=__name__,
    __doc__=Difference.__doc__,
    **_FIELDS,
)
"""A difference with a field for each part of a snapshot."""


@dataclass(frozen=True, slots=True)
class Change:
    """One message of the live channel, encoded once for all who need it: `kind` is "snapshot" or "delta"."""

    kind: Literal["snapshot", "delta"]
    revision: int
    json: bytes


class ChangeSource(Protocol):
    """Something that changes in revisions, and can be followed."""

    def changes(self, after: int | None) -> AsyncIterator[Change]:
        """Yield what changed since revision `after`, first a whole snapshot when that is None or not remembered.

        A consumer that is slow gets the newest state next, never the ones it missed. `Feed.changes` does it.
        """
        ...


def whole(snapshot: Snapshot) -> Change:
    """Return the change for a viewer that knows nothing."""
    return Change("snapshot", snapshot.revision, snapshot.model_dump_json().encode())


def between(old: Snapshot, new: Snapshot) -> Change:
    """Return the change from one snapshot to a later one."""
    return Change("delta", new.revision, delta(old, new).model_dump_json().encode())


def delta(old: Snapshot, new: Snapshot) -> Difference:
    """Return what differs between two snapshots, as the model that is sent."""
    before, now = _parts_of(old), _parts_of(new)
    return Delta(
        since=old.revision,
        revision=new.revision,
        **{name: _changed(part, before[name], now[name]) for name, part in PARTS.items()},
    )


def _parts_of(snapshot: Snapshot) -> dict[str, Any]:
    return dict(snapshot.table) | dict(snapshot)


def _changed(part: FieldInfo, old: Any, new: Any) -> Any:
    """Return a part as it is sent, None where it is as before."""
    if old is new or old == new:
        return None
    return _listed(_sent_as(part), old, new) if BY_ID in part.metadata else new


def _listed(form: type[Listed[Any]], old: Sequence[Any], new: Sequence[Any]) -> Listed[Any]:
    before = {item.id: item for item in old}
    changed = tuple(item for item in new if item.id not in before or item != before[item.id])
    return form(order=tuple(item.id for item in new), changed=changed)
