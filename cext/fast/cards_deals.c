// SPDX-License-Identifier: MIT
// Many deals, as core_cards_deal makes them one by one.

#include <string.h>

#include "bulk_inner.h"
#include "cards_fast.h"
#include "cards_inner.h"

enum { SMALL = 64, DECK = 256, PAIRS = 64 };

typedef struct {
    uint64_t all, excess;
    uint8_t left, size;
} group;

// How the draws of one deal are grouped; the groups' number.
static uint32_t plan_groups(uint32_t cards, uint32_t count, group groups[PAIRS]) {
    uint32_t many = 0;
    for (uint32_t at = 0; at < count; many++) {
        group *made = &groups[many];
        made->left = (uint8_t)(cards - at);
        made->size = (uint8_t)group_size(cards - at, count - at, &made->all);
        made->excess = core_chance_excess(made->all);
        at += made->size;
    }
    return many;
}

// One deal from its own words; 0 if a pair must be rejected. The deck begins at the first place not yet dealt.
static int deal_from(const uint32_t *words, const group *groups, uint32_t many, uint8_t *deck, uint8_t *out) {
    uint32_t rejected = 0;
    for (uint32_t g = 0; g < many; g++) {
        uint64_t x = (uint64_t)words[2 * g + 1] << 32 | words[2 * g];
        const uint32_t left = groups[g].left, size = groups[g].size;
        for (uint32_t i = 0; i < size; i++) {
            const uint32_t from = take_digit(&x, left - i);
            *out++ = deck[from];
            deck[from] = deck[0];
            deck++;
        }
        rejected |= x < groups[g].excess;
    }
    return !rejected;
}

int core_cards_deals(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t first,
    uint64_t deals, uint32_t cards, uint32_t count, uint8_t *out) {
    uint32_t words[CORE_BATCH_WORDS];
    uint8_t fresh[DECK], deck[DECK];
    group groups[PAIRS];
    const uint32_t pairs = core_cards_pairs(cards, count);
    if (pairs == 0 || machine >> CORE_MACHINE_BITS || purpose > 0xff) {
        return CORE_E_ARGUMENT;
    }
    if (deals > UINT64_MAX - first || (first + deals) > (UINT64_C(1) << 63) / pairs) {
        return CORE_E_EXHAUSTED;
    }
    const uint32_t many = plan_groups(cards, count, groups), per_batch = CORE_BATCH_WORDS / 2 / pairs;
    const int small = cards <= SMALL;
    for (uint32_t i = 0; i < DECK; i++) {
        fresh[i] = (uint8_t)i;
    }
    for (uint64_t at = first, end = first + deals; at < end;) {
        const uint64_t from = at - at % per_batch;
        core_rng_batch(key, stream_number(machine, purpose, 0), from * pairs >> 3, words);
        for (; at < end && at - from < per_batch; at++, out += count) {
            if (small) {
                memcpy(deck, fresh, SMALL);
            } else {
                memcpy(deck, fresh, DECK);
            }
            if (!deal_from(words + 2 * pairs * (uint32_t)(at - from), groups, many, deck, out)) {
                const int code = core_cards_deal(key, machine, purpose, at, cards, count, deck);
                if (code != CORE_OK) {
                    return code;
                }
                memcpy(out, deck, count);
            }
        }
    }
    return CORE_OK;
}
