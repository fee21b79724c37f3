// SPDX-License-Identifier: MIT
// What the core's files share among themselves: bytes, draws, the urn, and the one way an entry is decided.

#ifndef CORE_INNER_H
#define CORE_INNER_H

#include "core.h"
#include "tier_inner.h"

// Bytes ------------------------------------------------------------------------------------------

static inline uint32_t get_u16(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static inline uint32_t get_u32(const uint8_t *p) {
    return get_u16(p) | get_u16(p + 2) << 16;
}

static inline uint64_t get_u64(const uint8_t *p) {
    return get_u32(p) | (uint64_t)get_u32(p + 4) << 32;
}

static inline void put_u16(uint8_t *p, uint32_t value) {
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
}

static inline void put_u32(uint8_t *p, uint32_t value) {
    put_u16(p, value & 0xffff);
    put_u16(p + 2, value >> 16);
}

static inline void put_u64(uint8_t *p, uint64_t value) {
    put_u32(p, (uint32_t)value);
    put_u32(p + 4, (uint32_t)(value >> 32));
}

static inline int all_zero(const uint8_t *p, size_t size) {
    uint32_t seen = 0;
    for (size_t i = 0; i < size; i++) {
        seen |= p[i];
    }
    return seen == 0;
}

// Draws ------------------------------------------------------------------------------------------

static inline uint64_t product(uint32_t a, uint32_t b) {
#if defined(__ARM_ARCH_6M__)
    // This core multiplies 32 by 32 to 32 bits only; by halves it needs no helper from the compiler.
    uint32_t al = a & 0xffff, ah = a >> 16, bl = b & 0xffff, bh = b >> 16;
    uint32_t low = al * bl, mid1 = al * bh, mid2 = ah * bl;
    uint32_t mid = (low >> 16) + (mid1 & 0xffff) + (mid2 & 0xffff);
    uint32_t high = ah * bh + (mid1 >> 16) + (mid2 >> 16) + (mid >> 16);
    return (uint64_t)high << 32 | (mid << 16 | (low & 0xffff));
#else
    return (uint64_t)a * b;
#endif
}

static inline uint64_t stream_number(uint64_t machine, uint32_t purpose, uint32_t rejection) {
    return machine | (uint64_t)(purpose << 8 | rejection << 16) << 32;
}

// Scale a word to 0 <= *value < bound. 0 if the word must be rejected.
static inline int scale_word(uint32_t word, uint32_t bound, uint32_t *value) {
    uint64_t scaled = product(word, bound);
    uint32_t low = (uint32_t)scaled;
    *value = (uint32_t)(scaled >> 32);
    // The excess is below the bound, so it is worked out only on the rare way.
    return low >= bound || low >= core_rng_excess(bound);
}

// The remainder of a division, for cores that have no divider; `by` is 1 or more.
uint32_t core_rng_rest(uint32_t value, uint32_t by);

uint32_t core_rng_word(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t word);

#define CORE_BATCH_WORDS 256  // 16 blocks

// The words of the 16 blocks from `block` on, in stream order.
void core_rng_batch(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block,
    uint32_t words[CORE_BATCH_WORDS]);

// The same in wider registers, in cext/fast: bytes of `batches` times 16 blocks, as core_rng_stream gives them.
#if CORE_WIDE
void core_words_avx2(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t batches);
void core_words_avx512(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t batches);
#endif

// Where an entry's words come from.
typedef struct {
    const uint8_t *key;
    uint64_t machine;
    uint64_t index;
} core_source;

// Draw from `word`, which is word `index` of the purpose; go on to the rejection streams if it is rejected.
static inline int draw_from(const core_source *source, uint32_t purpose, uint32_t word, uint32_t bound,
    uint32_t *value) {
    if (scale_word(word, bound, value)) {
        return CORE_OK;
    }
    return core_rng_below(source->key, source->machine, purpose, source->index, bound, value);
}

// State ------------------------------------------------------------------------------------------

// A checked state, unpacked.
typedef struct {
    uint64_t machine, play;
    uint32_t generation, cycle, stratum, remaining, hold_offer;
    uint32_t lost;
    uint32_t phase, gambles, at_stake_cents, return_cents, advance_cents;
    uint8_t key[CORE_KEY_SIZE];
    uint8_t stops[CORE_MAX_REELS];
    uint16_t left[CORE_MAX_CLASSES];
} core_state;

int core_state_read(const core_tables *tables, const uint8_t bytes[CORE_STATE_SIZE], core_state *state);
void core_state_write(const core_tables *tables, const core_state *state, uint8_t bytes[CORE_STATE_SIZE]);

// Urn --------------------------------------------------------------------------------------------

// The entries left in a stratum, as running sums less 2^15: `upto[k]` counts classes 0 to k. In this form
// finding and taking an entry is one pass without branches over 16-bit lanes, which compilers vectorise.
typedef struct {
    int16_t upto[CORE_MAX_CLASSES];
    uint32_t remaining, stratum, cycle;
} core_urn;

#define CORE_URN_BIAS 32768

void core_urn_open(core_urn *urn, const core_state *state);

// Fill the urn with the next stratum; after the last one a new cycle begins.
int core_urn_refill(core_urn *urn, const core_tables *tables);

// Take entry `ticket` (0 <= ticket < remaining) out of the urn; its class.
static inline uint32_t urn_take(core_urn *urn, uint32_t ticket) {
    int16_t biased = (int16_t)((int32_t)ticket - CORE_URN_BIAS);
    int16_t above = 0;
    for (int k = 0; k < CORE_MAX_CLASSES; k++) {
        int16_t one = (int16_t)(biased < urn->upto[k]);
        urn->upto[k] = (int16_t)(urn->upto[k] - one);
        above = (int16_t)(above + one);
    }
    urn->remaining--;
    return (uint32_t)(CORE_MAX_CLASSES - above);
}

// Entries of the stratum that are still to lose.
static inline uint32_t urn_losses(const core_urn *urn) {
    return (uint32_t)(urn->upto[0] + CORE_URN_BIAS);
}

static inline uint32_t window_at(const core_tables *tables, uint32_t position) {
    return get_u16(tables->window_list + 2 * (size_t)position);
}

typedef struct {
    uint32_t prize_class, window;
    uint32_t planned;  // the class that the plan dealt; prize_class may be higher
} core_entry;

// The plan dealt no prize, so this one comes out of the return account of gambles: a raise lifts prizes only.
static inline uint32_t is_returned(const core_entry *entry) {
    return entry->planned == 0 && entry->prize_class != 0;
}

// The class that an entry is lifted to, or its own: with tables that have raises only.
int core_gamble_raise(const core_tables *tables, const core_source *source, uint32_t *prize_class);

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

// Campaign ---------------------------------------------------------------------------------------

// core_tally_digest of an entry given as class << 32 | window.
static inline uint64_t digest_entry(uint64_t digest, uint64_t entry) {
    // The sum carries and the xorshift (Marsaglia 2003, "Xorshift RNGs", 13, 7, 17) is one to one: courses
    // that differ anywhere, or in their order, agree only by chance.
    digest += entry;
    digest ^= digest << 13;
    digest ^= digest >> 7;
    digest ^= digest << 17;
    return digest;
}

// Entries of a campaign on their way.
typedef struct {
    core_state state;       // as before the first of them
    core_source source;     // its index: the next entry
    uint64_t end;           // the entry after the last
    uint32_t simultaneous;
    core_urn urn;
    core_entry entry;       // the last one decided
    uint32_t class_before;  // and the class of the one before it
    core_tally tally;
} core_course;

// `display` 0: prizes only.
int core_course_open(core_course *c, const core_tables *tables, const uint8_t bytes[CORE_STATE_SIZE],
    uint32_t simultaneous, uint64_t plays, uint32_t display);

// Member by member: a small core would call for a helper.
void core_tally_copy(const core_tally *from, core_tally *to);

// Plays of a player who never dares until the return account is empty: from there on prizes are the plan's.
int core_course_return(core_course *c, const core_tables *tables, uint32_t display);

// One play of a course, and a player who dares `rounds` times with a prize.
int core_gamble_play(core_course *c, const core_tables *tables, uint32_t rounds, uint32_t display);

// Entries up to the end, with their windows or, without `display`, the last play's only; then settle.
int core_course_finish(core_course *c, const core_tables *tables, uint32_t display,
    uint8_t next[CORE_STATE_SIZE], core_tally *tally);

// Reels ------------------------------------------------------------------------------------------

uint32_t core_reels_pay(const core_tables *tables, const uint8_t stops[CORE_MAX_REELS]);
uint32_t core_reels_class(const core_tables *tables, uint32_t pay_cents);
uint32_t core_reels_window(const core_tables *tables, const uint8_t stops[CORE_MAX_REELS]);
void core_reels_stops(const core_tables *tables, uint32_t window, uint8_t stops[CORE_MAX_REELS]);

// Move the reels that are not held to their next window, in ascending order; 0 after the last.
int core_reels_next(const core_tables *tables, uint32_t held, uint8_t stops[CORE_MAX_REELS],
    uint32_t *window);

// First window that keeps the held ones of the stops `kept`: the other reels stand at stop 0.
uint32_t core_reels_first(const core_tables *tables, uint32_t held, const uint8_t kept[CORE_MAX_REELS],
    uint8_t stops[CORE_MAX_REELS]);

// The masks that may be held: reels proper and not none, with a loss and a prize left that can be shown.
uint32_t core_reels_offer(const core_tables *tables, const core_state *state);

#endif
