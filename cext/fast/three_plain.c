// SPDX-License-Identifier: MIT
// A block of deals of three cards, for any processor.

#include "three_inner.h"

uint32_t core_three_plain(const core_three_rules *rules, const uint8_t words[8 * THREE_BLOCK],
    uint8_t cells[THREE_BLOCK]) {
    return settle_block(rules, words, cells);
}
