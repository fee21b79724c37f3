// SPDX-License-Identifier: MIT
// Type C: what one turn of the reels shows and pays on its lines.

#include "chance_turn_inner.h"

static int matches(const uint8_t *combo, const uint8_t symbols[CORE_MAX_REELS]) {
    for (uint32_t r = 0; r < combo[5]; r++) {
        if (!(get_u32(combo + 8 + 4 * r) >> symbols[r] & 1)) {
            return 0;
        }
    }
    return 1;
}

static uint32_t worth(const core_chance *t, const uint8_t *combo, const uint8_t symbols[CORE_MAX_REELS]) {
    uint32_t cents = get_u32(combo);
    if (combo[6]) {
        for (uint32_t r = 0; r < combo[5]; r++) {
            cents = chance_clipped(t, cents * t->multipliers[symbols[r]]);  // at most 100 caps, below 2^29
        }
    }
    return cents;
}

void core_chance_lines(const core_chance *t, const chance_window *window, core_chance_turn *turn) {
    uint32_t total = 0;
    for (uint32_t line = 0; line < t->paylines; line++) {
        const uint8_t *payline = t->payline_rows + line * t->reels;
        uint8_t symbols[CORE_MAX_REELS];
        uint32_t best = 0;
        for (uint32_t r = 0; r < t->reels; r++) {
            symbols[r] = window->symbol[r][payline[r]];
        }
        for (uint32_t i = 0; i < t->combos; i++) {
            const uint8_t *combo = t->combo_rows + CHANCE_COMBO_SIZE * i;
            if (matches(combo, symbols)) {
                const uint32_t cents = worth(t, combo, symbols);
                best = cents > best ? cents : best;
                turn->pots |= (uint8_t)(1u << combo[7] >> 1);
            }
        }
        total += best;  // at most 100 caps
    }
    turn->prize_cents = chance_clipped(t, turn->prize_cents + total);
}

void core_chance_turn_at(const core_chance *t, uint32_t is_free, const uint8_t stops[CORE_MAX_REELS],
    core_chance_turn *turn) {
    chance_window window;
    chance_show(t, chance_set(t, is_free), stops, &window);
    turn->prize_cents = 0;
    turn->free_plays = 0;
    turn->picks = 0;
    turn->pots = 0;
    if (t->evaluation == CORE_CHANCE_LINES) {
        core_chance_lines(t, &window, turn);
    } else {
        core_chance_ways(t, &window, turn);
    }
    if (t->scatters) {
        core_chance_scatters(t, is_free, &window, turn);
    }
    if (is_free) {
        turn->prize_cents = chance_clipped(t, turn->prize_cents * t->free_multiplier);
        turn->pots = 0;
    }
}
