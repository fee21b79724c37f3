// SPDX-License-Identifier: MIT
// All parts of a turn together: a state before a reel, as a number of some words, and what each column makes
// of it.

#ifndef CORE_FAST_JOINT_H
#define CORE_FAST_JOINT_H

#include "parts.h"

#define JOINT_MAX_WORDS 96     // of a key
#define JOINT_MAX_COLUMNS 256  // distinct columns of a reel: no more than stops

// Paylines that run over the same rows from a reel on are alike there: what counts is how many of them are in
// which state. A group of one line keeps the number of its state, a larger group a counter a state.
typedef struct {
    uint8_t row, lines;       // row on this reel
    uint16_t after;           // group at the next reel
    uint16_t first;           // field of state 1 (larger group), or the only field
} joint_group;

typedef struct {
    uint16_t word;
    uint8_t shift, bits;
} joint_field;

typedef struct {
    uint32_t words, groups, fields;
    joint_group group[CORE_CHANCE_MAX_PAYLINES];
    joint_field *field;
    uint32_t first_column;    // fields of the column parts, one each, from here on
} joint_level;

typedef struct {
    uint64_t weight;
    uint8_t letter[CORE_MAX_ROWS];  // of the line part on each row; unused rows 0
    uint8_t part[PARTS_MAX];        // letter of each column part
} joint_column;

typedef struct {
    parts p;
    uint64_t base;                                  // given whatever is shown
    joint_level level[CORE_MAX_REELS + 1];
    uint32_t columns[CORE_MAX_REELS], rows_used[CORE_MAX_REELS];  // bits of rows that some line reads
    joint_column *column[CORE_MAX_REELS];
    uint8_t *column_of[CORE_MAX_REELS];             // of each stop
} joint;

// One column after a state: the words of the next key, and what it gives.
typedef struct {
    uint64_t *keys, *gains;
} joint_edges;

int joint_build(joint *j, const core_chance *tables, uint32_t free, arena *stay, arena scratch);

// The key before reel 0.
void joint_start(const joint *j, uint64_t *key);

// All columns of reel `reel` after the state `key`: edges->keys[column * words of the next level].
void joint_expand(const joint *j, uint32_t reel, const uint64_t *key, joint_edges *edges);

#endif
