"""Which text reads on which colour (WCAG 2.2, relative luminance and contrast ratio)."""

from __future__ import annotations

DARK_INK = "#000000"
LIGHT_INK = "#ffffff"


def luminance(colour: str) -> float:
    """Return the relative luminance, 0 to 1, of an sRGB colour written `#rrggbb`."""
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def ink_on(colour: str) -> str:
    """Return the dark or the light ink, whichever reads better on `colour`; never under 4.5 to 1."""
    return max((DARK_INK, LIGHT_INK), key=lambda ink: contrast(ink, colour))
