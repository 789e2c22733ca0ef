"""Sentences taken to pieces where a length is said, so that a page can say it in another unit and reads no prose."""

from __future__ import annotations

import re

from web.contract.views import Inches, Name, View

LENGTH = re.compile(r"""(\d+(?:\.\d+)?) ?(?:in\b|["″])(?:, ±(\d+(?:\.\d+)?))?""")


class LengthView(View):
    """A length in a sentence: in words as `said` there, in inches; `sigma` is its standard deviation if one is said."""

    said: Name
    inches: Inches
    sigma: Inches | None = None


Prose = tuple[str | LengthView, ...]


def prose_of(sentence: str) -> Prose:
    """Return the pieces of a sentence in order: joined, with each length as it is said, they are the sentence."""
    pieces: list[str | LengthView] = []
    end = 0
    for found in LENGTH.finditer(sentence):
        pieces.append(sentence[end : found.start()])
        sigma = float(found[2]) if found[2] else None
        pieces.append(LengthView(said=found[0], inches=float(found[1]), sigma=sigma))
        end = found.end()
    pieces.append(sentence[end:])
    return tuple(piece for piece in pieces if piece != "")
