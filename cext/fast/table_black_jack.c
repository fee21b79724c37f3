// SPDX-License-Identifier: MIT
// Whole shoes of black jack, and hands of fresh ones.

#include "table_black_jack.h"

#include "shoe_inner.h"

enum { KINDS = CORE_BLACK_JACK_KINDS, BOXES = CORE_BLACK_JACK_BOXES, HANDS = CORE_BLACK_JACK_HANDS };
enum { ENDS = CORE_BLACK_JACK_ENDS, NATURAL = CORE_BLACK_JACK_NATURAL, COUNTS = CORE_BLACK_JACK_COUNTS };
enum { STAND = CORE_BLACK_JACK_STAND, HIT = CORE_BLACK_JACK_HIT, DOUBLE = CORE_BLACK_JACK_DOUBLE };
enum { SPLIT = CORE_BLACK_JACK_SPLIT, NO_GAIN = CORE_BLACK_JACK_GAINS / 2, NO_COUNT = COUNTS / 2 };
enum { FRESH_WORDS = 16, FRESH_PUT_BACK = 8, LEAST_CARDS = 52, DECK = 52, MOST_PAID = 4 };
enum { OF_WORTH = ENDS, OF_KIND = CORE_BLACK_JACK_WORTHS * ENDS, DOUBLED = 1, NOT_FIRST = 2 };
enum { BLACK_JACKS = 1, OTHERS = 2 };  // who waits for the croupier

#define SPARE_SHOE (UINT64_C(1) << 54)
#define FRESH_MORE (UINT64_C(1) << 56)

typedef struct {
    const core_black_jack_rules *rules;
    const uint8_t *key;
    const draw_plan *plan;
    uint64_t machine, unit;
    uint8_t *deck;
    uint32_t at;
    int spare, code;  // the second shoe is on the table; what went wrong
    uint8_t waits[KINDS];  // the croupier's first card may become a black jack
    uint32_t values[CORE_SHOE_CARDS];  // draws of a fresh hand
} dealer;

// The hands of a round in the order in which they were played, each as where `pays` has it.
typedef struct {
    uint32_t hands, begin[BOXES + 1], waiting, insured, natural, end;
    uint16_t cell[BOXES * HANDS];
} played;

typedef struct {
    int64_t rounds, gain, insured, naturals;
} sums;

// The shoe is empty: another one is shuffled; when that is empty, too, cards come again and the code says so.
static uint32_t open_spare(dealer *from) {
    if (from->spare) {
        from->code = CORE_E_EXHAUSTED;
    } else {
        const int code = shuffle_shoe(from->key, from->machine, from->unit + SPARE_SHOE, from->plan,
            from->rules->cards, from->rules->kind, from->deck);
        from->code = code == CORE_OK ? from->code : code;
    }
    from->spare = 1;
    from->at = 1;
    return from->deck[0];
}

// The draw of a card behind the 16th of a fresh hand.
static void draw_more(dealer *from) {
    const uint64_t word = FRESH_MORE + CORE_SHOE_CARDS * from->unit + from->at - FRESH_WORDS;
    const int code = core_rng_below(from->key, from->machine, CORE_PURPOSE_PLAY, word, from->rules->cards - from->at,
        &from->values[from->at]);
    from->code = code == CORE_OK ? from->code : code;
}

static INLINED uint32_t take_fresh(dealer *from) {
    uint8_t *deck = from->deck;
    if (from->at >= FRESH_WORDS) {
        if (from->at == from->rules->cards) {
            from->code = CORE_E_EXHAUSTED;
            return deck[0];
        }
        draw_more(from);
    }
    const uint32_t j = from->at++, place = j + from->values[j];
    const uint8_t card = deck[place];
    deck[place] = deck[j];
    return card;
}

// The next card. A new shoe lies in `deck` where hands are fresh, and a shuffled one where they are not.
static INLINED uint32_t take(dealer *from, const int fresh) {
    if (fresh) {
        return take_fresh(from);
    }
    return from->at < from->rules->cards ? from->deck[from->at++] : open_spare(from);
}

// Play a hand as the plan says against one card of the croupier's; what it did at last.
static INLINED uint32_t play_hand(dealer *from, const uint8_t *act, uint32_t *state, const int fresh) {
    const uint16_t *next = from->rules->next;
    uint32_t does = act[*state];
    while (does == HIT) {
        *state = next[*state * KINDS + take(from, fresh)];
        does = act[*state];
    }
    if (does == DOUBLE) {
        *state = next[*state * KINDS + take(from, fresh)];
    }
    return does;
}

