// SPDX-License-Identifier: MIT
// Many plays without hold: the steps of core_step in a loop, with words made a batch of blocks at a time.

#include "inner.h"

enum { BATCH = CORE_BATCH_WORDS };

uint64_t core_tally_digest(uint64_t digest, uint32_t prize_class, uint32_t window) {
    // The sum carries and the xorshift (Marsaglia 2003, "Xorshift RNGs", 13, 7, 17) is one to one: courses
    // that differ anywhere, or in their order, agree only by chance.
    digest += (uint64_t)prize_class << 32 | window;
    digest ^= digest << 13;
    digest ^= digest >> 7;
    digest ^= digest << 17;
    return digest;
}

typedef struct {
    core_source source;
    core_urn urn;
    core_entry entry;       // the last one
    uint32_t class_before;  // and the class of the one before it
    uint64_t counts[CORE_MAX_CLASSES], digest;
} course;

// Entries up to `end`, a batch of words at a time.
static int run(const core_tables *tables, uint64_t end, course *c) {
    const uint64_t play = stream_number(c->source.machine, CORE_PURPOSE_PLAY, 0);
    const uint64_t display = stream_number(c->source.machine, CORE_PURPOSE_DISPLAY, 0);
    uint32_t play_words[BATCH], display_words[BATCH];
    while (c->source.index < end) {
        const uint64_t from = c->source.index & ~(uint64_t)(BATCH - 1);
        const uint64_t to = end - from > BATCH ? from + BATCH : end;
        core_entry entry = c->entry;
        uint64_t digest = c->digest;
        core_rng_batch(c->source.key, play, from >> 4, play_words);
        core_rng_batch(c->source.key, display, from >> 4, display_words);
        for (; c->source.index < to; c->source.index++) {
            const uint32_t i = (uint32_t)(c->source.index - from);
            c->class_before = entry.prize_class;
            int code = decide_entry(tables, &c->source, &c->urn, play_words[i], display_words[i], &entry);
            if (code != CORE_OK) {
                return code;
            }
            c->counts[entry.prize_class]++;
            digest = core_tally_digest(digest, entry.prize_class, entry.window);
        }
        c->entry = entry;
        c->digest = digest;
    }
    return CORE_OK;
}

int core_campaign(const core_tables *tables, const uint8_t bytes[CORE_STATE_SIZE], uint32_t simultaneous,
    uint64_t plays, uint8_t next[CORE_STATE_SIZE], core_tally *tally) {
    core_state state;
    course c;
    int code = core_state_read(tables, bytes, &state);
    if (code != CORE_OK) {
        return code;
    }
    if (simultaneous < 1 || simultaneous > tables->simultaneous_max) {
        return CORE_E_ARGUMENT;
    }
    const uint64_t entries = simultaneous == 1 ? plays : plays << 1;
    if (entries < plays || entries > UINT64_MAX - state.play) {
        return CORE_E_EXHAUSTED;
    }
    c.source = (core_source){state.key, state.machine, state.play};
    c.entry = (core_entry){0, 0};
    c.class_before = 0;
    c.digest = CORE_DIGEST_START;
    for (int k = 0; k < CORE_MAX_CLASSES; k++) {
        c.counts[k] = 0;
    }
    core_urn_open(&c.urn, &state);
    code = run(tables, state.play + entries, &c);
    if (code != CORE_OK) {
        return code;
    }
    if (plays) {
        const uint32_t lost = c.entry.prize_class == 0 && (simultaneous == 1 || c.class_before == 0);
        state.play += entries;
        core_cycle_settle(tables, &c.urn, &c.entry, lost, &state);
    }
    core_state_write(tables, &state, next);
    tally->plays = plays;
    tally->digest = c.digest;
    for (int k = 0; k < CORE_MAX_CLASSES; k++) {
        tally->counts[k] = c.counts[k];
    }
    return CORE_OK;
}
