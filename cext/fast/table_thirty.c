// SPDX-License-Identifier: MIT
// Whole shoes of treinta y cuarenta, and coups of fresh ones.

#include "table_thirty.h"

#include "shoe_inner.h"

enum { FRESH_WORDS = 16, FRESH_MOST = 64, LEAST_CARDS = 104, ROW_MOST = 10, IS_RED = 128, POINTS = 127 };
enum { NEGRO_COLOR, NEGRO_INVERSO, ROJO_COLOR, ROJO_INVERSO, EQUAL, DOUBLET, KINDS };
enum { WON, LOST, NULL_COUP, AGAIN, BETS = 4 };

#define FRESH_MORE (1ULL << 56)

// What each kind of coup is to rojo, negro, color and inverso.
static const uint8_t end_of[KINDS][BETS] = {
    {LOST, WON, WON, LOST}, {LOST, WON, LOST, WON}, {WON, LOST, WON, LOST}, {WON, LOST, LOST, WON},
    {NULL_COUP, NULL_COUP, NULL_COUP, NULL_COUP}, {AGAIN, AGAIN, AGAIN, AGAIN},
};

// The stakes that are followed, and what one shoe has brought them.
typedef struct {
    uint32_t zeros[BETS], held;  // held: how many are in prison
    uint64_t free_kinds[KINDS], jailed_kinds[KINDS];  // coups in which all were free, and others
    int64_t settled[BETS], gain[BETS];                // of the others
} course;

typedef struct {
    uint32_t used, kind;
} coup;

// The row from `deck` on; how many cards it has.
static INLINED uint32_t add_row(const uint8_t *deck, uint32_t ends_at, uint32_t *total) {
    uint32_t sum = 0, used = 0;
    do {
        sum += deck[used++] & POINTS;
    } while (sum < ends_at);
    *total = sum - ends_at;
    return used;
}

static INLINED uint32_t kind_of(uint32_t black, uint32_t red, uint32_t first_red) {
    if (black == red) {
        return black ? EQUAL : DOUBLET;
    }
    return black < red ? (first_red ? NEGRO_INVERSO : NEGRO_COLOR) : (first_red ? ROJO_COLOR : ROJO_INVERSO);
}

// What a prisoner that has seen so many zeros is worth when it is freed, beyond its stake.
static int64_t freed_gain(const core_thirty_rules *rules, uint32_t zeros) {
    return (int64_t)(rules->jailed >> (zeros - 1)) - CORE_THIRTY_UNIT;
}

// A coup that finds a stake in prison, or brings one there.
static void follow(const core_thirty_rules *rules, uint32_t kind, course *on, core_thirty_tally *tally) {
    on->held = 0;
    for (int bet = 0; bet < BETS; bet++) {
        const uint32_t zeros = on->zeros[bet], end = end_of[kind][bet];
        tally->ends[bet][zeros][end]++;
        if (end == AGAIN) {
            on->zeros[bet] = zeros + 1 < CORE_THIRTY_ZEROS ? zeros + 1 : zeros;
        } else if (end != NULL_COUP || !zeros || rules->null_frees) {
            const int64_t freed = zeros ? freed_gain(rules, zeros) : end == WON ? CORE_THIRTY_UNIT : 0;
            on->gain[bet] += end == LOST ? -CORE_THIRTY_UNIT : freed;
            on->settled[bet]++;
            on->zeros[bet] = 0;
        }
        on->held += on->zeros[bet] != 0;
    }
    on->jailed_kinds[kind]++;
}

static INLINED void count(const core_thirty_rules *rules, uint32_t kind, course *on, core_thirty_tally *tally) {
    if (on->held || kind == DOUBLET) {
        follow(rules, kind, on, tally);
    } else {
        on->free_kinds[kind]++;
    }
}

static void clear(course *on) {
    memset(on->free_kinds, 0, sizeof on->free_kinds);
    memset(on->jailed_kinds, 0, sizeof on->jailed_kinds);
    memset(on->settled, 0, sizeof on->settled);
    memset(on->gain, 0, sizeof on->gain);
}

