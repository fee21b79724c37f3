// SPDX-License-Identifier: MIT
// What a hand is worth: each kind that the cards can make is tried, and the largest score counts.

#include "cards.h"

enum { SUITS = 4, PLACED = 5 };

// Cards by rank and by suit. The joker is apart: as an ace it is among `by_rank`, elsewhere it completes.
typedef struct {
    const core_hands *hands;
    uint32_t count, joker, held;               // cards in all; 1 with the joker; ranks held without the joker
    uint8_t by_rank[CORE_HANDS_MAX_RANKS];     // cards of each rank, the joker as an ace
    uint16_t of_suit[SUITS];                   // ranks of each suit, without the joker
} laid_out;

typedef struct {
    uint32_t best;
    const core_hands *hands;
} contest;

static void enter(contest *scores, uint32_t kind, uint32_t numbers) {
    const uint32_t score = (uint32_t)scores->hands->place[kind] << 24 | kind << 20 | numbers;
    if (score > scores->best) {
        scores->best = score;
    }
}

static uint32_t bits_of(uint32_t set) {
    uint32_t bits = 0;
    for (; set; set &= set - 1) {
        bits++;
    }
    return bits;
}

// The highest rank with at least `least` cards, but for `except`; ranks if there is none.
static uint32_t highest(const laid_out *cards, uint32_t least, uint32_t except) {
    for (uint32_t rank = cards->hands->ranks; rank-- > 0;) {
        if (rank != except && cards->by_rank[rank] >= least) {
            return rank;
        }
    }
    return cards->hands->ranks;
}

// Numbers in their places: those given, then those of the highest cards of other ranks, `width` cards in all.
static uint32_t with_others(const laid_out *cards, uint32_t numbers, uint32_t given, uint32_t used, uint32_t one,
    uint32_t other) {
    uint32_t place = given;
    for (uint32_t rank = cards->hands->ranks; rank-- > 0;) {
        if (rank == one || rank == other) {
            continue;
        }
        for (uint32_t n = cards->by_rank[rank]; n > 0 && used < cards->hands->width; n--, used++) {
            numbers |= (rank + 1) << (4 * (PLACED - 1 - place++));
        }
    }
    return numbers;
}

static uint32_t number(uint32_t rank, uint32_t place) {
    return (rank + 1) << (4 * (PLACED - 1 - place));
}

static void enter_equals(contest *scores, const laid_out *cards) {
    const uint32_t none = cards->hands->ranks, width = cards->hands->width;
    const uint32_t pair = highest(cards, 2, none), second = highest(cards, 2, pair);
    const uint32_t three = highest(cards, 3, none), under = highest(cards, 2, three);
    const uint32_t four = highest(cards, 4, none);
    enter(scores, CORE_HAND_HIGH, with_others(cards, 0, 0, 0, none, none));
    if (pair < none) {
        enter(scores, CORE_HAND_PAIR, with_others(cards, number(pair, 0), 1, 2, pair, none));
    }
    if (three < none && width >= 3) {
        enter(scores, CORE_HAND_THREE, with_others(cards, number(three, 0), 1, 3, three, none));
    }
    if (width < PLACED) {
        return;
    }
    if (second < none) {
        enter(scores, CORE_HAND_TWO_PAIRS,
            with_others(cards, number(pair, 0) | number(second, 1), 2, 4, pair, second));
    }
    if (three < none && under < none) {
        enter(scores, CORE_HAND_FULL, number(three, 0) | number(under, 1));
    }
    if (four < none) {
        enter(scores, CORE_HAND_FOUR, with_others(cards, number(four, 0), 1, 4, four, none));
    }
    if (cards->by_rank[none - 1] > SUITS) {
        enter(scores, CORE_HAND_FIVE, number(none - 1, 0));
    }
}

// Hands of the highest ranks only: their highest pair decides, then the other cards.
static void enter_figures(contest *scores, const laid_out *cards) {
    const uint32_t none = cards->hands->ranks, pair = highest(cards, 2, none);
    uint32_t figures = 0;
    for (uint32_t i = 1; i <= cards->hands->figures; i++) {
        figures += cards->by_rank[none - i];
    }
    if (figures >= cards->hands->width && pair < none && pair + cards->hands->figures >= none) {
        enter(scores, CORE_HAND_FIGURES, with_others(cards, number(pair, 0), 1, 2, pair, none));
    }
}

// The number of the best straight among these ranks, of which the joker may stand for one; 0 if there is none.
static uint32_t best_straight(const laid_out *cards, uint32_t set, uint32_t low_second) {
    const uint32_t ranks = cards->hands->ranks, width = cards->hands->width, window = (1u << width) - 1;
    const uint32_t low = 1u << (ranks - 1) | window >> 1, needed = width - cards->joker;
    const int is_low = (cards->hands->flags & CORE_HANDS_ACE_LOW) != 0 && bits_of(set & low) >= needed;
    for (uint32_t top = ranks; top >= width; top--) {
        if (is_low && low_second && top == ranks - 1) {
            return ranks;
        }
        if (bits_of(set & window << (top - width)) >= needed) {
            return top == ranks && low_second ? ranks + 1 : top;
        }
    }
    return is_low ? width - 1 : 0;
}

