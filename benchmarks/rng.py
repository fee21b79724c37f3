# SPDX-License-Identifier: MIT
"""
Measures the keystream beside OpenSSL's ChaCha20 at the same width of registers, and beside numpy's PCG64.

OpenSSL is called through `cryptography` and, where there is a libcrypto.so.3, directly by ctypes; it
enciphers zeros, which is the keystream. For AVX2 the script runs itself again with OpenSSL held to it. Also
what a call through cffi costs. One process, in turns, one thread; times are the thread's CPU time, a ratio is
the median of the ratios of the turns. Needs a C compiler.

    python benchmarks/rng.py --turns 15
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import core
import numpy as np
from cext._core import ffi, lib
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from turns import Call, Times, build, in_turns

import cext

KEY = bytes(range(32))
BUFFER_BYTES = 1 << 20  # so large that what a call costs does not show, and yet in the second-level cache
BUFFERS = 16
NUMPY_BYTES = 1 << 17  # numpy makes a new array each time; this size suits it best
CALLS = 100_000
TIERS = {"avx512": 2, "avx2": 1}
# AVX-512 F, DQ, IFMA, BW and VL hidden (OPENSSL_ia32cap(3)): the next best that OpenSSL has is AVX2.
HOLD_TO_AVX2 = ":~0xd0030000"


def openssl() -> Call | None:
    """Return a call of the system's libcrypto, or None if there is none."""
    try:
        library = ctypes.CDLL("libcrypto.so.3")
    except OSError:
        return None
    library.EVP_CIPHER_CTX_new.restype = library.EVP_chacha20.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.EVP_CIPHER_CTX_new())
    cipher = ctypes.c_void_p(library.EVP_chacha20())
    if library.EVP_EncryptInit_ex(context, cipher, None, KEY, bytes(16)) != 1:
        return None
    zeros, out = bytes(BUFFER_BYTES), ctypes.create_string_buffer(BUFFER_BYTES)
    size = ctypes.c_int()
    first = cext.keystream(KEY, 0, 0, BUFFER_BYTES)
    library.EVP_EncryptUpdate(context, out, ctypes.byref(size), zeros, BUFFER_BYTES)
    if out.raw != first:
        raise SystemExit("OpenSSL and the core make different keystreams")

    def run() -> None:
        for _ in range(BUFFERS):
            library.EVP_EncryptUpdate(context, out, ctypes.byref(size), zeros, BUFFER_BYTES)

    return run


def cryptography() -> Call:
    """Return a call of the package's own OpenSSL."""
    encryptor = Cipher(algorithms.ChaCha20(KEY, bytes(16)), mode=None).encryptor()
    zeros, out = bytes(BUFFER_BYTES), bytearray(BUFFER_BYTES + 63)

    def run() -> None:
        for _ in range(BUFFERS):
            encryptor.update_into(zeros, out)

    return run