// What coups with all stakes free have brought each bet.
static void add_free(const course *on, core_thirty_tally *tally, int64_t settled[BETS], int64_t gain[BETS]) {
    for (int bet = 0; bet < BETS; bet++) {
        for (int kind = 0; kind < DOUBLET; kind++) {
            const uint32_t end = end_of[kind][bet];
            const int64_t many = (int64_t)on->free_kinds[kind];
            tally->ends[bet][0][end] += on->free_kinds[kind];
            settled[bet] += many;
            gain[bet] += end == NULL_COUP ? 0 : (end == WON ? 1 : -1) * many * CORE_THIRTY_UNIT;
        }
    }
}

static void add_jail(int64_t settled, int64_t gain, int64_t jail[3]) {
    jail[0] += settled * settled;
    jail[1] += settled * gain;
    jail[2] += gain * gain;
}

// A shoe is over: what it has brought is added up, and the stakes in prison stay there.
static void add_shoe(course *on, core_thirty_tally *tally) {
    uint64_t kinds[KINDS], *moment = tally->moments;
    for (int kind = 0; kind < KINDS; kind++) {
        kinds[kind] = on->free_kinds[kind] + on->jailed_kinds[kind];
        tally->coups += kinds[kind];
    }
    for (int i = 0; i < KINDS; i++) {
        for (int j = i; j < KINDS; j++) {
            *moment++ += kinds[i] * kinds[j];
        }
    }
    add_free(on, tally, on->settled, on->gain);
    for (int bet = 0; bet < BETS; bet++) {
        add_jail(on->settled[bet], on->gain[bet], tally->jail[bet]);
    }
    clear(on);
    tally->shoes++;
}

// One fresh coup in which a stake was in prison, or came there, as a shoe of its own.
static void add_jailed(course *on, core_thirty_tally *tally) {
    for (int bet = 0; bet < BETS; bet++) {
        add_jail(on->settled[bet], on->gain[bet], tally->jail[bet]);
        on->settled[bet] = on->gain[bet] = 0;
    }
}

// All fresh coups, each as a shoe of its own.
static void add_fresh(course *on, core_thirty_tally *tally) {
    uint64_t *moment = tally->moments, coups = 0;
    for (int kind = 0; kind < KINDS; moment += KINDS - kind, kind++) {
        const uint64_t many = on->free_kinds[kind] + on->jailed_kinds[kind];
        *moment += many;
        coups += many;
    }
    int64_t settled[BETS] = {0}, gain[BETS] = {0};
    add_free(on, tally, settled, gain);
    for (int bet = 0; bet < BETS; bet++) {
        int64_t decided = settled[bet] - (int64_t)on->free_kinds[EQUAL];
        tally->jail[bet][0] += settled[bet];
        tally->jail[bet][1] += gain[bet];
        tally->jail[bet][2] += decided * CORE_THIRTY_UNIT * CORE_THIRTY_UNIT;
    }
    clear(on);
    tally->shoes += coups;
    tally->coups += coups;
}

static int well_formed(const core_thirty_rules *rules, uint64_t machine) {
    int fits = rules->cards >= LEAST_CARDS && rules->cards <= CORE_SHOE_CARDS && rules->below_red >= 2 &&
        rules->below_red < rules->cards / 2 && rules->ends_at > ROW_MOST && rules->ends_at <= 31 && rules->jailed <= CORE_THIRTY_UNIT &&
        machine >> CORE_MACHINE_BITS == 0;
    for (uint32_t i = 0; fits && i < rules->cards; i++) {
        fits = rules->points[i] >= 1 && rules->points[i] <= ROW_MOST && rules->red[i] <= 1;
    }
    return fits;
}

static void mark_cards(const core_thirty_rules *rules, uint8_t fresh[CORE_SHOE_CARDS]) {
    for (uint32_t i = 0; i < rules->cards; i++) {
        fresh[i] = (uint8_t)(rules->points[i] | (rules->red[i] ? IS_RED : 0));
    }
}

