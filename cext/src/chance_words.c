// SPDX-License-Identifier: MIT
// Type C: draws from pairs of words, and the tickets of all reels from one of them.

#include "chance_inner.h"

uint64_t core_chance_divide(uint64_t numerator, uint64_t denominator, uint64_t *rest) {
    uint64_t quotient = 0, step = denominator;
    uint32_t shift = 0;
    while (step <= numerator >> 1) {
        step <<= 1;
        shift++;
    }
    for (;; shift--, step >>= 1) {
        if (numerator >= step) {
            numerator -= step;
            quotient |= UINT64_C(1) << shift;
        }
        if (shift == 0) {
            break;
        }
    }
    *rest = numerator;
    return quotient;
}

uint64_t core_chance_excess(uint64_t bound) {
    uint64_t rest;
    core_chance_divide(UINT64_C(0) - bound, bound, &rest);  // 2^64 - bound has the remainder of 2^64
    return rest;
}

uint64_t core_chance_pair(const core_source *source, uint32_t purpose, uint32_t rejection, uint64_t block,
    uint32_t pair) {
    uint32_t words[16];
    core_rng_block(source->key, block, stream_number(source->machine, purpose, rejection), words);
    return words[2 * pair] | (uint64_t)words[2 * pair + 1] << 32;
}

int core_chance_below(const core_source *source, uint32_t purpose, uint64_t block, uint32_t pair,
    uint64_t bound, uint64_t *value) {
    for (uint32_t rejection = 0; rejection < 0x10000; rejection++) {
        uint64_t low;
        *value = chance_product(core_chance_pair(source, purpose, rejection, block, pair), bound, &low);
        if (low >= bound || low >= core_chance_excess(bound)) {
            return CORE_OK;
        }
    }
    return CORE_E_EXHAUSTED;
}

int core_chance_draw_paid(const core_chance *t, const core_source *source, uint32_t rejection,
    uint32_t tickets[CORE_MAX_REELS]) {
    const uint64_t play = source->index;
    for (; rejection < 0x10000; rejection++) {
        int accepted;
        if (chance_is_wide(t)) {
            const uint64_t x =
                core_chance_pair(source, CORE_PURPOSE_PLAY, rejection, play >> 3, (uint32_t)play & 7);
            accepted = chance_tickets_pair(t, 0, x, tickets);
        } else {
            const uint64_t stream = stream_number(source->machine, CORE_PURPOSE_PLAY, rejection);
            accepted = chance_tickets_word(t, 0, core_rng_word(source->key, stream, play), tickets);
        }
        if (accepted) {
            return CORE_OK;
        }
    }
    return CORE_E_EXHAUSTED;
}

int core_chance_draw_free(const core_chance *t, const core_source *source, uint32_t drawn,
    uint32_t tickets[CORE_MAX_REELS]) {
    const uint64_t block = (source->index << 20) + (drawn >> 3);
    for (uint32_t rejection = 0; rejection < 0x10000; rejection++) {
        const uint64_t x = core_chance_pair(source, CORE_PURPOSE_FEATURE, rejection, block, drawn & 7);
        if (chance_tickets_pair(t, chance_set(t, 1), x, tickets)) {
            return CORE_OK;
        }
    }
    return CORE_E_EXHAUSTED;
}
