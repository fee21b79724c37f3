// SPDX-License-Identifier: MIT
// The sums of sixteen hands at a time: a hand is eight bytes of a register, in which ranks and suits are looked up
// byte by byte; the bytes of a hand are added by one operation.

#include "bulk.h"
#include "cards_look.h"
#include "tier_inner.h"

#if CORE_WIDE

#include <immintrin.h>
CORE_TIER("avx2")

#define INLINED static inline __attribute__((always_inline))

enum { AT_ONCE = 16, FOUR = 4, LEAST = 4 };  // with fewer cards four hands are no sixteen bytes

typedef struct {
    __m256i places;  // where the bytes of four hands lie; none: a card 0, which the biases take back
    __m256i key[4];  // the bytes of the ranks' keys, lowest first
    __m256i suits[2], joker;  // the counters of suits, two in a byte
    __m256i key_bias, suit_bias;
} looks;

// The class of a hand of which a suit may be a flush.
static uint16_t rank_one(const core_hand_table *table, const uint8_t *cards, uint32_t count) {
    uint64_t sum = table->bias, sets = 0;
    for (uint32_t j = 0; j < count; j++) {
        sum += table->card_key[cards[j]];
        sets |= table->card_set[cards[j]];
    }
    return (uint16_t)look_flush(table, sum, sets);
}

// Sixteen bytes in both halves.
INLINED __m256i twice(const uint8_t bytes[16]) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)bytes));
}

static void look_up(const core_hand_table *table, looks *l) {
    const uint32_t count = table->count, jokers = table->hands.ranks, none = 8 - count;
    uint8_t places[32], key[4][16] = {{0}}, suits[2][16] = {{0x01, 0x10, 0, 0, 0x11}, {0, 0, 0x01, 0x10, 0x11}};
    for (uint32_t i = 0; i < 32; i++) {
        // The upper half is loaded so that it ends with the fourth hand.
        const uint32_t at = i / 8 % 2 * count + i % 8 + (i < 16 ? 0 : 16 - 2 * count);
        places[i] = i % 8 < count ? (uint8_t)at : 0x80;
    }
    for (uint32_t rank = 0; rank <= jokers; rank++) {
        const uint32_t of = table->rank_key[rank < jokers ? rank : CORE_HANDS_MAX_RANKS];
        for (uint32_t b = 0; b < 4; b++) {
            key[b][rank] = (uint8_t)(of >> 8 * b);
        }
    }
    l->places = _mm256_loadu_si256((const __m256i *)places);
    for (uint32_t b = 0; b < 4; b++) {
        l->key[b] = twice(key[b]);
    }
    l->suits[0] = twice(suits[0]);
    l->suits[1] = twice(suits[1]);
    l->joker = _mm256_set1_epi8((char)(4 * jokers));
    l->key_bias = _mm256_set1_epi64x(-(int64_t)none * table->rank_key[0]);
    l->suit_bias = _mm256_set1_epi64x((int64_t)(table->bias >> CARDS_SUIT_SHIFT) - none);
}

INLINED __m256i add_bytes(__m256i row, __m256i index) {
    return _mm256_sad_epu8(_mm256_shuffle_epi8(row, index), _mm256_setzero_si256());
}

// The keys of four hands, modulo 2^32; bit i of the result: hand i may be a flush.
INLINED uint32_t add_up(const looks *l, const uint8_t *cards, uint32_t count, uint64_t keys[FOUR]) {
    const __m128i first = _mm_loadu_si128((const __m128i *)cards);
    const __m128i last = _mm_loadu_si128((const __m128i *)(cards + FOUR * count - 16));
    const __m256i card = _mm256_shuffle_epi8(_mm256_inserti128_si256(_mm256_castsi128_si256(first), last, 1), l->places);
    const __m256i rank = _mm256_and_si256(_mm256_srli_epi16(card, 2), _mm256_set1_epi8(15));
    const __m256i joker = _mm256_and_si256(_mm256_cmpeq_epi8(card, l->joker), _mm256_set1_epi8(4));
    const __m256i suit = _mm256_or_si256(_mm256_and_si256(card, _mm256_set1_epi8(3)), joker);
    __m256i key = _mm256_add_epi64(l->key_bias, add_bytes(l->key[0], rank));
    key = _mm256_add_epi64(key, _mm256_slli_epi64(add_bytes(l->key[1], rank), 8));
    key = _mm256_add_epi64(key, _mm256_slli_epi64(add_bytes(l->key[2], rank), 16));
    key = _mm256_add_epi64(key, _mm256_slli_epi64(add_bytes(l->key[3], rank), 24));
    _mm256_storeu_si256((__m256i *)keys, key);
    __m256i suits = _mm256_add_epi64(l->suit_bias, add_bytes(l->suits[0], suit));
    suits = _mm256_add_epi64(suits, _mm256_slli_epi64(add_bytes(l->suits[1], suit), 8));
    const __m256i enough = _mm256_and_si256(suits, _mm256_set1_epi64x(0x8888));
    const __m256i none = _mm256_cmpeq_epi64(enough, _mm256_setzero_si256());
    return 15 ^ (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(none));
}

INLINED void rank_sixteens(const core_hand_table *table, const uint8_t *cards, uint32_t hands, uint32_t count,
    uint16_t *classes) {
    uint64_t keys[AT_ONCE];
    looks l;
    const uint32_t mask = table->slot_mask;
    look_up(table, &l);
    for (uint32_t i = 0; i < hands; i += AT_ONCE, cards += AT_ONCE * count, classes += AT_ONCE) {
        uint32_t flushes = 0;
        look_ahead(cards, classes);
        for (uint32_t k = 0; k < AT_ONCE; k += FOUR) {
            flushes |= add_up(&l, cards + k * count, count, keys + k) << k;
        }
        for (uint32_t k = 0; k < AT_ONCE; k++) {
            const uint32_t key = (uint32_t)keys[k];
            classes[k] = table->slot[((key & mask) + table->moved[key >> 19]) & mask];
        }
        for (; flushes; flushes &= flushes - 1) {
            const uint32_t k = (uint32_t)__builtin_ctz(flushes);
            classes[k] = rank_one(table, cards + k * count, count);
        }
    }
}

void core_hands_sixteens(const core_hand_table *table, const uint8_t *cards, uint32_t hands, uint16_t *classes) {
    if (table->count == 7) {
        rank_sixteens(table, cards, hands, 7, classes);
    } else {
        rank_sixteens(table, cards, hands, table->count, classes);
    }
}

CORE_TIER_END

int core_hands_wide(uint32_t tier, uint32_t count) {
    return tier != CORE_TIER_PLAIN && count >= LEAST;
}

#else

int core_hands_wide(uint32_t tier, uint32_t count) {
    (void)tier;
    (void)count;
    return 0;
}

void core_hands_sixteens(const core_hand_table *table, const uint8_t *cards, uint32_t hands, uint16_t *classes) {
    (void)table;
    (void)cards;
    (void)hands;
    (void)classes;
}

#endif
