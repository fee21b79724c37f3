// SPDX-License-Identifier: MIT
// Every hand of five against every hand of the bank, by inclusion and exclusion.
//
// Hands of the bank are added class by class to the counts of all sets of one to four cards that they hold. Those with
// the open card and none of a hand's own are then, over the 31 sets of its own cards but all five: held with the open
// card, counted with the sign of the set's size. Five cards together are one hand, whose class says whether it counts.
// Hands that differ by a change of suits stand alike, so one of up to 24 is looked at.

#include "table_stud.h"

#include <string.h>

#include "bulk.h"
#include "stud_inner.h"

enum { SUITS = 4, CHANGES = 24, LIMITS = 3, SETS = 31 };
enum { OUT, BELOW, UPTO };

// A set of a hand's own cards, as it is numbered with one more among them: `part[k]` if k of its cards are below that.
typedef struct {
    uint32_t size, part[CORE_STUD_CARDS], cards[CORE_STUD_CARDS];
} own_set;

typedef struct {
    const core_hand_table *table;
    const core_stud_rules *rules;
    core_stud_scratch *scratch;
    core_stud_held *of_size[CORE_STUD_CARDS];
    uint8_t change[CHANGES][SUITS];
} sweep;

static void all_hands(core_stud_scratch *scratch, const core_hand_table *table) {
    uint8_t cards[CORE_STUD_CARDS];
    uint32_t hand = 0;
    for (uint32_t e = 4; e < CORE_STUD_DECK; e++) {
        for (uint32_t d = 3; d < e; d++) {
            for (uint32_t c = 2; c < d; c++) {
                for (uint32_t b = 1; b < c; b++) {
                    for (uint32_t a = 0; a < b; a++) {
                        cards[0] = (uint8_t)a;
                        cards[1] = (uint8_t)b;
                        cards[2] = (uint8_t)c;
                        cards[3] = (uint8_t)d;
                        cards[4] = (uint8_t)e;
                        core_hand_table_rank(CORE_TIER_PLAIN, table, cards, 1, &scratch->classes[hand++]);
                    }
                }
            }
        }
    }
}

static void sort_hands(core_stud_scratch *scratch, uint32_t classes) {
    memset(scratch->first, 0, sizeof scratch->first);
    for (uint32_t hand = 0; hand < CORE_STUD_HANDS; hand++) {
        scratch->first[scratch->classes[hand] + 1]++;
    }
    for (uint32_t i = 1; i <= classes + 1; i++) {
        scratch->first[i] += scratch->first[i - 1];
    }
    for (uint32_t hand = 0; hand < CORE_STUD_HANDS; hand++) {
        scratch->sorted[scratch->first[scratch->classes[hand]]++] = hand;
    }
    for (uint32_t i = classes + 1; i > 0; i--) {
        scratch->first[i] = scratch->first[i - 1];
    }
    scratch->first[0] = 0;
}

static void make_changes(uint8_t change[CHANGES][SUITS]) {
    for (uint32_t i = 0, n = 0; i < 256; i++) {
        const uint32_t a = i & 3, b = i >> 2 & 3, c = i >> 4 & 3, d = i >> 6;
        if ((1u << a | 1u << b | 1u << c | 1u << d) == 15) {
            change[n][0] = (uint8_t)a;
            change[n][1] = (uint8_t)b;
            change[n][2] = (uint8_t)c;
            change[n++][3] = (uint8_t)d;
        }
    }
}

// Add a hand to the counts from one limit on, for every set of one to four of its cards.
static void add_hand(const sweep *at, uint32_t hand, uint32_t first, uint32_t last) {
    uint8_t cards[CORE_STUD_CARDS];
    stud_cards(hand, cards);
    for (uint32_t set = 1; set < SETS; set++) {
        uint32_t size = 0, number = 0;
        for (uint32_t i = 0; i < CORE_STUD_CARDS; i++) {
            if (set >> i & 1) {
                number += stud_choose(cards[i], ++size);
            }
        }
        for (uint32_t limit = first; limit <= last; limit++) {
            at->of_size[size][number].of[limit]++;
        }
    }
}

