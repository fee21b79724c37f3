// SPDX-License-Identifier: MIT
// Ranks streams of hands, and counts all hands of a deck.

#include <string.h>

#include "bulk.h"
#include "cards_look.h"

#ifdef __GNUC__
#define INLINED inline __attribute__((always_inline))
#define lowest_bit(bits) (uint32_t)__builtin_ctz(bits)
#else
#define INLINED inline
static uint32_t lowest_bit(uint32_t bits) {
    uint32_t at = 0;
    while (!(bits >> at & 1)) {
        at++;
    }
    return at;
}
#endif

enum { SUITS = 4, STRIDE = 512, AT_ONCE = 32 };

// Hands that may be flushes are rare, so they are ranked after the others of their thirty-two.
static INLINED void rank_some(const core_hand_table *table, const uint8_t *cards, uint32_t hands, uint32_t count,
    uint16_t *classes) {
    uint64_t sums[AT_ONCE];
    uint32_t flushes = 0;
    for (uint32_t i = 0; i < hands; i++) {
        uint64_t sum = table->bias;
        for (uint32_t j = 0; j < count; j++) {
            sum += table->card_key[cards[i * count + j]];
        }
        sums[i] = sum;
        classes[i] = (uint16_t)look_ranks(table, (uint32_t)sum);
        flushes |= (uint32_t)((sum & CARDS_MAY_FLUSH) != 0) << i;
    }
    for (; flushes; flushes &= flushes - 1) {
        const uint32_t i = lowest_bit(flushes);
        uint64_t sets = 0;
        for (uint32_t j = 0; j < count; j++) {
            sets |= table->card_set[cards[i * count + j]];
        }
        classes[i] = (uint16_t)look_flush(table, sums[i], sets);
    }
}

static INLINED void rank_hands(const core_hand_table *table, const uint8_t *cards, uint32_t hands, uint32_t count,
    uint16_t *classes) {
    for (; hands >= AT_ONCE; hands -= AT_ONCE, cards += AT_ONCE * count, classes += AT_ONCE) {
        look_ahead(cards, classes);
        rank_some(table, cards, AT_ONCE, count, classes);
    }
    rank_some(table, cards, hands, count, classes);
}

static uint32_t largest(const uint8_t *cards, uint32_t many) {
    uint8_t most = 0;
    for (uint32_t i = 0; i < many; i++) {
        most = cards[i] > most ? cards[i] : most;
    }
    return most;
}

static void rank_plain(const core_hand_table *table, const uint8_t *cards, uint32_t hands, uint16_t *classes) {
    if (table->count == 7) {
        rank_hands(table, cards, hands, 7, classes);
    } else if (table->count == 5) {
        rank_hands(table, cards, hands, 5, classes);
    } else {
        rank_hands(table, cards, hands, table->count, classes);
    }
}

int core_hand_table_rank(uint32_t tier, const core_hand_table *table, const uint8_t *cards, uint64_t hands,
    uint16_t *classes) {
    const uint32_t count = table->count;
    const int wide = core_hands_wide(tier, count);
    if (tier > core_rng_tier()) {
        return CORE_E_ARGUMENT;
    }
    for (uint32_t some; hands > 0; hands -= some, classes += some, cards += (size_t)some * count) {
        some = hands < STRIDE ? (uint32_t)hands : STRIDE;
        if (largest(cards, some * count) >= table->deck) {
            return CORE_E_ARGUMENT;
        }
        const uint32_t sixteens = wide ? some & ~15u : 0;
        if (sixteens) {
            core_hands_sixteens(table, cards, sixteens, classes);
        }
        rank_plain(table, cards + (size_t)sixteens * count, some - sixteens, classes + sixteens);
    }
    return CORE_OK;
}

// Every hand ---------------------------------------------------------------------------------------

static void walk_hands(const core_hand_table *table, uint32_t left, uint32_t from, uint64_t sum, uint64_t sets,
    uint64_t *counts) {
    if (left > 1) {
        for (uint32_t card = from; card + left <= table->deck; card++) {
            walk_hands(table, left - 1, card + 1, sum + table->card_key[card], sets | table->card_set[card], counts);
        }
        return;
    }
    for (uint32_t card = from; card < table->deck; card++) {
        const uint64_t all = sum + table->card_key[card];
        if (all & CARDS_MAY_FLUSH) {
            counts[look_flush(table, all, sets | table->card_set[card])]++;
        } else {
            counts[look_ranks(table, (uint32_t)all)]++;
        }
    }
}

