// SPDX-License-Identifier: MIT
// Builds the tables of hands: every set of ranks scored once, and placed so that two look-ups find it.

#include <stdlib.h>
#include <string.h>

#include "cards_look.h"

enum { SUITS = 4, SHORT_SLOTS = 65536, TRIES = 4096 };

typedef struct {
    core_hand_table *table;
    core_hand_builder *made;
    uint32_t cards;                        // of the hands looked at
    uint32_t times[CORE_HANDS_MAX_RANKS];  // of each rank
    int scores;                            // what to note: scores for the classes, or keys and classes
} walk;

static int by_number(const void *one, const void *other) {
    const uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

static uint32_t class_of(const core_hand_table *table, uint32_t score) {
    uint32_t low = 0, high = table->classes;
    while (low + 1 < high) {
        const uint32_t middle = (low + high) / 2;
        if (table->score[middle] <= score) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low + 1;
}

// Cards of these ranks with suits in turn, so that no suit has more than two of seven and none is a flush.
static uint32_t score_ranks(const walk *at, uint32_t joker) {
    uint8_t cards[CORE_HANDS_MAX_CARDS];
    uint32_t many = 0, score = 0;
    for (uint32_t rank = 0; rank < at->table->hands.ranks; rank++) {
        for (uint32_t n = 0; n < at->times[rank]; n++, many++) {
            cards[many] = (uint8_t)(4 * rank + (many & 3));
        }
    }
    if (joker) {
        cards[many++] = (uint8_t)(4 * at->table->hands.ranks);
    }
    core_hands_score(&at->table->hands, cards, many, &score);
    return score;
}

static void note(walk *at, uint32_t joker, uint32_t key) {
    core_hand_builder *made = at->made;
    const uint32_t score = score_ranks(at, joker);
    if (at->scores) {
        made->key[made->many++] = score;
        return;
    }
    made->key[made->many] = key + (joker ? at->table->rank_key[CORE_HANDS_MAX_RANKS] : 0);
    made->value[made->many++] = (uint16_t)class_of(at->table, score);
}

// All sets of `left` more cards from rank `rank` on.
static void walk_ranks(walk *at, uint32_t rank, uint32_t left, uint32_t joker, uint32_t key) {
    if (left == 0) {
        note(at, joker, key);
        return;
    }
    if (rank == at->table->hands.ranks) {
        return;
    }
    for (uint32_t times = 0; times <= SUITS && times <= left; times++) {
        at->times[rank] = times;
        walk_ranks(at, rank + 1, left - times, joker, key + times * at->table->rank_key[rank]);
    }
    at->times[rank] = 0;
}

static void walk_sets(core_hand_table *table, core_hand_builder *made, uint32_t cards, int scores) {
    walk at;
    memset(&at, 0, sizeof at);
    at.table = table;
    at.made = made;
    at.cards = cards;
    at.scores = scores;
    walk_ranks(&at, 0, cards, 0, 0);
    if (table->hands.flags & CORE_HANDS_JOKER) {
        walk_ranks(&at, 0, cards - 1, 1, 0);
    }
}

// The score of a suit's cards alone, bit 13 the joker; 0 if they are too few or too many.
static uint32_t score_suit(const core_hand_table *table, uint32_t set, uint32_t least, uint32_t most) {
    uint8_t cards[CORE_HANDS_MAX_CARDS];
    uint32_t many = 0, score = 0;
    for (uint32_t rank = 0; rank <= CORE_HANDS_MAX_RANKS; rank++) {
        if (set >> rank & 1) {
            if (many == most) {
                return 0;
            }
            cards[many++] = (uint8_t)(4 * (rank == CORE_HANDS_MAX_RANKS ? table->hands.ranks : rank));
        }
    }
    if (many < least) {
        return 0;
    }
    return core_hands_score(&table->hands, cards, many, &score) == CORE_OK ? score : 0;
}

// Every score that hands of this order can have, sorted.
static int make_classes(core_hand_table *table, core_hand_builder *made) {
    const uint32_t width = table->hands.width;
    made->many = table->classes = 0;
    walk_sets(table, made, width, 1);
    for (uint32_t set = 0; width > 2 && set < CORE_HANDS_SETS; set++) {
        const uint32_t score = score_suit(table, set, width, width);
        if (score) {
            made->key[made->many++] = score;
        }
    }
    qsort(made->key, made->many, sizeof made->key[0], by_number);
    for (uint32_t i = 0; i < made->many; i++) {
        if (i > 0 && made->key[i] == made->key[i - 1]) {
            continue;
        }
        if (table->classes == CORE_HANDS_MAX_CLASSES) {
            return CORE_E_ARGUMENT;
        }
        table->score[table->classes++] = made->key[i];
    }
    return CORE_OK;
}

static void make_flushes(core_hand_table *table) {
    for (uint32_t set = 0; set < CORE_HANDS_SETS; set++) {
        const uint32_t score =
            table->hands.width > 2 ? score_suit(table, set, table->hands.width, table->count) : 0;
        table->flush[set] = (uint16_t)(score ? class_of(table, score) : 0);
    }
}

// Keys of ranks and cards: powers of 5 times an odd number, modulo 2^32, so that sums still tell all sets apart.
static void make_keys(core_hand_table *table, uint32_t multiplier) {
    const uint32_t joker = 4 * (uint32_t)table->hands.ranks;
    uint32_t key = multiplier;
    for (uint32_t rank = 0; rank <= CORE_HANDS_MAX_RANKS; rank++, key *= 5) {
        table->rank_key[rank] = key;
    }
    memset(table->card_key, 0, sizeof table->card_key);
    memset(table->card_set, 0, sizeof table->card_set);
    for (uint32_t card = 0; card < joker; card++) {
        table->card_key[card] = table->rank_key[card >> 2] | UINT64_C(1) << (CARDS_SUIT_SHIFT + 4 * (card & 3));
        table->card_set[card] = UINT64_C(1) << ((card >> 2) + 16 * (card & 3));
    }
    table->card_key[joker] = table->rank_key[CORE_HANDS_MAX_RANKS] | UINT64_C(0x1111) << CARDS_SUIT_SHIFT;
    table->card_set[joker] = UINT64_C(0x2000200020002000);
    // With two cards no suit counts, and seven cards alone bring no counter to 8.
    const uint32_t enough = table->hands.width > 2 ? table->hands.width : 8;
    table->bias = UINT64_C(0x1111) * (8 - enough) << CARDS_SUIT_SHIFT;
}

// Sort the keys by bucket, and the buckets by size, the largest first.
static void sort_keys(core_hand_builder *made) {
    uint32_t of_size[CORE_HANDS_MAX_CARDS * 16] = {0};
    memset(made->first, 0, sizeof made->first);
    for (uint32_t i = 0; i < made->many; i++) {
        made->first[made->key[i] >> 19]++;
    }
    uint32_t sum = 0;
    const uint32_t sizes = sizeof of_size / sizeof of_size[0];
    for (uint32_t b = 0; b <= CORE_HANDS_BUCKETS; b++) {
        const uint32_t size = b < CORE_HANDS_BUCKETS ? made->first[b] : 0;
        made->first[b] = sum;
        sum += size;
        if (b < CORE_HANDS_BUCKETS) {
            of_size[size < sizes ? size : sizes - 1]++;
        }
    }
    uint32_t place = 0;
    for (uint32_t size = sizes; size-- > 0;) {
        const uint32_t many = of_size[size];
        of_size[size] = place;
        place += many;
    }
    for (uint32_t b = 0; b < CORE_HANDS_BUCKETS; b++) {
        const uint32_t size = made->first[b + 1] - made->first[b];
        made->order[of_size[size < sizes ? size : sizes - 1]++] = (uint16_t)b;
    }
    for (uint32_t i = made->many; i-- > 0;) {  // first[b + 1] moves down to first[b] as its bucket fills
        made->sorted[--made->first[(made->key[i] >> 19) + 1]] = i;
    }
    for (uint32_t b = 0; b < CORE_HANDS_BUCKETS; b++) {
        made->first[b] = made->first[b + 1];
    }
    made->first[CORE_HANDS_BUCKETS] = made->many;
}

// Move a bucket to where all of its keys find free slots; 0 if there is no such place.
static int place_bucket(core_hand_table *table, core_hand_builder *made, uint32_t bucket) {
    const uint32_t from = made->first[bucket], to = made->first[bucket + 1], mask = table->slot_mask;
    for (uint32_t moved = 0; moved < SHORT_SLOTS; moved++) {
        uint32_t i = from;
        for (; i < to; i++) {
            uint8_t *used = &made->used[((made->key[made->sorted[i]] & mask) + moved) & mask];
            if (*used) {
                break;
            }
            *used = 1;  // two keys of one bucket may meet as well
        }
        if (i == to) {
            table->moved[bucket] = (uint16_t)moved;
            return 1;
        }
        while (i-- > from) {
            made->used[((made->key[made->sorted[i]] & mask) + moved) & mask] = 0;
        }
    }
    return 0;
}

static int keys_meet(const core_hand_builder *made, uint32_t mask) {
    for (uint32_t b = 0; b < CORE_HANDS_BUCKETS; b++) {
        for (uint32_t i = made->first[b]; i < made->first[b + 1]; i++) {
            for (uint32_t j = made->first[b]; j < i; j++) {
                if (((made->key[made->sorted[i]] ^ made->key[made->sorted[j]]) & mask) == 0) {
                    return 1;
                }
            }
        }
    }
    return 0;
}

static int place_all(core_hand_table *table, core_hand_builder *made) {
    sort_keys(made);
    if (keys_meet(made, table->slot_mask)) {
        return 0;
    }
    memset(made->used, 0, sizeof made->used);
    memset(table->slot, 0, sizeof table->slot);
    for (uint32_t b = 0; b < CORE_HANDS_BUCKETS; b++) {
        if (!place_bucket(table, made, made->order[b])) {
            return 0;
        }
    }
    for (uint32_t i = 0; i < made->many; i++) {
        const uint32_t key = made->key[i];
        table->slot[((key & table->slot_mask) + table->moved[key >> 19]) & table->slot_mask] = made->value[i];
    }
    return 1;
}

int core_hand_table_build(core_hand_table *table, core_hand_builder *scratch, const core_hands *hands,
    uint32_t count) {
    const uint32_t joker = hands->flags & CORE_HANDS_JOKER ? 1 : 0, width = hands->width;
    if (core_hands_check(hands) != CORE_OK || count < width || count > CORE_HANDS_MAX_CARDS ||
        (width > 2 && 2 * (width - joker) <= count - joker)) {
        return CORE_E_ARGUMENT;
    }
    memset(table, 0, sizeof *table);
    table->hands = *hands;
    table->count = count;
    table->deck = 4 * (uint32_t)hands->ranks + joker;
    int code = make_classes(table, scratch);
    if (code != CORE_OK) {
        return code;
    }
    make_flushes(table);
    table->slot_mask = (joker ? CORE_HANDS_SLOTS : SHORT_SLOTS) - 1;
    // Values do not depend on the multiplier, but keys do: the first of a fixed row that leaves no two keys alike.
    uint32_t multiplier = 0x9e3779b1;
    for (int tries = 0; tries < TRIES; tries++, multiplier = multiplier * 1664525 + 1013904224) {
        make_keys(table, multiplier | 1);
        scratch->many = 0;
        walk_sets(table, scratch, count, 0);
        if (place_all(table, scratch)) {
            return CORE_OK;
        }
    }
    return CORE_E_EXHAUSTED;
}
