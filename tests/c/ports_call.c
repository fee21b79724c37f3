// SPDX-License-Identifier: MIT
// What every port plays through the functions that a board's MicroPython calls: the module payout without it.

#include "../../ports/rp2350/payout/payout.c"

#include "port_blobs.h"
#include "ports.h"

enum { CALLS = 400 };

static const uint8_t seen[CORE_KEY_SIZE] = {3, 1, 4, 1, 5, 9, 2, 6};

// Any step is asked for, also one that the phase has not: refused and done ones both go into the digest.
static uint64_t calls(uint64_t digest, const uint8_t *blob, size_t size) {
    payout machine;
    uint8_t state[CORE_STATE_SIZE], outcome[CORE_OUTCOME_SIZE], sha256[CORE_DIGEST_SIZE];
    uint32_t facts[4], seed = 17, done = 0;
    if (payout_open(&machine, blob, size) != CORE_OK
            || payout_trial(&machine, seen, UINT64_C(0xffffffffff), state) != CORE_OK
            || payout_check(&machine, state) != CORE_E_FOREIGN) {
        return 0;
    }
    payout_describe(&machine, facts, sha256);
    for (int i = 0; i < 4; i++) {
        digest = port_mix(digest, facts[i]);
    }
    digest = port_mix_bytes(digest, sha256, sizeof sha256);
    for (uint32_t i = 0; i < CALLS; i++) {
        const uint32_t wanted = port_choose(&seed);
        const int code = payout_step(&machine, state, wanted % 5, wanted >> 8 & 3, state, outcome);
        digest = port_mix(digest, code == CORE_OK);
        if (code == CORE_OK) {
            done++;
            digest = port_mix_bytes(digest, outcome, sizeof outcome);
        }
    }
    return done > 20 && done < CALLS ? port_mix_bytes(digest, state, sizeof state) : 0;
}

uint64_t port_module(void) {
    uint64_t digest = calls(CORE_DIGEST_START, cycle_blob, sizeof cycle_blob);
    digest = digest ? calls(digest, gamble_blob, sizeof gamble_blob) : 0;
    digest = digest ? calls(digest, lines_blob, sizeof lines_blob) : 0;
    return digest ? calls(digest, ways_blob, sizeof ways_blob) : 0;
}
