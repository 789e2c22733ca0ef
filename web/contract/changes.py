"""What a viewer that knows one snapshot must be told to know a later one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Generic, Literal, Protocol, TypeVar

from pydantic import Field

from referee.game.prompt import Prompt
from web.contract.offers import MenuView, OffersView
from web.contract.snapshot import Snapshot
from web.contract.tray import TrayView
from web.contract.views import (
    VERSION,
    BoardView,
    CameraView,
    ClockView,
    FlagsView,
    GameView,
    GhostView,
    HealthView,
    MarkerView,
    NoticeView,
    OperativeView,
    RulingView,
    TerrainView,
    View,
)

T = TypeVar("T", bound=View)


class Listed(View, Generic[T]):
    """A list by difference: the ids as they now stand, in order, and the items that are new or other than before."""

    order: tuple[str, ...]
    changed: tuple[T, ...]


class Delta(View):
    """The parts of a snapshot that changed since revision `since`; null where nothing did."""

    version: Literal[1] = VERSION
    since: Annotated[int, Field(ge=1)]
    revision: Annotated[int, Field(ge=1)]
    board: BoardView | None = None
    operatives: Listed[OperativeView] | None = None
    terrain: Listed[TerrainView] | None = None
    markers: Listed[MarkerView] | None = None
    flags: FlagsView | None = None
    game: GameView | None = None
    prompts: tuple[Prompt, ...] | None = None
    rulings: Listed[RulingView] | None = None
    ghosts: tuple[GhostView, ...] | None = None
    notices: tuple[NoticeView, ...] | None = None
    health: tuple[HealthView, ...] | None = None
    camera: CameraView | None = None
    offers: tuple[OffersView, ...] | None = None
    menu: tuple[MenuView, ...] | None = None
    tray: tuple[TrayView, ...] | None = None
    clock: ClockView | None = None


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


def delta(old: Snapshot, new: Snapshot) -> Delta:
    """Return what differs between two snapshots, as the model that is sent."""
    return Delta(
        since=old.revision,
        revision=new.revision,
        board=_other(old.table.board, new.table.board),
        operatives=_listed(Listed[OperativeView], old.table.operatives, new.table.operatives, lambda o: o.id),
        terrain=_listed(Listed[TerrainView], old.table.terrain, new.table.terrain, lambda t: t.id),
        markers=_listed(Listed[MarkerView], old.table.markers, new.table.markers, lambda m: m.id),
        flags=_other(old.table.flags, new.table.flags),
        game=_other(old.game, new.game),
        prompts=_other(old.prompts, new.prompts),
        rulings=_listed(Listed[RulingView], old.rulings, new.rulings, lambda r: r.id),
        ghosts=_other(old.ghosts, new.ghosts),
        notices=_other(old.notices, new.notices),
        health=_other(old.health, new.health),
        camera=_other(old.camera, new.camera),
        offers=_other(old.offers, new.offers),
        menu=_other(old.menu, new.menu),
        tray=_other(old.tray, new.tray),
        clock=_other(old.clock, new.clock),
    )


V = TypeVar("V")


def _other(old: V, new: V) -> V | None:
    return None if old is new or old == new else new


def _listed(form: type[Listed[T]], old: Sequence[T], new: Sequence[T], key: Callable[[T], str]) -> Listed[T] | None:
    if old is new:
        return None
    before = {key(item): item for item in old}
    changed = tuple(item for item in new if _other(before.get(key(item)), item) is not None)
    order = tuple(key(item) for item in new)
    if not changed and order == tuple(before):
        return None
    return form(order=order, changed=changed)
