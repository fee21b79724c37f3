// SPDX-License-Identifier: MIT
// Drives the many-at-once forms of dice, cards and table games, for runs under the sanitizers: the same as one by one, in
// buffers of just their size. Prints a digest that every build must agree on.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bulk.h"
#include "cards_fast.h"
#include "require.h"
#include "table_black_jack.h"
#include "table_thirty.h"
#include "table_three.h"
#include "table_units.h"

static const uint8_t key[CORE_KEY_SIZE] = {2, 7, 1, 8};

static uint64_t mix(uint64_t digest, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        digest = (digest ^ bytes[i]) * UINT64_C(1099511628211);  // FNV-1a
    }
    return digest;
}

static void *room(size_t size) {
    void *made = malloc(size);
    REQUIRE(made != NULL);
    return made;
}

static uint64_t throw_many(uint64_t digest) {
    for (uint32_t dice = 1; dice <= CORE_DICE_MAX; dice++) {
        const uint64_t throws = 300 + dice, first = 1000 * dice - 7;
        uint8_t *faces = room(throws * dice), one[CORE_DICE_MAX];
        REQUIRE(core_dice_throws(key, 3, CORE_PURPOSE_DICE, first, throws, dice, faces) == CORE_OK);
        for (uint64_t i = 0; i < throws; i++) {
            REQUIRE(core_dice_throw(key, 3, CORE_PURPOSE_DICE, first + i, dice, one) == CORE_OK);
            REQUIRE(memcmp(one, faces + i * dice, dice) == 0);
        }
        digest = mix(digest, faces, throws * dice);
        free(faces);
    }
    return digest;
}

static uint64_t deal_many(uint64_t digest) {
    static const uint8_t decks[][2] = {{52, 7}, {53, 53}, {64, 64}, {65, 20}, {255, 255}, {1, 1}, {16, 16}};
    for (size_t n = 0; n < sizeof decks / sizeof decks[0]; n++) {
        const uint32_t cards = decks[n][0], count = decks[n][1];
        const uint64_t deals = 150, first = UINT64_C(987654321) + n;
        uint8_t *out = room(deals * count), *deck = room(cards);
        REQUIRE(core_cards_deals(key, 3, 0, first, deals, cards, count, out) == CORE_OK);
        for (uint64_t i = 0; i < deals; i++) {
            REQUIRE(core_cards_deal(key, 3, 0, first + i, cards, count, deck) == CORE_OK);
            REQUIRE(memcmp(deck, out + i * count, count) == 0);
        }
        digest = mix(digest, out, deals * count);
        free(out);
        free(deck);
    }
    return digest;
}

