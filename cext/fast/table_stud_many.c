// SPDX-License-Identifier: MIT
// Many deals of five cards against the bank's, one of whose lies open.

#include "bulk.h"
#include "bytes_inner.h"
#include "cards.h"
#include "divide.h"
#include "draw_inner.h"
#include "stud.h"
#include "stud_inner.h"

enum { DEALT = 2 * CORE_STUD_CARDS, OWN_PAIRS = 2, LANES = 4, CELLS = 16 * 8, SLACK = 3 };

#define FIRST_PAIR (UINT64_C(52) * 51 * 50 * 49 * 48 * 47 * 46 * 45)  // of the ten draws these eight
#define LAST_DEAL ((UINT64_C(1) << 63) / OWN_PAIRS)

typedef struct {
    const core_hand_table *table;
    const core_stud_rules *rules;
    const uint64_t *goes;
    const uint8_t *key;
    uint64_t machine;
    uint32_t tier, excess;  // the upper half of how many first pairs are one too many
    uint8_t row[CORE_HANDS_MAX_CLASSES + 1];  // of a class: its row, and above that whether its hands go on
} dealer;

typedef struct {
    uint8_t mine[STUD_BLOCK * CORE_STUD_CARDS + SLACK], bank[STUD_BLOCK * CORE_STUD_CARDS + SLACK];
    uint16_t own[STUD_BLOCK], theirs[STUD_BLOCK];
} dealt;

// A block from deal `first` on, each deal as cards.h has it: one card to the hand, one to the bank, five times.
static int deal_plainly(const dealer *from, uint64_t first, dealt *d) {
    uint8_t cards[STUD_BLOCK * DEALT], *at = cards, *mine = d->mine, *bank = d->bank;
    const int code = core_cards_deals(from->key, from->machine, CORE_PURPOSE_PLAY, first, STUD_BLOCK, CORE_STUD_DECK,
        DEALT, cards);
    for (uint32_t i = 0; code == CORE_OK && i < STUD_BLOCK; i++, at += DEALT) {
        for (uint32_t j = 0; j < CORE_STUD_CARDS; j++) {
            *mine++ = at[2 * j];
            *bank++ = at[2 * j + 1];
        }
    }
    return code;
}

// Rows of five cards; each is written with three bytes more, which the next one covers.
static void write_rows(const uint32_t *four, const uint32_t *last, uint8_t *rows) {
    for (uint32_t i = 0; i < STUD_BLOCK; i++) {
        put_u64(rows + CORE_STUD_CARDS * i, four[i] | (uint64_t)last[i] << 32);
    }
}

// The same in lanes; where a pair may be one too many the block is dealt plainly.
static int deal_widely(const dealer *from, uint64_t first, dealt *d) {
    uint8_t words[STUD_WORDS];
    stud_hands hands;
    const int code = core_rng_fill(from->tier, from->key, stream_number(from->machine, CORE_PURPOSE_PLAY, 0),
        first * OWN_PAIRS >> 3, words, sizeof words);
    if (code != CORE_OK) {
        return code;
    }
    const uint32_t least =
        from->tier == CORE_TIER_AVX512 ? core_stud_avx512(words, &hands) : core_stud_avx2(words, &hands);
    if (least <= from->excess) {
        return deal_plainly(from, first, d);
    }
    write_rows(hands.mine, hands.mine_last, d->mine);
    write_rows(hands.bank, hands.bank_last, d->bank);
    return CORE_OK;
}

static inline void in_order(uint32_t *low, uint32_t *high) {
    const uint32_t a = *low, b = *high;
    *low = a < b ? a : b;
    *high = a < b ? b : a;
}

// The number of a hand, without a branch; nine comparisons sort five (Knuth, The Art of Computer Programming 3, 5.3.4).
static uint32_t number_of(const uint8_t *hand) {
    uint32_t a = hand[0], b = hand[1], c = hand[2], d = hand[3], e = hand[4];
    in_order(&a, &b);
    in_order(&d, &e);
    in_order(&c, &e);
    in_order(&c, &d);
    in_order(&a, &d);
    in_order(&a, &c);
    in_order(&b, &e);
    in_order(&b, &d);
    in_order(&b, &c);
    return a + stud_choose(b, 2) + stud_choose(c, 3) + stud_choose(d, 4) + stud_choose(e, 5);
}

