// SPDX-License-Identifier: MIT
// Many plays without hold: the steps of core_step in a loop, with words made a batch of blocks at a time.

#include "bulk_inner.h"
#include "course_inner.h"
#include "entry_inner.h"
#include "step.h"

enum { BATCH = CORE_BATCH_WORDS };

uint64_t core_tally_digest(uint64_t digest, uint32_t prize_class, uint32_t window) {
    return digest_entry(digest, (uint64_t)prize_class << 32 | window);
}

// a * b modulo 2^64.
static uint64_t times(uint64_t a, uint64_t b) {
#if defined(__ARM_ARCH_6M__)
    // This core would call for a helper.
    const uint32_t low_a = (uint32_t)a, low_b = (uint32_t)b;
    const uint32_t cross = low_a * (uint32_t)(b >> 32) + (uint32_t)(a >> 32) * low_b;
    return product(low_a, low_b) + ((uint64_t)cross << 32);
#else
    return a * b;
#endif
}

// Number prize_class of SplitMix64 from 0 (Steele, Lea and Flood 2014): weights that no few others make up.
static uint64_t weight_of(uint32_t prize_class) {
    uint64_t x = times(UINT64_C(0x9e3779b97f4a7c15), (uint64_t)prize_class + 1);
    x = times(x ^ x >> 30, UINT64_C(0xbf58476d1ce4e5b9));
    x = times(x ^ x >> 27, UINT64_C(0x94d049bb133111eb));
    return x ^ x >> 31;
}

void core_tally_copy(const core_tally *from, core_tally *to) {
    to->plays = from->plays;
    to->digest = from->digest;
    to->offers = from->offers;
    to->gambles = from->gambles;
    to->gambles_won = from->gambles_won;
    to->lost_cents = from->lost_cents;
    to->added_cents = from->added_cents;
    to->returned_cents = from->returned_cents;
    for (int k = 0; k < CORE_MAX_CLASSES; k++) {
        to->counts[k] = from->counts[k];
    }
}

uint64_t core_prize_digest(uint64_t entry, uint32_t prize_class) {
    return times(weight_of(prize_class), entry << 1 | 1);
}

int core_course_open(core_course *c, const core_tables *tables, const uint8_t bytes[CORE_STATE_SIZE],
    uint32_t simultaneous, uint64_t plays, uint32_t display) {
    int code = core_state_read(tables, bytes, &c->state);
    if (code != CORE_OK) {
        return code;
    }
    if (simultaneous < 1 || simultaneous > tables->simultaneous_max || display > 1) {
        return CORE_E_ARGUMENT;
    }
    if (c->state.phase) {
        return CORE_E_PHASE;
    }
    const uint64_t entries = simultaneous == 1 ? plays : plays << 1;
    if (entries < plays || entries > UINT64_MAX - c->state.play) {
        return CORE_E_EXHAUSTED;
    }
    c->source = (core_source){c->state.key, c->state.machine, c->state.play};
    c->end = c->state.play + entries;
    c->simultaneous = simultaneous;
    c->entry.prize_class = c->entry.window = c->entry.planned = 0;
    c->class_before = 0;
    c->tally.plays = plays;
    c->tally.digest = display ? CORE_DIGEST_START : 0;
    c->tally.offers = c->tally.gambles = c->tally.gambles_won = 0;
    c->tally.lost_cents = c->tally.added_cents = c->tally.returned_cents = 0;
    for (int k = 0; k < CORE_MAX_CLASSES; k++) {
        c->tally.counts[k] = 0;
    }
    core_urn_open(&c->urn, &c->state);
    return CORE_OK;
}

// One play of a course, and a player who dares `rounds` times with a prize.
static int play_gamble(core_course *c, const core_tables *tables, uint32_t rounds, uint32_t display) {
    core_entry entries[CORE_MAX_SIMULTANEOUS];
    const int code = core_cycle_entries(tables, &c->source, c->simultaneous, 0, &c->urn, &c->state, entries);
    if (code != CORE_OK) {
        return code;
    }
    for (uint32_t e = 0; e < c->simultaneous; e++, c->source.index++) {
        const uint32_t k = entries[e].prize_class;
        c->tally.counts[k]++;
        c->tally.digest = display ? core_tally_digest(c->tally.digest, k, entries[e].window)
                                  : c->tally.digest + core_prize_digest(c->source.index, k);
        c->tally.returned_cents += is_returned(&entries[e]) ? tables->prize_cents[k] : 0;
    }
    c->class_before = entries[0].prize_class;
    // Member by member: a small core would call for a helper.
    const core_entry *last = &entries[c->simultaneous - 1];
    c->entry.prize_class = last->prize_class;
    c->entry.window = last->window;
    c->entry.planned = last->planned;
    core_gamble_offer(tables, entries, c->simultaneous, &c->urn, &c->state);
    c->state.play = c->source.index;
    c->tally.offers += c->state.phase != 0;
    const uint32_t first_cents = c->state.at_stake_cents;
    for (uint32_t made = 0; c->state.phase; made++) {
        uint32_t cents;
        const uint32_t dares = made < rounds, answer = dares ? CORE_GAMBLE_DARE : CORE_GAMBLE_TAKE;
        const int answered = core_gamble_answer(tables, answer, &c->state, &cents);
        if (answered != CORE_OK) {
            return answered;
        }
        if (dares) {
            c->tally.gambles++;
            c->tally.gambles_won += cents != 0;
            c->tally.digest = core_tally_digest(c->tally.digest, UINT32_MAX, cents != 0);
        }
        if (!c->state.phase) {
            c->tally.lost_cents += cents ? 0 : first_cents;
            c->tally.added_cents += cents ? cents - first_cents : 0;
        }
    }
    return CORE_OK;
}

