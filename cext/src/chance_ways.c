// SPDX-License-Identifier: MIT
// Type C: what a window pays on all ways.

#include "chance_turn_inner.h"

// The cells of a reel that a mask matches, each as often as its multiplier says if `multiplies`.
static uint32_t cells(const core_chance *t, const uint8_t symbols[CORE_MAX_ROWS], uint32_t mask,
    uint32_t multiplies) {
    uint32_t count = 0;
    for (uint32_t row = 0; row < t->rows; row++) {
        if (mask >> symbols[row] & 1) {
            count += multiplies ? t->multipliers[symbols[row]] : 1u;
        }
    }
    return count;
}

void core_chance_ways(const core_chance *t, const chance_window *window, core_chance_turn *turn) {
    uint32_t total = 0, best = 0, longest = 0, group = 0;
    for (uint32_t i = 0; i < t->combos; i++) {
        const uint8_t *combo = t->combo_rows + CHANCE_COMBO_SIZE * i;
        uint32_t cents = get_u32(combo), reel = 0;
        for (; reel < combo[5]; reel++) {
            const uint32_t n = cells(t, window->symbol[reel], get_u32(combo + 8 + 4 * reel), combo[6]);
            if (n == 0) {
                break;
            }
            cents = chance_clipped(t, cents * n);  // at most 500 caps, below 2^31
        }
        if (reel < combo[5]) {
            continue;
        }
        turn->pots |= (uint8_t)(1u << combo[7] >> 1);
        if (combo[4] != group) {
            group = combo[4];
            total += best;
            best = longest = 0;
        }
        if (reel > longest) {
            longest = reel;
            best = cents;
        }
    }
    total += best;  // at most 255 caps
    turn->prize_cents = chance_clipped(t, turn->prize_cents + total);
}
