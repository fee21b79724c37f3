// SPDX-License-Identifier: MIT
// Shoes shuffled as a table shuffles them: what table_units.h says of their words, for whole shoes of any game.

#ifndef CORE_SHOE_INNER_H
#define CORE_SHOE_INNER_H

#include <string.h>

#include "bulk_inner.h"
#include "draw_inner.h"
#include "table_units.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define WIDE_COPIES 1
#define INLINED inline __attribute__((always_inline))
#else
#define WIDE_COPIES 0
#define INLINED inline
#endif

typedef struct {
    uint32_t tier;
    uint32_t bound[CORE_SHOE_CARDS], excess[CORE_SHOE_CARDS];
} draw_plan;

static void plan_draws(uint32_t tier, uint32_t cards, draw_plan *plan) {
    plan->tier = tier;
    for (uint32_t j = 0; j < CORE_SHOE_CARDS; j++) {
        plan->bound[j] = j + 1 < cards ? cards - j : 1;
        plan->excess[j] = core_rng_excess(plan->bound[j]);
    }
}

static INLINED uint32_t scale(const uint32_t *words, const uint32_t *bound, const uint32_t *excess, uint32_t many,
    uint32_t *values) {
    uint32_t rejected = 0;
    for (uint32_t i = 0; i < many; i++) {
        const uint32_t word = words[i], below = bound[i];
        values[i] = ((word >> 16) * below + ((word & 0xffff) * below >> 16)) >> 16;
        rejected |= word * below < excess[i];
    }
    return rejected;
}

#if WIDE_COPIES
__attribute__((target("avx2"))) static uint32_t scale_avx2(const uint32_t *words, const uint32_t *bound,
    const uint32_t *excess, uint32_t many, uint32_t *values) {
    return scale(words, bound, excess, many, values);
}
#endif

static uint32_t scale_all(uint32_t tier, const uint32_t *words, const uint32_t *bound, const uint32_t *excess,
    uint32_t many, uint32_t *values) {
#if WIDE_COPIES
    if (tier >= CORE_TIER_AVX2) {
        return scale_avx2(words, bound, excess, many, values);
    }
#else
    (void)tier;
#endif
    return scale(words, bound, excess, many, values);
}

// Replace the values of words that are rejected; word 0 is word `index` of purpose play.
static int redraw(const core_source *source, const uint32_t *words, const uint32_t *bound, const uint32_t *excess,
    uint32_t many, uint32_t *values) {
    for (uint32_t i = 0; i < many; i++) {
        if (words[i] * bound[i] < excess[i]) {
            const int code = core_rng_below(source->key, source->machine, CORE_PURPOSE_PLAY, source->index + i,
                bound[i], &values[i]);
            if (code != CORE_OK) {
                return code;
            }
        }
    }
    return CORE_OK;
}

// Shuffle shoe `shoe` of a key: `fresh` are its cards in a new shoe, as whatever a byte says of them.
static int shuffle_shoe(const uint8_t *key, uint64_t machine, uint64_t shoe, const draw_plan *plan, uint32_t cards,
    const uint8_t *fresh, uint8_t *deck) {
    uint32_t words[CORE_SHOE_CARDS], values[CORE_SHOE_CARDS];
    const core_source source = {key, machine, shoe * CORE_SHOE_CARDS};
    for (uint32_t half = 0; half < CORE_SHOE_CARDS; half += CORE_BATCH_WORDS) {
        core_rng_batch_by(plan->tier, key, stream_number(machine, CORE_PURPOSE_PLAY, 0), (source.index + half) >> 4,
            words + half);
    }
    if (scale_all(plan->tier, words, plan->bound, plan->excess, cards, values)) {
        const int code = redraw(&source, words, plan->bound, plan->excess, cards, values);
        if (code != CORE_OK) {
            return code;
        }
    }
    memcpy(deck, fresh, cards);
    for (uint32_t j = 0; j + 1 < cards; j++) {
        const uint8_t kept = deck[j];
        deck[j] = deck[j + values[j]];
        deck[j + values[j]] = kept;
    }
    return CORE_OK;
}

#endif
