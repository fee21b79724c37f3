// SPDX-License-Identifier: MIT
// Many deals of five cards against the bank's, one of whose lies open.

#include "bulk.h"
#include "stud_inner.h"

enum { BATCH = 256, DEALT = 2 * CORE_STUD_CARDS };

typedef struct {
    uint8_t cards[BATCH * DEALT], mine[BATCH * CORE_STUD_CARDS], bank[BATCH * CORE_STUD_CARDS];
    uint16_t own[BATCH], theirs[BATCH];
} dealt;

// One card to the hand, one to the bank, five times.
static void part(dealt *d, uint32_t deals) {
    const uint8_t *from = d->cards;
    uint8_t *mine = d->mine, *bank = d->bank;
    for (uint32_t i = 0; i < deals; i++, from += DEALT) {
        for (uint32_t j = 0; j < CORE_STUD_CARDS; j++) {
            *mine++ = from[2 * j];
            *bank++ = from[2 * j + 1];
        }
    }
}

// Whether a hand of a class whose hands differ goes on.
static uint32_t looked_up(const uint64_t *goes, const uint8_t *hand, uint8_t open) {
    uint8_t cards[CORE_STUD_CARDS];
    for (uint32_t i = 0; i < CORE_STUD_CARDS; i++) {
        cards[i] = hand[i];
    }
    return goes[stud_number(cards)] >> open & 1;
}

static void count(const dealt *d, uint32_t deals, const core_stud_rules *rules, const core_stud_tally *tally,
    const uint64_t *goes, const uint8_t *kinds, uint64_t cells[16][CORE_STUD_FATES]) {
    for (uint32_t i = 0; i < deals; i++) {
        const uint32_t own = d->own[i], bank = d->theirs[i];
        uint32_t on = tally->goes[own];
        if (on == CORE_STUD_LOOK) {
            on = looked_up(goes, d->mine + i * CORE_STUD_CARDS, d->cards[i * DEALT + DEALT - 1]);
        }
        uint32_t fate = own > bank ? CORE_STUD_WORSE : own < bank ? CORE_STUD_BETTER : CORE_STUD_EQUAL;
        fate = bank < rules->plays_at ? CORE_STUD_OUT : fate;
        cells[kinds[own] & 15][on ? fate : CORE_STUD_FOLDS]++;
    }
}

int core_table_stud(const core_hand_table *table, const core_stud_rules *rules, const core_stud_tally *tally,
    const uint64_t goes[CORE_STUD_HANDS], const uint8_t kinds[CORE_HANDS_MAX_CLASSES + 1],
    const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint64_t first, uint64_t deals,
    uint64_t cells[16][CORE_STUD_FATES]) {
    dealt d;
    const uint32_t tier = core_rng_tier();
    if (table->deck != CORE_STUD_DECK || table->count != CORE_STUD_CARDS) {
        return CORE_E_ARGUMENT;
    }
    for (uint64_t some; deals > 0; deals -= some, first += some) {
        some = deals < BATCH ? deals : BATCH;
        int code = core_cards_deals(key, machine, CORE_PURPOSE_PLAY, first, some, CORE_STUD_DECK, DEALT, d.cards);
        if (code != CORE_OK) {
            return code;
        }
        part(&d, (uint32_t)some);
        core_hand_table_rank(tier, table, d.mine, some, d.own);
        core_hand_table_rank(tier, table, d.bank, some, d.theirs);
        count(&d, (uint32_t)some, rules, tally, goes, kinds, cells);
    }
    return CORE_OK;
}
