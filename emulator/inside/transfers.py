# SPDX-License-Identifier: MIT
"""Transfers of the bus in words: what reels are told, what counter, card and link answer, what is lit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from emulator.devices import reel_driver
from emulator.inside.chips import hexed, meaning_of
from machines.firmware import counter_link, pins
from machines.firmware.chance import card_link
from machines.firmware.linked import link_frames

# What tells of a play before the reels show it: the steps at which they will stop.
_TELLING = (pins.REELS_ADDRESS, pins.SCREEN_ADDRESS)
_COMMANDS = {
    reel_driver.CMD_FREE: "free",
    reel_driver.CMD_RUN: "run",
    reel_driver.CMD_STOP: "stop",
    reel_driver.CMD_DEFINE: "define",
    reel_driver.CMD_CLEAR: "clear index",
}


def told(address: int, written: bytes, read: bytes | None, *, telling: bool) -> str:
    """
    A transfer as people read it, its bytes where nobody knows more.

    Args:
        telling: whether what tells of a play may be shown; else only how many bytes there were.
    """
    if address in _TELLING and not telling:
        return f"{len(written) if read is None else len(read)} bytes"
    decode = _DECODED.get(address)
    words = "" if decode is None else decode(written, read)
    return words or meaning_of(address, written, read)


def _counter(written: bytes, read: bytes | None) -> str:
    if read is not None:
        answer = counter_link.unpack_answer(read)
        if answer is None:
            return ""
        plays, prizes = answer[counter_link.PLAYS], answer[counter_link.PRIZES]
        degrees, flags = answer[counter_link.TEMPERATURE_DC] / 10, answer[counter_link.FLAGS]
        counted = f"plays {plays}, prizes {prizes}, {answer[counter_link.CENTS]} cents, {degrees:.1f} °C"
        return f"{counted}, flags {flags}" if flags else counted
    frame = counter_link.unpack_frame(written[1:]) if written[:1] == bytes([counter_link.FRAME]) else None
    return "" if frame is None else "frame {}: plays {}, prizes {}, {} cents".format(*frame)


def _card(written: bytes, read: bytes | None) -> str:
    if read is not None:
        answer = card_link.unpack_answer(read)
        if answer is None:
            return ""
        flags, _, card, cents, number, result = answer
        slot = f"card {card}, {cents} cents" if flags & card_link.CARD_IN else "no card"
        return f"{slot}; order {number}: {result}" + ("; busy" if flags & card_link.BUSY else "")
    order = card_link.unpack_order(written[1:]) if written[:1] == bytes([card_link.ORDER]) else None
    return "" if order is None else "order {}: way {}, card {}, {} cents".format(*order)


def _link(written: bytes, read: bytes | None) -> str:
    answer = None if read is None else link_frames.unpack_answer(read)
    if answer is None:
        return ""
    pots = " ".join(str(cents) for cents in answer[link_frames.POTS])
    return f"status {answer[link_frames.STATUS]}, pots {pots or '-'}"


def _reels(written: bytes, read: bytes | None) -> str:
    if not written or read is not None or len(written) < 2:
        return ""
    axis, register = divmod(written[0], reel_driver.AXIS_BYTES)
    values, number = written[1:], int.from_bytes(written[1:3], "little")
    words = {
        reel_driver.CMD: _COMMANDS.get(values[0], ""),
        reel_driver.VELOCITY: f"velocity {number} steps/s",
        reel_driver.TARGET: f"target step {number}",
    }.get(register, "")
    return f"reel {axis + 1} {words}" if words and len(values) < 3 else ""


def _glass(written: bytes, read: bytes | None) -> str:
    """Lamps behind the glass by their numbers, as the display's memory has them."""
    if read is not None or len(written) < 2 or written[0]:
        return ""
    lit = [8 * at + bit for at, byte in enumerate(written[1:]) for bit in range(8) if byte >> bit & 1]
    return f"lamps {' '.join(map(str, lit)) or 'all dark'}"


def _expander(written: bytes, read: bytes | None) -> str:
    if read is None or not written:
        return ""
    return f"register {written[0]:#04x} = {hexed(read[::-1])}"


_DECODED: Mapping[int, Callable[[bytes, bytes | None], str]] = {
    pins.COUNTER_ADDRESS: _counter,
    pins.CARD_ADDRESS: _card,
    pins.LINK_ADDRESS: _link,
    pins.REELS_ADDRESS: _reels,
    pins.GLASS_ADDRESS: _glass,
    pins.EXPANDER_ADDRESS: _expander,
}
