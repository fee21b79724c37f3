// SPDX-License-Identifier: MIT
// The core's manual: how chance is drawn and how a play is decided.
//
// C99 without malloc, globals, floats, libc or 64-bit division, so that the very same files run in a
// campaign on a desk and on a Cortex-M0+. The caller owns every buffer. All bytes that leave the core
// (tables, state, outcome) have one fixed little-endian layout, whatever the processor.
//
// 1. Words.  Chance is the ChaCha20 keystream (RFC 8439 block and word order) with a 64-bit block
//    counter and a 64-bit stream number: machine in bits 0 to 39, purpose in bits 40 to 47, rejection
//    in bits 48 to 63. A rejected word is replaced by the same word of the next rejection stream, so
//    word i of a purpose is a function of (key, machine, i) alone and any entry can be found directly.
// 2. Tables.  What a machine is, in one blob. `core_tables_compile` derives the window lists from
//    strips, paylines and pays; `core_tables_open` checks every bound, re-derives every window and
//    compares the SHA-256, so that a damaged blob is an error and never a crash.
// 3. State.  256 bytes that the caller commits. It names its tables by digest and is refused by others.
// 4. Step.  `core_step` decides a play: a pure function of tables, state and action.
// 5. Campaign.  The same steps in a loop, with exact tallies.
//
// Machines of chance (type C) have words, tables, states, steps and campaigns of their own: chance.h.
//
// Functions return CORE_OK or a negative CORE_E_ code. What they write through pointers is meant only if
// they succeed, except that a state or an outcome is never touched by a call that fails.
// `core_error_text` explains a code.

#ifndef CORE_H
#define CORE_H

#include <stddef.h>
#include <stdint.h>

// Sizes ------------------------------------------------------------------------------------------

#define CORE_STATE_SIZE 256      // bytes of a state
#define CORE_STATE_VERSION 1     // layout below
#define CORE_OUTCOME_SIZE 48     // bytes of an outcome
#define CORE_TABLES_VERSION 1    // layout of the blob
#define CORE_HEADER_SIZE 64      // bytes of the blob before its sections
#define CORE_DIGEST_SIZE 32      // SHA-256 at the blob's end
#define CORE_KEY_SIZE 32         // bytes of a key, and of absorbed entropy
#define CORE_MAX_REELS 6
#define CORE_MAX_ROWS 5
#define CORE_MAX_STOPS 255       // stops of one reel
#define CORE_MAX_WINDOWS 65536   // product of the stops
#define CORE_MAX_PAYLINES 32
#define CORE_MAX_PAYS 64
#define CORE_MAX_CLASSES 32      // prize classes, class 0 is the loss
#define CORE_MAX_STRATA 64
#define CORE_MAX_STRATUM 65535   // entries of one stratum
#define CORE_MAX_PRIZE 16777215  // cents of one pay
#define CORE_MAX_PRICE 1000000   // cents of a play
#define CORE_MAX_SIMULTANEOUS 2  // entries taken by one play (RD 2110/1998: two simultaneous plays)
#define CORE_MAX_ROUNDS 20       // gambles of one prize
#define CORE_MAX_ACCOUNT 1000000 // cents of the return account of gambles, and of an advance on it
#define CORE_MACHINE_BITS 40     // a machine's number is below 2^40

#define CORE_SYMBOL_ANY 255      // in a pay: every symbol matches
#define CORE_NO_CLASS 255        // a window whose pay is no prize of the plan; never shown
#define CORE_TYPE_B 0x42         // 'B': recreational machine with a programmed prize cycle

// Purposes of the words
#define CORE_PURPOSE_PLAY 0      // word i decides the prize of entry i
#define CORE_PURPOSE_FEATURE 1   // type B: from word i * 2^24 on the raise of entry i, the gambles of its play, and
                                 // in word CORE_MAX_ROUNDS + 1 whether it gives back
#define CORE_PURPOSE_DISPLAY 2   // word i decides the window of entry i
#define CORE_PURPOSE_DEVICE 3    // word i varies the reels' speed; moves no money
#define CORE_PURPOSE_ABSORB 4    // block g makes the key of generation g + 1

// Errors -----------------------------------------------------------------------------------------

