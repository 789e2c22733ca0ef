"""What players said of dice in this tray, kept from run to run beside its calibration."""

from __future__ import annotations

from pathlib import Path

from calibration.catalogue import read_json
from overlook.writing import write_json
from vision.dice.examples import examples_document, parse_examples
from vision.dice.face_templates import Example
from vision.dice.tray import Tray, TrayError

NAME = "tray-examples.json"


class ExampleStore:
    """The file of one table's examples of dice; those of another calibration do not count.

    They never leave the table. `fault` says in one line what was wrong with the file, or why it could not be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.fault = ""

    def read(self, tray: Tray) -> tuple[Example, ...]:
        """Return the examples that were kept of this calibration, none where there are none or they cannot be read."""
        self.fault = ""
        if not self._path.exists():
            return ()
        try:
            return parse_examples(read_json(self._path, TrayError, "examples of dice"), tray)
        except TrayError as fault:
            self.fault = f"{self._path.name} cannot be read ({str(fault)[:120]}): how dice look is learned anew"
            return ()

    def keep(self, examples: tuple[Example, ...], tray: Tray) -> None:
        """Write the examples down; a full disk costs only what was learned since."""
        try:
            write_json(self._path, examples_document(examples, tray))
            self.fault = ""
        except OSError as fault:
            self.fault = f"what was learned of the dice is not kept ({fault.strerror}): free some space"


def store_beside(tray: Path) -> ExampleStore:
    """Return the store of the tray whose calibration is that file."""
    return ExampleStore(tray.with_name(NAME))
