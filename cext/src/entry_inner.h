// SPDX-License-Identifier: MIT
// Type B: the one way an entry is decided.

#ifndef CORE_ENTRY_INNER_H
#define CORE_ENTRY_INNER_H

#include "gamble_inner.h"
#include "reels_inner.h"

// Take one entry, of the class that `word` draws, and refill an urn that it empties.
static inline int decide_prize(const core_tables *tables, const core_source *source, core_urn *urn,
    uint32_t word, uint32_t *prize_class) {
    uint32_t ticket;
    int code = draw_from(source, CORE_PURPOSE_PLAY, word, urn->remaining, &ticket);
    if (code != CORE_OK) {
        return code;
    }
    *prize_class = urn_take(urn, ticket);
    return urn->remaining ? CORE_OK : core_urn_refill(urn, tables);
}

// Decide one entry without hold. Step and campaign both come here: there is no second definition.
static inline int decide_entry(const core_tables *tables, const core_source *source, core_urn *urn,
    uint32_t play_word, uint32_t display_word, core_entry *entry) {
    uint32_t k, shown;
    int code = decide_prize(tables, source, urn, play_word, &k);
    if (code != CORE_OK) {
        return code;
    }
    entry->planned = k;
    if (tables->raises) {
        code = core_gamble_raise(tables, source, &k);
        if (code != CORE_OK) {
            return code;
        }
    }
    code = draw_from(source, CORE_PURPOSE_DISPLAY, display_word, tables->first[k + 1] - tables->first[k], &shown);
    if (code != CORE_OK) {
        return code;
    }
    entry->prize_class = k;
    entry->window = window_at(tables, tables->first[k] + shown);
    return CORE_OK;
}

// After the last entry of a play: the urn, the reels and the hold offer of the next state.
void core_cycle_settle(const core_tables *tables, const core_urn *urn, const core_entry *last, uint32_t lost,
    core_state *state);

// The entries of one play, before the state is settled: those that lost may give back.
int core_cycle_entries(const core_tables *tables, const core_source *source, uint32_t count, uint32_t held,
    core_urn *urn, core_state *state, core_entry *entries);

#endif
