"""What players' answers teach of the tray's dice: how each value of their make looks in this light."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from overlook.table.tray.example_store import ExampleStore
from vision.dice.examples import taught, with_newer
from vision.dice.face_templates import Example
from vision.dice.tray import Tray
from vision.dice.tray_tracker import Roll


class LearnedDice:
    """The examples of one calibration's dice. They are kept by `store`, where there is one, and stay at the table."""

    def __init__(self, tray: Tray, store: ExampleStore | None = None) -> None:
        self._tray, self._store = tray, store
        self.examples: tuple[Example, ...] = () if store is None else store.read(tray)
        self._by: dict[str, tuple[Example, ...]] = {}
        """What each answer taught since the program was started."""

    @property
    def fault(self) -> str:
        """Why what was learned could not be read or kept, "" where it was."""
        return "" if self._store is None else self._store.fault

    def answered(self, roll: Roll, dice: Sequence[int], said: Sequence[int], *, answer: str, player: str) -> None:
        """Learn from an answer with those `dice` of a roll, by their numbers; `player` is the colour that it is of."""
        if len(roll.faces) != len(roll.reading.dice):
            return
        lying, faces = [roll.reading.dice[k] for k in dice], [roll.faces[k] for k in dice]
        examples = taught(lying, faces, said, roll=answer, player=player)
        if examples:
            self._by[answer] = examples
            self._keep(with_newer(self.examples, examples))

    def undone(self, standing: Collection[str]) -> None:
        """Forget what answers taught that were taken back: they may have been wrong, and are given again."""
        gone = [answer for answer in self._by if answer not in standing]
        wrong = {example for answer in gone for example in self._by.pop(answer)}
        if wrong:
            self._keep(tuple(each for each in self.examples if each not in wrong))

    def forget(self) -> None:
        """Forget all of it: dice that were believed turned out to show other values."""
        self._by.clear()
        if self.examples:
            self._keep(())

    def _keep(self, examples: tuple[Example, ...]) -> None:
        self.examples = examples
        if self._store is not None:
            self._store.keep(examples, self._tray)
