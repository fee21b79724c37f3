# SPDX-License-Identifier: MIT
"""
The registers of the link card: what the board tells it, and what it answers, each with a CRC-32.

Pure: bytes in, values out; the card and the host run this same file. The board tells everything that it has
committed in one frame, as often as it likes: the card knows from the numbers in it what is new.

    link_frames.pack_told(3, 18, 340_000, 2, 30_000, (17, 41, 20_000, 0))
    answer = link_frames.unpack_answer(raw)      # None: not whole
    answer[link_frames.STATUS]
"""

import binascii
import struct

# Registers: what is read, what is written.
ANSWER = 0x00
TOLD = 0x40
# What the prize in kind of a pot is called, in Spanish and in English: a register a pot (C-20).
NAMES = (0x80, 0x90)
NAME_SIZE = 64
# Characters of the message line beside its TEST mark.
WORDS_MAX = 27

# The card is not told anything yet, or the controller does not answer; it answers; it will not have us.
DOWN = 0
UP = 1
REFUSED = 2

# An answer: status, why it was refused (0: it was not), number of the next play and of the last award as the
# card was told them, last play that is durable, then the award that waits (0: none): its number, the pot,
# what won (1 prize, 2 mystery, 3 threshold) and its cents; pots and what each shows, in cents.
POTS_MAX = 8
_ANSWER_FORMAT = "<BBIIIIBBIB8I"
ANSWER_SIZE = 61
STATUS = 0
WHY = 1
NEXT = 2
SETTLED = 3
ACKED = 4
AWARD = 5
POT = 6
BY = 7
CENTS = 8
POTS = 9

# What is told: version, plays that follow, machine, number of the next play, stakes of all plays in
# millicents, last award that is in the books, cents of all awards; then for a play its number, that of the
# machine's own count, stake, prize hit (0: none), among how many it is split.
_TOLD_FORMAT = "<BBQQQQQ"
_PLAY_FORMAT = "<QQIBB"
_VERSION = 1


def _sealed(body: bytes) -> bytes:
    return body + struct.pack("<I", binascii.crc32(body))


def _whole(raw: bytes) -> bool:
    return len(raw) > 4 and binascii.crc32(raw[:-4]) == struct.unpack_from("<I", raw, len(raw) - 4)[0]


def pack_told(machine: int, next_seq: int, staked_mc: int, award: int, won_cents: int, play: tuple) -> bytes:
    """
    Return what the board tells: all that it has committed.

    Args:
        machine: number in the link.
        next_seq: number of the next play, 1 or more.
        staked_mc: stakes of all plays.
        award: number of the last award in the books, 0: none.
        won_cents: all awards in the books.
        play: () or (number, machine's own count, stake in millicents, prize) of the play that waits.
    """
    body = struct.pack(
        _TOLD_FORMAT, _VERSION, 1 if play else 0, machine, next_seq, staked_mc, award, won_cents
    )
    if play:
        body += struct.pack(_PLAY_FORMAT, play[0], play[1], play[2], play[3], 1)
    return _sealed(body)


def unpack_told(raw: bytes) -> bytes:
    """Return the frame without its CRC, or no bytes at all if it is not whole."""
    return raw[:-4] if _whole(raw) else b""


def pack_answer(head: tuple, pots_cents: list) -> bytes:
    """Return an answer with these values, in the order of STATUS to CENTS, and what the pots show."""
    shown = list(pots_cents[:POTS_MAX])
    room = shown + [0] * (POTS_MAX - len(shown))
    return _sealed(struct.pack(_ANSWER_FORMAT, *(list(head) + [len(shown)] + room)))


def pack_name(name: str) -> bytes:
    """Return the register of a pot: the name of its prize in Latin-1, no characters where it is money."""
    codes = bytes([min(ord(letter), 255) for letter in name[: NAME_SIZE - 4]])
    return _sealed(codes + bytes(NAME_SIZE - 4 - len(codes)))


def unpack_name(raw: bytes) -> str | None:
    """Return the name of a pot's prize in kind, an empty one where it is money; None: not whole."""
    if len(raw) != NAME_SIZE or not _whole(raw):
        return None
    return "".join([chr(code) for code in raw[:-4] if code])


def pieces(words: str) -> list[str]:
    """Return words as lines of the display, broken between them; one too long for a line is cut through."""
    lines: list[str] = []
    for word in words.split():
        while word:
            if lines and len(lines[-1]) + 1 + len(word) <= WORDS_MAX:
                lines[-1] += " " + word
                word = ""
            else:
                lines.append(word[:WORDS_MAX])
                word = word[WORDS_MAX:]
    return lines


def unpack_answer(raw: bytes) -> tuple | None:
    """Return the values of an answer in the order of STATUS to POTS, the last a tuple; None: not whole."""
    if len(raw) != ANSWER_SIZE or not _whole(raw):
        return None
    values = struct.unpack(_ANSWER_FORMAT, raw[:-4])
    return values[:POTS] + (values[POTS + 1 : POTS + 1 + values[POTS]],)
