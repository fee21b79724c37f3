// SPDX-License-Identifier: MIT
// The kinds of parts that parts.h builds: how a payline, a group of ways and a group of scatters read a reel.

#ifndef CORE_FAST_PART_KINDS_H
#define CORE_FAST_PART_KINDS_H

#include "bytes_inner.h"
#include "chance_turn.h"

// What is given, in one number ---------------------------------------------------------------------
//
// Bits 0 to 31 cents, 32 to 47 free plays, 48 to 55 picks, all of which add up; 56 to 63 pots, which do not.

#define GAIN_FREE_SHIFT 32
#define GAIN_PICKS_SHIFT 48
#define GAIN_POTS_SHIFT 56

static inline uint64_t gain_add(uint64_t a, uint64_t b) {
    const uint64_t sums = (UINT64_C(1) << GAIN_POTS_SHIFT) - 1;
    return ((a & sums) + (b & sums)) | ((a | b) & ~sums);
}

static inline uint64_t gain_times(uint64_t gain, uint64_t times) {
    const uint64_t sums = (UINT64_C(1) << GAIN_POTS_SHIFT) - 1;
    return (gain & sums) * times | (gain & ~sums);
}

// Kinds --------------------------------------------------------------------------------------------

// How a kind of part is read; see part_build.
typedef struct part_kind {
    const core_chance *tables;
    uint32_t free, set, width;                     // 32-bit words of a raw state
    uint32_t letters[CORE_MAX_REELS];
    const uint8_t *letter_of[CORE_MAX_REELS];
    uint8_t shown[CORE_MAX_REELS][256];            // a symbol or a stop that stands for each letter
    uint32_t count, rows[256];                     // the combos or scatters of this part
    uint32_t masks, mask[32];                      // scatters: the distinct masks
    uint32_t most[32];                             // and the largest count that any row asks of each
    // The raw state after a reel, and what that gives at once.
    uint64_t (*step)(const struct part_kind *kind, uint32_t reel, const uint32_t *state, uint32_t letter,
        uint32_t *after);
    // What a raw state after the last reel gives.
    uint64_t (*last)(const struct part_kind *kind, const uint32_t *state);
} part_kind;

void line_kind(part_kind *kind);
void ways_kind(part_kind *kind, uint32_t group);
void scatter_kind(part_kind *kind, uint32_t group);

static inline uint32_t shown_at(const core_chance *t, uint32_t set, uint32_t reel, uint32_t stop, uint32_t row) {
    uint32_t at = stop + t->rows / 2u + t->stops[set][reel] - row;
    while (at >= t->stops[set][reel]) {
        at -= t->stops[set][reel];
    }
    return t->strips[set][reel][at];
}

// Combos and scatters as their bytes lie in the blob.
static inline const uint8_t *combo_at(const core_chance *t, uint32_t i) {
    return t->combo_rows + 32 * (size_t)i;
}

static inline uint32_t combo_mask(const uint8_t *combo, uint32_t reel) {
    return get_u32(combo + 8 + 4 * (size_t)reel);
}

static inline const uint8_t *scatter_at(const core_chance *t, uint32_t i) {
    return t->scatter_rows + 16 * (size_t)i;
}

enum { COMBO_GROUP = 4, COMBO_SPAN = 5, COMBO_MULTIPLIES = 6, COMBO_POT = 7 };
enum { SCATTER_MASK = 4, SCATTER_FREE = 8, SCATTER_RETRIGGER = 10, SCATTER_COUNT = 12, SCATTER_GROUP = 13,
    SCATTER_PICKS = 14, SCATTER_POT = 15 };

#endif
