// SPDX-License-Identifier: MIT
// The pot that machines share, one event at a time.

#include "bytes_inner.h"
#include "chance_pots.h"
#include "link.h"
#include "pairs_inner.h"

enum { RULES = 56, THEN = 128, VALUE = 200 };

typedef struct {
    uint64_t base_mc, limit_mc, mystery, mystery_of;
    uint32_t share, share_of, reserve, reserve_of;
    uint32_t hit, prizes, unit_cents;
    uint32_t take[CORE_LINK_MAX_PRIZES], take_of[CORE_LINK_MAX_PRIZES];
} link_rules;

// A checked pot, unpacked.
typedef struct {
    core_source source;
    link_rules rules, then;
    uint64_t value_mc, reserve_mc, threshold_mc;
    uint32_t carry, reserve_carry;
    uint64_t staked_mc, contributed_mc, funded_mc, paid_cents, hits;
} link_pot;

static uint64_t times(uint64_t a, uint64_t b) {
    uint64_t low;
    (void)chance_product(a, b, &low);
    return low;
}

// Rules ------------------------------------------------------------------------------------------

static int ratio_ok(uint32_t part, uint32_t of) {
    return of >= 1 && of <= CORE_CHANCE_MAX_SHARE && part <= of;
}

static int prizes_ok(const uint8_t *bytes, link_rules *rules) {
    for (uint32_t p = 0; p < CORE_LINK_MAX_PRIZES; p++) {
        rules->take[p] = get_u16(bytes + 52 + 4 * p);
        rules->take_of[p] = get_u16(bytes + 54 + 4 * p);
        if (p < rules->prizes ? rules->take[p] < 1 || rules->take[p] > rules->take_of[p]
                              : (rules->take[p] | rules->take_of[p]) != 0) {
            return 0;
        }
    }
    return 1;
}

static int hit_ok(const link_rules *rules) {
    const int draws = (rules->mystery | rules->mystery_of) != 0;
    switch (rules->hit) {
    case CORE_POT_COMBINATION:
        return !draws && rules->prizes >= 1 && rules->prizes <= CORE_LINK_MAX_PRIZES;
    case CORE_POT_MYSTERY:
        return rules->prizes == 0 && rules->mystery >= 1 && rules->mystery <= rules->mystery_of
            && rules->mystery_of <= CORE_CHANCE_MAX_COMBINATIONS;
    case CORE_POT_MUST_HIT:
        return !draws && rules->prizes == 0 && rules->base_mc < rules->limit_mc;
    default:
        return 0;
    }
}

static int read_rules(const uint8_t *bytes, link_rules *rules) {
    rules->base_mc = get_u64(bytes);
    rules->limit_mc = get_u64(bytes + 8);
    rules->share = get_u32(bytes + 16);
    rules->share_of = get_u32(bytes + 20);
    rules->reserve = get_u32(bytes + 24);
    rules->reserve_of = get_u32(bytes + 28);
    rules->mystery = get_u64(bytes + 32);
    rules->mystery_of = get_u64(bytes + 40);
    rules->hit = bytes[48];
    rules->prizes = bytes[49];
    rules->unit_cents = get_u32(bytes + 68);
    return rules->base_mc <= rules->limit_mc && rules->limit_mc <= CORE_CHANCE_MAX_POT
        && ratio_ok(rules->share, rules->share_of) && ratio_ok(rules->reserve, rules->reserve_of)
        && hit_ok(rules) && prizes_ok(bytes, rules) && all_zero(bytes + 50, 2) && rules->unit_cents <= CORE_LINK_MAX_UNIT;
}

// State ------------------------------------------------------------------------------------------