static INLINED void end_hand(const dealer *from, uint32_t state, uint32_t kind, played *round) {
    const uint32_t worth = from->rules->worth[state];
    round->cell[round->hands++] = (uint16_t)(kind * OF_KIND + worth * OF_WORTH);
    round->waiting |= worth > 1 ? OTHERS : worth;
}

// A pair is separated, and whatever comes of it.
static void play_parted(dealer *from, const uint8_t *act, uint32_t pair, played *round, const int fresh) {
    const core_black_jack_rules *rules = from->rules;
    uint16_t others[HANDS];
    uint32_t waiting = 1, ended = 0, state = rules->parted[pair];
    others[0] = (uint16_t)state;
    for (;;) {
        state = rules->next[state * KINDS + take(from, fresh)];
        const uint32_t does = play_hand(from, act, &state, fresh);
        if (does == SPLIT) {
            if (ended + waiting + 2 > HANDS) {
                from->code = CORE_E_EXHAUSTED;
                return;
            }
            state = rules->parted[state];
            others[waiting++] = (uint16_t)state;
            continue;
        }
        end_hand(from, state, (does == DOUBLE ? DOUBLED : 0) | (ended ? NOT_FIRST : 0), round);
        ended++;
        if (!waiting) {
            return;
        }
        state = others[--waiting];
    }
}

// The croupier's cards, as many as are still of use, and whether an insurance against the first one would have won.
static INLINED void play_bank(dealer *from, uint32_t up, played *round, core_black_jack_tally *tally, const int fresh) {
    const core_black_jack_rules *rules = from->rules;
    uint32_t state = rules->bank_first[up];
    round->insured = rules->insured[up];
    if (round->waiting & OTHERS) {
        state = rules->bank_next[state][take(from, fresh)];
        round->natural = state == NATURAL;
        while (state >= ENDS) {
            state = rules->bank_next[state][take(from, fresh)];
        }
        round->end = state;
        tally->bank[state]++;
        return;
    }
    round->natural = 0;
    if (round->waiting ? from->waits[up] : round->insured) {
        round->natural = rules->bank_next[state][take(from, fresh)] == NATURAL;
        from->at -= !round->waiting;  // he does not draw it, but an insurance would have made him
    }
    round->end = round->natural ? NATURAL : CORE_BLACK_JACK_BUST;
}

static INLINED void play_round(dealer *from, uint32_t boxes, played *round, core_black_jack_tally *tally,
    const int fresh) {
    const core_black_jack_rules *rules = from->rules;
    uint32_t state[BOXES];
    for (uint32_t box = 0; box < boxes; box++) {
        state[box] = rules->next[take(from, fresh)];
    }
    const uint32_t up = take(from, fresh);
    for (uint32_t box = 0; box < boxes; box++) {
        state[box] = rules->next[state[box] * KINDS + take(from, fresh)];
    }
    const uint8_t *act = rules->act + (size_t)up * rules->states;
    round->hands = round->waiting = 0;
    for (uint32_t box = 0; box < boxes; box++) {
        round->begin[box] = round->hands;
        const uint32_t does = play_hand(from, act, &state[box], fresh);
        if (does == SPLIT) {
            play_parted(from, act, state[box], round, fresh);
        } else {
            end_hand(from, state[box], does == DOUBLE ? DOUBLED : 0, round);
        }
    }
    round->begin[boxes] = round->hands;
    play_bank(from, up, round, tally, fresh);
}

// What a box has gained, in half stakes.
static INLINED int32_t settle(const core_black_jack_rules *rules, const played *round, uint32_t box,
    core_black_jack_tally *tally) {
    const int8_t *pays = &rules->pays[0][0][0];
    int32_t gain = 0;
    for (uint32_t i = round->begin[box]; i < round->begin[box + 1]; i++) {
        gain += pays[round->cell[i] + round->end];
        tally->doubled += round->cell[i] / OF_KIND & DOUBLED;
    }
    tally->gains[box][NO_GAIN + gain]++;
    return gain;
}

static void add_sums(const sums *of, core_black_jack_part *part) {
    part->rounds += (uint64_t)of->rounds;
    part->insured += (uint64_t)of->insured;
    part->naturals += (uint64_t)of->naturals;
    part->gain += of->gain;
    part->rr += of->rounds * of->rounds;
    part->rg += of->rounds * of->gain;
    part->gg += of->gain * of->gain;
    part->aa += of->insured * of->insured;
    part->at += of->insured * of->naturals;
    part->tt += of->naturals * of->naturals;
}

