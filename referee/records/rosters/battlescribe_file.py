"""BattleScribe's files as plain data: XML, packed or not, read within bounds and without anything from outside."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException, ElementTree

from referee.rules.errors import MalformedError

MOST_BYTES = 4_000_000
MOST_ENTRIES = 16
MOST_ELEMENTS = 100_000
DEEPEST = 64
LISTS = frozenset(
    {
        "forces",
        "selections",
        "profiles",
        "rules",
        "categories",
        "characteristics",
        "costs",
        "costLimits",
        "publications",
    }
)
UNREADABLE = (zipfile.BadZipFile, zlib.error, OSError, lzma.LZMAError, EOFError, RuntimeError, ValueError)
"""What `zipfile` raises for a file that is none or damaged: its own; what each of its three unpackers says (bzip2 by
`OSError`); an end that is cut off; a password or a method that nobody knows; sizes and names that cannot be.
"""


def unpacked(source: str, data: bytes) -> bytes:
    """Return the roster in a `.rosz`; `MalformedError` where there is none, or one larger than any list."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [one for one in archive.infolist()[:MOST_ENTRIES] if not one.is_dir()]
            roster = next((one for one in entries if one.filename.lower().endswith(".ros")), None)
            if roster is None:
                raise MalformedError(f"{source}: a zip without a .ros in it: expected a .rosz of BattleScribe")
            with archive.open(roster) as file:
                text = file.read(MOST_BYTES + 1)
    except UNREADABLE as fault:
        raise MalformedError(
            f"{source}: cannot be unpacked ({_line(fault)}): expected a .rosz of BattleScribe"
        ) from fault
    _bounded(source, text)
    return text


def xml_data(source: str, text: bytes | str) -> dict[str, Any]:
    """Return a `.ros` as New Recruit writes the same in JSON: attributes as fields, lists as lists, words as `$text`.

    Entities, document types and files from outside are refused with `MalformedError`, and what is deeper or longer than
    any list is.
    """
    _bounded(source, text)
    try:
        root = ElementTree.fromstring(text, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as fault:
        raise MalformedError(f"{source}: is no XML ({_line(fault)}): expected a .ros of BattleScribe") from fault
    _within(source, root)
    return {_tag(root): _content(root)}


def _bounded(source: str, text: bytes | str) -> None:
    if len(text) > MOST_BYTES:
        raise MalformedError(f"{source}: longer than {MOST_BYTES} bytes: expected a list of one kill team")


def _within(source: str, root: Element) -> None:
    count, level, depth = 0, [root], 0
    while level:
        count, depth = count + len(level), depth + 1
        if count > MOST_ELEMENTS or depth > DEEPEST:
            raise MalformedError(
                f"{source}: more than {MOST_ELEMENTS} elements, or nested deeper than {DEEPEST}: expected one kill team"
            )
        level = [below for one in level for below in one]


def _content(element: Element) -> dict[str, Any]:
    found: dict[str, Any] = dict(element.attrib)
    for below in element:
        name = _tag(below)
        if name in LISTS:
            found[name] = [*found.get(name, ()), *(_content(one) for one in below)]
        else:
            found[name] = below.text or ""
    if element.text and element.text.strip():
        found["$text"] = element.text
    return found


def _tag(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _line(fault: Exception) -> str:
    return (str(fault).splitlines() or [type(fault).__name__])[0][:120]
