// SPDX-License-Identifier: MIT
// What every port plays of machines of chance: picks, free plays, gambles and pots, by steps and by campaigns.

#include "chance.h"
#include "port_blobs.h"
#include "ports.h"

enum { PAID_PLAYS = 60, CAMPAIGN_PLAYS = 150, BINS = 401, EVENTS = 60 };

static const uint8_t key[CORE_KEY_SIZE] = {9, 8, 7, 6, 5, 4, 3, 2, 1};

// An action that the phase has; a gamble is made two times of three.
static uint32_t action_of(uint32_t phase, uint32_t wanted) {
    switch (phase) {
    case CORE_PHASE_PICK:
        return CORE_ACTION_PICK;
    case CORE_PHASE_FREE:
        return CORE_ACTION_FREE;
    case CORE_PHASE_GAMBLE:
        return wanted % 3 ? CORE_ACTION_GAMBLE : CORE_ACTION_COLLECT;
    default:
        return CORE_ACTION_PLAY;
    }
}

// Until so many paid plays are settled; 0 unless every action, every pot and the cap have come.
static uint64_t steps(const uint8_t *blob, size_t size) {
    static core_chance tables;
    uint8_t state[CORE_STATE_SIZE], outcome[CORE_OUTCOME_SIZE], entropy[CORE_KEY_SIZE];
    uint64_t digest = CORE_DIGEST_START;
    uint32_t seed = 3, actions = 0, pots = 0, capped = 0, phase = CORE_PHASE_IDLE;
    if (core_chance_open(&tables, blob, size) != CORE_OK
            || core_chance_state_new(&tables, key, 5, UINT64_C(5000000000), state) != CORE_OK) {
        return 0;
    }
    for (int i = 0; i < CORE_KEY_SIZE; i++) {
        entropy[i] = 0;
    }
    for (uint32_t settled = 0; settled < PAID_PLAYS;) {
        const uint32_t wanted = port_choose(&seed), kind = action_of(phase, wanted);
        if (core_chance_step(&tables, state, kind, wanted & 3, state, outcome) != CORE_OK) {
            return 0;
        }
        digest = port_mix_bytes(digest, outcome, sizeof outcome);
        actions |= 1u << kind;
        pots |= outcome[14];
        capped |= outcome[3] & 2u;
        settled += outcome[3] & 1u;
        phase = outcome[2];
        if (phase == CORE_PHASE_IDLE && wanted % 7 == 0) {
            entropy[wanted >> 8 & 31] = (uint8_t)wanted;
            if (core_state_absorb(state, entropy, state) != CORE_OK) {
                return 0;
            }
        }
    }
    return actions == 31 && pots == 7 && capped ? port_mix_bytes(digest, state, sizeof state) : 0;
}

uint64_t port_lines_steps(void) {
    return steps(lines_blob, sizeof lines_blob);
}

uint64_t port_ways_steps(void) {
    return steps(ways_blob, sizeof ways_blob);
}

static uint64_t mix_tally(uint64_t digest, const core_chance_tally *tally) {
    digest = port_mix(port_mix(digest, tally->plays), tally->won_cents);
    digest = port_mix(port_mix(digest, tally->hits), tally->featured);
    digest = port_mix(port_mix(digest, tally->free_plays), tally->picks);
    digest = port_mix(port_mix(digest, tally->gambles), tally->capped);
    return port_mix(port_mix(digest, tally->digest), tally->events);
}

static uint64_t mix_pots(uint64_t digest, const core_pot *pots, const core_pot_awards *awards) {
    for (int level = 0; level < CORE_CHANCE_MAX_POTS; level++) {
        digest = port_mix(port_mix(digest, pots[level].value_mc), pots[level].reserve_mc);
        digest = port_mix(port_mix(digest, pots[level].threshold_mc), pots[level].carry);
        digest = port_mix(port_mix(digest, pots[level].reserve_carry), awards->hits[level]);
        digest = port_mix(digest, awards->cents[level]);
    }
    return digest;
}

static uint64_t campaign(const uint8_t *blob, size_t size) {
    static core_chance tables;
    static uint64_t histogram[BINS];
    static core_pot_event events[EVENTS];
    static core_pot pots[CORE_CHANCE_MAX_POTS];
    static core_pot_awards awards;
    static core_chance_tally tally;
    const uint64_t first = UINT64_C(7000000000);
    uint64_t digest = CORE_DIGEST_START;
    for (int i = 0; i < BINS; i++) {
        histogram[i] = 0;
    }
    for (int level = 0; level < CORE_CHANCE_MAX_POTS; level++) {
        awards.hits[level] = awards.cents[level] = 0;
    }
    if (core_chance_open(&tables, blob, size) != CORE_OK || tables.cap_cents / tables.unit_cents >= BINS
            || core_chance_pots_new(&tables, key, 6, first, pots) != CORE_OK
            || core_chance_campaign(&tables, key, 6, first, CAMPAIGN_PLAYS, 2, histogram, events, EVENTS, &tally)
                != CORE_OK
            || core_chance_pots(&tables, key, 6, first, tally.plays, events, tally.events, pots, &awards)
                != CORE_OK) {
        return 0;
    }
    for (int i = 0; i < BINS; i++) {
        digest = port_mix(digest, histogram[i]);
    }
    return mix_pots(mix_tally(digest, &tally), pots, &awards);
}

uint64_t port_lines_campaign(void) {
    return campaign(lines_blob, sizeof lines_blob);
}

uint64_t port_ways_campaign(void) {
    return campaign(ways_blob, sizeof ways_blob);
}
