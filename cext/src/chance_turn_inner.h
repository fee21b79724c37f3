// SPDX-License-Identifier: MIT
// Type C: the parts of a turn.

#ifndef CORE_CHANCE_TURN_INNER_H
#define CORE_CHANCE_TURN_INNER_H

#include "chance_draw_inner.h"
#include "chance_rows_inner.h"
#include "chance_turn.h"

// The symbols of a window, rows from the top.
typedef struct {
    uint8_t symbol[CORE_MAX_REELS][CORE_MAX_ROWS];
} chance_window;

// The window at stops that are on their strips.
static inline void chance_show(const core_chance *t, uint32_t set, const uint8_t stops[CORE_MAX_REELS],
    chance_window *window) {
    for (uint32_t r = 0; r < t->reels; r++) {
        const uint32_t count = t->stops[set][r];
        uint32_t at = stops[r] + t->rows / 2u;
        for (uint32_t row = 0; row < t->rows; row++) {
            // at - row lies between 1 - rows and stops + rows, and a strip has at least `rows` stops.
            const uint32_t stop = at >= row ? at - row : at + count - row;
            window->symbol[r][row] = t->strips[set][r][stop >= count ? stop - count : stop];
        }
    }
}

// What a window pays, before the multiplier of a free play: each adds its cents to the turn, clipped at the
// cap, and its pots.
void core_chance_lines(const core_chance *t, const chance_window *window, core_chance_turn *turn);
void core_chance_ways(const core_chance *t, const chance_window *window, core_chance_turn *turn);
void core_chance_scatters(const core_chance *t, uint32_t is_free, const chance_window *window,
    core_chance_turn *turn);

// The turn at stops that are on their strips.
void core_chance_turn_at(const core_chance *t, uint32_t is_free, const uint8_t stops[CORE_MAX_REELS],
    core_chance_turn *turn);

#endif
