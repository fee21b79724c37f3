// SPDX-License-Identifier: MIT
// The reference game as one writes it down: a window, its lines one by one, its scatters. game.h, written by the
// benchmark, has STOPS, STRIPS, LINES, PAYS (cents of a run of n of a symbol) and SCATTERS.

#include "game.h"

#include <stdint.h>

static uint32_t window_cents(const uint32_t stops[5]) {
    uint8_t window[5][3];
    uint32_t scatters = 0, cents = 0;
    for (int r = 0; r < 5; r++) {
        for (int j = 0; j < 3; j++) {
            uint32_t at = stops[r] + STOPS + 1 - (uint32_t)j;
            at = at >= 2 * STOPS ? at - 2 * STOPS : at >= STOPS ? at - STOPS : at;
            window[r][j] = STRIPS[r][at];
            scatters += window[r][j] == 9;
        }
    }
    for (int l = 0; l < 20; l++) {
        uint32_t symbol = window[0][LINES[l][0]], run = 1, wilds = symbol == 0, only_wilds = symbol == 0;
        if (symbol == 9) {
            continue;
        }
        for (; run < 5; run++) {
            const uint32_t shown = window[run][LINES[l][run]];
            if (shown == 0) {
                wilds += only_wilds;
                continue;
            }
            only_wilds = 0;
            if (shown == 9 || (symbol != 0 && shown != symbol)) {
                break;
            }
            symbol = shown;
        }
        const uint32_t mixed = PAYS[symbol][run], pure = PAYS[0][wilds];
        cents += mixed > pure ? mixed : pure;
    }
    return cents + SCATTERS[scatters > 5 ? 5 : scatters];
}

// Many plays on stops from a quick generator (SplitMix64, Steele et al. 2014): next to no cost beside the lines.
void naive_play(uint64_t seed, uint64_t plays, uint64_t *histogram) {
    for (uint64_t i = 0; i < plays; i++) {
        uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
        uint32_t stops[5];
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        z ^= z >> 31;
        for (int r = 0; r < 5; r++) {
            stops[r] = (uint32_t)(((z & 0xffffffff) * STOPS) >> 32);
            z = (z << 12 | z >> 52);
        }
        histogram[window_cents(stops)]++;
    }
}

// All windows whose first reel stands at `first` to `end - 1`.
void naive_count(uint32_t first, uint32_t end, uint64_t *histogram) {
    for (uint32_t a = first; a < end; a++) {
        for (uint32_t b = 0; b < STOPS; b++) {
            for (uint32_t c = 0; c < STOPS; c++) {
                for (uint32_t d = 0; d < STOPS; d++) {
                    for (uint32_t e = 0; e < STOPS; e++) {
                        const uint32_t stops[5] = {a, b, c, d, e};
                        histogram[window_cents(stops)]++;
                    }
                }
            }
        }
    }
}
