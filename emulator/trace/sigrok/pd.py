# SPDX-License-Identifier: MIT
"""
A decoder of ccTalk for sigrok, on top of its decoder of serial lines; sigrok-cli and PulseView load it.

``azar trace --decoder DIR`` puts it into a folder, with the names of the headers beside it:

    SIGROKDECODE_DIR=DIR sigrok-cli -I vcd -i F.vcd -P uart:rx=uart0_rx:baudrate=9600,cctalk -A cctalk=packets
"""

import sigrokdecode as srd

from .headers import NAMES

_HOST = 1
_AROUND = 5
_GAP_MS = 50
_REPLIES = {0: "ACK", 5: "NAK", 6: "BUSY"}
_PACKET, _WRONG = range(2)


class Decoder(srd.Decoder):
    """Packets with a simple checksum, commands and answers, as the one wire carries both."""

    api_version = 3
    id = "cctalk"
    name = "ccTalk"
    longname = "ccTalk"
    desc = "Serial bus of coin acceptors, hoppers and note readers."
    license = "mit"
    inputs = ["uart"]  # noqa: RUF012 (sigrok takes lists alone)
    outputs = []  # noqa: RUF012
    tags = ["Embedded/industrial"]  # noqa: RUF012
    options = ({"id": "line", "desc": "Line with both directions", "default": "rx", "values": ("rx", "tx")},)
    annotations = (("packet", "Packet"), ("wrong", "Wrong packet"))
    annotation_rows = (("packets", "Packets", (_PACKET,)), ("wrongs", "Wrong packets", (_WRONG,)))

    def __init__(self):
        self.reset()

    def reset(self):
        self._rate = None
        self._frame = bytearray()
        self._begin = self._end = 0

    def start(self):
        self._out = self.register(srd.OUTPUT_ANN)
        self._line = 0 if self.options["line"] == "rx" else 1

    def metadata(self, key, value):
        if key == srd.SRD_CONF_SAMPLERATE:
            self._rate = value

    def decode(self, begin, end, data):
        kind, line, value = data
        if kind != "DATA" or line != self._line:
            return
        if self._frame and self._rate and begin - self._end > self._rate * _GAP_MS // 1000:
            self._tell(_WRONG, "broken off")
        if not self._frame:
            self._begin = begin
        self._frame.append(value[0])
        self._end = end
        if len(self._frame) >= 2 and len(self._frame) == self._frame[1] + _AROUND:
            if sum(self._frame) & 0xFF:
                self._tell(_WRONG, "wrong checksum")
            else:
                self._tell(_PACKET, self._text())

    def _text(self):
        to, size, source, header = self._frame[:4]
        data = bytes(self._frame[4 : 4 + size]).hex(" ")
        if source == _HOST:
            return " ".join(f"{source}>{to} {header} {NAMES.get(header, 'unknown')} {data}".split())
        return " ".join(f"{source}>{to} {_REPLIES.get(header, header)} {data}".split())

    def _tell(self, row, text):
        whole = f"{text} [{self._frame.hex(' ')}]"
        self.put(self._begin, self._end, self._out, [row, [whole, text]])
        self._frame.clear()
