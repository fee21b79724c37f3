# SPDX-License-Identifier: MIT
"""
The hash chain of a journal, and what is wrong with a journal that breaks it.

    chain("", '{"azar":"journal"}')            # the hash of the first line, 32 hex digits
    verify_chain(data)                         # None, or the number of the first line that does not follow
"""

from __future__ import annotations

import hashlib

from emulator.support.errors import EmulatorError

HASH_DIGITS = 32
# The hash is the last member of every line, so that the hashed text is the line's own bytes before it.
_TAIL = len(',"h":"') + HASH_DIGITS + len('"}')
_sha256 = hashlib.sha256


class JournalError(EmulatorError):
    """A journal cannot be written, read or replayed; see AlteredError here and DigestError in replay.py."""


class AlteredError(JournalError):
    """A journal is not as it was recorded; ``hint`` is what to do next."""

    hint = "get it again from whoever recorded it, and keep this one as it is: it is evidence"


class ChainError(AlteredError):
    """A line does not follow from the line before it; ``line`` is its number, from 1."""

    def __init__(self, path: str, line: int) -> None:
        super().__init__(f"{path}: line {line} is altered, moved or missing: its hash does not follow")
        self.line = line


def chain(previous_hash: str, text: str) -> str:
    """Return the hash of a line: the first 32 hex digits of SHA-256 over the hash before it and its text."""
    return _sha256((previous_hash + text).encode()).hexdigest()[:HASH_DIGITS]


def verify_chain(data: bytes) -> int | None:
    """
    Check every hash of a journal's bytes.

    Returns:
        The number, from 1, of the first line that does not follow from the line before it, a last line
        without its line feed included; None if all of them do.
    """
    previous = b""
    lines = data.split(b"\n")
    for number, line in enumerate(lines[:-1], 1):
        text = line[:-_TAIL] + b"}"
        digest = _sha256(previous + text).hexdigest()[:HASH_DIGITS].encode()
        if line[-_TAIL:] != b',"h":"' + digest + b'"}':
            return number
        previous = digest
    return len(lines) if lines[-1] or len(lines) == 1 else None


def unhashed(line: str) -> str:
    """Return a line as it was hashed, without its hash."""
    return line[:-_TAIL] + "}"