// A block's rows, and above them whether a hand goes on. Hands of classes in which that differs are looked up together,
// so that none waits for what another reads.
static void decide(const dealer *from, const dealt *d, uint16_t *rows) {
    uint32_t looks[STUD_BLOCK], many = 0;
    for (uint32_t i = 0; i < STUD_BLOCK; i++) {
        rows[i] = from->row[d->own[i]];
        looks[many] = i;
        many += rows[i] >> 4 == CORE_STUD_LOOK;
    }
    for (uint32_t n = 0; n < many; n++) {
        const uint32_t i = looks[n], at = i * CORE_STUD_CARDS, open = d->bank[at + CORE_STUD_CARDS - 1];
        const uint32_t on = from->goes[number_of(d->mine + at)] >> open & 1;
        rows[i] = (uint16_t)((rows[i] & 15) | on << 4);
    }
}

// What comes of the hands of a block: no branches, for nobody can foretell them.
static void settle(const dealt *d, const uint16_t *rows, uint16_t plays_at, uint8_t *cells) {
    for (uint32_t i = 0; i < STUD_BLOCK; i++) {
        const uint16_t own = d->own[i], bank = d->theirs[i], row = rows[i];
        uint16_t fate = own > bank ? CORE_STUD_WORSE : own < bank ? CORE_STUD_BETTER : CORE_STUD_EQUAL;
        fate = bank < plays_at ? CORE_STUD_OUT : fate;
        fate = row >> 4 ? fate : CORE_STUD_FOLDS;
        cells[i] = (uint8_t)((row & 15) * 8 + fate);
    }
}

int core_table_stud(uint32_t tier, const core_hand_table *table, const core_stud_rules *rules,
    const core_stud_tally *tally, const uint64_t goes[CORE_STUD_HANDS],
    const uint8_t kinds[CORE_HANDS_MAX_CLASSES + 1], const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first, uint64_t deals, uint64_t cells[16][CORE_STUD_FATES]) {
    uint64_t counted[LANES][CELLS] = {{0}};  // side by side, so that a cell that comes twice does not wait for itself
    dealer from = {table, rules, goes, key, machine, tier, (uint32_t)(core_chance_excess(FIRST_PAIR) >> 32), {0}};
    uint16_t rows[STUD_BLOCK];
    uint8_t cell[STUD_BLOCK];
    dealt d;
    if (table->deck != CORE_STUD_DECK || table->count != CORE_STUD_CARDS || tier > core_rng_tier() ||
        machine >> CORE_MACHINE_BITS) {
        return CORE_E_ARGUMENT;
    }
    if (first > LAST_DEAL || deals > LAST_DEAL - first) {
        return CORE_E_EXHAUSTED;
    }
    for (uint32_t class = 0; class <= table->classes; class++) {
        from.row[class] = (uint8_t)((kinds[class] & 15) | tally->goes[class] << 4);
    }
    for (uint64_t at = first, end = first + deals; at < end;) {
        const uint32_t skipped = (uint32_t)at % STUD_BLOCK, room = STUD_BLOCK - skipped;
        const uint32_t many = end - at < room ? (uint32_t)(end - at) : room;
        const int code = tier == CORE_TIER_PLAIN ? deal_plainly(&from, at - skipped, &d)
            : deal_widely(&from, at - skipped, &d);
        if (code != CORE_OK) {
            return code;
        }
        core_hand_table_rank(tier, table, d.mine, STUD_BLOCK, d.own);
        core_hand_table_rank(tier, table, d.bank, STUD_BLOCK, d.theirs);
        decide(&from, &d, rows);
        settle(&d, rows, (uint16_t)rules->plays_at, cell);
        for (uint32_t i = 0; i < many; i++) {
            counted[i % LANES][cell[skipped + i]]++;
        }
        at += many;
    }
    for (uint32_t at = 0; at < 16 * CORE_STUD_FATES; at++) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            cells[at / CORE_STUD_FATES][at % CORE_STUD_FATES] +=
                counted[lane][at / CORE_STUD_FATES * 8 + at % CORE_STUD_FATES];
        }
    }
    return CORE_OK;
}
