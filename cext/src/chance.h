// SPDX-License-Identifier: MIT
// Type C: plays by pure chance (RD 2110/1998 art. 9 to 12). What a machine is, what a play does, and the pots.
//
// A paid play turns the reels once. What it shows may pay lines or ways and scatters, and may give picks and
// free plays, each of them a step of its own that is committed before it is shown. When nothing is left to
// do the play is settled; before that a win may be gambled. What a play wins in all, pots apart, is capped.

#ifndef CORE_CHANCE_H
#define CORE_CHANCE_H

#include "core.h"
#include "chance_campaign.h"
#include "chance_pots.h"
#include "chance_state.h"
#include "chance_step.h"
#include "chance_tables.h"
#include "chance_turn.h"

#endif
