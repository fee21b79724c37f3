// SPDX-License-Identifier: MIT
// Drives machines of chance from C, for runs under the sanitizers: steps, campaigns against the same steps,
// pots by closed form, and damaged blobs and states. Prints a digest that every build must agree on.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "port_blobs.h"
#include "require.h"

enum { BINS = 8192, EVENTS = 4096 };

// An action that the state's phase has; a gamble is made while rounds are left of `rounds`.
static uint32_t action_of(const uint8_t state[CORE_STATE_SIZE], uint32_t rounds) {
    const uint32_t phase = state[72];
    return phase == CORE_PHASE_GAMBLE && state[73] >= rounds ? CORE_ACTION_COLLECT : phase;
}

// Steps, any of them wrong ones too; a state is checked by every step.
static uint64_t walk(const core_chance *tables, uint64_t *seed, int steps) {
    uint8_t key[CORE_KEY_SIZE], state[CORE_STATE_SIZE], outcome[CORE_OUTCOME_SIZE];
    uint64_t digest = CORE_DIGEST_START;
    memset(key, (int)(*seed & 255), sizeof key);
    REQUIRE(core_chance_state_new(tables, key, *seed & 0xffff, *seed >> 20, state) == CORE_OK);
    for (int n = 0; n < steps; n++) {
        const uint32_t right = action_of(state, chance(seed) % 4);
        const uint32_t kind = chance(seed) % 8 ? right : chance(seed) % 6;
        const int code = core_chance_step(tables, state, kind, chance(seed), state, outcome);
        REQUIRE(code == CORE_OK || (code == CORE_E_PHASE && kind != right)
            || (code == CORE_E_ARGUMENT && kind == 5) || code == CORE_E_EXHAUSTED);
        for (int i = 0; code == CORE_OK && i < CORE_OUTCOME_SIZE; i++) {
            digest = core_tally_digest(digest, outcome[i], (uint32_t)i);
        }
        if (n % 5 == 0) {
            memset(key, n & 255, sizeof key);
            const int settled = state[72] == CORE_PHASE_IDLE;
            REQUIRE(core_state_absorb(state, key, state) == (settled ? CORE_OK : CORE_E_PHASE));
        }
    }
    return digest;
}

// The tally, the pots and the histogram of as many plays made step by step.
static void step_all(const core_chance *tables, const uint8_t key[CORE_KEY_SIZE], uint64_t first,
    uint64_t plays, uint32_t rounds, uint8_t state[CORE_STATE_SIZE], uint64_t histogram[BINS],
    core_pot_awards *awards, uint64_t *won_cents) {
    uint8_t outcome[CORE_OUTCOME_SIZE];
    REQUIRE(core_chance_state_new(tables, key, 3, first, state) == CORE_OK);
    for (uint64_t settled = 0; settled < plays;) {
        REQUIRE(core_chance_step(tables, state, action_of(state, rounds), 0, state, outcome) == CORE_OK);
        const uint32_t won = (uint32_t)outcome[16] | (uint32_t)outcome[17] << 8 | (uint32_t)outcome[18] << 16;
        for (int level = 0; level < CORE_CHANCE_MAX_POTS; level++) {
            const uint8_t *cents = outcome + 32 + 4 * level;
            awards->hits[level] += (uint32_t)outcome[14] >> level & 1;
            awards->cents[level] += (uint32_t)cents[0] | (uint32_t)cents[1] << 8 | (uint32_t)cents[2] << 16
                | (uint32_t)cents[3] << 24;
        }
        if (outcome[3] & 1) {
            settled++;
            *won_cents += won;
            histogram[won / tables->unit_cents]++;
        }
    }
}