static void add_class(const sweep *at, uint32_t class, uint32_t first, uint32_t last) {
    const core_stud_scratch *s = at->scratch;
    for (uint32_t i = s->first[class]; i < s->first[class + 1]; i++) {
        add_hand(at, s->sorted[i], first, last);
    }
}

static void make_sets(const uint8_t cards[CORE_STUD_CARDS], own_set sets[SETS]) {
    for (uint32_t set = 0; set < SETS; set++) {
        own_set *made = &sets[set];
        made->size = 0;
        for (uint32_t i = 0; i < CORE_STUD_CARDS; i++) {
            if (set >> i & 1) {
                made->cards[made->size++] = cards[i];
            }
        }
        for (uint32_t k = 0; k <= made->size; k++) {
            made->part[k] = 0;
            for (uint32_t i = 0; i < made->size; i++) {
                made->part[k] += stud_choose(made->cards[i], i + (i < k ? 1 : 2));
            }
        }
    }
}

// Hands of the bank with this open card and none of the hand's own, below each limit.
static void beside(const sweep *at, const own_set sets[SETS], uint32_t open, uint32_t class, uint32_t many[LIMITS]) {
    // Below the hands with which the bank plays there is nothing to compare: all three limits are theirs.
    const uint32_t out = at->rules->plays_at, plays = class >= out;
    const uint32_t top[LIMITS] = {out, plays ? class : out, plays ? class + 1 : out};
    int64_t sum[LIMITS] = {0};
    for (uint32_t set = 0; set < SETS; set++) {
        const own_set *own = &sets[set];
        uint32_t below = 0;
        while (below < own->size && own->cards[below] < open) {
            below++;
        }
        const uint32_t number = own->part[below] + stud_choose(open, below + 1);
        const int64_t sign = own->size & 1 ? -1 : 1;
        for (uint32_t i = 0; i < LIMITS; i++) {
            sum[i] += sign * (own->size == CORE_STUD_CARDS - 1 ? at->scratch->classes[number] < top[i]
                                                               : at->of_size[own->size + 1][number].of[i]);
        }
    }
    for (uint32_t i = 0; i < LIMITS; i++) {
        many[i] = (uint32_t)sum[i];
    }
}

// The number of a hand under a change of suits.
static uint32_t changed(const uint8_t cards[CORE_STUD_CARDS], const uint8_t change[SUITS]) {
    uint8_t other[CORE_STUD_CARDS];
    for (uint32_t i = 0; i < CORE_STUD_CARDS; i++) {
        other[i] = (uint8_t)((cards[i] & 60) | change[cards[i] & 3]);
    }
    return stud_number(other);
}

// How many hands a change of suits makes of this one; 0 if one of them comes before it.
static uint32_t alike(const sweep *at, uint32_t hand, const uint8_t cards[CORE_STUD_CARDS]) {
    uint32_t same = 0;
    for (uint32_t i = 0; i < CHANGES; i++) {
        const uint32_t other = changed(cards, at->change[i]);
        if (other < hand) {
            return 0;
        }
        same += other == hand;
    }
    return CHANGES / same;
}

