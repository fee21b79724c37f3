# SPDX-License-Identifier: MIT
"""The core opens what is whole and nothing else: byte by byte, against a reader of the layouts in Python."""

from __future__ import annotations

import chance_checks
import pytest
from chance_unpack import game_of, is_state, is_whole
from core_checks import resign

import cext


def opens(blob: bytes) -> bool:
    try:
        cext.ChanceTables(blob)
    except cext.CoreError:
        return False
    return True


@pytest.mark.parametrize("name", ["lines", "ways", "wide"])
def test_a_blob_with_one_other_byte_opens_if_it_is_whole(name: str) -> None:
    blob = chance_checks.tables_of(cext, chance_checks.MACHINES[name]).blob
    assert is_whole(blob)
    game, wrong = game_of(blob), []
    every = len(blob) - 32
    tickets = sum(map(sum, (*game.weights, *(game.free_weights or ()))))
    for at in (*range(every - tickets), *range(every - tickets, every, 1 + tickets // 20)):
        for value in {blob[at] ^ 1, blob[at] ^ 0xFF, blob[at] + 1 & 255, 0}:
            changed = resign(blob[:at] + bytes([value]) + blob[at + 1 :])
            if opens(changed) != is_whole(changed):
                wrong.append((at, blob[at], value, opens(changed)))
    assert wrong == []


def goes_on(tables: cext.ChanceTables, state: bytes) -> bool:
    try:
        cext.check_chance_state(tables, state)
    except cext.CoreError:
        return False
    return True


@pytest.mark.parametrize("name", ["lines", "ways", "wide"])
def test_a_state_with_one_other_byte_goes_on_if_a_play_can_leave_it(name: str) -> None:
    tables = chance_checks.tables_of(cext, chance_checks.MACHINES[name])
    game, state = game_of(tables.blob), cext.new_chance_state(tables, bytes(32), 5, 1 << 43)
    walked, wrong = {}, []
    for number in range(600):
        phase = cext.view_chance_state(tables, state).phase
        walked[phase, number % 3] = state
        state, _ = cext.chance_step(tables, state, chance_checks.choose(phase, number))
    for whole in walked.values():
        for at in range(len(whole)):
            for value in {whole[at] ^ 1, whole[at] ^ 0x80, whole[at] + 1 & 255, whole[at] - 1 & 255, 0, 0xFF}:
                changed = whole[:at] + bytes([value]) + whole[at + 1 :]
                if goes_on(tables, changed) != is_state(game, tables.blob[-32:], changed):
                    wrong.append((at, whole[at], value, goes_on(tables, changed)))
    assert wrong == []
