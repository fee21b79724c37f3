// SPDX-License-Identifier: MIT
// What the reels show: windows, and their pay.

#include "bytes_inner.h"
#include "reels_inner.h"

static const uint8_t *strip_of(const core_tables *tables, uint32_t reel) {
    const uint8_t *strip = tables->strips;
    for (uint32_t r = 0; r < reel; r++) {
        strip += tables->stops[r];
    }
    return strip;
}

// Symbols of a window, column by column, rows from the top.
static void show(const core_tables *tables, const uint8_t stops[CORE_MAX_REELS],
    uint8_t seen[CORE_MAX_REELS][CORE_MAX_ROWS]) {
    for (uint32_t r = 0; r < tables->reels; r++) {
        const uint8_t *strip = strip_of(tables, r);
        uint32_t count = tables->stops[r];
        uint32_t at = stops[r] + tables->rows / 2u;
        for (uint32_t row = 0; row < tables->rows; row++) {
            // at - row lies between 1 - rows and stops + rows, and a strip has at least `rows` stops.
            uint32_t stop = at >= row ? at - row : at + count - row;
            seen[r][row] = strip[stop >= count ? stop - count : stop];
        }
    }
}

static int matches(const core_tables *tables, const uint8_t *symbols, const uint8_t *payline,
    uint8_t seen[CORE_MAX_REELS][CORE_MAX_ROWS]) {
    for (uint32_t r = 0; r < tables->reels; r++) {
        if (symbols[r] != CORE_SYMBOL_ANY && symbols[r] != seen[r][payline[r]]) {
            return 0;
        }
    }
    return 1;
}

uint32_t core_reels_pay(const core_tables *tables, const uint8_t stops[CORE_MAX_REELS]) {
    uint8_t seen[CORE_MAX_REELS][CORE_MAX_ROWS];
    uint32_t total = 0;
    show(tables, stops, seen);
    for (uint32_t line = 0; line < tables->paylines; line++) {
        const uint8_t *payline = tables->payline_rows + line * tables->reels;
        uint32_t best = 0;
        for (uint32_t i = 0; i < tables->pays; i++) {
            const uint8_t *pay = tables->pay_rows + 12 * i;
            uint32_t prize = get_u32(pay);
            if (prize > best && matches(tables, pay + 4, payline, seen)) {
                best = prize;
            }
        }
        total += best;  // at most CORE_MAX_PAYLINES * CORE_MAX_PRIZE, below 2^29
    }
    return total;
}

uint32_t core_reels_class(const core_tables *tables, uint32_t pay_cents) {
    for (uint32_t k = 0; k < tables->classes; k++) {
        if (tables->prize_cents[k] == pay_cents) {
            return k;
        }
    }
    return CORE_NO_CLASS;
}

uint32_t core_reels_window(const core_tables *tables, const uint8_t stops[CORE_MAX_REELS]) {
    uint32_t window = 0;
    for (uint32_t r = 0; r < tables->reels; r++) {
        window += stops[r] * tables->stride[r];
    }
    return window;
}

void core_reels_stops(const core_tables *tables, uint32_t window, uint8_t stops[CORE_MAX_REELS]) {
    for (uint32_t r = 0; r < CORE_MAX_REELS; r++) {
        stops[r] = 0;
    }
    for (uint32_t r = 0; r < tables->reels; r++) {
        // At most 255 subtractions a reel: small cores have no divider.
        while (window >= tables->stride[r]) {
            window -= tables->stride[r];
            stops[r]++;
        }
    }
}

int core_reels_next(const core_tables *tables, uint32_t held, uint8_t stops[CORE_MAX_REELS],
    uint32_t *window) {
    for (uint32_t r = tables->reels; r-- > 0;) {
        if (held >> r & 1) {
            continue;
        }
        stops[r]++;
        *window += tables->stride[r];
        if (stops[r] < tables->stops[r]) {
            return 1;
        }
        *window -= stops[r] * tables->stride[r];
        stops[r] = 0;
    }
    return 0;
}

uint32_t core_reels_first(const core_tables *tables, uint32_t held, const uint8_t kept[CORE_MAX_REELS],
    uint8_t stops[CORE_MAX_REELS]) {
    for (uint32_t r = 0; r < CORE_MAX_REELS; r++) {
        stops[r] = held >> r & 1 ? kept[r] : 0;
    }
    return core_reels_window(tables, stops);
}
