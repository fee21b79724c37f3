# SPDX-License-Identifier: MIT
"""
The seal on a ROM: Ed25519 keys as PEM files, signatures over the ROM's digest.

    public = make_key(Path("maker.pem"))          # writes maker.pem (mode 0600) and maker.pem.pub
    data = sign(data, read_private(Path("maker.pem")))
    signer(unpack(data), required=read_public(Path("maker.pem.pub")))

Source: RFC 8032 (Ed25519), RFC 8410 (its keys in PEM).
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from machines import MachinesError
from machines.rom.file import Box, DamagedRomError, Finding, unpack, with_signature
from machines.support import private

# What is signed says what it is, so that the signature of a ROM can never serve as one of something else.
PURPOSE = b"azar rom 1\n"
_RAW = serialization.Encoding.Raw, serialization.PublicFormat.Raw


class SealKeyError(MachinesError):
    """A key file cannot be made or read; ``hint`` is what to do next."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def public_path(path: Path) -> Path:
    """Where ``make_key`` writes the public half of a key."""
    return path.with_name(path.name + ".pub")


def make_key(path: Path) -> str:
    """
    Make a new key: the private half in ``path``, readable by its owner alone, the public half beside it.

    Returns:
        Fingerprint of the public half.

    Raises:
        SealKeyError: one of the two files is there already or cannot be written; nothing is overwritten.
    """
    key = Ed25519PrivateKey.generate()
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    public = key.public_key().public_bytes(pem, serialization.PublicFormat.SubjectPublicKeyInfo)
    if public_path(path).exists():
        raise _there(public_path(path))
    _write_new(path, secret, private.MODE)
    _write_new(public_path(path), public, 0o644)
    return fingerprint(key.public_key().public_bytes(*_RAW))


def _write_new(path: Path, data: bytes, mode: int) -> None:
    try:
        private.create(path, data, mode)
    except FileExistsError:
        raise _there(path) from None
    except OSError as error:
        reason = error.strerror or error
        raise SealKeyError(f"{path} cannot be written: {reason}", "name another file") from error


def _there(path: Path) -> SealKeyError:
    return SealKeyError(f"{path} must not be there yet: a key is never overwritten", "name another file")


def read_private(path: Path) -> Ed25519PrivateKey:
    """
    Read a private key.

    Raises:
        SealKeyError: the file holds none of this kind.
        ExposedError: others may read it.
    """
    key = _read(path, "private")
    if not isinstance(key, Ed25519PrivateKey):
        raise SealKeyError(f"{path} must hold an Ed25519 private key", "azar rom keygen -o KEY makes one")
    private.require_private(path)
    return key


def read_public(path: Path) -> bytes:
    """Read a public key as its 32 bytes; SealKeyError if the file holds none of this kind."""
    key = _read(path, "public")
    if not isinstance(key, Ed25519PublicKey):
        raise SealKeyError(f"{path} must hold an Ed25519 public key", "azar rom keygen writes it as KEY.pub")
    return key.public_bytes(*_RAW)


def _read(path: Path, half: str) -> object:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SealKeyError(f"{path}: {error.strerror or error}", "name the file of a key") from error
    try:
        if half == "private":
            return serialization.load_pem_private_key(data, password=None)
        return serialization.load_pem_public_key(data)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return None


def fingerprint(public: bytes) -> str:
    """How people compare public keys: the first 32 hex digits of SHA-256 over its 32 bytes."""
    return hashlib.sha256(public).hexdigest()[:32]


def sign(data: bytes, key: Ed25519PrivateKey) -> bytes:
    """A whole ROM file with this key's signature; Ed25519 always makes the same one."""
    signed = key.sign(PURPOSE + bytes.fromhex(unpack(data).digest))
    return with_signature(data, key.public_key().public_bytes(*_RAW) + signed)


def signer(box: Box, required: bytes | None = None) -> str | None:
    """
    Whose signature a ROM carries.

    Args:
        box: a whole ROM.
        required: the public key that must have signed it, 32 bytes; None accepts any, and none.

    Returns:
        Fingerprint of the key, or None if the ROM is not signed.

    Raises:
        DamagedRomError: the signature is wrong, another key's, or missing although one is required.
    """
    if not box.signature:
        if required is not None:
            raise _refused(f"missing: must be signed by {fingerprint(required)}")
        return None
    public, signature = box.signature[:32], box.signature[32:]
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, PURPOSE + bytes.fromhex(box.digest))
    except (InvalidSignature, ValueError, UnsupportedAlgorithm):
        raise _refused(f"wrong: key {fingerprint(public)} did not sign this ROM") from None
    if required is not None and public != required:
        raise _refused(f"foreign key: must be {fingerprint(required)} (got {fingerprint(public)})")
    return fingerprint(public)


def _refused(message: str) -> DamagedRomError:
    return DamagedRomError([Finding("signature", message)])
