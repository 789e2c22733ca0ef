"""A certificate that is given: what it is good for is read from it, and what cannot be used is one line."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import ValidationError

from messages.message import Message
from tests.web.certified import NAME, Certified, certified
from web.contract.errors import AddressError
from web.server.settings import WebSettings
from web.server.tls import TlsContext


@pytest.fixture(scope="module")
def made(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Certified:
    """A hall's certificate for one table."""
    return certified(checkout, tmp_path_factory.mktemp("made"))


def openssl(*words: str | Path) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True)


def greeted(encryption: TlsContext, trusting: ssl.SSLContext, name: str) -> bytes:
    """Return the certificate that a phone is shown over a real connection, DER."""
    here, there = socket.socketpair()

    def answer() -> None:
        with encryption.context.wrap_socket(there, server_side=True) as server:
            server.recv(1)

    answering = threading.Thread(target=answer)
    answering.start()
    with trusting.wrap_socket(here, server_hostname=name) as phone:
        shown = phone.getpeercert(binary_form=True)
        phone.send(b"x")
    answering.join()
    assert shown
    return shown


def test_what_hall_sh_makes_is_taken_by_a_phone_that_trusts_the_hall(made: Certified) -> None:
    encryption = TlsContext(made.certificate, made.key)
    assert encryption.certificate.names == (NAME,)
    left = encryption.certificate.until - datetime.now(UTC)
    assert timedelta(days=823) < left <= timedelta(days=825)
    assert encryption.certificate.since <= datetime.now(UTC)
    assert greeted(encryption, made.trusting(), NAME)
    assert made.settings == {
        "names": [NAME],
        "tls_certificate": made.certificate.name,
        "tls_key": made.key.name,
    }


def test_one_that_has_ended_is_read_so_that_its_end_can_be_said(made: Certified, tmp_path: Path) -> None:
    request, old, hall = tmp_path / "old.csr", tmp_path / "old.crt", made.ca.parent
    openssl("req", "-new", "-key", made.key, "-out", request, "-subj", "/CN=old")
    (tmp_path / "ext").write_text("subjectAltName=DNS:old.local,IP:10.1.2.3\n")
    signing = ("-CA", made.ca, "-CAkey", hall / "ca.key", "-CAcreateserial", "-extfile", tmp_path / "ext")
    openssl("x509", "-req", "-in", request, "-out", old, "-days", "-1", *signing)
    certificate = TlsContext(old, made.key).certificate
    assert certificate.names == ("old.local", "10.1.2.3")
    assert certificate.until < datetime.now(UTC)


def test_what_cannot_be_used_is_said_in_one_line(made: Certified, tmp_path: Path) -> None:
    other = tmp_path / "other.key"
    openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", other)
    locked = tmp_path / "locked.key"
    openssl("ec", "-in", made.key, "-aes128", "-passout", "pass:secret", "-out", locked)
    binary, empty, nameless = tmp_path / "binary.crt", tmp_path / "empty", tmp_path / "nameless.crt"
    openssl("x509", "-in", made.certificate, "-outform", "DER", "-out", binary)
    empty.write_bytes(b"")
    openssl("req", "-x509", "-key", made.key, "-out", nameless, "-subj", "/CN=nameless", "-days", "9")
    for certificate, key, code in (
        (made.certificate, other, "web-tls-mismatch"),
        (made.certificate, locked, "web-tls-mismatch"),
        (binary, made.key, "web-tls-mismatch"),
        (empty, made.key, "web-tls-mismatch"),
        (made.key, made.certificate, "web-tls-mismatch"),
        (tmp_path / "none.crt", made.key, "web-tls-unreadable"),
        (made.certificate, tmp_path, "web-tls-unreadable"),
        (nameless, made.key, "web-tls-nameless"),
    ):
        with pytest.raises(AddressError) as refused:
            TlsContext(certificate, key)
        assert refused.value.message.code == code
        assert "\n" not in str(refused.value)


def test_a_renewed_certificate_is_shown_to_who_comes_next_and_a_broken_one_is_not(
    checkout: Path, made: Certified, tmp_path: Path
) -> None:
    files = tmp_path / "table.crt", tmp_path / "table.key"
    shutil.copy(made.certificate, files[0])
    shutil.copy(made.key, files[1])
    encryption = TlsContext(*files)
    assert not encryption.reload_if_changed()
    first = greeted(encryption, made.trusting(), NAME)

    files[0].write_bytes(b"half a certific")
    with pytest.raises(AddressError):
        encryption.reload_if_changed()
    assert not encryption.reload_if_changed(), "said once"
    assert greeted(encryption, made.trusting(), NAME) == first

    (tmp_path / "again").mkdir()
    again = certified(checkout, tmp_path / "again")
    shutil.copy(again.certificate, files[0])
    with pytest.raises(AddressError):
        encryption.reload_if_changed()
    shutil.copy(again.key, files[1])
    assert encryption.reload_if_changed()
    assert greeted(encryption, again.trusting(), NAME) != first


def test_settings_that_do_not_belong_together_are_refused_in_words(tmp_path: Path) -> None:
    file = tmp_path / "table.crt"
    for settings, message in (
        ({"tls_certificate": file}, Message.of("web-tls-half", setting="tls_key")),
        ({"tls_key": file}, Message.of("web-tls-half", setting="tls_certificate")),
        ({"tls_certificate": file, "tls_key": file, "port": 8443}, Message.of("web-tls-port-same", port=8443)),
    ):
        with pytest.raises(ValidationError) as refused:
            WebSettings.model_validate(settings)
        assert refused.value.errors()[0]["ctx"]["error"].message == message