static int books_ok(const link_pot *pot) {
    return pot->staked_mc <= CORE_LINK_MAX_TOTAL && pot->contributed_mc <= CORE_LINK_MAX_TOTAL
        && pot->funded_mc <= CORE_LINK_MAX_TOTAL && pot->paid_cents <= CORE_LINK_MAX_TOTAL >> 9
        && pot->reserve_mc <= CORE_CHANCE_MAX_RESERVE
        && pot->funded_mc + pot->contributed_mc == times(pot->paid_cents, 1000) + pot->value_mc + pot->reserve_mc;
}

static int value_ok(const link_pot *pot) {
    const link_rules *rules = &pot->rules;
    if (rules->hit == CORE_POT_MUST_HIT
            ? pot->threshold_mc > rules->limit_mc
                || (pot->value_mc >= pot->threshold_mc && pot->value_mc != rules->limit_mc)
            : pot->threshold_mc != 0) {
        return 0;
    }
    return pot->value_mc >= rules->base_mc && pot->value_mc <= rules->limit_mc && pot->carry < rules->share_of
        && pot->reserve_carry < rules->reserve_of;
}

static int read_pot(const uint8_t *bytes, link_pot *pot) {
    pot->source.machine = get_u64(bytes + 8);
    pot->source.key = bytes + 16;
    pot->source.index = get_u64(bytes + 48);
    pot->value_mc = get_u64(bytes + VALUE);
    pot->reserve_mc = get_u64(bytes + VALUE + 8);
    pot->threshold_mc = get_u64(bytes + VALUE + 16);
    pot->carry = get_u32(bytes + VALUE + 24);
    pot->reserve_carry = get_u32(bytes + VALUE + 28);
    pot->staked_mc = get_u64(bytes + VALUE + 32);
    pot->contributed_mc = get_u64(bytes + VALUE + 40);
    pot->funded_mc = get_u64(bytes + VALUE + 48);
    pot->paid_cents = get_u64(bytes + VALUE + 56);
    pot->hits = get_u64(bytes + VALUE + 64);
    if (bytes[0] != CORE_LINK_VERSION || bytes[1] != CORE_TYPE_LINK || !all_zero(bytes + 2, 6)
            || pot->source.machine >> CORE_MACHINE_BITS || !read_rules(bytes + RULES, &pot->rules)
            || !read_rules(bytes + THEN, &pot->then) || pot->then.share_of != pot->rules.share_of
            || pot->then.reserve_of != pot->rules.reserve_of || !value_ok(pot) || !books_ok(pot)) {
        return CORE_E_STATE;
    }
    return CORE_OK;
}

static void write_pot(const link_pot *pot, uint8_t *bytes) {
    put_u64(bytes + 48, pot->source.index);
    put_u64(bytes + VALUE, pot->value_mc);
    put_u64(bytes + VALUE + 8, pot->reserve_mc);
    put_u64(bytes + VALUE + 16, pot->threshold_mc);
    put_u32(bytes + VALUE + 24, pot->carry);
    put_u32(bytes + VALUE + 28, pot->reserve_carry);
    put_u64(bytes + VALUE + 32, pot->staked_mc);
    put_u64(bytes + VALUE + 40, pot->contributed_mc);
    put_u64(bytes + VALUE + 48, pot->funded_mc);
    put_u64(bytes + VALUE + 56, pot->paid_cents);
    put_u64(bytes + VALUE + 64, pot->hits);
}

// Money ------------------------------------------------------------------------------------------

// Whole millicents of a stake; what does not divide is carried.
static uint64_t part_of(uint32_t stake_mc, uint32_t part, uint32_t of, uint32_t *carry) {
    uint64_t rest;
    const uint64_t whole = core_chance_divide(product(stake_mc, part) + *carry, of, &rest);
    *carry = (uint32_t)rest;
    return whole;
}

static void overflow(link_pot *pot) {
    if (pot->value_mc > pot->rules.limit_mc) {
        pot->reserve_mc += pot->value_mc - pot->rules.limit_mc;
        pot->value_mc = pot->rules.limit_mc;
    }
}