// The highest cards of a suit, the joker as its ace or as the highest that is missing.
static uint32_t flush_numbers(const laid_out *cards, uint32_t set) {
    const uint32_t ranks = cards->hands->ranks, ace = 1u << (ranks - 1);
    uint32_t place = 0, numbers = 0, aces = set >> (ranks - 1) & 1;
    if (cards->joker && (cards->hands->flags & CORE_HANDS_JOKER_ACE)) {
        aces++;
        set |= ace;
    } else if (cards->joker && set != (1u << ranks) - 1) {
        uint32_t missing = ace;
        while (set & missing) {
            missing >>= 1;
        }
        set |= missing;
        aces = set >> (ranks - 1) & 1;
    }
    for (uint32_t rank = ranks; rank-- > 0;) {
        const uint32_t times = rank == ranks - 1 ? aces : set >> rank & 1;
        for (uint32_t n = 0; n < times && place < cards->hands->width; n++) {
            numbers |= number(rank, place++);
        }
    }
    return numbers;
}

static void enter_straights(contest *scores, const laid_out *cards) {
    const uint32_t flags = cards->hands->flags;
    const uint32_t straight = best_straight(cards, cards->held, flags & CORE_HANDS_LOW_SECOND);
    if (straight) {
        enter(scores, CORE_HAND_STRAIGHT, straight << 16);
    }
    for (uint32_t suit = 0; suit < SUITS; suit++) {
        const uint32_t set = cards->of_suit[suit];
        if (bits_of(set) + cards->joker < cards->hands->width) {
            continue;
        }
        enter(scores, CORE_HAND_FLUSH, flush_numbers(cards, set));
        const uint32_t flush = best_straight(cards, set, flags & CORE_HANDS_LOW_SECOND_FLUSH);
        if (flush) {
            const uint32_t top = cards->hands->ranks + (flags & CORE_HANDS_LOW_SECOND_FLUSH ? 1 : 0);
            enter(scores, flush == top ? CORE_HAND_ROYAL : CORE_HAND_STRAIGHT_FLUSH, flush << 16);
        }
    }
}

static int lay_out(laid_out *cards, const uint8_t *given) {
    const uint32_t ranks = cards->hands->ranks;
    for (uint32_t rank = 0; rank < CORE_HANDS_MAX_RANKS; rank++) {
        cards->by_rank[rank] = 0;
    }
    for (uint32_t suit = 0; suit < SUITS; suit++) {
        cards->of_suit[suit] = 0;
    }
    cards->joker = cards->held = 0;
    for (uint32_t i = 0; i < cards->count; i++) {
        const uint32_t rank = given[i] >> 2;
        if (given[i] == 4 * ranks && (cards->hands->flags & CORE_HANDS_JOKER) && !cards->joker) {
            cards->joker = 1;
            cards->by_rank[ranks - 1]++;
            continue;
        }
        // A card of no deck may be 255: its rank must be known before it shifts.
        uint16_t *suit = &cards->of_suit[given[i] & 3];
        const uint32_t bit = rank < ranks ? 1u << rank : 0;
        if (!bit || *suit & bit) {
            return CORE_E_ARGUMENT;
        }
        *suit = (uint16_t)(*suit | bit);
        cards->by_rank[rank]++;
        cards->held |= bit;
    }
    return CORE_OK;
}

int core_hands_score(const core_hands *hands, const uint8_t *cards, uint32_t count, uint32_t *score) {
    laid_out table;
    contest scores;
    if (core_hands_check(hands) != CORE_OK || count < hands->width || count > CORE_HANDS_MAX_CARDS) {
        return CORE_E_ARGUMENT;
    }
    table.hands = scores.hands = hands;
    table.count = count;
    scores.best = 0;
    if (lay_out(&table, cards) != CORE_OK) {
        return CORE_E_ARGUMENT;
    }
    enter_equals(&scores, &table);
    if (hands->figures) {
        enter_figures(&scores, &table);
    }
    if (hands->width >= 3) {
        enter_straights(&scores, &table);
    }
    *score = scores.best;
    return CORE_OK;
}

int core_hands_check(const core_hands *hands) {
    // Each kind and one that lies below it, because its hands are of that kind too or are made of the same cards.
    static const uint8_t above[][2] = {
        {CORE_HAND_PAIR, CORE_HAND_HIGH}, {CORE_HAND_TWO_PAIRS, CORE_HAND_PAIR},
        {CORE_HAND_FIGURES, CORE_HAND_TWO_PAIRS}, {CORE_HAND_THREE, CORE_HAND_FIGURES},
        {CORE_HAND_STRAIGHT, CORE_HAND_HIGH}, {CORE_HAND_FLUSH, CORE_HAND_HIGH},
        {CORE_HAND_FULL, CORE_HAND_THREE}, {CORE_HAND_FOUR, CORE_HAND_FULL},
        {CORE_HAND_STRAIGHT_FLUSH, CORE_HAND_STRAIGHT}, {CORE_HAND_STRAIGHT_FLUSH, CORE_HAND_FLUSH},
        {CORE_HAND_ROYAL, CORE_HAND_STRAIGHT_FLUSH}, {CORE_HAND_FIVE, CORE_HAND_FOUR}};
    uint32_t seen = 0;
    if (hands->ranks < CORE_HANDS_MIN_RANKS || hands->ranks > CORE_HANDS_MAX_RANKS ||
        (hands->width != 2 && hands->width != 3 && hands->width != 5) || hands->flags > CORE_HANDS_ALL_FLAGS ||
        hands->figures > hands->ranks) {
        return CORE_E_ARGUMENT;
    }
    for (uint32_t kind = 0; kind < CORE_HAND_KINDS; kind++) {
        seen |= hands->place[kind] < CORE_HAND_KINDS ? 1u << hands->place[kind] : 0;
    }
    for (uint32_t i = 0; i < sizeof above / sizeof above[0]; i++) {
        if (hands->place[above[i][0]] <= hands->place[above[i][1]]) {
            return CORE_E_ARGUMENT;
        }
    }
    return seen == (1u << CORE_HAND_KINDS) - 1 ? CORE_OK : CORE_E_ARGUMENT;
}