def core_fill(tier: int) -> Call:
    """Return a call of the core's loops of a tier."""
    out = bytearray(BUFFER_BYTES)

    def run() -> None:
        for i in range(BUFFERS):
            cext.fill_keystream(KEY, 0, i * BUFFER_BYTES // 64, out, tier=tier)

    return run


def pcg64() -> Call:
    """Return a call of numpy's raw generator."""
    generator = np.random.PCG64(1)

    def run() -> None:
        for _ in range(BUFFERS * BUFFER_BYTES // NUMPY_BYTES):
            generator.random_raw(NUMPY_BYTES // 8)

    return run


def measure_fill(tier: str, turns: int) -> dict[str, float]:
    """Return GB a second, and how many times quicker the core is."""
    contenders: dict[str, Call] = {"core": core_fill(TIERS[tier]), "cryptography": cryptography()}
    direct = openssl()
    if direct is not None:
        contenders["openssl"] = direct
    if TIERS[tier] == cext.widest_tier():
        contenders["numpy PCG64 raw"] = pcg64()
    times = in_turns(contenders, turns)
    found = {f"{name} GB/s": round(times.rate(name, BUFFERS * BUFFER_BYTES) / 1e9, 2) for name in contenders}
    found |= {f"times {name}": times.ratio("core", name) for name in contenders if name != "core"}
    return found


def held_fill(tier: str, turns: int) -> dict[str, float]:
    """Return what measure_fill does, in a process in which OpenSSL is held to the tier."""
    environment = dict(os.environ)
    environment.pop("OPENSSL_ia32cap", None)
    if tier == "avx2" and cext.widest_tier() > TIERS[tier]:
        environment["OPENSSL_ia32cap"] = HOLD_TO_AVX2
    command = [sys.executable, __file__, "--tier", tier, "--turns", str(turns)]
    found: dict[str, float] = json.loads(
        subprocess.run(command, env=environment, capture_output=True, check=True).stdout
    )
    return found


def call_costs(turns: int) -> dict[str, float]:
    """Return nanoseconds of calls through cffi, without those of the loop around them."""
    declarations = "void bare(void); int five(const void *, const void *, const void *, void *, void *);"
    source = """
        static void bare(void) { __asm__ volatile(""); }
        static int five(const void *a, const void *b, const void *c, void *d, void *e) {
            __asm__ volatile("" : : "r"(a), "r"(b), "r"(c), "r"(d), "r"(e));
            return 0;
        }
    """
    tables = core.make_tables()
    state, after = (ffi.new("uint8_t[]", bytes(cext.STATE_SIZE)) for _ in range(2))
    ffi.memmove(state, cext.new_state(tables, KEY), cext.STATE_SIZE)
    outcome, action = ffi.new("uint8_t[]", cext.OUTCOME_SIZE), ffi.new("core_action *", (1, 0))
    with tempfile.TemporaryDirectory() as folder:
        module: Any = build(Path(folder), "_bare", declarations, source)
        bare, five, step = module.lib.bare, module.lib.five, lib.core_step
        made = tables._tables
        pointers = [module.ffi.cast("void *", int(ffi.cast("uintptr_t", p))) for p in (made, state, after)]
        of_five = (pointers[0], pointers[1], pointers[1], pointers[2], pointers[2])

        def empty() -> None:
            for _ in range(CALLS):
                pass

        def bares() -> None:
            for _ in range(CALLS):
                bare()

        def fives() -> None:
            a, b, c, d, e = of_five
            for _ in range(CALLS):
                five(a, b, c, d, e)

        def steps() -> None:
            for _ in range(CALLS):
                step(made, state, action, after, outcome)

        times = in_turns({"loop": empty, "bare": bares, "five": fives, "step": steps}, turns)
    return nanoseconds(times)


def nanoseconds(times: Times) -> dict[str, float]:
    """Return the cost of one call of each kind."""
    loop = 1e9 / times.rate("loop", CALLS)
    cost = {name: 1e9 / times.rate(name, CALLS) - loop for name in ("bare", "five", "step")}
    return {
        "bare call ns": round(cost["bare"], 1),
        "bare call with core_step's five pointers ns": round(cost["five"], 1),
        "core_step ns": round(cost["step"], 1),
        "share of the call in core_step": round(cost["five"] / cost["step"], 4),
    }


def main() -> None:
    """Read the arguments, measure, print one JSON object."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--tier", choices=TIERS, help="only this one, without holding OpenSSL to it")
    chosen = parser.parse_args()
    if chosen.tier:
        print(json.dumps(measure_fill(chosen.tier, chosen.turns)))
        return
    found: dict[str, object] = {"buffer_bytes": BUFFER_BYTES, "turns": chosen.turns}
    for tier, number in TIERS.items():
        if number > cext.widest_tier():
            continue
        found[tier] = held_fill(tier, chosen.turns)
    found["cffi"] = call_costs(chosen.turns)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
