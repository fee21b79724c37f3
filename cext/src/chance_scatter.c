// SPDX-License-Identifier: MIT
// Type C: scatters, which count wherever they show.

#include "chance_turn_inner.h"

static uint32_t shown(const core_chance *t, const chance_window *window, uint32_t mask) {
    uint32_t count = 0;
    for (uint32_t r = 0; r < t->reels; r++) {
        for (uint32_t row = 0; row < t->rows; row++) {
            count += mask >> window->symbol[r][row] & 1;
        }
    }
    return count;
}

static void apply(const uint8_t *row, uint32_t is_free, core_chance_turn *turn) {
    turn->prize_cents += get_u32(row);  // at most 33 caps
    turn->free_plays = (uint16_t)(turn->free_plays + get_u16(row + (is_free ? 10 : 8)));
    turn->picks = (uint8_t)(turn->picks + row[14]);
    turn->pots |= (uint8_t)(1u << row[15] >> 1);
}

void core_chance_scatters(const core_chance *t, uint32_t is_free, const chance_window *window,
    core_chance_turn *turn) {
    const uint8_t *best = NULL;
    for (uint32_t i = 0; i < t->scatters; i++) {
        const uint8_t *row = t->scatter_rows + CHANCE_SCATTER_SIZE * i;
        if (shown(t, window, get_u32(row + 4)) < row[12]) {
            continue;
        }
        if (best && best[13] != row[13]) {
            apply(best, is_free, turn);
            best = NULL;
        }
        if (!best || row[12] > best[12]) {
            best = row;
        }
    }
    if (best) {
        apply(best, is_free, turn);
    }
    turn->prize_cents = chance_clipped(t, turn->prize_cents);
}
