// SPDX-License-Identifier: MIT
// Type B, options: raised prizes, the gamble, and the account that gives back what it lost.

#ifndef CORE_GAMBLE_INNER_H
#define CORE_GAMBLE_INNER_H

#include "draw_inner.h"
#include "urn_inner.h"

enum { RAISE_SIZE = 12 };  // bytes of a raise in the tables, the class that it lifts first

// The class that an entry is lifted to, or its own: with tables that have raises only.
int core_gamble_raise(const core_tables *tables, const core_source *source, uint32_t *prize_class);

// An entry that lost and was taken out of the urn may become a piece of the return account, which holds something;
// `word` shows it.
int core_gamble_return(const core_tables *tables, const core_source *source, uint32_t word, const core_urn *urn,
    core_state *state, core_entry *entry);

// May reels be held, which gives nothing back? A loss must leave the return account spread as an offer needs it.
int core_gamble_may_hold(const core_tables *tables, const core_state *state);

// The state follows the urn; a new cycle begins without an advance.
void core_gamble_turn(const core_urn *urn, core_state *state);

// Before core_cycle_settle: the turn, and a gamble of what the play won.
void core_gamble_offer(const core_tables *tables, const core_entry *entries, uint32_t count, const core_urn *urn,
    core_state *state);

// Tell a state that offers a gamble; *prize_cents is what the play has won by then.
int core_gamble_answer(const core_tables *tables, uint32_t answer, core_state *state, uint32_t *prize_cents);

// What the state of a gamble must be for these tables.
int core_gamble_check(const core_tables *tables, const core_state *state);

#endif
