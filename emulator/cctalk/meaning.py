# SPDX-License-Identifier: MIT
"""
What the data of a ccTalk packet mean, in words; data that have no row are told in hex.

    asked(167, bytes(8) + b"\\x03")        # "3 coins, security 0000000000000000"
    answered(229, data)                    # "counter 2; position 3 path 1; position 1 path 1"

Source: ccTalk Generic Specification 4.7, part 2 and appendix 3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from emulator.devices.cctalk.hopper import ENABLE, KEY_SIZE

Words = Callable[[bytes], str]

# Event codes of a coin acceptor (appendix 3) and of a note reader that our devices can say.
COIN_CODES = {
    0: "null event", 1: "reject coin", 2: "inhibited coin", 5: "validation time-out",
    6: "credit sensor time-out", 8: "second coin too close", 14: "credit sensor blocked",
    17: "coin going backwards", 20: "coin on string", 32: "manifold blocked",
}  # fmt: skip
BILL_CODES = {
    0: "master inhibit", 1: "returned from escrow", 2: "invalid bill", 4: "inhibited bill",
    6: "jam in transport", 7: "jam in stacker", 8: "pulled backwards", 14: "stacker full",
    16: "jam, bill returned", 18: "string fraud",
}  # fmt: skip
_PAIR = 2
_FLAGS = (
    ("current limit", "payout time-out", "reversed", "exit blocked", "exit light", "exit blocked in payout",
     "power-up", "disabled"),
    ("light in payout", "single coin", "use other hopper", "slider mismatch", "reverse limit", "coil fault",
     "memory checksum", "PIN on"),
    ("power lost in payout", "unknown coin", "PIN missing", "key wrong", "encryption on", "", "", ""),
)  # fmt: skip
_UNITS_MS = {1: "ms", 2: "x 10 ms", 3: "s", 4: "min", 5: "h"}


def _number(data: bytes) -> str:
    return str(int.from_bytes(data, "little"))


def _text(data: bytes) -> str:
    return f'"{data.decode("ascii", "backslashreplace")}"'


def _positions(data: bytes) -> str:
    mask = int.from_bytes(data, "little")
    open_ = [str(bit + 1) for bit in range(8 * len(data)) if mask >> bit & 1]
    if len(open_) == 8 * len(data):
        return "all open"
    return f"open {' '.join(open_)}" if open_ else "all inhibited"


def _coin_events(data: bytes) -> str:
    def pair(first: int, second: int) -> str:
        if first:
            return f"position {first} path {second}"
        if 128 <= second < 160:
            return f"inhibited coin of position {second - 127}"
        return COIN_CODES.get(second, f"code {second}")

    return _events(data, pair)


def _bill_events(data: bytes) -> str:
    def pair(first: int, second: int) -> str:
        if first:
            return f"type {first} {'in escrow' if second == 1 else 'stacked' if second == 0 else second}"
        return BILL_CODES.get(second, f"code {second}")

    return _events(data, pair)


def _events(data: bytes, pair: Callable[[int, int], str]) -> str:
    """As many pairs as the counter can have filled; the newest first."""
    shown = [pair(data[at], data[at + 1]) for at in range(1, min(len(data), 1 + _PAIR * data[0]) - 1, _PAIR)]
    return "; ".join((f"counter {data[0]}", *shown))


def _status(data: bytes) -> str:
    event, left, paid, unpaid = data
    return f"event {event}, {left} left, {paid} paid, {unpaid} unpaid"


def _values(data: bytes) -> str:
    left, paid, unpaid = (_number(data[at : at + 2]) for at in (1, 3, 5))
    return f"event {data[0]}, {left} left, {paid} paid, {unpaid} unpaid (cents)"


def _flags(data: bytes) -> str:
    named = [
        row[bit]
        for byte, row in zip(data, _FLAGS, strict=False)
        for bit in range(8)
        if byte >> bit & 1 and row[bit]
    ]
    return ", ".join(named) or "no flags"


def _dispense(data: bytes) -> str:
    return f"{data[-1]} coins, security {data[:-1].hex()}"


def _dispense_value(data: bytes) -> str:
    return f"{_number(data[KEY_SIZE:])} cents, security {data[:KEY_SIZE].hex()}"


def _polling(data: bytes) -> str:
    return f"{data[1]} {_UNITS_MS.get(data[0], f'of unit {data[0]}')}" if data[0] else "see manual"


def _dotted(data: bytes) -> str:
    return ".".join(str(byte) for byte in data)


def _fault(data: bytes) -> str:
    return "no fault" if data[0] == 0 else f"fault {_dotted(data)}"


def _route(data: bytes) -> str:
    return {0: "give back", 1: "stack", 255: "hold longer"}.get(data[0], str(data[0]))


def _routed(data: bytes) -> str:
    return {254: "escrow empty", 255: "failed"}.get(data[0], str(data[0]))


def _first(words: str) -> Words:
    return lambda data: f"{words} {data[0]}"


def _low_high(data: bytes) -> str:
    return (
        f"{'below low' if data[0] & 1 else 'above low'}, {'at high' if data[0] & 2 else 'below high'} level"
    )


ASKED: Mapping[int, Words] = {
    251: _first("to"),
    231: _positions,
    228: lambda data: "accept" if data[0] & 1 else "inhibit all",
    210: lambda data: f"position {data[0]} to path {' '.join(str(path) for path in data[1:])}",
    209: _first("position"),
    189: _first("path"),
    184: _first("position"),
    185: lambda data: f"position {data[0]} {_text(data[1:])}",
    167: _dispense,
    164: lambda data: "enable" if data[0] == ENABLE else "disable",
    157: _first("type"),
    156: _text,
    155: _text,
    154: _route,
    150: _first("type"),
    135: _first("coins"),
    134: _dispense_value,
    **dict.fromkeys((208, 187, 175), _number),
}
ANSWERED: Mapping[int, Words] = {
    **dict.fromkeys((246, 245, 244, 241, 192, 184, 171, 170, 157, 145), _text),
    **dict.fromkeys((242, 226, 225, 194, 193, 207, 186, 174, 168, 150, 130), _number),
    249: _polling,
    232: _fault,
    230: _positions,
    229: _coin_events,
    227: lambda data: "accepts" if data[0] & 1 else "inhibits all",
    217: _low_high,
    209: lambda data: f"path {' '.join(str(path) for path in data)}",
    188: _first("path"),
    172: _first("unpaid"),
    167: _first("event"),
    166: _status,
    163: _flags,
    159: _bill_events,
    154: _routed,
    155: _positions,
    134: _first("event"),
    133: _values,
    4: _dotted,
}


def asked(header: int, data: bytes) -> str:
    """The data of a command; "" without any."""
    return _told(ASKED, header, data)


def answered(header: int, data: bytes) -> str:
    """The data of the answer to a command; "" without any."""
    return _told(ANSWERED, header, data)


def _told(rows: Mapping[int, Words], header: int, data: bytes) -> str:
    row = rows.get(header)
    if not data or row is None:
        return data.hex(" ")
    try:
        return row(data)
    except (IndexError, ValueError):
        return f"{data.hex(' ')} (of unusual length)"
