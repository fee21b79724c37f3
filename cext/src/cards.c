// SPDX-License-Identifier: MIT
// Shuffles and deals: Fisher and Yates, several steps from one even draw.

#include "cards_inner.h"

uint32_t core_cards_pairs(uint32_t cards, uint32_t count) {
    uint32_t groups = 0, pairs = 1;
    if (cards - 1 >= CORE_CARDS_MAX || count - 1 >= cards) {
        return 0;
    }
    for (uint32_t at = 0; at < count; groups++) {
        uint64_t all;
        at += group_size(cards - at, count - at, &all);
    }
    while (pairs < groups) {
        pairs <<= 1;
    }
    return pairs;
}

// The words of one block, made anew only where another block begins.
typedef struct {
    const uint8_t *key;
    uint64_t machine, block;
    uint32_t purpose, rejection, made, words[16];
} one_block;

static uint64_t pair_of(one_block *source, uint64_t pair, uint32_t rejection) {
    const uint32_t *words = source->words + (((uint32_t)pair & 7) << 1);
    if (!source->made || source->block != pair >> 3 || source->rejection != rejection) {
        source->made = 1;
        source->block = pair >> 3;
        source->rejection = rejection;
        core_rng_block(source->key, source->block, stream_number(source->machine, source->purpose, rejection),
            source->words);
    }
    return (uint64_t)words[1] << 32 | words[0];
}

// The digits of one group; core_rng_below for a product of bounds.
static int draw_group(one_block *source, uint64_t pair, uint32_t left, uint32_t size, uint64_t all,
    uint8_t digits[]) {
    for (uint32_t rejection = 0; rejection < 0x10000; rejection++) {
        uint64_t x = pair_of(source, pair, rejection);
        for (uint32_t i = 0; i < size; i++) {
            digits[i] = (uint8_t)take_digit(&x, left - i);
        }
        // The excess is below the product, so it is worked out only on the rare way.
        if (x >= all || x >= core_chance_excess(all)) {
            return CORE_OK;
        }
    }
    return CORE_E_EXHAUSTED;
}

// deal * pairs, by single doublings: small cores have no shift of 64 bits by any number.
static int first_pair(uint64_t deal, uint32_t pairs, uint64_t *pair) {
    for (*pair = deal; pairs > 1; pairs >>= 1) {
        if (*pair >> 62) {
            return CORE_E_EXHAUSTED;
        }
        *pair <<= 1;
    }
    return *pair >> 63 ? CORE_E_EXHAUSTED : CORE_OK;
}

int core_cards_deal(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t deal,
    uint32_t cards, uint32_t count, uint8_t deck[]) {
    const uint32_t pairs = core_cards_pairs(cards, count);
    uint64_t pair, all;
    one_block source;
    if (pairs == 0 || machine >> CORE_MACHINE_BITS || purpose > 0xff) {
        return CORE_E_ARGUMENT;
    }
    if (first_pair(deal, pairs, &pair) != CORE_OK) {
        return CORE_E_EXHAUSTED;
    }
    source.key = key;
    source.machine = machine;
    source.purpose = purpose;
    source.made = 0;
    for (uint32_t i = 0; i < cards; i++) {
        deck[i] = (uint8_t)i;
    }
    for (uint32_t at = 0, size; at < count; at += size, pair++) {
        uint8_t digits[16];  // 16! is below the limit, 17! above it
        size = group_size(cards - at, count - at, &all);
        const int code = draw_group(&source, pair, cards - at, size, all, digits);
        if (code != CORE_OK) {
            return code;
        }
        for (uint32_t i = at; i < at + size; i++) {
            const uint32_t from = i + digits[i - at];
            const uint8_t card = deck[from];
            deck[from] = deck[i];
            deck[i] = card;
        }
    }
    return CORE_OK;
}
