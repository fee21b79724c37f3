// SPDX-License-Identifier: MIT
// The inner loop of setting a packet, shared by what sets, deals and counts.

#ifndef CORE_PAI_GOW_INNER_H
#define CORE_PAI_GOW_INNER_H

#include "cards_look.h"
#include "pai_gow.h"

#ifdef __GNUC__
#define PAI_GOW_INLINE static inline __attribute__((always_inline))
#else
#define PAI_GOW_INLINE static inline
#endif

#define PAI_GOW_ONES UINT64_C(0x1111111111111)  // a nibble for each rank
#define PAI_GOW_JOKER (CORE_PAI_GOW_DECK - 1)

typedef struct {
    uint64_t sum, sets;  // of all seven cards, with the table's bias
    int flushes;         // whether five of them may be a flush
} pai_gow_sums;

PAI_GOW_INLINE int pai_gow_cards(const uint8_t *cards, uint32_t many) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < many; i++) {
        most = cards[i] > most ? cards[i] : most;
    }
    return most < CORE_PAI_GOW_DECK;
}

PAI_GOW_INLINE uint32_t pai_gow_bits(uint64_t nibbles) {
#ifdef __GNUC__
    return (uint32_t)__builtin_popcountll(nibbles);
#else
    uint32_t bits = 0;
    for (; nibbles; nibbles &= nibbles - 1) {
        bits++;
    }
    return bits;
#endif
}

// The highest rank whose nibble is not zero; 0 if all are.
PAI_GOW_INLINE uint32_t pai_gow_top(uint64_t nibbles) {
#ifdef __GNUC__
    return nibbles ? (uint32_t)(63 - __builtin_clzll(nibbles)) >> 2 : 0;
#else
    uint32_t top = 0;
    while (nibbles >>= 4) {
        top++;
    }
    return top;
#endif
}

// Which ranks come how often, and with that the row of the way that says how they are set. `kinds`: bit k where a split
// that is not foul has a high hand of kind k, for the rows that ask for one.
PAI_GOW_INLINE const core_pai_gow_row *pai_gow_row(const core_pai_gow *game, const uint8_t *cards, uint32_t kinds) {
    static const uint8_t by_pairs[4] = {CORE_PAI_GOW_NO_PAIR, CORE_PAI_GOW_PAIR, CORE_PAI_GOW_TWO_PAIRS,
        CORE_PAI_GOW_THREE_PAIRS};
    uint64_t times = 0;
    for (uint32_t i = 0; i < CORE_PAI_GOW_CARDS; i++) {
        const uint32_t rank = cards[i] == PAI_GOW_JOKER ? CORE_HANDS_MAX_RANKS - 1 : cards[i] >> 2;
        times += UINT64_C(1) << 4 * rank;
    }
    const uint64_t ones = times & PAI_GOW_ONES, twos = times >> 1 & PAI_GOW_ONES, fours = times >> 2 & PAI_GOW_ONES;
    const uint64_t pairs = twos & ~ones, threes = twos & ones, single = ones & ~twos & ~fours;
    const uint32_t paired = pai_gow_bits(pairs), tripled = pai_gow_bits(threes);
    uint32_t pattern, top, second;
    uint64_t rest;
    if (fours) {
        const uint32_t five = (fours & ones) != 0;
        pattern = five ? (paired ? CORE_PAI_GOW_FIVE_PAIR : CORE_PAI_GOW_FIVE)
                       : tripled ? CORE_PAI_GOW_FOUR_THREE : paired ? CORE_PAI_GOW_FOUR_PAIR : CORE_PAI_GOW_FOUR;
        top = pai_gow_top(fours);
        rest = threes | pairs ? threes | pairs : single;
    } else if (tripled) {
        pattern = tripled > 1 ? CORE_PAI_GOW_THREE_TWICE
            : paired > 1      ? CORE_PAI_GOW_FULL_TWICE
            : paired          ? CORE_PAI_GOW_FULL
                              : CORE_PAI_GOW_THREE;
        top = pai_gow_top(threes);
        rest = threes & ~(UINT64_C(1) << 4 * top);
        rest = rest ? rest : pairs ? pairs : single;
    } else if (paired) {
        pattern = by_pairs[paired];
        top = pai_gow_top(pairs);
        rest = pairs & ~(UINT64_C(1) << 4 * top);
        rest = rest ? rest : single;
    } else {
        pattern = CORE_PAI_GOW_NO_PAIR;
        top = pai_gow_top(single);
        rest = single & ~(UINT64_C(1) << 4 * top);
    }
    second = pai_gow_top(rest);
    const core_pai_gow_row *row = game->row + game->first[pattern];
    while (top < row->top_least || top > row->top_most || second < row->second_least || second > row->second_most ||
        (row->has && !(row->has & kinds))) {
        row++;
    }
    return row;
}