// Count a hand with every open card, and note with which of them it goes on.
static uint64_t look_at(const sweep *at, uint32_t class, const uint8_t cards[CORE_STUD_CARDS], uint32_t weight,
    core_stud_tally *tally) {
    const int64_t raise = at->rules->raises, win = 1 + raise * at->rules->pays[class];
    uint64_t own = 0, goes = 0, *cells = tally->cells[class];
    own_set sets[SETS];
    make_sets(cards, sets);
    for (uint32_t i = 0; i < CORE_STUD_CARDS; i++) {
        own |= UINT64_C(1) << cards[i];
    }
    for (uint32_t open = 0; open < CORE_STUD_DECK; open++) {
        uint32_t many[LIMITS];
        if (own >> open & 1) {
            continue;
        }
        beside(at, sets, open, class, many);
        const uint32_t out = many[OUT], worse = many[BELOW] - out, equal = many[UPTO] - many[BELOW];
        const uint32_t better = CORE_STUD_AGAINST - many[UPTO];
        if ((int64_t)out + (int64_t)worse * win - (int64_t)better * (1 + raise) <= -(int64_t)CORE_STUD_AGAINST) {
            cells[CORE_STUD_FOLDS] += (uint64_t)weight * CORE_STUD_AGAINST;
            continue;
        }
        goes |= UINT64_C(1) << open;
        cells[CORE_STUD_OUT] += (uint64_t)weight * out;
        cells[CORE_STUD_WORSE] += (uint64_t)weight * worse;
        cells[CORE_STUD_EQUAL] += (uint64_t)weight * equal;
        cells[CORE_STUD_BETTER] += (uint64_t)weight * better;
    }
    return goes;
}

// The open cards under a change of suits.
static uint64_t changed_cards(uint64_t set, const uint8_t change[SUITS]) {
    uint64_t made = 0;
    for (uint32_t suit = 0; suit < SUITS; suit++) {
        made |= (set >> suit & UINT64_C(0x1111111111111)) << change[suit];
    }
    return made;
}

static uint8_t decided(uint64_t goes, const uint8_t cards[CORE_STUD_CARDS]) {
    uint64_t all = (UINT64_C(1) << CORE_STUD_DECK) - 1;
    for (uint32_t i = 0; i < CORE_STUD_CARDS; i++) {
        all &= ~(UINT64_C(1) << cards[i]);
    }
    return goes == 0 ? 0 : goes == all ? 1 : CORE_STUD_LOOK;
}

static void one_class(const sweep *at, uint32_t class, uint64_t *goes, core_stud_tally *tally) {
    const core_stud_scratch *s = at->scratch;
    for (uint32_t i = s->first[class]; i < s->first[class + 1]; i++) {
        uint8_t cards[CORE_STUD_CARDS];
        stud_cards(s->sorted[i], cards);
        const uint32_t weight = alike(at, s->sorted[i], cards);
        if (weight == 0) {
            continue;
        }
        const uint64_t set = look_at(at, class, cards, weight, tally);
        for (uint32_t c = 0; c < CHANGES; c++) {
            goes[changed(cards, at->change[c])] = changed_cards(set, at->change[c]);
        }
        const uint8_t how = decided(set, cards);
        tally->goes[class] = i == s->first[class] || tally->goes[class] == how ? how : CORE_STUD_LOOK;
    }
}

int core_stud_best(const core_hand_table *table, const core_stud_rules *rules, core_stud_scratch *scratch,
    uint64_t goes[CORE_STUD_HANDS], core_stud_tally *tally) {
    sweep at = {table, rules, scratch, {NULL, scratch->one, scratch->two, scratch->three, scratch->four}, {{0}}};
    if (table->deck != CORE_STUD_DECK || table->count != CORE_STUD_CARDS || rules->raises - 1 >= 100 ||
        rules->plays_at - 1 >= table->classes) {
        return CORE_E_ARGUMENT;
    }
    memset(scratch, 0, sizeof *scratch);
    memset(tally, 0, sizeof *tally);
    make_changes(at.change);
    all_hands(scratch, table);
    sort_hands(scratch, table->classes);
    for (uint32_t class = 1; class < rules->plays_at; class++) {
        add_class(&at, class, OUT, UPTO);
    }
    for (uint32_t class = 1; class < rules->plays_at; class++) {
        one_class(&at, class, goes, tally);
    }
    for (uint32_t class = rules->plays_at; class <= table->classes; class++) {
        add_class(&at, class, UPTO, UPTO);
        one_class(&at, class, goes, tally);
        add_class(&at, class, BELOW, BELOW);
    }
    return CORE_OK;
}
