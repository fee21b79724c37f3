// SPDX-License-Identifier: MIT
// What every port does with cards and dice: throws, shuffles, deals, and hands of every kind of deck.

#include "cards.h"
#include "core.h"
#include "ports.h"

enum { THROWS = 200, DEALS = 60 };

static const uint8_t key[CORE_KEY_SIZE] = {5, 5, 5, 1};

uint64_t port_dice(void) {
    uint8_t faces[CORE_DICE_MAX];
    uint64_t digest = CORE_DIGEST_START;
    for (uint64_t n = 0; n < THROWS; n++) {
        const uint32_t dice = 1 + (uint32_t)n % CORE_DICE_MAX;
        if (core_dice_throw(key, 9, CORE_PURPOSE_DICE, n + UINT64_C(12345678901), dice, faces) != CORE_OK) {
            return 0;
        }
        digest = port_mix_bytes(digest, faces, dice);
    }
    return digest;
}

// Poker; with a joker; a stripped deck whose flush beats its full house; three cards.
static const core_hands games[4] = {
    {13, 5, CORE_HANDS_ACE_LOW, 0, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
    {13, 5, CORE_HANDS_ACE_LOW | CORE_HANDS_JOKER | CORE_HANDS_LOW_SECOND, 0, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
    {9, 5, CORE_HANDS_ACE_LOW, 3, {0, 1, 2, 3, 4, 5, 7, 6, 8, 9, 10, 11}},
    {13, 3, 0, 0, {0, 1, 2, 3, 6, 5, 4, 7, 8, 9, 10, 11}},
};

uint64_t port_cards(void) {
    uint8_t deck[CORE_CARDS_MAX];
    uint64_t digest = CORE_DIGEST_START;
    for (uint32_t game = 0; game < 4; game++) {
        const uint32_t cards = 4u * games[game].ranks + (games[game].flags & CORE_HANDS_JOKER ? 1 : 0);
        if (core_hands_check(&games[game]) != CORE_OK) {
            return 0;
        }
        for (uint64_t deal = 0; deal < DEALS; deal++) {
            const uint32_t count = deal % 4 ? 7 : cards, hand = deal % 3 ? 7 : games[game].width;
            uint32_t score;
            if (core_cards_deal(key, 9, 0, deal + UINT64_C(999999999999), cards, count, deck) != CORE_OK
                    || core_hands_score(&games[game], deck, hand, &score) != CORE_OK) {
                return 0;
            }
            digest = port_mix(port_mix_bytes(digest, deck, cards), score);
        }
    }
    return digest;
}