#define CORE_OK 0
#define CORE_E_ARGUMENT -1       // an argument is outside the range stated here
#define CORE_E_FORMAT -2         // not a tables blob of this version and a known type
#define CORE_E_SIZE -3           // blob shorter or longer than its contents
#define CORE_E_DIGEST -4         // blob and its SHA-256 differ
#define CORE_E_REELS -5          // reels, rows, stops or symbols out of bounds
#define CORE_E_PAYS -6           // paylines or pays out of bounds
#define CORE_E_PLAN -7           // price, prizes or strata out of bounds, or a prize that no window shows
#define CORE_E_WINDOWS -8        // window lists, tickets or unit do not follow from the rest
#define CORE_E_STATE -9          // state damaged: version, a bound, or an unused byte that is not zero
#define CORE_E_FOREIGN -10       // state made for other tables
#define CORE_E_HOLD -11          // these reels may not be held now
#define CORE_E_EXHAUSTED -12     // a counter of the numbering has run out
#define CORE_E_FEATURES -13      // free plays, picks or gamble out of bounds
#define CORE_E_POTS -14          // pots out of bounds
#define CORE_E_PHASE -15         // the phase of the play has no such action

const char *core_error_text(int code);

// 1. Words ---------------------------------------------------------------------------------------

// Block `block` of stream `stream`: 16 words, in the order in which RFC 8439 writes them.
void core_rng_block(const uint8_t key[CORE_KEY_SIZE], uint64_t block, uint64_t stream, uint32_t out[16]);

// Keystream bytes from the start of a block on, words little-endian.
void core_rng_stream(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t size);

// One even draw of 0 <= value < bound from word `word` of (machine, purpose); bound is 1 or more.
// Exact, by rejection (Lemire 2019, "Fast random integer generation in an interval").
int core_rng_below(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t word,
    uint32_t bound, uint32_t *value);

// How wide the loops that make many words may be; every tier makes the same bytes.
#define CORE_TIER_PLAIN 0
#define CORE_TIER_AVX2 1
#define CORE_TIER_AVX512 2

// The widest tier of this processor.
uint32_t core_rng_tier(void);

// core_rng_stream, many blocks at a time. Fails on a tier above core_rng_tier().
int core_rng_fill(uint32_t tier, const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block,
    uint8_t *out, size_t size);

// core_rng_below for the words of `plays` plays from `first` on, each of which owns `width` words, a power of
// two up to 256: the first `count` of them are drawn below `bounds`, the rest left alone. `out` takes
// plays * count values.
int core_rng_draws(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t first,
    uint64_t plays, uint32_t width, const uint32_t *bounds, uint32_t count, uint32_t *out);

// 2^32 mod bound: how many of the 2^32 words are one too many for an even draw. bound is 1 or more.
uint32_t core_rng_excess(uint32_t bound);

// 2. Tables --------------------------------------------------------------------------------------
//
// Blob, little endian:
//    0 "azar"   4 u16 version   6 u8 type   7 u8 hold (0, 1)   8 u32 size of the whole blob
//   12 u32 price_cents   16 u8 simultaneous_max   17 u8 reels   18 u8 rows   19 u8 paylines
//   20 u8 pays   21 u8 classes   22 u8 strata   23 u8 0   24 u8 stops[6]   30 u16 0
//   32 u32 windows   36 u32 listed
//   40 u8 gamble_rounds (0: no gamble)   41 u8 raises   42 u16 0
//   44 u32 single_max_cents   48 u32 double_max_cents   52 u32 return_max_cents   (0 without a gamble)
//   56 u32 advance_max_cents   60 u16 return_one_in   62 u16 return_spare   (0 without a gamble)
//   u32 prize_cents[classes]          [0] is 0, ascending
//   u32 first[classes + 1]            where each class begins in the window list
//   u16 plan[strata][classes]         entries of each class in each stratum
//   pays: u32 prize_cents, u8 symbol[6], u16 0
//   u8 payline[paylines][reels]       row on each reel, 0 is the top
//   u8 strip[reels][stops]            symbol ids
//   raises: u8 class, u8 to, u16 0, u32 wins, u32 of            ascending by class, none twice
//   u8 class_map[windows]             class of each window, CORE_NO_CLASS if its pay is no prize
//   u16 window_list[listed]           the windows of each class, ascending
//   u8 digest[32]                     SHA-256 of all that precedes
//
// The stop of a reel is the one on its middle row (rows / 2). A reel turns downward, so its next stop
// stands above: row j of a reel at stop s shows strip[(s + rows / 2 - j) mod stops].
// On each payline the largest matching pay counts; paylines add up.
// Window number: the stops as digits, reel 0 first, reel r having radix stops[r].
// A raise lifts an entry that the plan dealt to a higher class, wins times of `of`; with reels held it does not.

