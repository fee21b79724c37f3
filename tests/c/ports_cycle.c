// SPDX-License-Identifier: MIT
// What every port plays of the prize cycle: steps with holds, doubles and absorption, and campaigns.

#include "core.h"
#include "port_blobs.h"
#include "ports.h"

enum { STEPS = 400, CAMPAIGN_PLAYS = 1500 };

static const uint8_t key[CORE_KEY_SIZE] = {1, 2, 3, 4, 5, 6, 7, 8, 9};

uint64_t port_cycle_steps(void) {
    static core_tables tables;
    uint8_t state[CORE_STATE_SIZE], outcome[CORE_OUTCOME_SIZE], entropy[CORE_KEY_SIZE];
    uint64_t digest = CORE_DIGEST_START;
    uint32_t seed = 1, holds = 0;
    if (core_tables_open(&tables, cycle_blob, sizeof cycle_blob) != CORE_OK
            || core_state_new(&tables, key, 77, 3, state) != CORE_OK) {
        return 0;
    }
    for (int i = 0; i < CORE_KEY_SIZE; i++) {
        entropy[i] = 0;
    }
    for (uint32_t n = 0; n < STEPS; n++) {
        core_action action = {1, 0, 0};
        const uint32_t wanted = port_choose(&seed);
        // Byte 148 of the state has the masks that may be held.
        if ((wanted & 1) && (state[148] >> (wanted >> 1 & 7) & 1)) {
            action.held = (uint8_t)(wanted >> 1 & 7);
            holds += action.held != 0;
        } else {
            action.simultaneous = (uint8_t)(1 + (wanted >> 8 & 1));
        }
        if (core_step(&tables, state, &action, state, outcome) != CORE_OK) {
            return 0;
        }
        digest = port_mix_bytes(digest, outcome, sizeof outcome);
        if (n % 9 == 0) {
            entropy[n & 31] = (uint8_t)wanted;
            if (core_state_absorb(state, entropy, state) != CORE_OK) {
                return 0;
            }
        }
    }
    return holds > 5 ? port_mix_bytes(digest, state, sizeof state) : 0;
}

uint64_t port_cycle_campaign(void) {
    static core_tables tables;
    static core_tally tally;
    uint8_t state[CORE_STATE_SIZE];
    uint64_t digest = CORE_DIGEST_START;
    if (core_tables_open(&tables, cycle_blob, sizeof cycle_blob) != CORE_OK
            || core_state_new(&tables, key, 78, 4000000000u, state) != CORE_OK) {
        return 0;
    }
    for (uint32_t n = 0; n < 4; n++) {
        const uint32_t simultaneous = 1 + (n & 1);
        const int code = n < 2 ? core_campaign(&tables, state, simultaneous, CAMPAIGN_PLAYS + n, state, &tally)
                               : core_campaign_prizes(
                                   &tables, state, simultaneous, CAMPAIGN_PLAYS + n, state, &tally);
        if (code != CORE_OK) {
            return 0;
        }
        for (int k = 0; k < CORE_MAX_CLASSES; k++) {
            digest = port_mix(digest, tally.counts[k]);
        }
        digest = port_mix(port_mix(digest, tally.plays), tally.digest);
    }
    return port_mix_bytes(digest, state, sizeof state);
}

// Steps in which a gamble is dared two times of three and reels are held, and campaigns that dare.
uint64_t port_cycle_gamble(void) {
    static core_tables tables;
    static core_tally tally;
    uint8_t state[CORE_STATE_SIZE], outcome[CORE_OUTCOME_SIZE];
    uint64_t digest = CORE_DIGEST_START;
    uint32_t seed = 5, answers = 0, returns = 0, holds = 0;
    if (core_tables_open(&tables, gamble_blob, sizeof gamble_blob) != CORE_OK
            || core_state_new(&tables, key, 79, 5, state) != CORE_OK) {
        return 0;
    }
    for (uint32_t n = 0; n < STEPS; n++) {
        core_action action = {0, 0, 0};
        const uint32_t wanted = port_choose(&seed);
        // Byte 158 of the state says whether a gamble is offered.
        if (state[158]) {
            action.answer = wanted % 3 ? CORE_GAMBLE_DARE : CORE_GAMBLE_TAKE;
            answers++;
        } else if ((wanted & 1) && (state[148] >> (wanted >> 1 & 7) & 1)) {
            action.simultaneous = 1;
            action.held = (uint8_t)(wanted >> 1 & 7);
            holds += action.held != 0;
        } else {
            action.simultaneous = (uint8_t)(1 + (wanted >> 8 & 1));
        }
        if (core_step(&tables, state, &action, state, outcome) != CORE_OK) {
            return 0;
        }
        // Byte 2 of an entry says whether it gives back what a gamble lost.
        returns += (uint32_t)outcome[18] + outcome[34];
        digest = port_mix_bytes(digest, outcome, sizeof outcome);
    }
    const core_action take = {0, 0, CORE_GAMBLE_TAKE};
    if (state[158] && core_step(&tables, state, &take, state, outcome) != CORE_OK) {
        return 0;
    }
    for (uint32_t n = 0; n < 4; n++) {
        if (core_campaign_gamble(&tables, state, 1 + (n & 1), 300, n, state, &tally) != CORE_OK) {
            return 0;
        }
        digest = port_mix(port_mix(digest, tally.digest), tally.offers);
        digest = port_mix(port_mix(digest, tally.gambles), tally.gambles_won);
        digest = port_mix(port_mix(digest, tally.lost_cents), tally.added_cents);
        digest = port_mix(digest, tally.returned_cents);
    }
    return answers > 20 && returns > 5 && holds > 5 ? port_mix_bytes(digest, state, sizeof state) : 0;
}
