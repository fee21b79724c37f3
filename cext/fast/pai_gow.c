// SPDX-License-Identifier: MIT
// How a packet of seven cards is set, and how two settings compare.

#include <string.h>

#include "bulk.h"
#include "pai_gow_inner.h"

enum { SUITS = 4 };

static int build_ways(core_pai_gow *game, const core_pai_gow_row *rows, uint32_t count) {
    uint32_t at = 0;
    for (uint32_t pattern = 0; pattern < CORE_PAI_GOW_PATTERNS; pattern++) {
        game->first[pattern] = at;
        while (at < count && rows[at].pattern == pattern) {
            at++;
        }
        if (at == game->first[pattern]) {
            return CORE_E_ARGUMENT;
        }
        const core_pai_gow_row *last = &rows[at - 1];
        if (last->has || last->top_least || last->second_least || last->top_most < CORE_HANDS_MAX_RANKS - 1 ||
            last->second_most < CORE_HANDS_MAX_RANKS - 1) {
            return CORE_E_ARGUMENT;
        }
    }
    game->first[CORE_PAI_GOW_PATTERNS] = at;
    memcpy(game->row, rows, count * sizeof rows[0]);
    for (uint32_t i = 0; i < count; i++) {
        game->asks |= rows[i].has;
    }
    game->rows = count;
    return at == count ? CORE_OK : CORE_E_ARGUMENT;
}

// The best low hand that a high hand allows. Two cards' first numbers are those of the low hand; where the first two
// numbers are equal the high hand's other cards make it worth more.
static uint32_t ceiling_of(const core_hand_table *low, uint32_t score) {
    const uint32_t kind = score >> 20 & 15, numbers = kind == CORE_HAND_PAIR ? score >> 16 & 15 : score >> 12 & 255;
    uint32_t best = 0;
    for (uint32_t i = 0; i < low->classes; i++) {
        const uint32_t other = low->score[i] >> 20 & 15;
        const uint32_t theirs = other == CORE_HAND_PAIR ? low->score[i] >> 16 & 15 : low->score[i] >> 12 & 255;
        if (kind > CORE_HAND_PAIR || other < kind || (other == kind && theirs <= numbers)) {
            best = i + 1;
        }
    }
    return best;
}

// Set one packet of each set of ranks, its cards of the four suits in turn so that no five are of one suit.
static void make_ranks(core_pai_gow *game, uint8_t *cards, uint32_t chosen, uint32_t rank) {
    if (chosen == CORE_PAI_GOW_CARDS) {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < CORE_PAI_GOW_CARDS; i++) {
            sum += game->seven->card_key[cards[i]];
        }
        const core_pai_gow_hands hands = pai_gow_set(game, cards);
        game->made[pai_gow_slot(game, sum)] = (uint32_t)hands.high << 16 | hands.low;
        return;
    }
    for (; rank < CORE_HANDS_MAX_RANKS; rank++) {
        for (uint32_t times = 1; times <= SUITS && chosen + times <= CORE_PAI_GOW_CARDS; times++) {
            for (uint32_t i = 0; i < times; i++) {
                cards[chosen + i] = (uint8_t)(4 * rank + (chosen + i) % SUITS);
            }
            make_ranks(game, cards, chosen + times, rank + 1);
        }
    }
}

static int fits(const core_hand_table *table, uint32_t count, uint32_t width) {
    return table->count == count && table->hands.width == width && table->deck == CORE_PAI_GOW_DECK;
}

int core_pai_gow_build(core_pai_gow *game, const core_hand_table *high, const core_hand_table *low,
    const core_hand_table *seven, const core_pai_gow_row *rows, uint32_t count) {
    uint8_t cards[CORE_PAI_GOW_CARDS] = {PAI_GOW_JOKER};
    memset(game, 0, sizeof *game);
    if (!fits(high, 5, 5) || !fits(low, 2, 2) || !fits(seven, 7, 5) || low->classes >= CORE_PAI_GOW_LOWS ||
        count > CORE_PAI_GOW_ROWS) {
        return CORE_E_ARGUMENT;
    }
    game->high = high;
    game->seven = seven;
    for (uint32_t card = 0; card < CORE_PAI_GOW_DECK; card++) {
        game->key[card] = high->card_key[card];
        game->set[card] = high->card_set[card];
        for (uint32_t other = 0; other < CORE_PAI_GOW_DECK; other++) {
            const uint8_t two[2] = {(uint8_t)card, (uint8_t)other};
            if (card != other && core_hand_table_rank(CORE_TIER_PLAIN, low, two, 1, &game->low[card * 64 + other]) != CORE_OK) {
                return CORE_E_ARGUMENT;
            }
        }
    }
    for (uint32_t i = 0; i < high->classes; i++) {
        game->kind[i + 1] = (uint8_t)(high->score[i] >> 20 & 15);
        game->ceiling[i + 1] = (uint16_t)ceiling_of(low, high->score[i]);
    }
    if (build_ways(game, rows, count) != CORE_OK) {
        return CORE_E_ARGUMENT;
    }
    make_ranks(game, cards, 1, 0);
    make_ranks(game, cards, 0, 0);
    return CORE_OK;
}

int core_pai_gow_row_of(const core_pai_gow *game, const uint8_t cards[CORE_PAI_GOW_CARDS], uint32_t *row) {
    if (!pai_gow_cards(cards, CORE_PAI_GOW_CARDS)) {
        return CORE_E_ARGUMENT;
    }
    const pai_gow_sums all = pai_gow_add(game, cards);
    *row = (uint32_t)(pai_gow_row(game, cards, pai_gow_kinds(game, &all, cards)) - game->row);
    return CORE_OK;
}

int core_pai_gow_set(const core_pai_gow *game, const uint8_t *cards, uint64_t packets, core_pai_gow_hands *hands) {
    for (uint64_t i = 0; i < packets; i++, cards += CORE_PAI_GOW_CARDS) {
        if (!pai_gow_cards(cards, CORE_PAI_GOW_CARDS)) {
            return CORE_E_ARGUMENT;
        }
        hands[i] = pai_gow_set(game, cards);
    }
    return CORE_OK;
}

int core_pai_gow_splits(const core_pai_gow *game, const uint8_t cards[CORE_PAI_GOW_CARDS],
    core_pai_gow_hands splits[CORE_PAI_GOW_SPLITS]) {
    if (!pai_gow_cards(cards, CORE_PAI_GOW_CARDS)) {
        return CORE_E_ARGUMENT;
    }
    const pai_gow_sums all = pai_gow_add(game, cards);
    for (uint32_t i = 0; i < CORE_PAI_GOW_CARDS; i++) {
        for (uint32_t j = i + 1; j < CORE_PAI_GOW_CARDS; j++, splits++) {
            splits->high = (uint16_t)pai_gow_high(game, &all, cards[i], cards[j]);
            splits->low = game->low[cards[i] * 64 + cards[j]];
            splits->first = (uint8_t)i;
            splits->second = (uint8_t)j;
        }
    }
    return CORE_OK;
}

int core_pai_gow_foul(const core_pai_gow *game, uint32_t high, uint32_t low) {
    if (high - 1 >= game->high->classes || low - 1 >= CORE_PAI_GOW_LOWS) {
        return CORE_E_ARGUMENT;
    }
    return low > game->ceiling[high];
}