// Use the functions: the fields may change.
typedef struct {
    const uint8_t *blob, *plan, *pay_rows, *payline_rows, *strips, *class_map, *window_list;
    uint32_t size, price_cents, windows, listed, cycle_entries;
    uint32_t prize_cents[CORE_MAX_CLASSES], first[CORE_MAX_CLASSES + 1], stride[CORE_MAX_REELS];
    uint32_t single_max_cents, double_max_cents, return_max_cents, advance_max_cents, return_one_in, return_spare;
    const uint8_t *raise_rows;
    uint8_t stops[CORE_MAX_REELS];
    uint8_t type, hold, reels, rows, paylines, pays, classes, strata, simultaneous_max;
    uint8_t gamble_rounds, raises;
    uint8_t digest[CORE_DIGEST_SIZE];
} core_tables;

// Fill in what follows from the rest. On entry `blob` holds the sections up to `strip` and their counts
// (size, windows, listed and first are ignored); `capacity` must leave room for 3 bytes a window and the
// digest. On success *size is the blob's length.
int core_tables_compile(uint8_t *blob, size_t capacity, size_t *size);

// Check a blob completely and make it ready. The blob must outlive the tables.
int core_tables_open(core_tables *tables, const uint8_t *blob, size_t size);

// Entries of a class in a stratum; 0 out of range.
uint32_t core_tables_plan(const core_tables *tables, uint32_t stratum, uint32_t prize_class);

// Window `index` of a class as stops; fails out of range.
int core_tables_window(const core_tables *tables, uint32_t prize_class, uint32_t index,
    uint8_t stops[CORE_MAX_REELS]);

// Class of a window, CORE_NO_CLASS if it pays no prize of the plan; fails off the strips.
int core_tables_class(const core_tables *tables, const uint8_t stops[CORE_MAX_REELS]);

void core_sha256(const uint8_t *data, size_t size, uint8_t digest[CORE_DIGEST_SIZE]);

// Whole blocks of 64 bytes chained on to a hash that was begun: a long one can be put down and taken up again.
// `chain` is the eight words H of FIPS 180-4 section 6.2, big endian.
void core_sha256_blocks(uint8_t chain[CORE_DIGEST_SIZE], const uint8_t *data, size_t blocks);

// 3. State ---------------------------------------------------------------------------------------
//
// State of type B, little endian:
//    0 u8 version   1 u8 type   2 u16 0   4 u32 generation   8 u64 machine
//   16 u8 tables[16]                  first half of the tables' digest
//   32 u8 key[32]
//   64 u64 play                       number of the next entry
//   72 u32 cycle   76 u8 stratum   77 u8 lost (the last play won nothing)   78 u16 0
//   80 u16 left[32]                   entries left of each class in this stratum
//  144 u32 remaining                  their sum, 1 or more
//  148 u32 hold_offer                 bit m: the reels of mask m may be held in the next play
//  152 u8 stops[6]                    what the reels show
//  158 u8 phase                      0, or a gamble is offered: 1 after a single play, 2 after a double one
//  159 u8 gambles                    won of this prize
//  160 u32 at_stake_cents            what it has become, 0 in phase 0
//  164 u32 return_cents              the return account: what gambles lost, to be given back in this cycle
//  168 u32 advance_cents             what gambles gave in this cycle, not yet set against a loss
//  172 zero to 256
//
// A lost gamble puts the prize that the play had won into the return account, less the advance that won gambles of
// the same cycle left; the advance is used up first, and never above advance_max_cents.
//
// The account is given back in pieces of the smallest prize, by entries that the plan deals no prize and that are
// played with no reel held. Losses of the cycle are known: how many the plan has left, however they are played.
// With k pieces and n losses left, the one at hand included, it gives one back
//   if k = n;  else with a chance of k in n - return_spare;  but of no more than 1 in return_one_in:
// an even choice of the losses left but for the last return_spare, which are for what the bound put off.
// A gamble is offered only if its loss would leave the account within return_max_cents, of whole pieces, and that
// chance at two thirds of its bound or less; reels may be held only if a loss would leave it so. So k is never above
// n, the account is empty when its cycle ends, and a cycle pays at least its plan; any consecutive plays pay at least
// the plan's less return_max_cents + advance_max_cents, whoever dares when. A play that ends its cycle, or reaches
// into the next, is offered none, nor is one that gave something back.

