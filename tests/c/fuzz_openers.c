// SPDX-License-Identifier: MIT
// The core's openers under libFuzzer: bytes of a stranger are refused, or are what all else takes for granted.
//
//     clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Icext/src cext/src/*.c
//         tests/c/fuzz_openers.c
//
// The first byte of an input names its opener, the next four choose actions, the rest is what is opened. Sums
// that anybody can make right are made right here, or nothing behind them would ever be reached.

#include <stdlib.h>
#include <string.h>

#include "cards.h"
#include "chance.h"
#include "cup.h"
#include "link.h"
#include "port_blobs.h"
#include "wheel.h"

enum { STEPS = 24, HEAD = 5, AT_SIZE = 8, AT_TABLES = 16, HALF_DIGEST = 16, CAPACITY = 1 << 16, DICE = 3,
       POCKETS = 37 };

// What an opener let pass, all that stands on it must take; the sanitizers see the rest.
#define MUST(what) ((what) ? (void)0 : abort())

static uint32_t chooser;

static uint32_t choose(uint32_t below) {
    chooser ^= chooser << 13;
    chooser ^= chooser >> 17;
    chooser ^= chooser << 5;
    return chooser % below;
}

// A copy of its own size, so that one byte too many is one that the sanitizer sees.
static uint8_t *copied(const uint8_t *data, size_t size) {
    uint8_t *copy = malloc(size == 0 ? 1 : size);
    MUST(copy != NULL);
    if (size > 0) {
        memcpy(copy, data, size);
    }
    return copy;
}

static void play_cycle(const core_tables *tables, uint8_t state[CORE_STATE_SIZE]) {
    uint8_t next[CORE_STATE_SIZE], outcome[CORE_OUTCOME_SIZE];
    core_tally tally;
    for (int i = 0; i < STEPS; i++) {
        core_action action = {(uint8_t)choose(4), (uint8_t)(choose(4) ? 0 : choose(64)), (uint8_t)(choose(3))};
        if (core_step(tables, state, &action, next, outcome) == CORE_OK) {
            MUST(core_state_check(tables, next) == CORE_OK);
            memcpy(state, next, CORE_STATE_SIZE);
        }
    }
    if (core_campaign_gamble(tables, state, 1, STEPS, 2, next, &tally) == CORE_OK) {
        MUST(core_state_check(tables, next) == CORE_OK);
    }
}

static void play_chance(const core_chance *tables, uint8_t state[CORE_STATE_SIZE]) {
    uint8_t next[CORE_STATE_SIZE], outcome[CORE_OUTCOME_SIZE];
    for (int i = 0; i < STEPS; i++) {
        if (core_chance_step(tables, state, choose(6), choose(CORE_CHANCE_MAX_PICKS + 1), next, outcome) == CORE_OK) {
            MUST(core_chance_state_check(tables, next) == CORE_OK);
            memcpy(state, next, CORE_STATE_SIZE);
        }
    }
}

static void play_pot(uint8_t pot[CORE_LINK_SIZE]) {
    uint8_t next[CORE_LINK_SIZE];
    core_link_award award;
    for (int i = 0; i < STEPS; i++) {
        core_link_event event = {choose(2) ? choose(60000000) : chooser, (uint8_t)choose(5), (uint8_t)choose(256)};
        if (core_link(pot, &event, next, &award) == CORE_OK) {
            MUST(core_link_check(next) == CORE_OK);
            memcpy(pot, next, CORE_LINK_SIZE);
        }
    }
}

// Size and digest of tables as whoever forges them would make them.
static void sum_up(uint8_t *blob, size_t size) {
    if (size > AT_SIZE + 4 + CORE_DIGEST_SIZE) {
        for (int i = 0; i < 4; i++) {
            blob[AT_SIZE + i] = (uint8_t)(size >> 8 * i);
        }
        core_sha256(blob, size - CORE_DIGEST_SIZE, blob + size - CORE_DIGEST_SIZE);
    }
}

static void open_cycle(const uint8_t *data, size_t size) {
    uint8_t *blob = copied(data, size), key[CORE_KEY_SIZE] = {1}, state[CORE_STATE_SIZE], stops[CORE_MAX_REELS];
    core_tables tables;
    sum_up(blob, size);
    if (core_tables_open(&tables, blob, size) == CORE_OK) {
        for (uint32_t k = 0; k < tables.classes; k++) {
            uint32_t windows = tables.first[k + 1] - tables.first[k];
            if (windows > 0) {
                MUST(core_tables_window(&tables, k, choose(windows), stops) == CORE_OK);
                MUST(core_tables_class(&tables, stops) == (int)k);
            }
        }
        MUST(core_state_new(&tables, key, 7, choose(9), state) == CORE_OK);
        MUST(core_state_check(&tables, state) == CORE_OK);
        play_cycle(&tables, state);
    }
    free(blob);
}

static void open_chance(const uint8_t *data, size_t size) {
    uint8_t *blob = copied(data, size), key[CORE_KEY_SIZE] = {1}, state[CORE_STATE_SIZE];
    core_chance tables;
    sum_up(blob, size);
    if (core_chance_open(&tables, blob, size) == CORE_OK) {
        MUST(core_chance_state_new(&tables, key, 7, choose(9), state) == CORE_OK);
        MUST(core_chance_state_check(&tables, state) == CORE_OK);
        play_chance(&tables, state);
    }
    free(blob);
}

