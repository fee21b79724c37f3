// SPDX-License-Identifier: MIT
// The self-test that every port of the core runs: digests of topics, free of libc.

#ifndef PORTS_H
#define PORTS_H

#include <stddef.h>
#include <stdint.h>

#define PORT_TOPICS 12

uint32_t port_count(void);  // PORT_TOPICS, for a caller that sees no C

// What a topic is called.
const char *port_name(uint32_t topic);

// The digest of a topic, which is the same on every processor; 0 if a call failed that must not.
uint64_t port_digest(uint32_t topic);

// Its 16 hex digits and a final 0.
void port_hex(uint64_t digest, char text[17]);

// Among the files of the self-test -----------------------------------------------------------------

uint32_t port_choose(uint32_t *seed);  // xorshift32: chooses actions only
uint64_t port_mix(uint64_t digest, uint64_t value);
uint64_t port_mix_bytes(uint64_t digest, const uint8_t *bytes, size_t size);

uint64_t port_cycle_steps(void), port_cycle_campaign(void), port_cycle_gamble(void);
uint64_t port_lines_steps(void), port_ways_steps(void), port_lines_campaign(void), port_ways_campaign(void);
uint64_t port_dice(void), port_cards(void), port_link(void), port_module(void);

#endif