static const core_hands games[] = {
    {8, 5, CORE_HANDS_ACE_LOW, 0, {0, 1, 2, 3, 4, 5, 7, 6, 8, 9, 10, 11}},
    {7, 5, CORE_HANDS_ACE_LOW | CORE_HANDS_JOKER, 0, {0, 1, 2, 3, 4, 5, 7, 6, 8, 9, 10, 11}},
    {5, 5, CORE_HANDS_ACE_LOW | CORE_HANDS_JOKER | CORE_HANDS_JOKER_ACE, 4, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
    {13, 3, CORE_HANDS_ACE_LOW | CORE_HANDS_LOW_SECOND, 0, {0, 1, 2, 3, 6, 5, 4, 7, 8, 9, 10, 11}},
    {13, 2, CORE_HANDS_JOKER, 0, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
};

static uint64_t rank_many(uint64_t digest) {
    core_hand_table *table = room(sizeof *table);
    core_hand_builder *builder = room(sizeof *builder);
    for (size_t game = 0; game < sizeof games / sizeof games[0]; game++) {
        for (uint32_t count = 1; count <= CORE_HANDS_MAX_CARDS + 1; count++) {
            if (core_hand_table_build(table, builder, &games[game], count) != CORE_OK) {
                continue;
            }
            const uint64_t hands = 700, bins = CORE_HANDS_MAX_CLASSES + 1;
            uint8_t *cards = room(hands * count);
            uint16_t *classes = room(hands * sizeof *classes);
            uint64_t *counted = room(bins * sizeof *counted), *seen = calloc(bins, sizeof *seen);
            REQUIRE(seen != NULL);
            REQUIRE(core_cards_deals(key, 4, 0, 0, hands, table->deck, count, cards) == CORE_OK);
            for (uint32_t tier = core_rng_tier() + 1; tier-- > 0;) {
                memset(classes, 0, hands * sizeof *classes);
                REQUIRE(core_hand_table_rank(tier, table, cards, hands, classes) == CORE_OK);
                for (uint64_t i = 0; i < hands; i++) {
                    uint32_t score;
                    REQUIRE(core_hands_score(&games[game], cards + i * count, count, &score) == CORE_OK);
                    REQUIRE(classes[i] >= 1 && classes[i] <= table->classes);
                    REQUIRE(table->score[classes[i] - 1] == score);
                    digest = tier ? digest : (digest ^ score) * UINT64_C(1099511628211);
                }
            }
            REQUIRE(core_hand_table_rank(core_rng_tier() + 1, table, cards, hands, classes) == CORE_E_ARGUMENT);
            REQUIRE(core_hand_table_count(table, counted) == CORE_OK);
            REQUIRE(core_hand_table_enumerate(table, 0, table->deck, seen) == CORE_OK);
            REQUIRE(memcmp(counted, seen, bins * sizeof *seen) == 0);
            cards[hands * count - 1] = (uint8_t)table->deck;
            REQUIRE(core_hand_table_rank(core_rng_tier(), table, cards, hands, classes) == CORE_E_ARGUMENT);
            free(cards);
            free(classes);
            free(counted);
            free(seen);
        }
    }
    free(table);
    free(builder);
    return digest;
}

// A byte that is no card of the deck is refused before anything is computed from it.
static void refuse_strangers(void) {
    for (size_t game = 0; game < sizeof games / sizeof games[0]; game++) {
        const core_hands *hands = &games[game];
        const uint32_t deck = 4 * hands->ranks + (hands->flags & CORE_HANDS_JOKER ? 1u : 0u);
        uint8_t cards[CORE_HANDS_MAX_CARDS];
        REQUIRE(core_cards_deals(key, 4, 0, 0, 1, deck, hands->width, cards) == CORE_OK);
        for (uint32_t card = deck; card < 256; card++) {
            uint32_t score;
            cards[hands->width - 1] = (uint8_t)card;
            REQUIRE(core_hands_score(hands, cards, hands->width, &score) == CORE_E_ARGUMENT);
        }
    }
}

// Spins, throws and shoes over the ends of batches, and what is out of range.
static uint64_t count_tables(uint64_t digest) {
    enum { STATES = 5, BOUND = 37, UNITS = 3001 };
    uint16_t next[STATES * BOUND];
    uint64_t counts[STATES * BOUND] = {0};
    static const uint16_t zeros[BOUND];
    uint32_t state = 3;
    static core_shoe_rules rules = {312, 7, 5, {0}, {{0}}};
    static core_shoe_tally tally;
    for (uint32_t i = 0; i < STATES * BOUND; i++) {
        next[i] = (uint16_t)((i * 7 + 1) % STATES);
    }
    for (uint64_t first = 100, some; first < UNITS; first += some) {
        some = first % 700 + 1;
        REQUIRE(core_table_walk(key, 4, 0, BOUND, first, some, STATES, next, &state, counts) == CORE_OK);
    }
    state = 0;
    REQUIRE(core_table_walk(key, 4, 0, BOUND, 0, UNITS, 1, zeros, &state, counts) == CORE_OK);
    next[7] = STATES;
    REQUIRE(core_table_walk(key, 4, 0, BOUND, 0, 1, STATES, next, &state, counts) == CORE_E_ARGUMENT);
    for (uint32_t i = 0; i < STATES * BOUND; i++) {
        digest = (digest ^ counts[i]) * UINT64_C(1099511628211);
    }
    for (uint32_t card = 0; card < rules.cards; card++) {
        const uint32_t rank = card % 52 / 4;
        rules.points[card] = (uint8_t)(rank == 12 ? 1 : rank >= 8 ? 0 : rank + 2);
    }
    for (uint32_t bank = 0; bank < 6; bank++) {
        for (uint32_t third = bank; third < 11; third++) {
            rules.bank_draws[bank][third] = 1;
        }
    }
    REQUIRE(core_table_shoes(&rules, key, 4, 5, 40, &tally) == CORE_OK);
    REQUIRE(core_table_fresh(&rules, key, 4, 29, 300, &tally) == CORE_OK);
    REQUIRE(tally.shoes == 340 && tally.coups > 300 + 40 * 48);
    for (uint32_t used = 0; used < CORE_SHOE_USED; used++) {
        for (uint32_t points = 0; points < 100; points++) {
            digest = (digest ^ tally.cells[used][points / 10][points % 10]) * UINT64_C(1099511628211);
        }
    }
    rules.points[311] = 10;
    REQUIRE(core_table_shoes(&rules, key, 4, 5, 1, &tally) == CORE_E_ARGUMENT);
    return digest;
}

// Shoes and fresh coups of treinta y cuarenta, with prisoners of the shoes before.
static uint64_t count_thirty(uint64_t digest) {
    static core_thirty_rules rules = {312, 5, 31, CORE_THIRTY_UNIT, 0, {0}, {0}};
    static core_thirty_tally tally;
    for (uint32_t card = 0; card < rules.cards; card++) {
        const uint32_t rank = card % 52 / 4;
        rules.points[card] = (uint8_t)(rank == 12 ? 1 : rank >= 8 ? 10 : rank + 2);
        rules.red[card] = card % 4 == 1 || card % 4 == 2;
    }
    REQUIRE(core_table_thirty(&rules, key, 4, 5, 60, &tally) == CORE_OK);
    REQUIRE(core_table_thirty_fresh(&rules, key, 4, 29, 3000, &tally) == CORE_OK);
    REQUIRE(tally.shoes == 3060 && tally.coups > 3000 + 60 * 25 && tally.dealt > 8 * tally.coups);
    for (uint32_t at = 0; at < 200; at++) {
        digest = (digest ^ tally.cells[at / 100][at / 10 % 10][at % 10]) * UINT64_C(1099511628211);
    }
    for (uint32_t at = 0; at < 4 * CORE_THIRTY_ZEROS * 4; at++) {
        const uint64_t many = tally.ends[at / 4 / CORE_THIRTY_ZEROS][at / 4 % CORE_THIRTY_ZEROS][at % 4];
        digest = (digest ^ many) * UINT64_C(1099511628211);
    }
    rules.points[311] = 11;
    REQUIRE(core_table_thirty(&rules, key, 4, 5, 1, &tally) == CORE_E_ARGUMENT);
    return digest;
}

// Shoes and fresh hands of black jack by every tier, of a plan that knows totals alone: cards are worth 1 to 10, pairs of
// twos and eights are separated, shoes are emptied.
static uint64_t count_black_jack(uint64_t digest) {
    enum { STATES = 23, KINDS = CORE_BLACK_JACK_KINDS, ENDS = CORE_BLACK_JACK_ENDS, BUST = CORE_BLACK_JACK_BUST };
    static core_black_jack_rules rules = {.cards = 312, .below_red = 16, .burnt = 5, .boxes = 7, .states = STATES};
    static uint16_t next[STATES * KINDS], parted[STATES];
    static uint8_t act[KINDS * STATES], worth[STATES];
    static core_black_jack_tally first, tally;
    for (uint32_t state = 0; state < STATES; state++) {
        const int split = state == 4 || state == 16;
        worth[state] = (uint8_t)(state > 21 ? 0 : state > 16 ? state - 14 : 2);
        parted[state] = (uint16_t)(split ? state / 2 : 0);
        for (uint32_t kind = 0; kind < KINDS; kind++) {
            const uint32_t to = state + kind % 10 + 1;
            next[state * KINDS + kind] = (uint16_t)(to < STATES ? to : STATES - 1);
            act[kind * STATES + state] = (uint8_t)(split ? CORE_BLACK_JACK_SPLIT : state == 11 ? CORE_BLACK_JACK_DOUBLE
                : state < 15 ? CORE_BLACK_JACK_HIT : CORE_BLACK_JACK_STAND);
        }
    }
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        rules.tag[kind] = (int8_t)((int)(kind % 3) - 1);
        rules.insured[kind] = kind == 0;
        rules.bank_first[kind] = (uint8_t)(ENDS + kind % 10);
        for (uint32_t state = ENDS; state < CORE_BLACK_JACK_BANK; state++) {
            const uint32_t total = state - ENDS + 1 + kind % 10 + 1;
            rules.bank_next[state][kind] = (uint8_t)(state == ENDS && kind == 9 ? CORE_BLACK_JACK_NATURAL
                : total < 17 ? ENDS + total - 1 : total > 21 ? BUST : total - 17);
        }
    }
    for (uint32_t at = 0; at < 4 * CORE_BLACK_JACK_WORTHS * ENDS; at++) {
        const uint32_t kind = at / ENDS / CORE_BLACK_JACK_WORTHS, own = at / ENDS % CORE_BLACK_JACK_WORTHS, end = at % ENDS;
        const int stakes = kind & 1 ? 4 : 2, sign = own == 0 ? -1 : end == BUST || own > end + 3 ? 1 : -(own < end + 3);
        rules.pays[kind][own][end] = (int8_t)(stakes * sign);
    }
    for (uint32_t card = 0; card < rules.cards; card++) {
        rules.kind[card] = (uint8_t)(card % 13 < 9 ? card % 13 : 9);
    }
    rules.next = next, rules.parted = parted, rules.act = act, rules.worth = worth;
    for (uint32_t tier = 0; tier <= core_rng_tier(); tier++) {
        memset(&tally, 0, sizeof tally);
        REQUIRE(core_table_black_jack(tier, &rules, key, 4, 5, 60, &tally) == CORE_OK);
        REQUIRE(core_table_black_jack_fresh(tier, &rules, key, 4, 29, 3000, &tally) == CORE_OK);
        first = tier ? first : tally;
        REQUIRE(memcmp(&first, &tally, sizeof tally) == 0);
    }
    REQUIRE(tally.shoes == 60 && tally.all.rounds > 3000 + 60 * 8 && tally.hands > tally.all.rounds && tally.doubled > 0);
    for (uint32_t at = 0; at < CORE_BLACK_JACK_BOXES * CORE_BLACK_JACK_GAINS; at++) {
        const uint64_t many = tally.gains[at / CORE_BLACK_JACK_GAINS][at % CORE_BLACK_JACK_GAINS];
        digest = (digest ^ many) * UINT64_C(1099511628211);
    }
    for (uint32_t at = 0; at < CORE_BLACK_JACK_COUNTS; at++) {
        digest = (digest ^ (uint64_t)tally.counts[at].gg) * UINT64_C(1099511628211);
    }
    memset(rules.kind, 1, sizeof rules.kind);  // twos alone: more hands than there may be
    REQUIRE(core_table_black_jack(0, &rules, key, 4, 5, 1, &tally) == CORE_E_EXHAUSTED);
    REQUIRE(core_table_black_jack_fresh(0, &rules, key, 4, 5, 1, &tally) == CORE_E_EXHAUSTED);
    next[0] = 0;
    REQUIRE(core_table_black_jack(0, &rules, key, 4, 5, 1, &tally) == CORE_E_ARGUMENT);
    return digest;
}

// Deals of three cards over the ends of blocks, by every tier, about one of which a pair of words is rejected.
static uint64_t count_three(uint64_t digest) {
    enum { CELLS = CORE_THREE_KINDS * CORE_THREE_FATES };
    static const uint8_t zero[CORE_KEY_SIZE];
    static core_three_rules rules;
    uint64_t first[CELLS] = {0};
    rules.plays_at = 300;
    for (uint32_t hand = 0; hand < CORE_THREE_HANDS; hand++) {
        rules.hand[hand] = (uint16_t)((hand * 37 % 1000) << 4 | hand % CORE_THREE_KINDS << 1 | (hand % 3 > 0));
    }
    for (uint32_t tier = 0; tier <= core_rng_tier(); tier++) {
        uint64_t counts[CELLS] = {0}, deals = 0;
        REQUIRE(core_table_three(tier, &rules, key, 4, 5, 1000, counts) == CORE_OK);
        REQUIRE(core_table_three(tier, &rules, key, 4, 1005, 24, counts) == CORE_OK);
        REQUIRE(core_table_three(tier, &rules, zero, 0, UINT64_C(1001553036), 3, counts) == CORE_OK);
        for (uint32_t cell = 0; cell < CELLS; cell++) {
            first[cell] = tier ? first[cell] : counts[cell];
            REQUIRE(counts[cell] == first[cell]);
            deals += counts[cell];
        }
        REQUIRE(deals == 1027);
    }
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        digest = (digest ^ first[cell]) * UINT64_C(1099511628211);
    }
    rules.hand[CORE_THREE_HANDS - 1] = 14;
    REQUIRE(core_table_three(0, &rules, key, 4, 5, 1, first) == CORE_E_ARGUMENT);
    return digest;
}

int main(void) {
    refuse_strangers();
    uint64_t digest = UINT64_C(14695981039346656037);
    digest = count_black_jack(count_three(count_thirty(count_tables(rank_many(deal_many(throw_many(digest)))))));
    printf("many dice and cards: digest %08lx%08lx\n", (unsigned long)(digest >> 32),
        (unsigned long)(digest & 0xffffffffu));
    return 0;
}
