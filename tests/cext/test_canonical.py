# SPDX-License-Identifier: MIT
"""The core takes what is whole and nothing else: byte by byte, against readers of the layouts in Python."""

from __future__ import annotations

from collections.abc import Callable

import chance_checks
import chance_unpack
import core_checks
import core_gamble_checks
import cycle_unpack
import pytest
from core_checks import resign

import cext

CHANCE = ["lines", "ways", "wide"]


def cycle(definition: core_checks.Definition) -> bytes:
    blob: bytes = core_checks.tables_of(cext, definition).blob
    return blob


def chance(name: str) -> cext.ChanceTables:
    tables = chance_checks.tables_of(cext, chance_checks.MACHINES[name])
    assert isinstance(tables, cext.ChanceTables)
    return tables


def others(byte: int) -> set[int]:
    """What may stand in the place of a byte: neighbours, flipped bits, least and most."""
    return {byte ^ 1, byte ^ 0x80, byte ^ 0xFF, byte + 1 & 255, byte - 1 & 255, 0, 255}


def takes(check: Callable[[bytes], object], data: bytes) -> bool:
    try:
        check(data)
    except cext.CoreError:
        return False
    return True


@pytest.mark.parametrize(
    ("blob", "is_whole"),
    [
        *(
            pytest.param(
                chance(name).blob, chance_unpack.is_whole, marks=pytest.mark.long if name == "wide" else ()
            )
            for name in CHANCE
        ),
        *((cycle(one), cycle_unpack.is_whole) for one in (core_checks.SMALL, core_gamble_checks.GAMBLED)),
    ],
    ids=[*CHANCE, "plain", "gambled"],
)
def test_a_blob_with_one_other_byte_opens_if_it_is_whole(
    blob: bytes, is_whole: Callable[[bytes], bool]
) -> None:
    assert is_whole(blob)
    wrong = []
    end = len(blob) - 32
    # The thousands of tickets at the end of a blob of type C are all alike: some of them will do.
    for at in (*range(min(end, 1_200)), *range(1_200, end, 1 + end // 40)):
        for value in others(blob[at]):
            changed = resign(blob[:at] + bytes([value]) + blob[at + 1 :])
            if takes(cext.open_tables, changed) != is_whole(changed):
                wrong.append((at, blob[at], value))
    assert wrong == []


@pytest.mark.parametrize("name", CHANCE)
def test_a_state_with_one_other_byte_goes_on_if_a_play_can_leave_it(name: str) -> None:
    tables = chance(name)
    game, digest = chance_unpack.game_of(tables.blob), tables.blob[-32:]
    state = cext.new_chance_state(tables, bytes(32), 5, 1 << 43)
    walked, wrong = {}, []
    for number in range(600):
        phase = cext.view_chance_state(tables, state).phase
        walked[phase, number % 3] = state
        state, _ = cext.chance_step(tables, state, chance_checks.choose(phase, number))
    for whole in walked.values():
        for at in range(len(whole)):
            for value in others(whole[at]):
                changed = whole[:at] + bytes([value]) + whole[at + 1 :]
                goes_on = takes(lambda data: cext.check_chance_state(tables, data), changed)
                if goes_on != chance_unpack.is_state(game, digest, changed):
                    wrong.append((at, whole[at], value))
    assert wrong == []
