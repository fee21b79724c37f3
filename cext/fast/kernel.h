// SPDX-License-Identifier: MIT
// What the campaign kernels share: what a block of plays is, how it is drawn, counted and digested.
//
// A block is the plays of one batch of 256 words: 256 of them, or 128 where a play takes a pair. A kernel says
// for each play how many units it wins; what it cannot say that way (features, pots, large prizes) it marks, and
// the play is made again by the portable campaign, whose result replaces what the block had counted.

#ifndef CORE_FAST_KERNEL_H
#define CORE_FAST_KERNEL_H

#include "chance_draw_inner.h"
#include "fast.h"

#define BLOCK_PLAYS 256
#define MARKED 0x8000    // units that say: made again by the portable campaign
#define ALARM 0x7fff     // a sum of lanes that is not below it: decided by the definition
#define BINS 65536       // of a histogram in progress: whatever a sum of 16 bits may be
#define MOST_BIN 8190    // plays above go the portable way

// Rows of line masks; see masks.c.
enum { NARROW_LANES = 16, HALF_ROW = 2 * NARROW_LANES, SCATTER_CELLS = 32 };  // half a row in bytes

typedef struct {
    uint32_t is_free, set, times;        // of a paid or a free play, the reels of it, and what multiplies it
    uint32_t narrow, lanes, blocks;      // lanes of a row; 64-bit words a lane (narrow: one of 32 bits)
    uint32_t row_size;                   // bytes
    uint32_t multiplies, scatter_parts, steps;
    const uint8_t *rows[CORE_MAX_REELS];          // [stop][lane]
    // [part][256 stops]: cells that show the part's mask. One more part is the first one again, plus 256 where a
    // symbol of several chains shows.
    const uint16_t *scatter[CORE_MAX_REELS];
    const uint16_t *scatter_units[CORE_CHANCE_MAX_SCATTERS + 1];  // [cells]
    uint32_t halves;                              // whether the first half of the lanes says all but the alarm
    const uint8_t *half_rows[CORE_MAX_REELS];     // [stop][half of the lanes]
    const uint64_t *multiplied[CORE_MAX_REELS];   // [stop][block]: lines that show a multiplier
    uint32_t step[CORE_MAX_REELS];                // reels after which something may be added
    const uint32_t *paid[CORE_MAX_REELS];         // [lane]: units that a line adds then, or ALARM
} fast_masks;

// The layered automaton; see automaton.c.
typedef struct {
    uint32_t steps;                               // lookups of a play
    uint32_t merged;                              // reels of the first one
    uint32_t width[CORE_MAX_REELS];               // digits of a reel: tickets, or columns if mapped
    uint32_t stride[CORE_MAX_REELS];              // of a digit: cells from one to the next
    const uint8_t *column_of[CORE_MAX_REELS];     // of each ticket; null: the digit is the ticket
    const uint16_t *first;                        // [digits of the merged reels]: row, or units if steps is 1
    const uint32_t *middle[CORE_MAX_REELS];       // [digit][row]: next row, units << 16
    const uint16_t *last;                         // [digit][row]: units
} fast_automaton;

typedef struct fast_kernel {
    const core_chance *tables;
    uint32_t kind, plays, wide;
    uint32_t excess_word;
    uint64_t excess_pair;
    uint64_t stride[CORE_MAX_REELS];
    fast_automaton paid_lines, free_plays;  // of plays made by themselves, columns as digits; steps 0: none
    uint32_t has_free;                      // else free plays are read from masks
    fast_masks free_masks;
    union {
        fast_masks masks;
        fast_automaton automaton;
    } of;
} fast_kernel;

typedef struct {
    const fast_kernel *kernel;
    core_source source;          // index: the first play of the block
    uint32_t rounds, last_bin;   // plays above the last bin are marked
    uint64_t *histogram, capacity;
    core_pot_event *events;
    core_chance_tally *tally;
    uint32_t *bins;              // [4][BINS], of which those above last_bin are never read
} fast_run;

typedef struct {
    uint16_t tickets[CORE_MAX_REELS][BLOCK_PLAYS];
    uint16_t units[BLOCK_PLAYS];
} fast_block;

// Play i of a block. What a counter's place has only just been looked up for makes the processor repeat the loads
// behind it, so units are counted a block later.
static inline void count_play(const fast_run *run, const uint16_t *units, size_t i) {
    run->bins[(i & 3) * BINS + units[i]]++;
}

static inline uint64_t block_value(const fast_kernel *k, const fast_block *block, uint32_t i) {
    uint64_t value = 0;
    for (uint32_t r = 0; r < k->tables->reels; r++) {
        value += block->tickets[r][i] * k->stride[r];
    }
    return value;
}

// Units of a play by an automaton whose digits are columns, or MARKED.
static inline uint32_t automaton_units(const fast_automaton *a, uint32_t reels,
    const uint32_t tickets[CORE_MAX_REELS]) {
    const uint32_t last = reels - 1;
    uint32_t at = 0, units = 0;
    for (uint32_t r = 0; r < a->merged; r++) {
        at = at * a->width[r] + a->column_of[r][tickets[r]];
    }
    at = a->first[at];
    if (a->merged == reels) {
        return at;
    }
    for (uint32_t r = a->merged; r < last; r++) {
        const uint32_t edge = a->middle[r][at + a->column_of[r][tickets[r]] * a->stride[r]];
        at = edge & 0xffff;
        units += edge >> 16;
    }
    units += a->last[at + a->column_of[last][tickets[last]] * a->stride[last]];
    return units < MARKED ? units : MARKED;
}

// Units of a turn, or MARKED.
static inline uint32_t turn_units(const core_chance *t, const core_chance_turn *turn) {
    const uint32_t units = turn->prize_cents / t->unit_cents;
    return turn->free_plays || turn->picks || turn->pots || units >= MARKED ? MARKED : units;
}

#endif