// The count for each deck that is not yet seen, rounded, halves up.
static uint32_t true_count(int32_t running, int32_t unseen) {
    const int32_t most = 1 << 12;  // decks' worth, so that what is divided is positive
    const int32_t rounded = (2 * DECK * running + unseen + 2 * unseen * most) / (2 * unseen) - most;
    return (uint32_t)(rounded < -NO_COUNT ? 0 : rounded > NO_COUNT ? COUNTS - 1 : rounded + NO_COUNT);
}

static int play_shoe(dealer *from, core_black_jack_tally *tally) {
    const core_black_jack_rules *rules = from->rules;
    const uint32_t end = rules->cards - rules->below_red;
    sums by_count[COUNTS] = {{0, 0, 0, 0}}, all = {0, 0, 0, 0};
    int64_t box_gain[BOXES] = {0};
    int32_t running = 0;
    played round;
    from->at = rules->burnt;
    from->spare = 0;
    while (from->at <= end && !from->spare && from->code == CORE_OK) {
        const uint32_t began = from->at;
        sums *count = &by_count[true_count(running, (int32_t)(rules->cards - began + rules->burnt))];
        play_round(from, rules->boxes, &round, tally, 0);
        for (uint32_t box = 0; box < rules->boxes; box++) {
            const int32_t gain = settle(rules, &round, box, tally);
            box_gain[box] += gain;
            count->gain += gain;
        }
        count->rounds++;
        count->insured += round.insured;
        count->naturals += round.insured & round.natural;
        tally->hands += round.hands;
        tally->dealt += from->at - began + (from->spare ? rules->cards : 0);
        for (uint32_t card = began; !from->spare && card < from->at; card++) {
            running += rules->tag[from->deck[card]];
        }
    }
    for (uint32_t at = 0; at < COUNTS; at++) {
        const sums *count = &by_count[at];
        if (count->rounds) {
            add_sums(count, &tally->counts[at]);
            all.rounds += count->rounds;
            all.gain += count->gain;
            all.insured += count->insured;
            all.naturals += count->naturals;
        }
    }
    add_sums(&all, &tally->all);
    for (uint32_t box = 0; box < rules->boxes; box++) {
        tally->box_rg[box] += all.rounds * box_gain[box];
        tally->box_gg[box] += box_gain[box] * box_gain[box];
    }
    tally->shoes++;
    return from->code;
}

static int hands_fit(const core_black_jack_rules *rules) {
    int fits = rules->states >= 2 && rules->states <= CORE_BLACK_JACK_STATES;
    for (uint32_t state = 0; fits && state < rules->states; state++) {
        int goes_on = state == 0;
        for (uint32_t kind = 0; kind < KINDS; kind++) {
            const uint32_t does = rules->act[kind * rules->states + state];
            fits = fits && does <= SPLIT;
            goes_on = goes_on || does == HIT || does == DOUBLE;
        }
        for (uint32_t kind = 0; kind < KINDS; kind++) {
            const uint32_t to = rules->next[state * KINDS + kind];
            fits = fits && to < rules->states && (to > state || (!goes_on && to == state));
        }
        fits = fits && rules->worth[state] < CORE_BLACK_JACK_WORTHS && rules->parted[state] < rules->states;
    }
    return fits;
}

static int bank_fits(const core_black_jack_rules *rules) {
    int fits = 1;
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        const uint32_t first = rules->bank_first[kind];
        fits = fits && first >= ENDS && first < CORE_BLACK_JACK_BANK && rules->insured[kind] <= 1;
        for (uint32_t state = ENDS; state < CORE_BLACK_JACK_BANK; state++) {
            const uint32_t to = rules->bank_next[state][kind];
            fits = fits && (to < ENDS || (to > state && to < CORE_BLACK_JACK_BANK));
        }
    }
    for (uint32_t at = 0; at < 4 * OF_KIND; at++) {
        const int8_t pays = rules->pays[at / OF_KIND][at % OF_KIND / ENDS][at % ENDS];
        fits = fits && pays >= -MOST_PAID && pays <= MOST_PAID;
    }
    return fits;
}

static int well_formed(const core_black_jack_rules *rules, uint32_t tier, uint64_t machine) {
    int fits = tier <= core_rng_tier() && machine >> CORE_MACHINE_BITS == 0 && rules->cards >= LEAST_CARDS &&
        rules->cards <= CORE_SHOE_CARDS && rules->burnt < LEAST_CARDS && rules->below_red < rules->cards - rules->burnt &&
        rules->boxes >= 1 && rules->boxes <= BOXES;
    for (uint32_t i = 0; fits && i < rules->cards; i++) {
        fits = rules->kind[i] < KINDS;
    }
    return fits && hands_fit(rules) && bank_fits(rules);
}

