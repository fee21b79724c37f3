// SPDX-License-Identifier: MIT
// What a turn of the reels pays, cut into parts that are read reel by reel: a payline, a group of ways, a
// group of scatters. Each part is a small automaton; a turn pays the sum of what its parts give.

#ifndef CORE_FAST_PARTS_H
#define CORE_FAST_PARTS_H

#include "chance_turn.h"
#include "errors.h"
#include "part_kinds.h"

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

int part_build(part *out, const part_kind *kind, const uint32_t *first, arena *stay, arena scratch);

#endif