static void play_shoe(const core_thirty_rules *rules, uint8_t *deck, course *on, core_thirty_tally *tally) {
    const uint32_t end = rules->cards - rules->below_red;
    uint32_t dealt = 0;
    deck[end] = deck[end + 1] = (uint8_t)rules->ends_at;  // rows end here, and the coup that needs one of these is void
    for (;;) {
        uint32_t black, red, used = add_row(deck + dealt, rules->ends_at, &black);
        if (dealt + used > end) {
            break;
        }
        used += add_row(deck + dealt + used, rules->ends_at, &red);
        if (dealt + used > end) {
            break;
        }
        const uint32_t first_red = deck[dealt] / IS_RED;
        tally->cells[first_red][black][red]++;
        count(rules, kind_of(black, red, first_red), on, tally);
        dealt += used;
    }
    tally->dealt += dealt;
    add_shoe(on, tally);
}

// A shoe in which anything is won and lost leaves no stake in prison that was there before it.
static int decides(const core_thirty_tally *tally) {
    uint64_t decided = 0;
    for (int first = 0; first < 2; first++) {
        for (int black = 0; black < ROW_MOST; black++) {
            for (int red = 0; red < ROW_MOST; red++) {
                decided += black == red ? 0 : tally->cells[first][black][red];
            }
        }
    }
    return decided != 0;
}

int core_table_thirty(const core_thirty_rules *rules, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first, uint64_t shoes, core_thirty_tally *tally) {
    uint8_t deck[CORE_SHOE_CARDS + 2], fresh[CORE_SHOE_CARDS];
    draw_plan plan;
    course on = {0};
    if (!well_formed(rules, machine) || shoes > UINT64_MAX / CORE_SHOE_CARDS - first) {
        return CORE_E_ARGUMENT;
    }
    plan_draws(core_rng_tier(), rules->cards, &plan);
    mark_cards(rules, fresh);
    uint64_t from = first;
    for (int settled = 0; from > 0 && shoes && !settled;) {  // back to a shoe that decides something
        core_thirty_tally aside = {0};
        const int code = shuffle_shoe(key, machine, --from, &plan, rules->cards, fresh, deck);
        if (code != CORE_OK) {
            return code;
        }
        play_shoe(rules, deck, &on, &aside);
        settled = decides(&aside);
    }
    memset(&on, 0, sizeof on);
    for (uint64_t shoe = from, end = first + shoes; shoe < end; shoe++) {
        core_thirty_tally aside = {0};
        const int code = shuffle_shoe(key, machine, shoe, &plan, rules->cards, fresh, deck);
        if (code != CORE_OK) {
            return code;
        }
        play_shoe(rules, deck, &on, shoe < first ? &aside : tally);
    }
    return CORE_OK;
}

typedef struct {
    const core_thirty_rules *rules;
    const uint8_t *key;
    uint8_t *deck;  // a new shoe: every coup puts its cards back
    uint64_t machine;
} dealer;

static INLINED void swap(uint8_t *deck, uint32_t one, uint32_t other) {
    const uint8_t kept = deck[one];
    deck[one] = deck[other];
    deck[other] = kept;
}

// Fresh coup i, of which the first FRESH_WORDS values are known.
static int play_fresh(const dealer *from, uint64_t i, uint32_t values[FRESH_MOST], core_thirty_tally *tally, coup *made) {
    const uint32_t ends_at = from->rules->ends_at;
    uint32_t sums[2] = {0, 0}, j = 0, first_red = 0;
    for (int row = 0; row < 2; row++) {
        while (sums[row] < ends_at) {
            if (j >= FRESH_MOST) {
                return CORE_E_ARGUMENT;
            }
            if (j >= FRESH_WORDS) {
                const uint64_t word = FRESH_MORE + FRESH_MOST * i + j - FRESH_WORDS;
                const int code = core_rng_below(from->key, from->machine, CORE_PURPOSE_PLAY, word,
                    from->rules->cards - j, &values[j]);
                if (code != CORE_OK) {
                    return code;
                }
            }
            swap(from->deck, j, j + values[j]);
            const uint8_t card = from->deck[j];
            first_red = j ? first_red : card / IS_RED;
            sums[row] += card & POINTS;
            j++;
        }
    }
    const uint32_t black = sums[0] - ends_at, red = sums[1] - ends_at;
    tally->cells[first_red][black][red]++;
    tally->dealt += j;
    made->used = j;
    while (j-- > 0) {
        swap(from->deck, j, j + values[j]);
    }
    made->kind = kind_of(black, red, first_red);
    return CORE_OK;
}

