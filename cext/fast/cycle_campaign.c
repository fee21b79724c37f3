// SPDX-License-Identifier: MIT
// The campaign of the prize cycle by tier: wide loops for all but the last play, the core's own for that.

#include "cycle_inner.h"
#include "fast_cycle.h"

uint32_t core_cycle_tier(void) {
#if CORE_WIDE
    return core_rng_tier();
#else
    return CORE_TIER_PLAIN;
#endif
}

int core_cycle_campaign(uint32_t tier, uint32_t display, const core_tables *tables,
    const uint8_t state[CORE_STATE_SIZE], uint32_t simultaneous, uint64_t plays,
    uint8_t next[CORE_STATE_SIZE], core_tally *tally) {
    core_course c;
    if (tier > core_cycle_tier()) {
        return CORE_E_ARGUMENT;
    }
    int code = core_course_open(&c, tables, state, simultaneous, plays, display);
    if (code == CORE_OK) {
        code = core_course_return(&c, tables, display);
    }
#if CORE_WIDE
    if (code == CORE_OK && tier != CORE_TIER_PLAIN && c.end - c.source.index > simultaneous) {
        core_cycle_walk *walk = tier == CORE_TIER_AVX512 ? core_cycle_avx512 : core_cycle_avx2;
        code = walk(&c, tables, c.end - simultaneous, display);
    }
#endif
    return code == CORE_OK ? core_course_finish(&c, tables, display, next, tally) : code;
}
