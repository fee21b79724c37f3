// SPDX-License-Identifier: MIT
// The native module `payout` without MicroPython: one machine's tables, of type B or C, behind five functions.
//
// Free of libc, malloc and globals like the core, so that the very same file runs on a board, in MicroPython's
// port to Unix, and in the self-test of every port (tests/c/ports_module.c).

#ifndef PAYOUT_H
#define PAYOUT_H

#include "chance.h"
#include "core.h"

#define PAYOUT_TRIAL (UINT64_C(1) << 39)  // machine numbers of test plays have this bit, which no serial reaches

typedef struct {
    union {
        core_tables cycle;
        core_chance chance;
    } of;
    uint8_t is_chance;
} payout;

// Check a blob of tables completely and make it ready; it must outlive the payout. Returns CORE_OK or CORE_E_.
int payout_open(payout *p, const uint8_t *blob, size_t size);

// Decide one step. Type B: `first` plays at once and `second` the reels held; 0 plays answer a gamble with
// `second`, 1 taken, 2 dared. Type C: `first` is the action, 0 play to 4 collect, `second` what was chosen.
int payout_step(const payout *p, const uint8_t state[CORE_STATE_SIZE], uint32_t first, uint32_t second,
    uint8_t next[CORE_STATE_SIZE], uint8_t outcome[CORE_OUTCOME_SIZE]);

// CORE_OK if the state is whole, of these tables, and no test play's.
int payout_check(const payout *p, const uint8_t state[CORE_STATE_SIZE]);

// Reels, price in cents, plays at once at most, 1 if hold is offered; and the SHA-256 of the tables.
void payout_describe(const payout *p, uint32_t facts[4], uint8_t digest[CORE_DIGEST_SIZE]);

// The state that test plays begin with: key SHA-256("azar test play" || seen), `unique` the number of the chip.
int payout_trial(const payout *p, const uint8_t seen[CORE_KEY_SIZE], uint64_t unique,
    uint8_t state[CORE_STATE_SIZE]);

#endif
