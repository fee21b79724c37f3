// SPDX-License-Identifier: MIT
// Type C: the rows of the tables.

#ifndef CORE_CHANCE_ROWS_INNER_H
#define CORE_CHANCE_ROWS_INNER_H

#include "bytes_inner.h"
#include "chance_tables.h"

enum { CHANCE_COMBO_SIZE = 32, CHANCE_SCATTER_SIZE = 16, CHANCE_PICK_SIZE = 12, CHANCE_POT_SIZE = 48 };

static inline uint32_t chance_clipped(const core_chance *t, uint32_t cents) {
    return cents < t->cap_cents ? cents : t->cap_cents;
}

// Strips, combinations, scatters, picks and pots of tables whose sections are placed: checked, pots worked out.
int core_chance_read_rows(core_chance *t);

#endif