// Fresh coup i, word by word.
static int play_alone(const dealer *from, uint64_t i, core_thirty_tally *tally, coup *made) {
    uint32_t values[FRESH_MOST];
    for (uint32_t j = 0; j < FRESH_WORDS; j++) {
        const int code = core_rng_below(from->key, from->machine, CORE_PURPOSE_PLAY, i * FRESH_WORDS + j,
            from->rules->cards - j, &values[j]);
        if (code != CORE_OK) {
            return code;
        }
    }
    return play_fresh(from, i, values, tally, made);
}

// What the coups before `first` have made of the stakes: all are free behind the last one that was won or lost.
static int go_before(const dealer *from, uint64_t first, course *on) {
    core_thirty_tally aside = {0};
    uint64_t at = first;
    coup made;
    while (at > 0) {
        const int code = play_alone(from, --at, &aside, &made);
        if (code != CORE_OK) {
            return code;
        }
        if (made.kind < EQUAL) {
            at++;
            break;
        }
    }
    for (; at < first; at++) {
        const int code = play_alone(from, at, &aside, &made);
        if (code != CORE_OK) {
            return code;
        }
        count(from->rules, made.kind, on, &aside);
    }
    clear(on);
    return CORE_OK;
}

int core_table_thirty_fresh(const core_thirty_rules *rules, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first, uint64_t coups, core_thirty_tally *tally) {
    enum { PER_BATCH = CORE_BATCH_WORDS / FRESH_WORDS };
    uint32_t words[CORE_BATCH_WORDS], values[CORE_BATCH_WORDS], bound[CORE_BATCH_WORDS], excess[CORE_BATCH_WORDS];
    uint8_t fresh[CORE_SHOE_CARDS];
    draw_plan plan;
    course on = {0};
    if (!well_formed(rules, machine) || coups > FRESH_MORE / FRESH_MOST - first) {
        return CORE_E_ARGUMENT;
    }
    plan_draws(core_rng_tier(), rules->cards, &plan);
    mark_cards(rules, fresh);
    for (uint32_t i = 0; i < CORE_BATCH_WORDS; i++) {
        bound[i] = plan.bound[i % FRESH_WORDS];
        excess[i] = plan.excess[i % FRESH_WORDS];
    }
    const dealer from = {rules, key, fresh, machine};
    int code = coups ? go_before(&from, first, &on) : CORE_OK;
    for (uint64_t at = first, end = first + coups; at < end && code == CORE_OK;) {
        const uint64_t batch = at - at % PER_BATCH;
        const core_source source = {key, machine, batch * FRESH_WORDS};
        core_rng_batch(key, stream_number(machine, CORE_PURPOSE_PLAY, 0), source.index >> 4, words);
        if (scale_all(plan.tier, words, bound, excess, CORE_BATCH_WORDS, values)) {
            code = redraw(&source, words, bound, excess, CORE_BATCH_WORDS, values);
        }
        for (; at < end && at - batch < PER_BATCH && code == CORE_OK; at++) {
            uint32_t drawn[FRESH_MOST];
            coup made = {0, 0};
            memcpy(drawn, values + (at - batch) * FRESH_WORDS, FRESH_WORDS * sizeof *drawn);
            code = play_fresh(&from, at, drawn, tally, &made);
            if (on.held || made.kind == DOUBLET) {
                follow(rules, made.kind, &on, tally);
                add_jailed(&on, tally);
            } else {
                on.free_kinds[made.kind]++;
            }
        }
    }
    add_fresh(&on, tally);
    return code;
}
