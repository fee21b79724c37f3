// SPDX-License-Identifier: MIT
// Many deals and many hands at once, on large computers: the same deals and the same order as cards.h.

#ifndef CORE_CARDS_FAST_H
#define CORE_CARDS_FAST_H

#include "cards.h"

// Throws first to first + throws - 1; `faces` takes throws * dice bytes.
int core_dice_throws(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t first,
    uint64_t throws, uint32_t dice, uint8_t *faces);

// Deals first to first + deals - 1 of `count` of the cards; `out` takes deals * count bytes, each deal in order.
int core_cards_deals(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t first,
    uint64_t deals, uint32_t cards, uint32_t count, uint8_t *out);

#endif
