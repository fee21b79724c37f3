# SPDX-License-Identifier: MIT
"""Keys and signatures of ROMs: whose they are, who else's they are not, and files that nobody overwrites."""

from __future__ import annotations

import functools
import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from emulator import Cabinet
from emulator.cli import run as azar
from machines.rom import seal
from machines.rom.build import build_file
from machines.rom.file import DamagedRomError, unpack, with_signature
from machines.rom.read import read_rom
from machines.rom.seal import SealKeyError, fingerprint, make_key, read_private, read_public, sign, signer

PEM = serialization.Encoding.PEM


@functools.cache
def whole() -> bytes:
    return build_file("cierzo")


@functools.cache
def english() -> bytes:
    return build_file("cierzo", language="en")


def key(number: int) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)


def public(number: int) -> bytes:
    raw = serialization.Encoding.Raw, serialization.PublicFormat.Raw
    return key(number).public_key().public_bytes(*raw)


def refusal(data: bytes, required: bytes | None = None) -> str:
    with pytest.raises(DamagedRomError) as refused:
        signer(unpack(data), required)
    (finding,) = refused.value.findings
    assert finding.part == "signature"
    return finding.message


def test_signature_of_the_right_key_is_accepted() -> None:
    signed = sign(whole(), key(1))
    assert signer(unpack(signed)) == signer(unpack(signed), public(1)) == fingerprint(public(1))
    assert sign(whole(), key(1)) == signed
    assert sign(sign(whole(), key(2)), key(1)) == signed


def test_signature_by_a_foreign_key_is_refused_and_both_keys_named() -> None:
    said = refusal(sign(whole(), key(2)), public(1))
    assert said == f"foreign key: must be {fingerprint(public(1))} (got {fingerprint(public(2))})"


def test_missing_signature_is_refused_where_a_key_is_required() -> None:
    assert signer(unpack(whole())) is None
    assert refusal(whole(), public(1)).startswith("missing")


def test_signature_of_another_rom_is_refused() -> None:
    taken = unpack(sign(english(), key(1))).signature
    assert refusal(with_signature(whole(), taken), public(1)).startswith("wrong")


def test_signature_under_anothers_name_is_refused() -> None:
    """The right public key in front of a signature that another key made."""
    foreign = unpack(sign(whole(), key(2))).signature
    assert refusal(with_signature(whole(), public(1) + foreign[32:]), public(1)).startswith("wrong")


@pytest.mark.parametrize("at", range(1, 97))
def test_every_byte_of_the_signature_counts(at: int) -> None:
    signed = sign(whole(), key(1))
    bent = signed[: len(signed) - at] + bytes([signed[-at] ^ 1 << at % 8]) + signed[len(signed) - at + 1 :]
    assert refusal(bent).startswith("wrong")


def test_a_signature_of_the_bare_digest_is_none() -> None:
    """What is signed begins with what it is: a signature made for another purpose does not fit."""
    bare = key(1).sign(bytes.fromhex(unpack(whole()).digest))
    assert refusal(with_signature(whole(), public(1) + bare)).startswith("wrong")


def test_the_board_boots_only_what_the_required_key_signed(tmp_path: Path) -> None:
    path = tmp_path / "x.rom"
    path.write_bytes(sign(whole(), key(2)))
    assert read_rom(path).signer == fingerprint(public(2))
    with pytest.raises(DamagedRomError, match="foreign key"):
        Cabinet(rom=path, key=public(1))
    assert Cabinet(rom=path, key=public(2)).rom.sealed == unpack(whole()).digest
    path.write_bytes(whole())
    with pytest.raises(DamagedRomError, match="missing"):
        Cabinet(rom=path, key=public(2))


# --- key files --------------------------------------------------------------------------------------


def test_a_new_key_is_for_its_owner_alone_and_fits_its_public_half(tmp_path: Path) -> None:
    path = tmp_path / "maker.pem"
    found = make_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert fingerprint(read_public(tmp_path / "maker.pem.pub")) == found
    assert signer(unpack(sign(whole(), read_private(path)))) == found
    assert make_key(tmp_path / "other.pem") != found


@pytest.mark.parametrize("there", ["maker.pem", "maker.pem.pub"])
def test_no_key_is_ever_overwritten(there: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / there).write_text("precious")
    with pytest.raises(SealKeyError, match="never overwritten"):
        make_key(tmp_path / "maker.pem")
    assert azar(["rom", "keygen", "-o", str(tmp_path / "maker.pem")]) == 1
    assert "never overwritten" in capsys.readouterr().err
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {there: "precious"}


def test_a_key_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(SealKeyError, match="cannot be written"):
        make_key(tmp_path / "nowhere" / "maker.pem")


def test_keys_of_another_kind_are_refused(tmp_path: Path) -> None:
    other = ec.generate_private_key(ec.SECP256R1())
    none = serialization.NoEncryption()
    pem = other.private_bytes(PEM, serialization.PrivateFormat.PKCS8, none)
    spki = other.public_key().public_bytes(PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    make_key(tmp_path / "mine.pem")
    public_half = (tmp_path / "mine.pem.pub").read_bytes()
    for text in (pem, public_half, b"", b"\xff", b"-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n"):
        (tmp_path / "k").write_bytes(text)
        with pytest.raises(SealKeyError, match="Ed25519 private key"):
            read_private(tmp_path / "k")
    for text in (spki, (tmp_path / "mine.pem").read_bytes(), b"", b"\xff"):
        (tmp_path / "k").write_bytes(text)
        with pytest.raises(SealKeyError, match="Ed25519 public key"):
            read_public(tmp_path / "k")
    with pytest.raises(SealKeyError, match="No such file"):
        read_public(tmp_path / "missing")


def test_a_private_key_with_a_passphrase_is_refused_in_one_line(tmp_path: Path) -> None:
    secret = serialization.BestAvailableEncryption(b"word")
    (tmp_path / "k").write_bytes(key(1).private_bytes(PEM, serialization.PrivateFormat.PKCS8, secret))
    with pytest.raises(SealKeyError, match="Ed25519 private key"):
        read_private(tmp_path / "k")


def test_what_is_signed_is_what_the_docs_say() -> None:
    message = b"azar rom 1\n" + bytes.fromhex(unpack(whole()).digest)
    assert message.startswith(seal.PURPOSE) and len(seal.PURPOSE) == 11
    key(1).public_key().verify(unpack(sign(whole(), key(1))).signature[32:], message)
