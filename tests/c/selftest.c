// SPDX-License-Identifier: MIT
// Drives the whole core from C, for runs under the sanitizers: steps, holds, doubles, absorption, a campaign
// against the same steps, and damaged blobs and states. Prints a digest that every build must agree on.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "fast_cycle.h"
#include "require.h"

enum { REELS = 3, STOPS = 12, CLASSES = 6, STRATA = 3, PAYS = 5, LINES = 2, WINDOWS = STOPS * STOPS * STOPS,
       CAPACITY = 20000 };

static uint8_t *put(uint8_t *p, uint32_t value, int size) {
    for (int i = 0; i < size; i++) {
        *p++ = (uint8_t)(value >> (8 * i));
    }
    return p;
}

static size_t make_blob(uint8_t blob[CAPACITY]) {
    static const uint16_t plan[STRATA][CLASSES] = {
        {80, 12, 5, 2, 1, 0}, {79, 13, 4, 3, 0, 1}, {81, 10, 6, 2, 1, 0}};
    static const uint32_t prizes[CLASSES] = {0, 20, 40, 60, 200, 8000};
    static const uint8_t pays[PAYS][REELS] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 255}, {3, 3, 255}, {4, 255, 255}};
    static const uint32_t pay_cents[PAYS] = {8000, 200, 60, 40, 20};
    uint8_t *p = blob;
    size_t size = 0;
    memset(blob, 0, CAPACITY);
    memcpy(p, "azar", 4);
    p = put(p + 4, CORE_TABLES_VERSION, 2);
    *p++ = CORE_TYPE_B;
    *p++ = 1;  // hold
    p = put(p + 4, 20, 4);
    const uint8_t counts[7] = {2, REELS, 3, LINES, PAYS, CLASSES, STRATA};
    memcpy(p, counts, sizeof counts);
    memset(blob + 24, STOPS, REELS);
    p = blob + CORE_HEADER_SIZE;
    for (int k = 0; k < CLASSES; k++) {
        p = put(p, prizes[k], 4);
    }
    p += 4 * (CLASSES + 1);
    for (int s = 0; s < STRATA; s++) {
        for (int k = 0; k < CLASSES; k++) {
            p = put(p, plan[s][k], 2);
        }
    }
    for (int i = 0; i < PAYS; i++, p += 5) {
        p = put(p, pay_cents[i], 4);
        memcpy(p, pays[i], REELS);
        p += REELS;
    }
    const uint8_t lines[LINES * REELS] = {1, 1, 1, 0, 1, 2};
    memcpy(p, lines, sizeof lines);
    p += sizeof lines;
    for (int i = 0; i < REELS * STOPS; i++) {
        *p++ = (uint8_t)(i * 5 % 7);
    }
    REQUIRE(core_tables_compile(blob, (size_t)(p - blob) + 3 * WINDOWS + 31, &size) == CORE_E_SIZE);
    REQUIRE(core_tables_compile(blob, CAPACITY, &size) == CORE_OK);
    return size;
}

// Any course of singles, doubles, holds and absorptions; the state is checked by every step.
static uint64_t walk(const core_tables *tables, uint64_t *seed, int steps) {
    uint8_t key[CORE_KEY_SIZE], state[CORE_STATE_SIZE], outcome[CORE_OUTCOME_SIZE];
    uint64_t digest = CORE_DIGEST_START;
    int holds = 0;
    memset(key, (int)(*seed & 255), sizeof key);
    REQUIRE(core_state_new(tables, key, *seed & 0xffff, 0, state) == CORE_OK);
    for (int n = 0; n < steps; n++) {
        core_action action;
        action.simultaneous = (uint8_t)(1 + (chance(seed) & 1));
        action.held = (uint8_t)(chance(seed) & 7);
        action.answer = 0;
        if (action.simultaneous > 1 || chance(seed) % 3 == 0) {
            action.held = 0;
        }
        int code = core_step(tables, state, &action, state, outcome);
        REQUIRE(code == CORE_OK || (code == CORE_E_HOLD && action.held));
        if (code == CORE_OK) {
            holds += action.held != 0;
            for (int i = 0; i < CORE_OUTCOME_SIZE; i++) {
                digest = core_tally_digest(digest, outcome[i], (uint32_t)i);
            }
        }
        if (n % 5 == 0) {
            memset(key, n & 255, sizeof key);
            REQUIRE(core_state_absorb(state, key, state) == CORE_OK);
        }
    }
    REQUIRE(steps < 100 || !tables->hold || holds > 0);
    return digest;
}

// The wide loops of every tier that this processor has against the portable campaign.
static void compare_tiers(const core_tables *tables, const uint8_t *first, uint32_t simultaneous,
    uint64_t plays) {
    uint8_t after[CORE_STATE_SIZE], wide[CORE_STATE_SIZE];
    core_tally tally, wide_tally;
    for (uint32_t display = 0; display < 2; display++) {
        REQUIRE((display ? core_campaign : core_campaign_prizes)(tables, first, simultaneous, plays, after, &tally)
            == CORE_OK);
        for (uint32_t tier = 0; tier <= core_cycle_tier(); tier++) {
            REQUIRE(core_cycle_campaign(tier, display, tables, first, simultaneous, plays, wide, &wide_tally)
                == CORE_OK);
            REQUIRE(memcmp(wide, after, sizeof wide) == 0);
            REQUIRE(memcmp(wide_tally.counts, tally.counts, sizeof tally.counts) == 0);
            REQUIRE(wide_tally.digest == tally.digest && wide_tally.plays == plays);
        }
    }
}

