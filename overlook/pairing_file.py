"""Pairings in the data folder: phones stay paired over a restart, whatever the clock says."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path

from pydantic import ValidationError

from calibration.files import DigestError, read_undigested
from overlook.writing import SECRET_MODE, write_digested
from web.auth.pairing_term import PairingRecord, PairingTerm

NAME = "pairings.json"


def read_pairing_term(
    folder: Path, told: Callable[[str], None] = lambda _: None, *, steady: Callable[[], float] = time.monotonic
) -> PairingTerm:
    """Return the pairings of a data folder.

    If their file is missing or damaged, all phones must be paired again; a damaged one is the term's `fault`. `told`
    hears once of a disk that takes nothing: then pairings are valid for this run.
    """
    path, fault, failed = folder / NAME, "", False

    def save(record: PairingRecord) -> None:
        nonlocal failed
        try:
            write_digested(path, record.model_dump_json(), mode=SECRET_MODE)
        except OSError as cause:
            if not failed:
                why = cause.strerror or cause
                told(f"{path}: not written ({why}): phones that are paired now must be paired again after a restart")
            failed = True

    try:
        record = PairingRecord.model_validate_json(read_undigested(path))
    except (OSError, ValidationError, DigestError) as cause:
        if not isinstance(cause, FileNotFoundError):
            why = cause.strerror if isinstance(cause, OSError) else "it is damaged"
            fault = f"{NAME} cannot be read ({why}): pair all phones again"
        record = PairingRecord(epoch=secrets.token_hex(8))
        save(record)
    return PairingTerm(record, save=save, steady=steady, fault=fault)
