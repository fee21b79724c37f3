// SPDX-License-Identifier: MIT
// Type B: the 256 bytes that the firmware commits: made, checked, read, written, and which reels they let hold.

#include "bytes_inner.h"
#include "draw_inner.h"
#include "gamble_inner.h"
#include "reels_inner.h"
#include "state_inner.h"

enum { AT_VERSION = 0, AT_TYPE = 1, AT_ZERO1 = 2, AT_GENERATION = 4, AT_MACHINE = 8, AT_TABLES = 16,
       AT_KEY = 32, AT_PLAY = 64, AT_CYCLE = 72, AT_STRATUM = 76, AT_LOST = 77, AT_ZERO2 = 78, AT_LEFT = 80,
       AT_REMAINING = 144, AT_OFFER = 148, AT_STOPS = 152, AT_PHASE = 158, AT_GAMBLES = 159, AT_STAKE = 160,
       AT_RETURN = 164, AT_ADVANCE = 168, AT_ZERO3 = 172, TABLES_SIZE = 16 };

static uint32_t stratum_entries(const core_tables *tables, uint32_t stratum) {
    uint32_t entries = 0;
    for (uint32_t k = 0; k < tables->classes; k++) {
        entries += core_tables_plan(tables, stratum, k);
    }
    return entries;
}

int core_state_frame(const uint8_t bytes[CORE_STATE_SIZE]) {
    if (bytes[AT_VERSION] != CORE_STATE_VERSION || bytes[AT_TYPE] != CORE_TYPE_B
            || !all_zero(bytes + AT_ZERO1, 2) || !all_zero(bytes + AT_ZERO2, 2)
            || !all_zero(bytes + AT_ZERO3, CORE_STATE_SIZE - AT_ZERO3)
            || get_u64(bytes + AT_MACHINE) >> CORE_MACHINE_BITS) {
        return CORE_E_STATE;
    }
    return bytes[AT_PHASE] ? CORE_E_PHASE : CORE_OK;
}

static void unpack(const uint8_t bytes[CORE_STATE_SIZE], core_state *state) {
    state->generation = get_u32(bytes + AT_GENERATION);
    state->machine = get_u64(bytes + AT_MACHINE);
    state->play = get_u64(bytes + AT_PLAY);
    state->cycle = get_u32(bytes + AT_CYCLE);
    state->stratum = bytes[AT_STRATUM];
    state->lost = bytes[AT_LOST];
    state->remaining = get_u32(bytes + AT_REMAINING);
    state->hold_offer = get_u32(bytes + AT_OFFER);
    state->phase = bytes[AT_PHASE];
    state->gambles = bytes[AT_GAMBLES];
    state->at_stake_cents = get_u32(bytes + AT_STAKE);
    state->return_cents = get_u32(bytes + AT_RETURN);
    state->advance_cents = get_u32(bytes + AT_ADVANCE);
    copy_bytes(state->key, bytes + AT_KEY, CORE_KEY_SIZE);
    for (int k = 0; k < CORE_MAX_CLASSES; k++) {
        state->left[k] = (uint16_t)get_u16(bytes + AT_LEFT + 2 * k);
    }
    for (int r = 0; r < CORE_MAX_REELS; r++) {
        state->stops[r] = bytes[AT_STOPS + r];
    }
}

// The urn holds no more than its stratum, and as much as the number of the play says.
static int check_urn(const core_tables *tables, const core_state *state) {
    uint32_t sum = 0, taken = 0;
    if (state->stratum >= tables->strata) {
        return CORE_E_STATE;
    }
    for (uint32_t k = 0; k < CORE_MAX_CLASSES; k++) {
        if (state->left[k] > core_tables_plan(tables, state->stratum, k)) {
            return CORE_E_STATE;
        }
        sum += state->left[k];
    }
    for (uint32_t s = 0; s <= state->stratum; s++) {
        taken += stratum_entries(tables, s);
    }
    taken -= sum;
    if (sum == 0 || sum != state->remaining
            || state->play != product(state->cycle, tables->cycle_entries) + taken) {
        return CORE_E_STATE;
    }
    return CORE_OK;
}

// Can a loss and a prize that are both still in the urn be shown with these reels held?
static int holdable(const core_tables *tables, const core_state *state, uint32_t held) {
    uint8_t stops[CORE_MAX_REELS];
    int loss = 0, prize = 0;
    uint32_t window = core_reels_first(tables, held, state->stops, stops);
    do {
        uint32_t k = tables->class_map[window];
        if (k != CORE_NO_CLASS && state->left[k]) {
            loss |= k == 0;
            prize |= k != 0;
        }
    } while (!(loss && prize) && core_reels_next(tables, held, stops, &window));
    return loss && prize;
}