// The state with which a cycle begins; a new machine begins with cycle 0. Its entries are those that follow
// all cycles before, so a campaign may begin anywhere; what the reels showed, and a hold, are not known.
int core_state_new(const core_tables *tables, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint32_t cycle, uint8_t state[CORE_STATE_SIZE]);

// All that `core_step` checks before it plays.
int core_state_check(const core_tables *tables, const uint8_t state[CORE_STATE_SIZE]);

// Mix entropy into the key; to be called between plays only (CORE_E_PHASE while a gamble is offered). `next` may
// be `state`.
//   k1 = block(key, absorb, generation)[0..32] xor entropy;  key' = block(k1, absorb, generation)[0..32]
int core_state_absorb(const uint8_t state[CORE_STATE_SIZE], const uint8_t entropy[CORE_KEY_SIZE],
    uint8_t next[CORE_STATE_SIZE]);

// 4. Step ----------------------------------------------------------------------------------------
//
// outcome.h says what an outcome has where, little endian.

#define CORE_GAMBLE_TAKE 1  // keep what was won
#define CORE_GAMBLE_DARE 2  // an even draw: the double of it, or nothing

typedef struct {
    uint8_t simultaneous;  // entries to play, 1 to simultaneous_max; 0 for an answer
    uint8_t held;          // bit r: reel r is kept; needs the offer and simultaneous 1
    uint8_t answer;        // 0 for a play, else a CORE_GAMBLE_; needs a phase that asks
} core_action;

// Decide one play, or an answer. `next` may be `state`.
int core_step(const core_tables *tables, const uint8_t state[CORE_STATE_SIZE], const core_action *action,
    uint8_t next[CORE_STATE_SIZE], uint8_t outcome[CORE_OUTCOME_SIZE]);

// 5. Campaign ------------------------------------------------------------------------------------

typedef struct {
    uint64_t plays;
    uint64_t counts[CORE_MAX_CLASSES];  // entries of each class
    uint64_t digest;                    // see core_tally_digest, core_prize_digest
    uint64_t offers;                    // plays after which a gamble was offered
    uint64_t gambles, gambles_won;
    uint64_t lost_cents;                // prizes that gambles lost
    uint64_t added_cents;               // what won gambles gave on top of prizes
    uint64_t returned_cents;            // prizes that gave lost ones back; counted like any
} core_tally;

#define CORE_DIGEST_START UINT64_C(0x6a09e667f3bcc908)

// One more entry in a digest of plays; starts from CORE_DIGEST_START.
uint64_t core_tally_digest(uint64_t digest, uint32_t prize_class, uint32_t window);

// `plays` plays without hold, each of `simultaneous` entries. Every gamble that is offered is declined, and none is
// counted. The tally is set, not added to.
int core_campaign(const core_tables *tables, const uint8_t state[CORE_STATE_SIZE], uint32_t simultaneous,
    uint64_t plays, uint8_t next[CORE_STATE_SIZE], core_tally *tally);

// The same by a player who dares whenever a gamble is offered, up to `rounds` times a prize, and then takes. A gamble
// adds class 0xffffffff and window 1 (won) or 0 to the digest. With `rounds` 0 all but `offers` is core_campaign's.
int core_campaign_gamble(const core_tables *tables, const uint8_t state[CORE_STATE_SIZE],
    uint32_t simultaneous, uint64_t plays, uint32_t rounds, uint8_t next[CORE_STATE_SIZE], core_tally *tally);

// What an entry adds to a digest of prizes only, which starts from 0 and is the sum modulo 2^64: the digests of
// parts of a course add up. weight(class) * (2 * entry + 1), weight(c) being number c of SplitMix64 from 0.
uint64_t core_prize_digest(uint64_t entry, uint32_t prize_class);

// The same plays, prizes only: which prize every entry is, but no window to show it, except for the last play's,
// which the next state names. State and counts are those of core_campaign; the digest is of prizes only.
int core_campaign_prizes(const core_tables *tables, const uint8_t state[CORE_STATE_SIZE],
    uint32_t simultaneous, uint64_t plays, uint8_t next[CORE_STATE_SIZE], core_tally *tally);

#endif
