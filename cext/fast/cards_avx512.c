// SPDX-License-Identifier: MIT
// The sums of sixteen hands at a time: ranks and suits are looked up within registers.

#include "cards_look.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#define WIDE __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi")))

enum { LANES = 16, CARDS = CORE_HANDS_MAX_CARDS };

int core_hands_wide(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi");
}

// The class of a hand of which a suit may be a flush.
static uint16_t rank_one(const core_hand_table *table, const uint8_t *cards, uint32_t count) {
    uint64_t sum = table->bias, sets = 0;
    for (uint32_t j = 0; j < count; j++) {
        sum += table->card_key[cards[j]];
        sets |= table->card_set[cards[j]];
    }
    return (uint16_t)look_flush(table, sum, sets);
}

// Where card j of each hand lies among the 16 * count bytes, one in each lane of 32 bits.
WIDE static void make_places(uint32_t count, __m512i places[CARDS]) {
    for (uint32_t j = 0; j < count; j++) {
        uint8_t bytes[4 * LANES] = {0};
        for (uint32_t i = 0; i < LANES; i++) {
            bytes[4 * i] = (uint8_t)(count * i + j);
        }
        places[j] = _mm512_loadu_si512(bytes);
    }
}

WIDE static __m512i keys_of_ranks(const core_hand_table *table) {
    uint32_t keys[LANES] = {0};
    for (uint32_t rank = 0; rank < table->hands.ranks; rank++) {
        keys[rank] = table->rank_key[rank];
    }
    keys[table->hands.ranks] = table->rank_key[CORE_HANDS_MAX_RANKS];  // the joker's
    return _mm512_loadu_si512(keys);
}

// The keys of 16 hands; bit i of the result: hand i may be a flush.
WIDE static inline __attribute__((always_inline)) uint32_t add_up(const core_hand_table *table,
    const uint8_t *cards, uint32_t count, const __m512i places[CARDS], __m512i ranks, uint32_t keys[LANES]) {
    const uint32_t bytes = LANES * count;
    const __mmask64 low = bytes >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << bytes) - 1;
    const __mmask64 high = bytes > 64 ? (UINT64_C(1) << (bytes - 64)) - 1 : 0;
    const __m512i first = _mm512_maskz_loadu_epi8(low, cards), second = _mm512_maskz_loadu_epi8(high, cards + 64);
    const __m512i joker = _mm512_set1_epi32(4 * table->hands.ranks), one = _mm512_set1_epi32(1);
    __m512i key = _mm512_setzero_si512(), suits = _mm512_set1_epi32((int)(table->bias >> CARDS_SUIT_SHIFT));
    for (uint32_t j = 0; j < count; j++) {
        const __m512i card =
            _mm512_maskz_permutex2var_epi8(UINT64_C(0x1111111111111111), first, places[j], second);
        const __m512i shift = _mm512_slli_epi32(_mm512_and_si512(card, _mm512_set1_epi32(3)), 2);
        const __mmask16 jokers = _mm512_cmpeq_epi32_mask(card, joker);
        key = _mm512_add_epi32(key, _mm512_permutexvar_epi32(_mm512_srli_epi32(card, 2), ranks));
        suits = _mm512_add_epi32(suits,
            _mm512_mask_mov_epi32(_mm512_sllv_epi32(one, shift), jokers, _mm512_set1_epi32(0x1111)));
    }
    _mm512_storeu_si512(keys, key);
    return _mm512_test_epi32_mask(suits, _mm512_set1_epi32(0x8888));
}

WIDE static inline __attribute__((always_inline)) void rank_sixteens(const core_hand_table *table,
    const uint8_t *cards, uint32_t hands, uint32_t count, uint16_t *classes) {
    __m512i places[CARDS];
    uint32_t keys[LANES];
    const __m512i ranks = keys_of_ranks(table);
    const uint32_t mask = table->slot_mask;
    make_places(count, places);
    for (uint32_t i = 0; i < hands; i += LANES, cards += LANES * count, classes += LANES) {
        look_ahead(cards, classes);
        uint32_t flushes = add_up(table, cards, count, places, ranks, keys);
        for (uint32_t k = 0; k < LANES; k++) {
            classes[k] = table->slot[((keys[k] & mask) + table->moved[keys[k] >> 19]) & mask];
        }
        for (; flushes; flushes &= flushes - 1) {
            const uint32_t k = (uint32_t)__builtin_ctz(flushes);
            classes[k] = rank_one(table, cards + k * count, count);
        }
    }
}

WIDE void core_hands_sixteens(const core_hand_table *table, const uint8_t *cards, uint32_t hands,
    uint16_t *classes) {
    if (table->count == 7) {
        rank_sixteens(table, cards, hands, 7, classes);
    } else if (table->count == 5) {
        rank_sixteens(table, cards, hands, 5, classes);
    } else {
        rank_sixteens(table, cards, hands, table->count, classes);
    }
}

#else

int core_hands_wide(void) {
    return 0;
}

void core_hands_sixteens(const core_hand_table *table, const uint8_t *cards, uint32_t hands,
    uint16_t *classes) {
    (void)table;
    (void)cards;
    (void)hands;
    (void)classes;
}

#endif
