"""Lists from other programs: packed on a Mac, in UTF-16, with a byte order mark, with control characters."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from referee.records.files.roster_file import example_texts, read_roster
from referee.rules.errors import MalformedError

LIST = """<?xml version="1.0" encoding="{encoding}"?>
<roster name="Möwen" gameSystemName="Kill Team 2024"><forces><force catalogueName="Gulls"><selections>
<selection name="Kapitän" number="1" type="model"><profiles><profile name="Kapitän" typeName="Operative">
<characteristics>
<characteristic name="APL">3</characteristic><characteristic name="MOVE">6"</characteristic>
<characteristic name="SAVE">3+</characteristic><characteristic name="WOUNDS">10</characteristic>
</characteristics></profile></profiles></selection></selections></force></forces></roster>"""


def packed(*entries: tuple[str, bytes]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return whole.getvalue()


def names(path: Path, data: bytes) -> list[str]:
    path.write_bytes(data)
    return [operative.name for operative in read_roster(path).operatives]


def test_a_list_packed_on_a_mac_is_read(tmp_path: Path) -> None:
    text = LIST.format(encoding="utf-8").encode()
    for shadow in ("__MACOSX/._List.ros", "._List.ros", "__MACOSX/List.ros"):
        assert names(tmp_path / "mac.rosz", packed((shadow, b"\0\5\26\7"), ("List.ros", text))) == ["Kapitän"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_list_is_read_in_every_encoding_of_unicode(tmp_path: Path, encoding: str) -> None:
    mark = {"utf-16-le": "\ufeff", "utf-16-be": "\ufeff"}.get(encoding, "")
    declared = "utf-16" if "16" in encoding else "utf-8"
    data = (mark + LIST.format(encoding=declared)).encode(encoding)
    assert names(tmp_path / "list.ros", data) == ["Kapitän"]
    assert names(tmp_path / "list.rosz", packed(("List.ros", data))) == ["Kapitän"]
    team = (mark + example_texts()["thistledown"]).encode(encoding)
    assert len(names(tmp_path / "team.toml", team)) > 3


def test_a_file_of_another_encoding_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "team.toml"
    path.write_bytes('name = "Möwen"\n'.encode("cp1252"))
    with pytest.raises(MalformedError) as error:
        read_roster(path)
    assert error.value.message.code == "record-not-utf-8"
    path.write_bytes(b"\xff\xfea\0b")
    with pytest.raises(MalformedError) as error:
        read_roster(path)
    assert error.value.message.code == "record-not-utf-8"
