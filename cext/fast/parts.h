// SPDX-License-Identifier: MIT
// What a turn of the reels pays, cut into parts that are read reel by reel: a payline, a group of ways, a
// group of scatters. Each part is a small automaton; a turn pays the sum of what its parts give.

#ifndef CORE_FAST_PARTS_H
#define CORE_FAST_PARTS_H

#include "bytes_inner.h"
#include "chance_turn.h"
#include "errors.h"

// Memory -----------------------------------------------------------------------------------------

// Memory of the caller, handed out from one end.
typedef struct {
    uint8_t *at, *end;
} arena;

// 64-byte aligned; a null pointer if there is not that much left.
static inline void *arena_take(arena *a, size_t size) {
    const size_t slack = (size_t)(-(uintptr_t)a->at & 63);
    if ((size_t)(a->end - a->at) < slack || (size_t)(a->end - a->at) - slack < size) {
        return 0;
    }
    uint8_t *taken = a->at + slack;
    a->at = taken + size;
    return taken;
}

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

// Parts ------------------------------------------------------------------------------------------

#define PART_MAX_STATES 255    // before a reel, after merging
#define PART_MAX_RAW 8192      // before merging
#define PARTS_MAX 288          // groups of combinations and of scatters

// Before reel r a part is in one of states[r] states, 0 of which gives nothing any more. What the reel shows
// it is a letter: of a line the class of the symbol, of the others a class of the whole column.
typedef struct {
    uint32_t states[CORE_MAX_REELS + 1], letters[CORE_MAX_REELS], start;
    uint64_t base;                                 // given whatever is shown
    const uint8_t *letter_of[CORE_MAX_REELS];      // of a symbol (lines) or of a stop
    const uint8_t *next[CORE_MAX_REELS];           // [state][letter]
    const uint64_t *gain[CORE_MAX_REELS];          // [state][letter]
} part;

// The turn of a paid (free 0) or free play (1).
typedef struct {
    const core_chance *tables;
    uint32_t free, set;
    uint32_t lines;     // paylines; 0 with ways
    part line;          // the same for every payline
    uint32_t columns;   // parts that read whole columns
    part column[PARTS_MAX];
} parts;

// Build the parts in memory that stays, with scratch memory beside it. CORE_E_EXHAUSTED: too many states, or
// not enough memory.
int parts_build(parts *p, const core_chance *tables, uint32_t free, arena *stay, arena scratch);

// How a kind of part is read; see parts.c.
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

int part_build(part *out, const part_kind *kind, const uint32_t *first, arena *stay, arena scratch);

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
