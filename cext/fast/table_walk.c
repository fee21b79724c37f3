// SPDX-License-Identifier: MIT
// An automaton over many draws below one bound.

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

// The values of a batch, and whether some word calls for a rejection. In 32-bit lanes, which compilers vectorise:
// the bound is below 2^16.
static INLINED uint32_t scale(uint32_t bound, uint32_t excess, const uint32_t words[CORE_BATCH_WORDS],
    uint32_t values[CORE_BATCH_WORDS]) {
    uint32_t rejected = 0;
    for (int i = 0; i < CORE_BATCH_WORDS; i++) {
        const uint32_t word = words[i];
        values[i] = ((word >> 16) * bound + ((word & 0xffff) * bound >> 16)) >> 16;
        rejected |= word * bound < excess;
    }
    return rejected;
}

#if WIDE_COPIES
__attribute__((target("avx2"))) static uint32_t scale_avx2(uint32_t bound, uint32_t excess,
    const uint32_t words[CORE_BATCH_WORDS], uint32_t values[CORE_BATCH_WORDS]) {
    return scale(bound, excess, words, values);
}
#endif

static uint32_t scale_batch(uint32_t bound, uint32_t excess, const uint32_t words[CORE_BATCH_WORDS],
    uint32_t values[CORE_BATCH_WORDS]) {
#if WIDE_COPIES
    if (core_rng_tier() >= CORE_TIER_AVX2) {
        return scale_avx2(bound, excess, words, values);
    }
#endif
    return scale(bound, excess, words, values);
}

// Four counts of every value side by side, so that a value that comes twice in a row does not wait for itself.
static void count_values(const uint32_t *values, uint32_t many, uint32_t (*counted)[4]) {
    for (uint32_t i = 0; i < many; i++) {
        counted[values[i]][i & 3]++;
    }
}

static uint32_t walk_values(const uint32_t *values, uint32_t many, uint32_t bound, const uint16_t *next,
    uint32_t state, uint64_t *counts) {
    for (uint32_t i = 0; i < many; i++) {
        const uint32_t at = state * bound + values[i];
        counts[at]++;
        state = next[at];
    }
    return state;
}

// Replace the values of words that are rejected.
static int redraw(const core_source *source, uint32_t purpose, uint32_t bound, const uint32_t *words, uint32_t many,
    uint32_t *values) {
    const uint32_t excess = core_rng_excess(bound);
    core_source one = *source;
    for (uint32_t i = 0; i < many; i++, one.index++) {
        if (words[i] * bound < excess) {
            const int code = core_rng_below(one.key, one.machine, purpose, one.index, bound, &values[i]);
            if (code != CORE_OK) {
                return code;
            }
        }
    }
    return CORE_OK;
}

static int well_formed(uint64_t machine, uint32_t purpose, uint32_t bound, uint32_t states, const uint16_t *next,
    uint32_t state) {
    if (machine >> CORE_MACHINE_BITS || purpose > 0xff || bound - 1 >= CORE_WALK_BOUND || states == 0 ||
        states > CORE_WALK_CELLS / bound || state >= states) {
        return 0;
    }
    for (uint32_t i = 0; i < states * bound; i++) {
        if (next[i] >= states) {
            return 0;
        }
    }
    return 1;
}

int core_table_walk(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint32_t bound,
    uint64_t first, uint64_t units, uint32_t states, const uint16_t *next, uint32_t *state, uint64_t *counts) {
    uint32_t words[CORE_BATCH_WORDS], values[CORE_BATCH_WORDS], counted[CORE_WALK_BOUND][4] = {{0}};
    if (!well_formed(machine, purpose, bound, states, next, *state) || units > UINT64_MAX - first) {
        return CORE_E_ARGUMENT;
    }
    const uint32_t excess = core_rng_excess(bound);
    uint32_t batches = 0;
    for (uint64_t at = first, end = first + units; at < end;) {
        const uint32_t skipped = (uint32_t)at & (CORE_BATCH_WORDS - 1);
        const uint32_t room = CORE_BATCH_WORDS - skipped, many = end - at < room ? (uint32_t)(end - at) : room;
        core_rng_batch(key, stream_number(machine, purpose, 0), (at - skipped) >> 4, words);
        if (scale_batch(bound, excess, words, values)) {
            const core_source source = {key, machine, at};
            const int code = redraw(&source, purpose, bound, words + skipped, many, values + skipped);
            if (code != CORE_OK) {
                return code;
            }
        }
        if (states > 1) {
            *state = walk_values(values + skipped, many, bound, next, *state, counts);
        } else {
            count_values(values + skipped, many, counted);
        }
        at += many;
        if (states == 1 && (++batches == 1u << 22 || at == end)) {  // before a count can wrap
            for (uint32_t value = 0; value < bound; value++) {
                for (int lane = 0; lane < 4; lane++) {
                    counts[value] += counted[value][lane];
                    counted[value][lane] = 0;
                }
            }
            batches = 0;
        }
    }
    return CORE_OK;
}
