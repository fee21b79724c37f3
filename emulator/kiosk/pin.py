# SPDX-License-Identifier: MIT
"""
The attendant's PIN: kept as a salted hash, compared in constant time, and only so many tries at once.

    hidden = hide("4711")                       # for attendant.pin
    gate = Gate(hidden, tries=3, wait_s=30)
    gate.opens("4711", now_s=10.0)

scrypt (RFC 7914) makes each guess cost 16 MB and some 50 ms; a PIN of four digits is guessed from the file
all the same, so that file is for its owner's eyes.
"""

from __future__ import annotations

import hashlib
import hmac
import os

DIGITS_LEAST, DIGITS_MOST = 4, 12
_COST = 14  # 2^14 blocks of 1 KiB: RFC 7914's interactive cost
_SALT_BYTES = 16


class PINError(ValueError):
    """A PIN that is none: too short, too long, or not of digits."""


def hide(digits: str, salt: bytes | None = None) -> str:
    """
    The text that stands for a PIN in a kiosk's file.

    Raises:
        PINError: it has other signs than digits, or not 4 to 12 of them.
    """
    if not (digits.isascii() and digits.isdigit() and DIGITS_LEAST <= len(digits) <= DIGITS_MOST):
        raise PINError(
            f"PIN must have {DIGITS_LEAST} to {DIGITS_MOST} digits and nothing else (got another text)"
        )
    salt = os.urandom(_SALT_BYTES) if salt is None else salt
    return f"scrypt:{_COST}:{salt.hex()}:{_hashed(digits, salt, _COST).hex()}"


def matches(digits: str, hidden: str) -> bool:
    """Whether these digits are the hidden PIN."""
    _, cost, salt, wanted = hidden.split(":")
    return hmac.compare_digest(_hashed(digits, bytes.fromhex(salt), int(cost)), bytes.fromhex(wanted))


def _hashed(digits: str, salt: bytes, cost: int) -> bytes:
    return hashlib.scrypt(digits.encode(), salt=salt, n=1 << cost, r=8, p=1, maxmem=1 << 27, dklen=32)


class Gate:
    """
    Lets a PIN through; after ``tries`` wrong ones none for a while, each time twice as long, an hour at most.

    Args:
        hidden: as ``hide`` made it.
    """

    LONGEST_S = 3_600.0

    def __init__(self, hidden: str, tries: int, wait_s: float) -> None:
        self._hidden = hidden
        self._tries = tries
        self._wait_s = wait_s
        self._wrong = 0
        self._shut_until_s = float("-inf")

    def shut_s(self, now_s: float) -> float:
        """For how long nothing is let through."""
        return max(0.0, self._shut_until_s - now_s)

    def opens(self, digits: str, now_s: float) -> bool:
        """Whether these digits are the PIN, and may be tried now."""
        if self.shut_s(now_s) > 0:
            return False
        if matches(digits, self._hidden):
            self._wrong = 0
            return True
        self._wrong += 1
        if self._wrong % self._tries == 0:
            doubled = self._wait_s * 2 ** (self._wrong // self._tries - 1)
            self._shut_until_s = now_s + min(doubled, self.LONGEST_S)
        return False