int core_course_return(core_course *c, const core_tables *tables, uint32_t display) {
    int code = CORE_OK;
    while (code == CORE_OK && c->state.return_cents && c->source.index < c->end) {
        code = play_gamble(c, tables, 0, display);
    }
    c->tally.offers = 0;
    return code;
}

// Entries with their windows, up to `end`.
static int run_shown(core_course *c, const core_tables *tables, uint64_t end, uint32_t display) {
    const uint64_t play = stream_number(c->source.machine, CORE_PURPOSE_PLAY, 0);
    const uint64_t shown = stream_number(c->source.machine, CORE_PURPOSE_DISPLAY, 0);
    uint32_t play_words[BATCH], display_words[BATCH];
    while (c->source.index < end) {
        const uint64_t from = c->source.index & ~(uint64_t)(BATCH - 1);
        const uint64_t to = end - from > BATCH ? from + BATCH : end;
        core_entry entry = c->entry;
        uint64_t digest = c->tally.digest;
        core_rng_batch(c->source.key, play, from >> 4, play_words);
        core_rng_batch(c->source.key, shown, from >> 4, display_words);
        for (; c->source.index < to; c->source.index++) {
            const uint32_t i = (uint32_t)(c->source.index - from);
            c->class_before = entry.prize_class;
            int code = decide_entry(tables, &c->source, &c->urn, play_words[i], display_words[i], &entry);
            if (code != CORE_OK) {
                return code;
            }
            c->tally.counts[entry.prize_class]++;
            digest = display ? core_tally_digest(digest, entry.prize_class, entry.window)
                             : digest + core_prize_digest(c->source.index, entry.prize_class);
        }
        c->entry = entry;
        c->tally.digest = digest;
    }
    return CORE_OK;
}

// Entries without their windows, up to `end`.
static int run_prizes(core_course *c, const core_tables *tables, uint64_t end) {
    const uint64_t play = stream_number(c->source.machine, CORE_PURPOSE_PLAY, 0);
    uint64_t weight[CORE_MAX_CLASSES];
    uint32_t words[BATCH];
    for (uint32_t k = 0; k < CORE_MAX_CLASSES; k++) {
        weight[k] = weight_of(k);
    }
    while (c->source.index < end) {
        const uint64_t from = c->source.index & ~(uint64_t)(BATCH - 1);
        const uint64_t to = end - from > BATCH ? from + BATCH : end;
        core_rng_batch(c->source.key, play, from >> 4, words);
        for (; c->source.index < to; c->source.index++) {
            uint32_t prize_class;
            int code =
                decide_prize(tables, &c->source, &c->urn, words[c->source.index - from], &prize_class);
            if (code == CORE_OK && tables->raises) {
                code = core_gamble_raise(tables, &c->source, &prize_class);
            }
            if (code != CORE_OK) {
                return code;
            }
            c->tally.counts[prize_class]++;
            c->tally.digest += times(weight[prize_class], c->source.index << 1 | 1);
        }
    }
    return CORE_OK;
}

int core_course_finish(core_course *c, const core_tables *tables, uint32_t display,
    uint8_t next[CORE_STATE_SIZE], core_tally *tally) {
    int code = CORE_OK;
    if (!display && c->end - c->source.index > c->simultaneous) {
        code = run_prizes(c, tables, c->end - c->simultaneous);
    }
    if (code == CORE_OK) {
        code = run_shown(c, tables, c->end, display);
    }
    if (code != CORE_OK) {
        return code;
    }
    if (c->tally.plays) {
        const uint32_t lost = c->entry.prize_class == 0 && (c->simultaneous == 1 || c->class_before == 0);
        c->state.play = c->end;
        core_cycle_settle(tables, &c->urn, &c->entry, lost, &c->state);
    }
    core_state_write(tables, &c->state, next);
    core_tally_copy(&c->tally, tally);
    return CORE_OK;
}

static int campaign(const core_tables *tables, const uint8_t bytes[CORE_STATE_SIZE], uint32_t simultaneous,
    uint64_t plays, uint32_t display, uint8_t next[CORE_STATE_SIZE], core_tally *tally) {
    core_course c;
    int code = core_course_open(&c, tables, bytes, simultaneous, plays, display);
    if (code == CORE_OK) {
        code = core_course_return(&c, tables, display);
    }
    return code == CORE_OK ? core_course_finish(&c, tables, display, next, tally) : code;
}

int core_campaign(const core_tables *tables, const uint8_t bytes[CORE_STATE_SIZE], uint32_t simultaneous,
    uint64_t plays, uint8_t next[CORE_STATE_SIZE], core_tally *tally) {
    return campaign(tables, bytes, simultaneous, plays, 1, next, tally);
}

int core_campaign_prizes(const core_tables *tables, const uint8_t bytes[CORE_STATE_SIZE],
    uint32_t simultaneous, uint64_t plays, uint8_t next[CORE_STATE_SIZE], core_tally *tally) {
    return campaign(tables, bytes, simultaneous, plays, 0, next, tally);
}

int core_campaign_gamble(const core_tables *tables, const uint8_t bytes[CORE_STATE_SIZE],
    uint32_t simultaneous, uint64_t plays, uint32_t rounds, uint8_t next[CORE_STATE_SIZE], core_tally *tally) {
    core_course c;
    int code = core_course_open(&c, tables, bytes, simultaneous, plays, 1);
    if (code == CORE_OK && rounds > tables->gamble_rounds) {
        code = CORE_E_ARGUMENT;
    }
    while (code == CORE_OK && c.source.index < c.end) {
        code = play_gamble(&c, tables, rounds, 1);
    }
    return code == CORE_OK ? core_course_finish(&c, tables, 1, next, tally) : code;
}