PAI_GOW_INLINE pai_gow_sums pai_gow_add(const core_pai_gow *game, const uint8_t *cards) {
    pai_gow_sums all = {game->high->bias, 0, 0};
    for (uint32_t i = 0; i < CORE_PAI_GOW_CARDS; i++) {
        all.sum += game->key[cards[i]];
        all.sets |= game->set[cards[i]];
    }
    // A counter of 8 or more: five of a suit among the seven. Taking two cards away never makes a flush.
    all.flushes = (all.sum & CARDS_MAY_FLUSH) != 0;
    return all;
}

// The class of the five cards that are left of a packet without two. A packet's cards differ, so sets subtract.
PAI_GOW_INLINE uint32_t pai_gow_high(const core_pai_gow *game, const pai_gow_sums *all, uint32_t one,
    uint32_t other) {
    const uint64_t sum = all->sum - game->key[one] - game->key[other];
    if (all->flushes && (sum & CARDS_MAY_FLUSH)) {
        return look_flush(game->high, sum, all->sets & ~(game->set[one] | game->set[other]));
    }
    return look_ranks(game->high, (uint32_t)sum);
}

// The kinds of the high hands of all splits that are not foul; 0 where no row of the way asks.
PAI_GOW_INLINE uint32_t pai_gow_kinds(const core_pai_gow *game, const pai_gow_sums *all, const uint8_t *cards) {
    uint32_t kinds = 0;
    if (!game->asks) {
        return 0;
    }
    for (uint32_t i = 0; i < CORE_PAI_GOW_CARDS; i++) {
        for (uint32_t j = i + 1; j < CORE_PAI_GOW_CARDS; j++) {
            const uint32_t high = pai_gow_high(game, all, cards[i], cards[j]);
            kinds |= game->low[cards[i] * 64 + cards[j]] <= game->ceiling[high] ? 1u << game->kind[high] : 0;
        }
    }
    return kinds;
}

PAI_GOW_INLINE core_pai_gow_hands pai_gow_set(const core_pai_gow *game, const uint8_t *cards) {
    const pai_gow_sums all = pai_gow_add(game, cards);
    const core_pai_gow_row *row = pai_gow_row(game, cards, pai_gow_kinds(game, &all, cards));
    const uint32_t keep = row->keep, other = row->other;
    // low << 24 | high << 8 | number of the split; 0 if there is none.
    uint32_t kept = 0, others = 0, split = 0;
    for (uint32_t i = 0; i < CORE_PAI_GOW_CARDS; i++) {
        for (uint32_t j = i + 1; j < CORE_PAI_GOW_CARDS; j++, split++) {
            const uint32_t high = pai_gow_high(game, &all, cards[i], cards[j]);
            const uint32_t low = game->low[cards[i] * 64 + cards[j]];
            const uint32_t value = low <= game->ceiling[high] ? low << 24 | high << 8 | split : 0;
            const uint32_t in_keep = keep >> game->kind[high] & 1, in_other = other >> game->kind[high] & 1;
            kept = in_keep && value > kept ? value : kept;
            others = in_other && value > others ? value : others;
        }
    }
    static const uint8_t places[CORE_PAI_GOW_SPLITS][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}, {1, 2},
        {1, 3}, {1, 4}, {1, 5}, {1, 6}, {2, 3}, {2, 4}, {2, 5}, {2, 6}, {3, 4}, {3, 5}, {3, 6}, {4, 5}, {4, 6}, {5, 6}};
    const int better = row->compare && others >> 24 > kept >> 24;
    const uint32_t chosen = !kept || kept >> 24 < row->least_low || better ? others : kept;
    const core_pai_gow_hands hands = {(uint16_t)(chosen >> 8 & 0xffff), (uint16_t)(chosen >> 24),
        places[chosen & 255][0], places[chosen & 255][1]};
    return hands;
}

PAI_GOW_INLINE uint32_t pai_gow_slot(const core_pai_gow *game, uint64_t sum) {
    const core_hand_table *table = game->seven;
    return (((uint32_t)sum & table->slot_mask) + table->moved[(uint32_t)sum >> 19]) & table->slot_mask;
}

// Both classes of a packet, high << 16 | low, by the sum of its keys in the table of seven, bias included.
PAI_GOW_INLINE uint32_t pai_gow_made(const core_pai_gow *game, const uint8_t *cards, uint64_t sum) {
    if (sum & CARDS_MAY_FLUSH) {
        const core_pai_gow_hands hands = pai_gow_set(game, cards);
        return (uint32_t)hands.high << 16 | hands.low;
    }
    return game->made[pai_gow_slot(game, sum)];
}

// 0 superior, 1 inferior, 2 equal: rows and columns of the text's table.
PAI_GOW_INLINE uint32_t pai_gow_compare(uint32_t mine, uint32_t bank) {
    return mine > bank ? 0 : mine < bank ? 1 : 2;
}

// 0: the player wins, 1: nobody does, 2: the bank wins, equal hands included (16, VII, cases 1 to 6).
PAI_GOW_INLINE uint32_t pai_gow_result(uint32_t high, uint32_t low) {
    return 2u - (high == 0 ? 1u : 0u) - (low == 0 ? 1u : 0u);
}

#endif
