"""Tables of other days at the desk: kept when a game begins, offered when their tags are on the board again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from overlook.setup.draft import Draft
from overlook.setup.errors import SetupRefusedError
from overlook.setup.recognition import asked_of, moved_since, places_of, recognise
from overlook.setup.reducer import SetupObservation as SeenTags
from overlook.setup.saved_setups import PlaceKept, SavedSetup, SavedSetups
from web.contract.setup.views import BeforeView, LineView, Step


class SavedSetupsView:
    """The tables of other days; `anew` says that people want none of them now."""

    def __init__(self, folder: Path, today: Callable[[], date]) -> None:
        self._shelf = SavedSetups(folder)
        self._today = today
        self.anew = False

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with the files of those that cannot be read."""
        return self._shelf.faults

    def keep(self, draft: Draft, seen: SeenTags) -> None:
        """Keep a set-up with where its terrain stands; `SetupRefusedError` when the disk does not take it."""
        places = places_of(draft.pieces, seen.tags, seen.lens)
        terrain = {name: PlaceKept.of(place) for name, place in places.items()}
        self._shelf.keep(SavedSetup(on=self._today(), draft=draft, terrain=terrain))

    def taken(self, draft: Draft, name: str, seen: SeenTags) -> Draft:
        """Return the set-up of that name as it goes on; `SetupRefusedError` where it is not the one offered."""
        kept = self._offered(draft, seen)
        if kept is None or kept.name != name:
            raise SetupRefusedError(f"{name} is not offered any more: something was set up, or its tags are not seen")
        return kept.draft.model_copy(update={"started": False, "asked": None, "step": Step.READY})

    def view(self, draft: Draft, seen: SeenTags) -> BeforeView | None:
        """Return the offer as it is shown, None where there is none."""
        kept = self._offered(draft, seen)
        if kept is None:
            return None
        moved = moved_since(kept, seen.tags, seen.board, seen.lens)
        lines = tuple(LineView(change=one.change.value, sentence=str(one)) for one in moved)
        return BeforeView(name=kept.name, sentence=asked_of(kept, self._today()), moved=lines)

    def _offered(self, draft: Draft, seen: SeenTags) -> SavedSetup | None:
        """The table of another day that is on the board again, while nothing was said of this one."""
        if self.anew or not draft.pristine:
            return None
        return recognise(self._shelf.kept, seen.tags, seen.board)
