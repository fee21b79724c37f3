// SPDX-License-Identifier: MIT
// What every port does with the pots that machines share: events, prizes split, draws, new rules, damage.

#include "chance.h"
#include "link.h"
#include "ports.h"

enum { EVENTS = 300, POTS = 4 };

static const uint8_t key[CORE_KEY_SIZE] = {6, 6, 6, 2};

static void put(uint8_t *p, uint64_t value, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) {
        p[i] = (uint8_t)(value >> (8 * i));
    }
}

// Base, limit, share and reserve with their denominators, mystery, mystery_of, hit, prizes, take and take_of twice.
static const uint64_t kinds[POTS][14] = {
    {12000000, 40000000, 3, 700, 1, 900, 0, 0, CORE_POT_COMBINATION, 1, 1, 1, 0, 0},
    {0, UINT64_C(4000000000000), 1, 1, 0, 1, 0, 0, CORE_POT_COMBINATION, 2, 1, 1, 1, 10},
    {5000, 90000, 1, 3, 0, 1, 3, 40, CORE_POT_MYSTERY, 0, 0, 0, 0, 0},
    {50000, 190001, 1, 7, 1, 11, 0, 0, CORE_POT_MUST_HIT, 0, 0, 0, 0, 0},
};

static void make_rules(const uint64_t kind[14], uint8_t rules[CORE_LINK_RULES_SIZE]) {
    static const uint8_t place[14] = {0, 8, 16, 20, 24, 28, 32, 40, 48, 49, 52, 54, 56, 58};
    static const uint8_t size[14] = {8, 8, 4, 4, 4, 4, 8, 8, 1, 1, 2, 2, 2, 2};
    for (uint32_t i = 0; i < CORE_LINK_RULES_SIZE; i++) {
        rules[i] = 0;
    }
    for (uint32_t i = 0; i < 14; i++) {
        put(rules + place[i], kind[i], size[i]);
    }
}

static uint64_t mix_award(uint64_t digest, const core_link_award *award) {
    digest = port_mix(port_mix(digest, award->event), award->cents);
    return port_mix(digest, (uint64_t)award->winners | (uint64_t)award->by << 8 | (uint64_t)award->restarted << 16);
}

uint64_t port_link(void) {
    uint8_t rules[CORE_LINK_RULES_SIZE], pot[CORE_LINK_SIZE];
    uint64_t digest = CORE_DIGEST_START;
    for (uint32_t k = 0; k < POTS; k++) {
        make_rules(kinds[k], rules);
        if (core_link_new(rules, key, 40 + k, pot) != CORE_OK) {
            return 0;
        }
        for (uint32_t n = 0; n < EVENTS; n++) {
            core_link_event event = {20000u * (1 + n % 3), 0, (uint8_t)(1 + n % 5)};
            core_link_award award;
            if (kinds[k][9] && n % 17 == 16) {
                event.prize = (uint8_t)(1 + n % (uint32_t)kinds[k][9]);
            }
            if (n == 150) {
                put(rules, kinds[k][0] / 2, 8);
                if (core_link_change(pot, rules, pot) != CORE_OK) {
                    return 0;
                }
            }
            if (core_link(pot, &event, pot, &award) != CORE_OK) {
                return 0;
            }
            digest = mix_award(digest, &award);
        }
        pot[248] ^= 1;  // funded_mc: the books no longer balance
        if (core_link_check(pot) != CORE_E_STATE) {
            return 0;
        }
        pot[248] ^= 1;
        digest = port_mix_bytes(digest, pot, CORE_LINK_SIZE);
    }
    return digest;
}