uint32_t core_state_offer(const core_tables *tables, const core_state *state) {
    uint32_t offer = 0;
    if (!tables->hold || !state->lost || !core_gamble_may_hold(tables, state)) {
        return 0;
    }
    // The offer has a bit for each of 32 masks, so a sixth reel is never held.
    uint32_t masks = tables->reels > 5 ? 32 : (1u << tables->reels) - 1;
    for (uint32_t held = 1; held < masks; held++) {
        offer |= (uint32_t)holdable(tables, state, held) << held;
    }
    return offer;
}

static int check_reels(const core_tables *tables, const core_state *state) {
    for (uint32_t r = 0; r < CORE_MAX_REELS; r++) {
        if (r < tables->reels ? state->stops[r] >= tables->stops[r] : state->stops[r] != 0) {
            return CORE_E_STATE;
        }
    }
    if (state->lost > 1 || (state->lost && core_tables_class(tables, state->stops) != 0)
            || state->hold_offer != core_state_offer(tables, state)) {
        return CORE_E_STATE;
    }
    return CORE_OK;
}

int core_state_read(const core_tables *tables, const uint8_t bytes[CORE_STATE_SIZE], core_state *state) {
    int code = core_state_frame(bytes);
    if (code == CORE_E_STATE) {
        return code;
    }
    if (!same_bytes(bytes + AT_TABLES, tables->digest, TABLES_SIZE)) {
        return CORE_E_FOREIGN;
    }
    unpack(bytes, state);
    code = check_urn(tables, state);
    if (code == CORE_OK) {
        code = check_reels(tables, state);
    }
    return code == CORE_OK ? core_gamble_check(tables, state) : code;
}

void core_state_write(const core_tables *tables, const core_state *state, uint8_t bytes[CORE_STATE_SIZE]) {
    clear_bytes(bytes, CORE_STATE_SIZE);
    bytes[AT_VERSION] = CORE_STATE_VERSION;
    bytes[AT_TYPE] = tables->type;
    put_u32(bytes + AT_GENERATION, state->generation);
    put_u64(bytes + AT_MACHINE, state->machine);
    put_u64(bytes + AT_PLAY, state->play);
    put_u32(bytes + AT_CYCLE, state->cycle);
    bytes[AT_STRATUM] = (uint8_t)state->stratum;
    bytes[AT_LOST] = (uint8_t)state->lost;
    put_u32(bytes + AT_REMAINING, state->remaining);
    put_u32(bytes + AT_OFFER, state->hold_offer);
    bytes[AT_PHASE] = (uint8_t)state->phase;
    bytes[AT_GAMBLES] = (uint8_t)state->gambles;
    put_u32(bytes + AT_STAKE, state->at_stake_cents);
    put_u32(bytes + AT_RETURN, state->return_cents);
    put_u32(bytes + AT_ADVANCE, state->advance_cents);
    copy_bytes(bytes + AT_TABLES, tables->digest, TABLES_SIZE);
    copy_bytes(bytes + AT_KEY, state->key, CORE_KEY_SIZE);
    for (int k = 0; k < CORE_MAX_CLASSES; k++) {
        put_u16(bytes + AT_LEFT + 2 * k, state->left[k]);
    }
    for (int r = 0; r < CORE_MAX_REELS; r++) {
        bytes[AT_STOPS + r] = state->stops[r];
    }
}

int core_state_new(const core_tables *tables, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint32_t cycle, uint8_t bytes[CORE_STATE_SIZE]) {
    core_state state;
    if (machine >> CORE_MACHINE_BITS) {
        return CORE_E_ARGUMENT;
    }
    state.machine = machine;
    state.play = product(cycle, tables->cycle_entries);
    state.cycle = cycle;
    state.generation = state.stratum = state.hold_offer = state.lost = 0;
    state.phase = state.gambles = state.at_stake_cents = state.return_cents = state.advance_cents = 0;
    state.remaining = stratum_entries(tables, 0);
    copy_bytes(state.key, key, CORE_KEY_SIZE);
    for (uint32_t k = 0; k < CORE_MAX_CLASSES; k++) {
        state.left[k] = (uint16_t)core_tables_plan(tables, 0, k);
    }
    for (int r = 0; r < CORE_MAX_REELS; r++) {
        state.stops[r] = 0;
    }
    core_state_write(tables, &state, bytes);
    return CORE_OK;
}

int core_state_check(const core_tables *tables, const uint8_t bytes[CORE_STATE_SIZE]) {
    core_state state;
    return core_state_read(tables, bytes, &state);
}