// A campaign and as many steps: same state, same counts, same digest.
static uint64_t compare(const core_tables *tables, uint32_t simultaneous, uint64_t plays) {
    uint8_t key[CORE_KEY_SIZE] = {7}, first[CORE_STATE_SIZE], state[CORE_STATE_SIZE], after[CORE_STATE_SIZE];
    uint8_t outcome[CORE_OUTCOME_SIZE];
    uint64_t counts[CORE_MAX_CLASSES] = {0}, digest = CORE_DIGEST_START;
    const core_action action = {(uint8_t)simultaneous, 0, 0};
    core_tally tally;
    REQUIRE(core_state_new(tables, key, 1, 0, first) == CORE_OK);
    REQUIRE(core_campaign(tables, first, simultaneous, plays, after, &tally) == CORE_OK);
    memcpy(state, first, sizeof state);
    for (uint64_t i = 0; i < plays; i++) {
        REQUIRE(core_step(tables, state, &action, state, outcome) == CORE_OK);
        for (uint32_t e = 0; e < outcome[0]; e++) {
            const uint8_t *entry = outcome + 16 + 16 * e;
            const uint32_t window = ((uint32_t)entry[8] * STOPS + entry[9]) * STOPS + entry[10];
            counts[entry[0]]++;
            digest = core_tally_digest(digest, entry[0], window);
        }
    }
    REQUIRE(memcmp(state, after, sizeof state) == 0);
    REQUIRE(memcmp(counts, tally.counts, sizeof counts) == 0);
    REQUIRE(digest == tally.digest && tally.plays == plays);
    compare_tiers(tables, first, simultaneous, plays);
    return digest;
}

// Damage with a digest made to fit: an error, or a machine that walks within its bounds.
static int damage_blobs(const uint8_t *blob, size_t size, uint64_t *seed, int times) {
    int opened = 0;
    for (int n = 0; n < times; n++) {
        // A buffer of its own size, so that a sanitizer sees every byte read beyond it.
        size_t length = chance(seed) % 8 ? size : chance(seed) % (size + 1);
        uint8_t *copy = malloc(length + 1);
        core_tables tables;
        REQUIRE(copy != NULL);
        memcpy(copy, blob, length);
        for (uint32_t i = chance(seed) % 3 + 1; length && i > 0; i--) {
            // Mostly in the header and the sections behind it, where the bounds are.
            size_t reach = chance(seed) % 4 && length > 300 ? 300 : length;
            size_t at = chance(seed) % reach;
            copy[at] = (uint8_t)chance(seed);
        }
        if (length > CORE_DIGEST_SIZE) {
            core_sha256(copy, length - CORE_DIGEST_SIZE, copy + length - CORE_DIGEST_SIZE);
        }
        if (core_tables_open(&tables, copy, length) == CORE_OK) {
            walk(&tables, seed, tables.simultaneous_max == 2 ? 20 : 0);
            opened++;
        }
        size_t compiled = 0;
        core_tables_compile(copy, length, &compiled);
        free(copy);
    }
    return opened;
}

static int damage_states(const core_tables *tables, uint64_t *seed, int times) {
    uint8_t key[CORE_KEY_SIZE] = {9}, whole[CORE_STATE_SIZE], state[CORE_STATE_SIZE];
    uint8_t outcome[CORE_OUTCOME_SIZE];
    int accepted = 0;
    core_tally tally;
    REQUIRE(core_state_new(tables, key, 2, 0, whole) == CORE_OK);
    REQUIRE(core_campaign(tables, whole, 1, 50, whole, &tally) == CORE_OK);
    for (int n = 0; n < times; n++) {
        memcpy(state, whole, sizeof state);
        for (uint32_t i = chance(seed) % 4 + 1; i > 0; i--) {
            state[chance(seed) % CORE_STATE_SIZE] = (uint8_t)chance(seed);
        }
        core_action action;
        action.simultaneous = (uint8_t)chance(seed);
        action.held = (uint8_t)chance(seed);
        action.answer = (uint8_t)(n & 3);
        accepted += core_state_check(tables, state) == CORE_OK;
        core_step(tables, state, &action, state, outcome);
        action.simultaneous = 1;
        action.held = (uint8_t)(chance(seed) & 7);
        action.answer = 0;
        core_step(tables, state, &action, state, outcome);
    }
    return accepted;
}

int main(int argc, char **argv) {
    static uint8_t blob[CAPACITY];
    const int scale = argc > 1 ? atoi(argv[1]) : 1;
    uint64_t seed = 88172645463325252u;
    core_tables tables;
    size_t size = make_blob(blob);
    REQUIRE(core_tables_open(&tables, blob, size) == CORE_OK);
    uint64_t digest = walk(&tables, &seed, 4000 * scale);
    digest ^= compare(&tables, 1, 5000) ^ compare(&tables, 2, 2501) ^ compare(&tables, 1, 0);
    int opened = damage_blobs(blob, size, &seed, 1500 * scale);
    int accepted = damage_states(&tables, &seed, 20000 * scale);
    for (int code = -13; code <= 0; code++) {
        REQUIRE(core_error_text(code)[0] != 0);
    }
    printf("core self-test: digest %08lx%08lx, %d damaged blobs opened, %d damaged states accepted\n",
        (unsigned long)(digest >> 32), (unsigned long)(digest & 0xffffffffu), opened, accepted);
    return 0;
}