// What compiles also opens.
static void compile(const uint8_t *data, size_t size, int chance) {
    size_t capacity = chance ? size + CORE_DIGEST_SIZE : CAPACITY, made = 0;
    if (size > capacity) {
        return;
    }
    uint8_t *blob = calloc(1, capacity);
    MUST(blob != NULL);
    if (size > 0) {
        memcpy(blob, data, size);
    }
    if (chance) {
        core_chance tables;
        if (core_chance_compile(blob, capacity, &made) == CORE_OK) {
            MUST(made <= capacity && core_chance_open(&tables, blob, made) == CORE_OK);
        }
    } else {
        core_tables tables;
        if (core_tables_compile(blob, capacity, &made) == CORE_OK) {
            MUST(made <= capacity && core_tables_open(&tables, blob, made) == CORE_OK);
        }
    }
    free(blob);
}

static void check_cycle_state(const uint8_t *data, size_t size, const uint8_t *blob, size_t blob_size) {
    core_tables tables;
    MUST(core_tables_open(&tables, blob, blob_size) == CORE_OK);
    if (size == CORE_STATE_SIZE) {
        uint8_t *state = copied(data, size);
        memcpy(state + AT_TABLES, tables.digest, HALF_DIGEST);
        if (core_state_check(&tables, state) == CORE_OK) {
            play_cycle(&tables, state);
        }
        free(state);
    }
}

static void check_chance_state(const uint8_t *data, size_t size, const uint8_t *blob, size_t blob_size) {
    core_chance tables;
    MUST(core_chance_open(&tables, blob, blob_size) == CORE_OK);
    if (size == CORE_STATE_SIZE) {
        uint8_t *state = copied(data, size);
        memcpy(state + AT_TABLES, tables.digest, HALF_DIGEST);
        if (core_chance_state_check(&tables, state) == CORE_OK) {
            play_chance(&tables, state);
        }
        free(state);
    }
}

static void check_pot(const uint8_t *data, size_t size) {
    if (size == CORE_LINK_SIZE) {
        uint8_t *pot = copied(data, size);
        if (core_link_check(pot) == CORE_OK) {
            play_pot(pot);
        }
        free(pot);
    }
}

static void check_rules(const uint8_t *data, size_t size) {
    if (size == CORE_LINK_RULES_SIZE) {
        uint8_t *rules = copied(data, size), key[CORE_KEY_SIZE] = {1}, pot[CORE_LINK_SIZE];
        if (core_link_new(rules, key, 7, pot) == CORE_OK) {
            MUST(core_link_check(pot) == CORE_OK);
            play_pot(pot);
        }
        free(rules);
    }
}

static void check_cup(const uint8_t *data, size_t size) {
    uint8_t tables[CORE_CUP_TABLES_SIZE] = {0}, next[CORE_STATE_SIZE], outcome[CORE_OUTCOME_SIZE];
    if (size == CORE_STATE_SIZE) {
        uint8_t *state = copied(data, size);
        memcpy(tables, state + AT_TABLES, CORE_CUP_TABLES_SIZE);
        if (core_cup_check(tables, DICE, state) == CORE_OK
                && core_cup_step(tables, DICE, state, next, outcome) == CORE_OK) {
            MUST(core_cup_check(tables, DICE, next) == CORE_OK);
        }
        free(state);
    }
}

static void check_wheel(const uint8_t *data, size_t size) {
    uint8_t tables[CORE_WHEEL_TABLES_SIZE] = {0}, next[CORE_STATE_SIZE], outcome[CORE_OUTCOME_SIZE];
    if (size == CORE_STATE_SIZE) {
        uint8_t *state = copied(data, size);
        memcpy(tables, state + AT_TABLES, CORE_WHEEL_TABLES_SIZE);
        if (core_wheel_check(tables, POCKETS, state) == CORE_OK
                && core_wheel_step(tables, POCKETS, state, next, outcome) == CORE_OK) {
            MUST(core_wheel_check(tables, POCKETS, next) == CORE_OK);
            MUST(outcome[0] < POCKETS);
        }
        free(state);
    }
}

static void check_hands(const uint8_t *data, size_t size) {
    core_hands hands;
    uint32_t score;
    if (size >= sizeof hands) {
        memcpy(&hands, data, sizeof hands);
        uint8_t *cards = copied(data + sizeof hands, size - sizeof hands);
        if (core_hands_check(&hands) == CORE_OK) {
            core_hands_score(&hands, cards, (uint32_t)(size - sizeof hands), &score);
        }
        free(cards);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < HEAD) {
        return 0;
    }
    memcpy(&chooser, data + 1, sizeof chooser);
    chooser |= 1;  // xorshift stays at 0
    uint8_t opener = data[0];
    data += HEAD;
    size -= HEAD;
    switch (opener) {
        case 0: open_cycle(data, size); break;
        case 1: open_chance(data, size); break;
        case 2: compile(data, size, 0); break;
        case 3: compile(data, size, 1); break;
        case 4: check_cycle_state(data, size, cycle_blob, sizeof cycle_blob); break;
        case 5: check_cycle_state(data, size, gamble_blob, sizeof gamble_blob); break;
        case 6: check_chance_state(data, size, lines_blob, sizeof lines_blob); break;
        case 7: check_chance_state(data, size, ways_blob, sizeof ways_blob); break;
        case 8: check_pot(data, size); break;
        case 9: check_rules(data, size); break;
        case 10: check_cup(data, size); break;
        case 11: check_hands(data, size); break;
        case 12: check_wheel(data, size); break;
        default: break;
    }
    return 0;
}
