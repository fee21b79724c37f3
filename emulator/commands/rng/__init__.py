# SPDX-License-Identifier: MIT
"""azar rng: the generator for outsiders, as raw bytes, as draws that machines make, and in the battery."""

from __future__ import annotations

from emulator.commands.groups import group, verb
from emulator.commands.rng.battery import test
from emulator.commands.rng.draws import draws
from emulator.commands.rng.stream import stream

EXAMPLE = "azar rng test --seed 00"

rng = group("The generator for outsiders: raw bytes, draws, and a battery.", EXAMPLE)
verb(rng, "azar rng stream --seed 00 --bytes 1000000 > stream.bin")(stream)
verb(rng, "azar rng draws --dice 3 --count 1000 --seed 00")(draws)
verb(rng, EXAMPLE)(test)
