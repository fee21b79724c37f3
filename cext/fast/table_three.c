// SPDX-License-Identifier: MIT
// Many deals of three cards against the bank's three.

#include "table_three.h"

#include "cards.h"
#include "divide.h"
#include "draw_inner.h"
#include "three_inner.h"

enum { LANES = 4, CELLS = CORE_THREE_KINDS * THREE_CELL };

#define ALL_DEALS (UINT64_C(52) * 51 * 50 * 49 * 48 * 47)
#define LAST_DEAL (UINT64_C(1) << 63)  // a deal owns one pair of words

typedef struct {
    const core_three_rules *rules;
    const uint8_t *key;
    uint64_t machine;
    uint32_t tier, excess;  // the upper half of how many pairs are one too many
} dealer;

static int well_formed(const core_three_rules *rules, uint32_t tier, uint64_t machine) {
    int fits = rules->plays_at < CORE_THREE_SCORES && tier <= core_rng_tier() && machine >> CORE_MACHINE_BITS == 0;
    for (uint32_t i = 0; fits && i < CORE_THREE_HANDS; i++) {
        fits = (rules->hand[i] >> 1 & 7) < CORE_THREE_KINDS;
    }
    return fits;
}

static uint32_t settle(const dealer *from, const uint8_t *words, uint8_t *cells) {
    if (from->tier == CORE_TIER_AVX512) {
        return core_three_avx512(from->rules, words, cells);
    }
    return from->tier == CORE_TIER_AVX2 ? core_three_avx2(from->rules, words, cells)
        : core_three_plain(from->rules, words, cells);
}

// A block in which a pair may be one too many, from deal `first` on: each deal as cards.h has it.
static int redeal(const dealer *from, uint64_t first, uint8_t *cells) {
    for (uint32_t i = 0; i < THREE_BLOCK; i++) {
        uint8_t deck[DECK];
        const int code = core_cards_deal(from->key, from->machine, CORE_PURPOSE_PLAY, first + i, DECK, DEALT, deck);
        if (code != CORE_OK) {
            return code;
        }
        const uint16_t mine = from->rules->hand[hand_of(deck[0], deck[2], deck[4])];
        const uint16_t bank = from->rules->hand[hand_of(deck[1], deck[3], deck[5])];
        cells[i] = (uint8_t)cell_of(mine, bank, (uint16_t)from->rules->plays_at);
    }
    return CORE_OK;
}

// The cells of a block, which begins at a multiple of its length.
static int play_block(const dealer *from, uint64_t first, uint8_t *cells) {
    uint8_t words[8 * THREE_BLOCK];
    const int code = core_rng_fill(from->tier, from->key, stream_number(from->machine, CORE_PURPOSE_PLAY, 0),
        first >> 3, words, sizeof words);
    if (code != CORE_OK) {
        return code;
    }
    return settle(from, words, cells) <= from->excess ? redeal(from, first, cells) : CORE_OK;
}

int core_table_three(uint32_t tier, const core_three_rules *rules, const uint8_t key[CORE_KEY_SIZE],
    uint64_t machine, uint64_t first, uint64_t deals, uint64_t counts[CORE_THREE_KINDS * CORE_THREE_FATES]) {
    uint64_t counted[LANES][CELLS] = {{0}};  // side by side, so that a cell that comes twice does not wait for itself
    uint8_t cells[THREE_BLOCK];
    const dealer from = {rules, key, machine, tier, (uint32_t)(core_chance_excess(ALL_DEALS) >> 32)};
    if (!well_formed(rules, tier, machine)) {
        return CORE_E_ARGUMENT;
    }
    if (first > LAST_DEAL || deals > LAST_DEAL - first) {
        return CORE_E_EXHAUSTED;
    }
    for (uint64_t at = first, end = first + deals; at < end;) {
        const uint32_t skipped = (uint32_t)at % THREE_BLOCK, room = THREE_BLOCK - skipped;
        const uint32_t many = end - at < room ? (uint32_t)(end - at) : room;
        const int code = play_block(&from, at - skipped, cells);
        if (code != CORE_OK) {
            return code;
        }
        for (uint32_t i = 0; i < many; i++) {
            counted[i % LANES][cells[skipped + i]]++;
        }
        at += many;
    }
    for (uint32_t at = 0; at < CORE_THREE_KINDS * CORE_THREE_FATES; at++) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            counts[at] += counted[lane][at / CORE_THREE_FATES * THREE_CELL + at % CORE_THREE_FATES];
        }
    }
    return CORE_OK;
}