static void contribute(link_pot *pot, uint32_t stake_mc) {
    const uint64_t seen = part_of(stake_mc, pot->rules.share, pot->rules.share_of, &pot->carry);
    const uint64_t hidden = part_of(stake_mc, pot->rules.reserve, pot->rules.reserve_of, &pot->reserve_carry);
    pot->staked_mc += stake_mc;
    pot->contributed_mc += seen + hidden;
    pot->value_mc += seen;
    pot->reserve_mc += hidden;
    overflow(pot);
}

// The threshold of a pot that begins: evenly from (value, limit], the limit itself if that is reached.
static int begin(link_pot *pot) {
    uint64_t drawn = 0;
    int code = CORE_OK;
    pot->threshold_mc = 0;
    if (pot->rules.hit == CORE_POT_MUST_HIT) {
        if (pot->value_mc < pot->rules.limit_mc) {
            code = core_chance_below(&pot->source, CORE_PURPOSE_LINK_POT, pot->source.index >> 3,
                (uint32_t)pot->source.index & 7, pot->rules.limit_mc - pot->value_mc, &drawn);
            pot->threshold_mc = pot->value_mc + 1 + drawn;
        } else {
            pot->threshold_mc = pot->rules.limit_mc;
        }
    }
    return code;
}

static void fund(link_pot *pot, uint64_t millicents) {
    pot->value_mc += millicents;
    pot->funded_mc += millicents;
}

// Pay `take` of `take_of` of the value to the winners of award->winners.
static void pay(link_pot *pot, uint32_t take, uint32_t take_of, core_link_award *award) {
    uint64_t rest;
    const uint64_t share_mc = core_chance_divide(times(pot->value_mc, take), take_of, &rest);
    const uint64_t cents = core_chance_divide(share_mc, 1000, &rest);
    const uint32_t unit = pot->rules.unit_cents ? pot->rules.unit_cents : 1;
    const uint64_t units = core_chance_divide(core_chance_divide(cents, award->winners, &rest), unit, &rest);
    const uint64_t each = times(units, unit);
    award->cents = (uint32_t)each;  // a pot's cents fit 32 bits
    award->restarted = take == take_of;
    pot->value_mc -= times(times(each, award->winners), 1000);
    pot->paid_cents += times(each, award->winners);
    pot->hits++;
}

// What the event wins: 1, with award->by, take and take_of; 0 nothing; an error is negative.
static int won(const link_pot *pot, const core_link_event *event, core_link_award *award, uint32_t *take,
    uint32_t *take_of) {
    uint64_t drawn;
    *take = *take_of = 1;
    if (pot->rules.hit == CORE_POT_COMBINATION) {
        if (event->prize == 0) {
            return 0;
        }
        *take = pot->rules.take[event->prize - 1];
        *take_of = pot->rules.take_of[event->prize - 1];
        award->by = CORE_LINK_BY_PRIZE;
        return 1;
    }
    if (pot->rules.hit == CORE_POT_MUST_HIT) {
        award->by = CORE_LINK_BY_THRESHOLD;
        return pot->value_mc >= pot->threshold_mc;
    }
    award->by = CORE_LINK_BY_MYSTERY;
    const int code = core_chance_below(&pot->source, CORE_PURPOSE_LINK, pot->source.index >> 3,
        (uint32_t)pot->source.index & 7, pot->rules.mystery_of, &drawn);
    return code != CORE_OK ? code : drawn < pot->rules.mystery;
}

// After a payment: the next pot, or what the operator adds to this one.
static int settle(link_pot *pot, uint8_t *bytes, uint32_t restarted) {
    if (!restarted) {
        if (pot->value_mc < pot->rules.base_mc) {
            fund(pot, pot->rules.base_mc - pot->value_mc);
        }
        return CORE_OK;
    }
    pot->value_mc += pot->reserve_mc;
    pot->reserve_mc = 0;
    copy_bytes(bytes + RULES, bytes + THEN, CORE_LINK_RULES_SIZE);
    (void)read_rules(bytes + RULES, &pot->rules);
    fund(pot, pot->rules.base_mc);
    overflow(pot);
    return begin(pot);
}

