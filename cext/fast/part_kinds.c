// SPDX-License-Identifier: MIT
// How a payline, a group of ways and a group of scatters are read reel by reel (raw states, before merging).

#include "part_kinds.h"

// Cents of the turn: a free play multiplies them, and no play wins more than the cap.
static uint64_t cents_gain(const part_kind *kind, uint64_t cents) {
    const uint64_t cap = kind->tables->cap_cents;
    const uint64_t times = kind->free ? kind->tables->free_multiplier : 1u;
    return cents >= cap || cents * times >= cap ? cap : cents * times;
}

static uint64_t pot_gain(const part_kind *kind, uint32_t pot) {
    return kind->free || pot == 0 ? 0 : UINT64_C(1) << (GAIN_POTS_SHIFT + pot - 1);
}

static uint32_t clipped_product(const part_kind *kind, uint32_t a, uint32_t b) {
    const uint64_t wide = (uint64_t)a * b;
    return wide < kind->tables->cap_cents ? (uint32_t)wide : kind->tables->cap_cents;
}

// Lines: bits of the combos that may still match, their multipliers, and the worthiest that has matched.
enum { ALIVE_WORDS = 8, LINE_TIMES = ALIVE_WORDS, LINE_BEST, LINE_WIDTH };

static uint64_t line_step(const part_kind *kind, uint32_t reel, const uint32_t *state, uint32_t letter,
    uint32_t *after) {
    const uint32_t symbol = kind->shown[reel][letter];
    const uint32_t times = clipped_product(kind, state[LINE_TIMES], kind->tables->multipliers[symbol]);
    uint32_t best = state[LINE_BEST], multiplies = 0;
    uint64_t gain = 0;
    for (uint32_t w = 0; w < ALIVE_WORDS; w++) {
        after[w] = 0;
    }
    for (uint32_t i = 0; i < kind->tables->combos; i++) {
        const uint8_t *combo = combo_at(kind->tables, i);
        if (!(state[i >> 5] >> (i & 31) & 1) || !(combo_mask(combo, reel) >> symbol & 1)) {
            continue;
        }
        if (combo[COMBO_SPAN] > reel + 1) {
            after[i >> 5] |= UINT32_C(1) << (i & 31);
            multiplies |= combo[COMBO_MULTIPLIES];
        } else {
            const uint32_t cents =
                combo[COMBO_MULTIPLIES] ? clipped_product(kind, get_u32(combo), times) : get_u32(combo);
            best = cents > best ? cents : best;
            gain |= pot_gain(kind, combo[COMBO_POT]);
        }
    }
    after[LINE_TIMES] = multiplies ? times : 1;
    after[LINE_BEST] = best;
    return gain;
}

static uint64_t line_last(const part_kind *kind, const uint32_t *state) {
    return cents_gain(kind, state[LINE_BEST]);
}

void line_kind(part_kind *kind) {
    kind->width = LINE_WIDTH;
    kind->step = line_step;
    kind->last = line_last;
}

// Ways: the ways of each combo of the group so far, then the longest span that had ways and its cents.
static uint32_t matched_cells(const part_kind *kind, uint32_t reel, uint32_t stop, uint32_t mask,
    uint32_t multiplies) {
    const core_chance *t = kind->tables;
    uint32_t count = 0;
    for (uint32_t row = 0; row < t->rows; row++) {
        const uint32_t symbol = shown_at(t, kind->set, reel, stop, row);
        if (mask >> symbol & 1) {
            count += multiplies ? t->multipliers[symbol] : 1u;
        }
    }
    return count;
}

static uint64_t ways_step(const part_kind *kind, uint32_t reel, const uint32_t *state, uint32_t letter,
    uint32_t *after) {
    uint32_t longest = state[kind->count], best = state[kind->count + 1];
    uint64_t gain = 0;
    for (uint32_t i = 0; i < kind->count; i++) {
        const uint8_t *combo = combo_at(kind->tables, kind->rows[i]);
        after[i] = 0;
        if (state[i] == 0) {
            continue;
        }
        const uint32_t ways = clipped_product(kind, state[i], matched_cells(kind, reel,
            kind->shown[reel][letter], combo_mask(combo, reel), combo[COMBO_MULTIPLIES]));
        if (combo[COMBO_SPAN] > reel + 1) {
            after[i] = ways;
        } else if (ways) {
            gain |= pot_gain(kind, combo[COMBO_POT]);
            if (combo[COMBO_SPAN] > longest) {
                longest = combo[COMBO_SPAN];
                best = clipped_product(kind, get_u32(combo), ways);
            }
        }
    }
    after[kind->count] = longest;
    after[kind->count + 1] = best;
    return gain;
}

static uint64_t ways_last(const part_kind *kind, const uint32_t *state) {
    return cents_gain(kind, state[kind->count + 1]);
}

void ways_kind(part_kind *kind, uint32_t group) {
    kind->count = 0;
    for (uint32_t i = 0; i < kind->tables->combos; i++) {
        if (combo_at(kind->tables, i)[COMBO_GROUP] == group) {
            kind->rows[kind->count++] = i;
        }
    }
    kind->width = kind->count + 2;
    kind->step = ways_step;
    kind->last = ways_last;
}

// Scatters: how often each mask of the group has shown, as far as any row asks.
static uint64_t scatter_step(const part_kind *kind, uint32_t reel, const uint32_t *state, uint32_t letter,
    uint32_t *after) {
    for (uint32_t m = 0; m < kind->masks; m++) {
        const uint32_t count =
            state[m] + matched_cells(kind, reel, kind->shown[reel][letter], kind->mask[m], 0);
        after[m] = count < kind->most[m] ? count : kind->most[m];
    }
    return 0;
}

static uint64_t scatter_last(const part_kind *kind, const uint32_t *state) {
    const uint8_t *best = 0;
    for (uint32_t i = 0; i < kind->count; i++) {
        const uint8_t *row = scatter_at(kind->tables, kind->rows[i]);
        uint32_t m = 0;
        while (kind->mask[m] != get_u32(row + SCATTER_MASK)) {
            m++;
        }
        if (state[m] >= row[SCATTER_COUNT] && (!best || row[SCATTER_COUNT] > best[SCATTER_COUNT])) {
            best = row;
        }
    }
    if (!best) {
        return 0;
    }
    return cents_gain(kind, get_u32(best))
        | (uint64_t)get_u16(best + (kind->free ? SCATTER_RETRIGGER : SCATTER_FREE)) << GAIN_FREE_SHIFT
        | (uint64_t)best[SCATTER_PICKS] << GAIN_PICKS_SHIFT | pot_gain(kind, best[SCATTER_POT]);
}

void scatter_kind(part_kind *kind, uint32_t group) {
    kind->count = kind->masks = 0;
    for (uint32_t i = 0; i < kind->tables->scatters; i++) {
        const uint8_t *row = scatter_at(kind->tables, i);
        if (row[SCATTER_GROUP] != group) {
            continue;
        }
        kind->rows[kind->count++] = i;
        uint32_t m = 0;
        while (m < kind->masks && kind->mask[m] != get_u32(row + SCATTER_MASK)) {
            m++;
        }
        if (m == kind->masks) {
            kind->mask[kind->masks++] = get_u32(row + SCATTER_MASK);
            kind->most[m] = 0;
        }
        kind->most[m] = row[SCATTER_COUNT] > kind->most[m] ? row[SCATTER_COUNT] : kind->most[m];
    }
    kind->width = kind->masks;
    kind->step = scatter_step;
    kind->last = scatter_last;
}