int core_hand_table_enumerate(const core_hand_table *table, uint32_t low, uint32_t high,
    uint64_t counts[CORE_HANDS_MAX_CLASSES + 1]) {
    if (low > high || high > table->deck) {
        return CORE_E_ARGUMENT;
    }
    for (uint32_t card = low; card < high; card++) {
        walk_hands(table, table->count - 1, card + 1, table->bias + table->card_key[card], table->card_set[card],
            counts);
    }
    return CORE_OK;
}

// By sets of ranks -----------------------------------------------------------------------------------

typedef struct {
    const core_hand_table *table;
    uint64_t *counts;
    uint32_t enough;    // cards of a suit that may be a flush
} tally;

static const uint8_t of_four[SUITS + 1] = {1, 4, 6, 4, 1}, of_three[SUITS] = {1, 3, 3, 1};

// ways: to suit the ranks up to here; suited[k]: those in which one given suit has k cards.
static void count_ranks(const tally *at, uint32_t rank, uint32_t left, uint32_t key, uint64_t ways,
    const uint64_t suited[CORE_HANDS_MAX_CARDS + 1]) {
    if (left == 0) {
        uint64_t flushes = 0;
        for (uint32_t k = at->enough; k <= CORE_HANDS_MAX_CARDS; k++) {
            flushes += suited[k];
        }
        at->counts[look_ranks(at->table, key)] += ways - SUITS * flushes;
        return;
    }
    if (rank == at->table->hands.ranks) {
        return;
    }
    for (uint32_t times = 0; times <= SUITS && times <= left; times++) {
        uint64_t next[CORE_HANDS_MAX_CARDS + 1];
        for (uint32_t k = 0; k <= CORE_HANDS_MAX_CARDS; k++) {
            next[k] = (times < SUITS ? of_three[times] * suited[k] : 0) +
                (times && k ? of_three[times - 1] * suited[k - 1] : 0);
        }
        count_ranks(at, rank + 1, left - times, key + times * at->table->rank_key[rank], ways * of_four[times], next);
    }
}

// A suit's cards are fixed and may be a flush; the others are of the other three suits.
static void count_flush(const tally *at, uint32_t suited, uint32_t rank, uint32_t left, uint32_t key, uint64_t ways) {
    if (left == 0) {
        const uint32_t other = look_ranks(at->table, key);
        at->counts[suited > other ? suited : other] += ways;
        return;
    }
    for (; rank < at->table->hands.ranks; rank++) {
        for (uint32_t times = 1; times < SUITS && times <= left; times++) {
            count_flush(at, suited, rank + 1, left - times, key + times * at->table->rank_key[rank],
                ways * of_three[times]);
        }
    }
}

static void count_suits(const tally *at, uint32_t joker) {
    const core_hand_table *table = at->table;
    for (uint32_t set = 0; set < 1u << table->hands.ranks; set++) {
        uint32_t bits = 0, key = joker ? table->rank_key[CORE_HANDS_MAX_RANKS] : 0;
        for (uint32_t rank = 0; rank < table->hands.ranks; rank++) {
            if (set >> rank & 1) {
                bits++;
                key += table->rank_key[rank];
            }
        }
        if (bits >= at->enough && bits + joker <= table->count) {
            const uint32_t suited = table->flush[set | joker << CORE_HANDS_MAX_RANKS];
            count_flush(at, suited, 0, table->count - joker - bits, key, SUITS);
        }
    }
}

int core_hand_table_count(const core_hand_table *table, uint64_t counts[CORE_HANDS_MAX_CLASSES + 1]) {
    const uint32_t jokers = table->hands.flags & CORE_HANDS_JOKER ? 1 : 0;
    memset(counts, 0, (CORE_HANDS_MAX_CLASSES + 1) * sizeof counts[0]);
    for (uint32_t joker = 0; joker <= jokers; joker++) {
        const uint64_t none[CORE_HANDS_MAX_CARDS + 1] = {1};
        // With two cards no suit counts.
        const tally at = {table, counts, table->hands.width > 2 ? table->hands.width - joker : CORE_HANDS_MAX_CARDS + 1};
        count_ranks(&at, 0, table->count - joker, joker ? table->rank_key[CORE_HANDS_MAX_RANKS] : 0, 1, none);
        count_suits(&at, joker);
    }
    return CORE_OK;
}
