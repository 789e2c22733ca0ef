"""Files of dice questions answered: distributions, fixed rolls, legality (docs/formats.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from referee.corpus.odds_kinds import KINDS
from referee.editions.registry import editions_of
from referee.rules.errors import MalformedError, RefereeError

TOLERANCE = 1e-9
PROSE = frozenset({"reason"})


@dataclass(frozen=True, slots=True)
class OddsAnswer:
    """What was answered to one vector: the contract's `got`, its distributions as fractions, and what differs.

    `differences` holds one sentence for each key that was expected otherwise: fractions are compared as fractions,
    numbers to 1e-9, prose not at all.
    """

    id: str
    got: Mapping[str, Any]
    exact: Mapping[str, Mapping[str, Fraction]] = field(default_factory=dict)
    differences: tuple[str, ...] = ()

    @property
    def matches(self) -> bool:
        """Whether nothing that was expected differs."""
        return not self.differences


def answers(path: Path) -> tuple[OddsAnswer, ...]:
    """Return the answer to every vector of a file, compared with what it expects where it does.

    Raises `MalformedError` with one line that names the file, the vector, the field, the value and what was expected.
    """
    return tuple(_answered(path, index, raw) for index, raw in enumerate(_vectors(path)))


def mismatches(found: Iterable[OddsAnswer]) -> tuple[str, ...]:
    """Return one line for each difference: the vector's id, and what differs."""
    return tuple(f"{answer.id}: {difference}" for answer in found for difference in answer.differences)


def _vectors(path: Path) -> list[Any]:
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise MalformedError(
            f"{path}: cannot be read ({error.strerror}): give the path of a file of vectors"
        ) from error
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"{path}: is no JSON ({error}): expected an object with the key 'vectors'") from error
    items = raw.get("vectors") if isinstance(raw, dict) else raw
    if not isinstance(items, list):
        raise MalformedError(f"{path}: field 'vectors': found {type(items).__name__}: expected a list of vectors")
    return items


def _answered(path: Path, index: int, raw: Any) -> OddsAnswer:
    name = raw.get("id", index) if isinstance(raw, dict) else index
    if not isinstance(raw, dict):
        raise MalformedError(f"{path}: vector {name}: found {str(raw)[:40]!r}: expected an object")
    kind = raw.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise MalformedError(f"{path}: vector {name}: field 'kind': found {kind!r}: expected one of {', '.join(KINDS)}")
    schema, answering = KINDS[kind]
    try:
        vector = schema.model_validate(raw)
        got, exact = answering(editions_of(str(raw["edition"]))[0].dice, vector)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "(whole)"
        value = "nothing" if first["type"] == "missing" else json.dumps(first["input"], default=str)[:60]
        raise MalformedError(
            f"{path}: vector {name}: field {where!r}: found {value}: {first['msg'].lower()}"
        ) from error
    except RefereeError as error:
        raise MalformedError(f"{path}: vector {name}: {error}") from error
    wanted = raw.get("expected") or {}
    try:
        differences = tuple(_differences(wanted, got, exact))
    except (TypeError, ValueError, AttributeError) as error:
        raise MalformedError(
            f"{path}: vector {name}: field 'expected': {error}: expected an object of answers"
        ) from error
    return OddsAnswer(str(name), got, exact, differences)


def _differences(
    wanted: Mapping[str, Any], got: Mapping[str, Any], exact: Mapping[str, Mapping[str, Fraction]]
) -> Iterable[str]:
    for key, value in wanted.items():
        if key in PROSE:
            continue
        if key.endswith("_exact"):
            found = exact.get(key.removesuffix("_exact"))
            if found is None or {name: Fraction(chance) for name, chance in value.items()} != found:
                yield f"{key}: expected {value!r}, got { {k: str(v) for k, v in (found or {}).items()}!r}"
        elif key not in got or not _same(value, got[key]):
            yield f"{key}: expected {value!r}, got {got.get(key, 'no answer')!r}"


def _same(wanted: Any, found: Any) -> bool:
    if isinstance(wanted, dict) and isinstance(found, dict):
        return wanted.keys() == found.keys() and all(_same(value, found[key]) for key, value in wanted.items())
    if isinstance(wanted, bool) or isinstance(found, bool) or wanted is None:
        return wanted is found
    if isinstance(wanted, int | float) and isinstance(found, int | float):
        return abs(wanted - found) <= TOLERANCE
    return bool(wanted == found)
