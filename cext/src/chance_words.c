// SPDX-License-Identifier: MIT
// Type C: the tickets of all reels, drawn at once from one word or pair.

#include "chance_draw_inner.h"

int core_chance_draw(const core_chance *t, const core_source *source, uint32_t set, uint32_t purpose,
    uint32_t wide, uint64_t block, uint32_t word, uint32_t rejection, uint32_t tickets[CORE_MAX_REELS]) {
    for (; rejection < 0x10000; rejection++) {
        uint32_t words[16];
        core_rng_block(source->key, block, stream_number(source->machine, purpose, rejection), words);
        if (wide ? chance_tickets_pair(t, set, words[word] | (uint64_t)words[word + 1] << 32, tickets)
                 : chance_tickets_word(t, set, words[word], tickets)) {
            return CORE_OK;
        }
    }
    return CORE_E_EXHAUSTED;
}

int core_chance_draw_paid(const core_chance *t, const core_source *source, uint32_t rejection,
    uint32_t tickets[CORE_MAX_REELS]) {
    const uint32_t wide = chance_is_wide(t), play = (uint32_t)source->index;
    const uint64_t block = wide ? source->index >> 3 : source->index >> 4;
    return core_chance_draw(t, source, 0, CORE_PURPOSE_PLAY, wide, block, wide ? 2 * (play & 7) : play & 15,
        rejection, tickets);
}
