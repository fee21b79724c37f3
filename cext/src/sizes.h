// SPDX-License-Identifier: MIT
// Sizes that machines of every type share.

#ifndef CORE_SIZES_H
#define CORE_SIZES_H

#define CORE_STATE_SIZE 256      // bytes of a state
#define CORE_OUTCOME_SIZE 48     // bytes of an outcome
#define CORE_MAX_REELS 6
#define CORE_MAX_ROWS 5
#define CORE_MAX_PRICE 1000000   // cents of a play

#endif