static void open_table(dealer *from) {
    for (uint32_t up = 0; up < KINDS; up++) {
        from->waits[up] = 0;
        for (uint32_t kind = 0; kind < KINDS; kind++) {
            from->waits[up] |= from->rules->bank_next[from->rules->bank_first[up]][kind] == NATURAL;
        }
    }
}

int core_table_black_jack(uint32_t tier, const core_black_jack_rules *rules, const uint8_t key[CORE_KEY_SIZE],
    uint64_t machine, uint64_t first, uint64_t shoes, core_black_jack_tally *tally) {
    uint8_t deck[CORE_SHOE_CARDS];
    draw_plan plan;
    if (!well_formed(rules, tier, machine) || first > SPARE_SHOE || shoes > SPARE_SHOE - first) {
        return CORE_E_ARGUMENT;
    }
    plan_draws(tier, rules->cards, &plan);
    dealer from = {.rules = rules, .key = key, .plan = &plan, .machine = machine, .deck = deck};
    open_table(&from);
    int code = CORE_OK;
    for (uint64_t end = first + shoes, shoe = first; shoe < end && code == CORE_OK; shoe++) {
        code = shuffle_shoe(key, machine, shoe, &plan, rules->cards, rules->kind, deck);
        from.unit = shoe;
        code = code == CORE_OK ? play_shoe(&from, tally) : code;
    }
    return code;
}

// Fresh hand `from->unit`, of which the first FRESH_WORDS values are known; its cards are put back.
static INLINED void play_fresh(dealer *from, played *round, core_black_jack_tally *tally) {
    const uint8_t *fresh = from->rules->kind;
    from->at = 0;
    play_round(from, 1, round, tally, 1);
    tally->all.gain += settle(from->rules, round, 0, tally);
    tally->all.rounds++;
    tally->all.insured += round->insured;
    tally->all.naturals += round->insured & round->natural;
    tally->hands += round->hands;
    tally->dealt += from->at;
    const uint32_t drawn = from->at + 1;  // one more, if an insurance looked at it
    for (uint32_t j = 0; j < FRESH_PUT_BACK; j++) {
        from->deck[j + from->values[j]] = fresh[j + from->values[j]];
    }
    for (uint32_t j = FRESH_PUT_BACK; j < drawn && j < from->rules->cards; j++) {
        from->deck[j + from->values[j]] = fresh[j + from->values[j]];
    }
}

int core_table_black_jack_fresh(uint32_t tier, const core_black_jack_rules *rules, const uint8_t key[CORE_KEY_SIZE],
    uint64_t machine, uint64_t first, uint64_t hands, core_black_jack_tally *tally) {
    enum { PER_BATCH = CORE_BATCH_WORDS / FRESH_WORDS };
    uint32_t words[CORE_BATCH_WORDS], values[CORE_BATCH_WORDS], bound[CORE_BATCH_WORDS], excess[CORE_BATCH_WORDS];
    uint8_t deck[CORE_SHOE_CARDS];
    draw_plan plan;
    played round;
    if (!well_formed(rules, tier, machine) || first > FRESH_MORE / CORE_SHOE_CARDS ||
            hands > FRESH_MORE / CORE_SHOE_CARDS - first) {
        return CORE_E_ARGUMENT;
    }
    plan_draws(tier, rules->cards, &plan);
    dealer from = {.rules = rules, .key = key, .plan = &plan, .machine = machine, .deck = deck};
    open_table(&from);
    memcpy(deck, rules->kind, rules->cards);
    for (uint32_t i = 0; i < CORE_BATCH_WORDS; i++) {
        bound[i] = plan.bound[i % FRESH_WORDS];
        excess[i] = plan.excess[i % FRESH_WORDS];
    }
    int code = CORE_OK;
    for (uint64_t at = first, end = first + hands; at < end && code == CORE_OK;) {
        const uint64_t batch = at - at % PER_BATCH;
        const core_source source = {key, machine, batch * FRESH_WORDS};
        core_rng_batch_by(tier, key, stream_number(machine, CORE_PURPOSE_PLAY, 0), source.index >> 4, words);
        if (scale_all(tier, words, bound, excess, CORE_BATCH_WORDS, values)) {
            code = redraw(&source, words, bound, excess, CORE_BATCH_WORDS, values);
        }
        for (; at < end && at - batch < PER_BATCH && code == CORE_OK; at++) {
            memcpy(from.values, values + (at - batch) * FRESH_WORDS, FRESH_WORDS * sizeof *values);
            from.unit = at;
            play_fresh(&from, &round, tally);
            code = from.code;
        }
    }
    return code;
}