static uint64_t compare(const core_chance *tables, uint64_t first, uint64_t plays, uint32_t rounds) {
    static core_pot_event events[EVENTS];
    static uint64_t stepped[BINS], played[BINS];
    uint8_t key[CORE_KEY_SIZE] = {7}, state[CORE_STATE_SIZE], bytes[32 * CORE_CHANCE_MAX_POTS];
    core_chance_tally tally;
    core_pot pots[CORE_CHANCE_MAX_POTS];
    core_pot_awards awards = {{0}, {0}}, closed = {{0}, {0}};
    uint64_t won_cents = 0;
    REQUIRE(tables->cap_cents / tables->unit_cents < BINS);
    memset(stepped, 0, sizeof stepped);
    memset(played, 0, sizeof played);
    step_all(tables, key, first, plays, rounds, state, stepped, &awards, &won_cents);
    REQUIRE(core_chance_campaign(tables, key, 3, first, plays, rounds, played, events, EVENTS, &tally)
        == CORE_OK);
    REQUIRE(tally.plays == plays && tally.won_cents == won_cents);
    REQUIRE(memcmp(stepped, played, sizeof stepped) == 0);
    REQUIRE(core_chance_pots_new(tables, key, 3, first, pots) == CORE_OK);
    REQUIRE(core_chance_pots(tables, key, 3, first, plays, events, tally.events, pots, &closed) == CORE_OK);
    REQUIRE(memcmp(&awards, &closed, sizeof awards) == 0);
    for (int level = 0; level < CORE_CHANCE_MAX_POTS; level++) {
        const uint64_t numbers[4] = {pots[level].value_mc, pots[level].reserve_mc, pots[level].threshold_mc,
            pots[level].carry | (uint64_t)pots[level].reserve_carry << 32};
        for (int i = 0; i < 32; i++) {
            bytes[32 * level + i] = (uint8_t)(numbers[i / 8] >> (8 * (i % 8)));
        }
    }
    REQUIRE(memcmp(bytes, state + 128, sizeof bytes) == 0);
    return tally.digest;
}

// Damage with a digest made to fit: an error, or a machine that walks within its bounds.
static int damage_blobs(const uint8_t *blob, size_t size, uint64_t *seed, int times) {
    int opened = 0;
    for (int n = 0; n < times; n++) {
        // A buffer of its own size, so that a sanitizer sees every byte read beyond it.
        const size_t length = chance(seed) % 8 ? size : chance(seed) % (size + 1);
        uint8_t *copy = malloc(length + 1);
        core_chance tables;
        size_t compiled = 0;
        REQUIRE(copy != NULL);
        memcpy(copy, blob, length);
        for (uint32_t i = chance(seed) % 3 + 1; length && i > 0; i--) {
            copy[chance(seed) % length] = (uint8_t)chance(seed);
        }
        if (chance(seed) % 2) {
            core_chance_compile(copy, length, &compiled);
        } else if (length > CORE_DIGEST_SIZE) {
            core_sha256(copy, length - CORE_DIGEST_SIZE, copy + length - CORE_DIGEST_SIZE);
        }
        if (core_chance_open(&tables, copy, length) == CORE_OK) {
            walk(&tables, seed, 20);
            opened++;
        }
        free(copy);
    }
    return opened;
}

static int damage_states(const core_chance *tables, uint64_t *seed, int times) {
    uint8_t key[CORE_KEY_SIZE] = {9}, whole[CORE_STATE_SIZE], state[CORE_STATE_SIZE];
    uint8_t outcome[CORE_OUTCOME_SIZE];
    int accepted = 0;
    REQUIRE(core_chance_state_new(tables, key, 2, 0, whole) == CORE_OK);
    for (int n = 0; n < times; n++) {
        REQUIRE(core_chance_step(tables, whole, action_of(whole, 3), 0, whole, outcome) == CORE_OK);
        memcpy(state, whole, sizeof state);
        for (uint32_t i = chance(seed) % 4 + 1; i > 0; i--) {
            state[chance(seed) % CORE_STATE_SIZE] = (uint8_t)chance(seed);
        }
        accepted += core_chance_state_check(tables, state) == CORE_OK;
        for (int i = 0; i < 4; i++) {
            core_chance_step(tables, state, action_of(state, 3), 0, state, outcome);
        }
        core_state_absorb(state, key, state);
    }
    return accepted;
}

static void test(const uint8_t *blob, size_t size, uint64_t *seed, int scale) {
    core_chance tables;
    REQUIRE(core_chance_open(&tables, blob, size) == CORE_OK);
    uint64_t digest = walk(&tables, seed, 4000 * scale);
    digest ^= compare(&tables, 0, 2000, 0) ^ compare(&tables, UINT64_C(1) << 40, 1000, 5);
    const int opened = damage_blobs(blob, size, seed, 2000 * scale);
    const int accepted = damage_states(&tables, seed, 10000 * scale);
    printf("machine of chance: digest %08lx%08lx, %d damaged blobs opened, %d damaged states accepted\n",
        (unsigned long)(digest >> 32), (unsigned long)(digest & 0xffffffffu), opened, accepted);
}

int main(int argc, char **argv) {
    const int scale = argc > 1 ? atoi(argv[1]) : 1;
    uint64_t seed = 88172645463325252u;
    test(lines_blob, sizeof lines_blob, &seed, scale);
    test(ways_blob, sizeof ways_blob, &seed, scale);
    return 0;
}
