// SPDX-License-Identifier: MIT
// Deals of a whole table, and every packet of a deck.

#include "pai_gow_inner.h"

enum { BATCH = 64, PLACES = CORE_PAI_GOW_PLAYERS + 1, DICE = 3 };

// The place at which a deal begins: counted from the bank as one, past places where nobody sits (16, VII).
static uint32_t begins_at(const uint8_t *faces, uint32_t players) {
    const uint32_t place = (uint32_t)(faces[0] + faces[1] + faces[2] - 1) % PLACES;
    return place <= players ? place : 0;
}

static void tally_deal(const core_pai_gow *game, const uint8_t *packets, uint32_t first, uint32_t players,
    core_pai_gow_tally *tally) {
    uint32_t at[PLACES], won = 0, lost = 0, place = first;
    for (uint32_t i = 0; i <= players; i++, packets += CORE_PAI_GOW_CARDS) {
        uint64_t sum = game->seven->bias;
        for (uint32_t j = 0; j < CORE_PAI_GOW_CARDS; j++) {
            sum += game->seven->card_key[packets[j]];
        }
        at[place] = pai_gow_made(game, packets, sum);
        place = place == players ? 0 : place + 1;
    }
    for (uint32_t i = 1; i <= players; i++) {
        const uint32_t high = pai_gow_compare(at[i] >> 16, at[0] >> 16);
        const uint32_t low = pai_gow_compare(at[i] & 0xffff, at[0] & 0xffff);
        const uint32_t result = pai_gow_result(high, low);
        tally->cases[high][low]++;
        tally->results[i - 1][result]++;
        won += result == 0 ? 1u : 0u;
        lost += result == 2 ? 1u : 0u;
    }
    tally->together[won][lost]++;
    tally->deals++;
}

int core_pai_gow_deals(const core_pai_gow *game, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint32_t players, uint64_t first, uint64_t deals, core_pai_gow_tally *tally) {
    uint8_t cards[BATCH * CORE_PAI_GOW_DECK], faces[BATCH * DICE];
    if (players - 1 >= CORE_PAI_GOW_PLAYERS) {
        return CORE_E_ARGUMENT;
    }
    for (uint64_t some; deals > 0; deals -= some, first += some) {
        some = deals < BATCH ? deals : BATCH;
        int code = core_cards_deals(key, machine, CORE_PURPOSE_PLAY, first, some, CORE_PAI_GOW_DECK, CORE_PAI_GOW_DECK,
            cards);
        if (code == CORE_OK) {
            code = core_dice_throws(key, machine, CORE_PURPOSE_DICE, first, some, DICE, faces);
        }
        if (code != CORE_OK) {
            return code;
        }
        for (uint32_t i = 0; i < some; i++) {
            tally_deal(game, cards + i * CORE_PAI_GOW_DECK, begins_at(faces + i * DICE, players), players, tally);
        }
    }
    return CORE_OK;
}

// Every packet -------------------------------------------------------------------------------------

typedef struct {
    const core_pai_gow *game;
    const uint8_t *deck;
    uint32_t many, *counts;
    uint8_t cards[CORE_PAI_GOW_CARDS];
} walk;

static void count_last(walk *at, uint32_t from, uint64_t sum) {
    for (uint32_t i = from; i < at->many; i++) {
        at->cards[CORE_PAI_GOW_CARDS - 1] = at->deck[i];
        const uint32_t made = pai_gow_made(at->game, at->cards, sum + at->game->seven->card_key[at->deck[i]]);
        at->counts[(made >> 16) * CORE_PAI_GOW_LOWS + (made & 0xffff)]++;
    }
}

static void count_from(walk *at, uint32_t chosen, uint32_t from, uint64_t sum) {
    if (chosen == CORE_PAI_GOW_CARDS - 1) {
        count_last(at, from, sum);
        return;
    }
    for (uint32_t i = from; i + CORE_PAI_GOW_CARDS - chosen <= at->many; i++) {
        at->cards[chosen] = at->deck[i];
        count_from(at, chosen + 1, i + 1, sum + at->game->seven->card_key[at->deck[i]]);
    }
}

int core_pai_gow_count(const core_pai_gow *game, const uint8_t *left, uint32_t many, uint32_t from, uint32_t to,
    uint32_t *counts) {
    walk at = {game, left, many, counts, {0}};
    if (from > to || to > many || many > CORE_PAI_GOW_DECK || !pai_gow_cards(left, many)) {
        return CORE_E_ARGUMENT;
    }
    for (uint32_t i = from; i < to && i + CORE_PAI_GOW_CARDS <= many; i++) {
        at.cards[0] = left[i];
        count_from(&at, 1, i + 1, game->seven->bias + game->seven->card_key[left[i]]);
    }
    return CORE_OK;
}