// Calls ------------------------------------------------------------------------------------------

int core_link_check(const uint8_t pot[CORE_LINK_SIZE]) {
    link_pot read;
    return read_pot(pot, &read);
}

int core_link_new(const uint8_t rules[CORE_LINK_RULES_SIZE], const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint8_t pot[CORE_LINK_SIZE]) {
    link_pot made;
    if (machine >> CORE_MACHINE_BITS) {
        return CORE_E_ARGUMENT;
    }
    if (!read_rules(rules, &made.rules)) {
        return CORE_E_POTS;
    }
    made.source.key = key;
    made.source.machine = machine;
    made.source.index = 0;
    made.value_mc = made.reserve_mc = made.staked_mc = made.contributed_mc = made.funded_mc = 0;
    made.paid_cents = made.hits = 0;
    made.carry = made.reserve_carry = 0;
    fund(&made, made.rules.base_mc);
    const int code = begin(&made);
    if (code != CORE_OK) {
        return code;
    }
    put_u64(pot, CORE_LINK_VERSION | CORE_TYPE_LINK << 8);
    put_u64(pot + 8, machine);
    copy_bytes(pot + 16, key, CORE_KEY_SIZE);
    copy_bytes(pot + RULES, rules, CORE_LINK_RULES_SIZE);
    copy_bytes(pot + THEN, rules, CORE_LINK_RULES_SIZE);
    write_pot(&made, pot);
    return CORE_OK;
}

int core_link_change(const uint8_t pot[CORE_LINK_SIZE], const uint8_t rules[CORE_LINK_RULES_SIZE],
    uint8_t next[CORE_LINK_SIZE]) {
    link_pot read;
    link_rules then;
    const int code = read_pot(pot, &read);
    if (code != CORE_OK) {
        return code;
    }
    if (!read_rules(rules, &then) || then.share_of != read.rules.share_of
            || then.reserve_of != read.rules.reserve_of) {
        return CORE_E_POTS;
    }
    copy_bytes(next, pot, CORE_LINK_SIZE);
    copy_bytes(next + THEN, rules, CORE_LINK_RULES_SIZE);
    return CORE_OK;
}

int core_link(const uint8_t pot[CORE_LINK_SIZE], const core_link_event *event, uint8_t next[CORE_LINK_SIZE],
    core_link_award *award) {
    link_pot moved;
    core_link_award made;
    uint8_t bytes[CORE_LINK_SIZE];
    uint32_t take, take_of;
    int code = read_pot(pot, &moved);
    if (code != CORE_OK) {
        return code;
    }
    if (event->prize > moved.rules.prizes || event->winners < 1
            || (event->stake_mc == 0 && event->prize == 0)) {
        return CORE_E_ARGUMENT;
    }
    made.cents = 0;
    made.winners = made.restarted = 0;
    copy_bytes(bytes, pot, CORE_LINK_SIZE);
    contribute(&moved, event->stake_mc);
    code = won(&moved, event, &made, &take, &take_of);
    made.event = moved.source.index++;
    if (code > 0) {
        made.winners = made.by == CORE_LINK_BY_PRIZE ? event->winners : 1;
        pay(&moved, take, take_of, &made);
        code = settle(&moved, bytes, made.restarted);
    } else {
        made.by = CORE_LINK_BY_NONE;
    }
    if (code != CORE_OK) {
        return code;
    }
    if (!books_ok(&moved) || moved.source.index == 0) {
        return CORE_E_EXHAUSTED;
    }
    write_pot(&moved, bytes);
    copy_bytes(next, bytes, CORE_LINK_SIZE);
    award->event = made.event;
    award->cents = made.cents;
    award->winners = made.winners;
    award->by = made.by;
    award->restarted = made.restarted;
    return CORE_OK;
}
