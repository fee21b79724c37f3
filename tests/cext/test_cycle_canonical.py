# SPDX-License-Identifier: MIT
"""The core opens what is whole and nothing else: byte by byte, against a reader of the layout in Python."""

from __future__ import annotations

import core_gamble_checks
import pytest
from core_checks import SMALL, resign, tables_of
from core_reference import Definition
from cycle_unpack import is_whole

import cext


def opens(blob: bytes) -> bool:
    try:
        cext.Tables(blob)
    except cext.CoreError:
        return False
    return True


@pytest.mark.parametrize("definition", [SMALL, core_gamble_checks.GAMBLED], ids=["plain", "gambled"])
def test_a_blob_with_one_other_byte_opens_if_it_is_whole(definition: Definition) -> None:
    blob = tables_of(cext, definition).blob
    assert is_whole(blob)
    wrong = []
    for at in range(len(blob) - 32):
        for value in {blob[at] ^ 1, blob[at] ^ 0x80, blob[at] + 1 & 255, blob[at] - 1 & 255, 0, 0xFF}:
            changed = resign(blob[:at] + bytes([value]) + blob[at + 1 :])
            if opens(changed) != is_whole(changed):
                wrong.append((at, blob[at], value, opens(changed)))
    assert wrong == []
