// SPDX-License-Identifier: MIT
// Type B: windows of the reels, and what they pay.

#ifndef CORE_REELS_INNER_H
#define CORE_REELS_INNER_H

#include "bytes_inner.h"
#include "tables.h"

// The window at a place of the list.
static inline uint32_t window_at(const core_tables *tables, uint32_t position) {
    return get_u16(tables->window_list + 2 * (size_t)position);
}

uint32_t core_reels_pay(const core_tables *tables, const uint8_t stops[CORE_MAX_REELS]);
uint32_t core_reels_class(const core_tables *tables, uint32_t pay_cents);
uint32_t core_reels_window(const core_tables *tables, const uint8_t stops[CORE_MAX_REELS]);
void core_reels_stops(const core_tables *tables, uint32_t window, uint8_t stops[CORE_MAX_REELS]);

// Move the reels that are not held to their next window, in ascending order; 0 after the last.
int core_reels_next(const core_tables *tables, uint32_t held, uint8_t stops[CORE_MAX_REELS],
    uint32_t *window);

// First window that keeps the held ones of the stops `kept`: the other reels stand at stop 0.
uint32_t core_reels_first(const core_tables *tables, uint32_t held, const uint8_t kept[CORE_MAX_REELS],
    uint8_t stops[CORE_MAX_REELS]);

#endif
