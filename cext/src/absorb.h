// SPDX-License-Identifier: MIT
// Fresh entropy for a state of any type.

#ifndef CORE_ABSORB_H
#define CORE_ABSORB_H

#include "rng.h"
#include "sizes.h"

// Mix entropy into the key; to be called between plays only (CORE_E_PHASE while a gamble is offered). `next` may
// be `state`.
//   k1 = block(key, absorb, generation)[0..32] xor entropy;  key' = block(k1, absorb, generation)[0..32]
int core_state_absorb(const uint8_t state[CORE_STATE_SIZE], const uint8_t entropy[CORE_KEY_SIZE],
    uint8_t next[CORE_STATE_SIZE]);

#endif
