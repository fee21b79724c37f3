// SPDX-License-Identifier: MIT
// Type C: plays by pure chance (RD 2110/1998 art. 9 to 12). What a machine is, what a play does, and the pots.
//
// A paid play turns the reels once. What it shows may pay lines or ways and scatters, and may give picks and
// free plays, each of them a step of its own that is committed before it is shown. When nothing is left to
// do the play is settled; before that a win may be gambled. What a play wins in all, pots apart, is capped.

#ifndef CORE_CHANCE_H
#define CORE_CHANCE_H

#include "core.h"

// Sizes ------------------------------------------------------------------------------------------

#define CORE_TYPE_C 0x43               // 'C': machine of chance
#define CORE_CHANCE_VERSION 1          // layout of the blob and of the state
#define CORE_CHANCE_HEADER 64          // bytes of the blob before its sections
#define CORE_CHANCE_MAX_STOPS 256      // stops of one reel
#define CORE_CHANCE_MAX_WEIGHT 4096    // sum of the weights of one reel
#define CORE_CHANCE_MAX_SYMBOLS 32
#define CORE_CHANCE_MAX_PAYLINES 100
#define CORE_CHANCE_MAX_COMBOS 255
#define CORE_CHANCE_MAX_SCATTERS 32
#define CORE_CHANCE_MAX_PICKS 32
#define CORE_CHANCE_MAX_POTS 4
#define CORE_CHANCE_MAX_FREE_PLAYS 1000
#define CORE_CHANCE_MAX_GIVEN 255      // picks of all scatter rows together
#define CORE_CHANCE_MAX_CAP 4000000    // cents that one play may win, pots apart
#define CORE_CHANCE_MAX_MULTIPLIER 100
#define CORE_CHANCE_MAX_BETS 5         // bets of one play, each a multiple of the first
#define CORE_CHANCE_MAX_BET 100        // times the first
#define CORE_CHANCE_MAX_COMBINATIONS (UINT64_C(1) << 60)  // and mystery_of
#define CORE_CHANCE_MAX_PLAYS (UINT64_C(1) << 44)  // a play owns 2^20 blocks of its purpose
#define CORE_CHANCE_MAX_SHARE 1000000000           // share_of, reserve_of
#define CORE_CHANCE_MAX_POT UINT64_C(4000000000000)  // limit_mc: its cents fit 32 bits
#define CORE_CHANCE_MAX_RESERVE (UINT64_C(1) << 62)     // millicents; then the numbering has run out

#define CORE_CHANCE_LINES 0            // evaluation: paylines
#define CORE_CHANCE_WAYS 1             // evaluation: all ways
#define CORE_CHANCE_ANY UINT32_C(0xffffffff)  // mask of a combination that every symbol matches

#define CORE_POT_COMBINATION 0         // hit by a combination or scatter row that names the pot
#define CORE_POT_MYSTERY 1             // hit by a draw in every paid play
#define CORE_POT_MUST_HIT 2            // hit when it reaches a threshold drawn at its reset

#define CORE_PURPOSE_MYSTERY 5         // pair i: the mystery draw of play i
#define CORE_PURPOSE_POT 6             // pair 4 i + level: the threshold of a new pot (i - 1: play that hit it)

// Words ------------------------------------------------------------------------------------------
//
// Pair p of a purpose is a 64-bit number: its word 2 p, and above it its word 2 p + 1. An even draw below
// `bound` (1 to 2^60) from a pair x is the upper half of the 128-bit x * bound; x is rejected if the lower half
// is below 2^64 mod bound. From a word, bound below 2^32, the same with halves of 32 bits. A rejected word or
// pair takes the same number in the next rejection stream.
//
// Reels: each reel r has a weight for each stop and their sum W[r]; N = W[0] * W[1] * ... combinations, at most
// 2^60. A play draws one value below N, whose digits, reel 0 first (most significant) with radix W[r], are
// tickets; ticket t of a reel is the stop whose weights, summed from stop 0 on, first exceed t. (The digits need
// no division: from the pair x they are the upper halves of x * W[0], of its lower half * W[1], and so on.)
// A paid play i draws from word i of purpose play if N < 2^32, else from pair i. What follows in the same
// play (free plays, picks, gambles, in the order in which they are made) draws from pairs i * 2^23 + n of
// purpose feature, n = 0, 1, ...: the start of block i * 2^20.

// Tables -----------------------------------------------------------------------------------------
//
// Blob, little endian:
//    0 "azar"   4 u16 version   6 u8 type   7 u8 evaluation   8 u32 size of the whole blob
//   12 u32 price_cents   16 u32 cap_cents   20 u32 unit_cents (derived: divides the cap and every prize)
//   24 u8 reels   25 u8 rows   26 u8 symbols   27 u8 paylines (0 with ways)
//   28 u8 combos   29 u8 scatters   30 u8 picks   31 u8 pots
//   32 u16 max_free_plays   34 u8 free_multiplier   35 u8 sets (1, or 2: free plays turn other reels)
//   36 u8 gamble_rounds   37 u8 0[3]   40 u32 gamble_wins   44 u32 gamble_of   48 u32 gamble_max_cents
//   52 u8 further_bets[4] (times the first bet, 2 or more, ascending, then 0)   56 u64 mystery_of
//   u16 stops[sets][6]   u16 weight[sets][6] (sums)
//   combos: u32 prize_cents, u8 group, u8 span, u8 multiplies, u8 pot, u32 mask[6]            32 bytes each
//   scatters: u32 prize_cents, u32 mask, u16 free_plays, u16 retrigger, u8 count, u8 group, u8 picks, u8 pot
//                                                                                            16 bytes each
//   picks: u32 prize_cents, u32 weight, u8 ends, u8 0[3]                                      12 bytes each
//   pots: u64 seed_mc, u64 limit_mc, u32 share, u32 share_of, u32 reserve, u32 reserve_of, u64 mystery,
//         u8 hit, u8 0[7]                                                                     48 bytes each
//   u8 payline[paylines][reels]       row on each reel, 0 is the top
//   u8 multiplier[symbols]            1, or what a wild multiplies by
//   u8 strip[set][reel][stops]        symbol ids
//   u16 weights[set][reel][stops]     1 or more
//   u8 stop_of[set][reel][weight]     derived: the stop of each ticket
//   u8 digest[32]                     SHA-256 of all that precedes
//
// Windows are those of core.h: row j of a reel at stop s shows strip[(s + rows / 2 - j) mod stops].
// pot: 0 none, 1 + level otherwise. A combo's mask has bit s for each symbol s that its reel may show;
// span is the number of leading reels that count; beyond it every mask is CORE_CHANCE_ANY.
//
// A play costs price_cents, the first bet, or one of the further bets, which is price_cents times its number.
// Every amount in the tables is for the first bet; what a play wins is that times its bet, and so are cap,
// contributions to the pots, the odds of their mystery draw (at most 1 at the highest bet) and what may be
// gambled. No value that is drawn depends on the bet.
//
// What a turn pays is clipped at cap_cents wherever that keeps numbers small: it changes no play's total.
//
// Lines: a combo matches a payline if each reel shows a symbol of its mask there. It is worth prize_cents, if
// `multiplies` times the multipliers of the symbols on its first `span` reels. The line pays its worthiest
// combo; lines add up.
// Ways: a combo's ways are the product, over its span, of the cells of each reel that show a symbol of its
// mask, each counted as often as its multiplier says if `multiplies`. In each group the combo of the longest
// span that has ways counts (the first of equals), prize_cents times its ways; groups add up. With ways the
// rows are sorted by group, and so are the scatters always.
// Scatters: the cells of the whole window that show a symbol of the mask are counted; in each group the row
// with the largest `count` that is reached applies (the first of equals).
// In a free play `retrigger` stands for free_plays, prizes of combos and scatters are multiplied by
// free_multiplier, and no pot is hit. In a paid play a pot is hit once by every row that applies and names it:
// any matching combo on any line (ways: any combo with ways), the worthiest or not, or an applying scatter row.
// Only a pot with hit CORE_POT_COMBINATION may be named.

typedef struct {
    uint64_t seed_mc, limit_mc, mystery;  // millicents; mystery hits of mystery_of draws
    uint32_t share, share_of, reserve, reserve_of;
    uint64_t step_mc, reserve_step_mc;    // whole millicents of one contribution
    uint32_t step_rest, reserve_step_rest;  // and what remains, in parts of share_of and reserve_of
    uint32_t hit;
} core_pot_rule;

// Use the functions: the fields may change.
typedef struct {
    const uint8_t *blob, *combo_rows, *scatter_rows, *pick_rows, *pot_rows, *payline_rows, *multipliers;
    const uint8_t *strips[2][CORE_MAX_REELS], *weights[2][CORE_MAX_REELS], *stop_of[2][CORE_MAX_REELS];
    uint64_t combinations[2];             // N of each set
    uint64_t mystery_of;
    uint32_t size, price_cents, cap_cents, unit_cents;
    uint32_t gamble_wins, gamble_of, gamble_max_cents, pick_weight;
    uint16_t stops[2][CORE_MAX_REELS], weight[2][CORE_MAX_REELS], max_free_plays;
    uint8_t type, evaluation, reels, rows, symbols, paylines, combos, scatters, picks, pots;
    uint8_t bets, bet[CORE_CHANCE_MAX_BETS];  // how many, and each as a multiple of price_cents
    uint8_t free_multiplier, sets, gamble_rounds, must_hit;  // must_hit: some pot has a threshold
    core_pot_rule pot[CORE_CHANCE_MAX_POTS];
    uint8_t digest[CORE_DIGEST_SIZE];
} core_chance;

// As core_tables_compile: fills in sizes, unit_cents and stop_of behind the stated sections, and the digest.
int core_chance_compile(uint8_t *blob, size_t capacity, size_t *size);

// Check a blob completely and make it ready. The blob must outlive the tables.
int core_chance_open(core_chance *tables, const uint8_t *blob, size_t size);

// What one turn of the reels shows -----------------------------------------------------------------

typedef struct {
    uint32_t prize_cents;  // lines or ways, and scatters, times the multiplier of a free play; at most the cap
    uint16_t free_plays;   // given by this turn, whatever max_free_plays still allows
    uint8_t picks;         // given by this turn
    uint8_t pots;          // bit l: pot l is hit by a combination (paid plays only)
} core_chance_turn;

// The stops of value `value` (below combinations[set]).
int core_chance_stops(const core_chance *tables, uint32_t set, uint64_t value, uint8_t stops[CORE_MAX_REELS]);

// What these stops pay: the definition that every kernel must reproduce. `is_free` 0: paid play, 1: free play.
int core_chance_evaluate(const core_chance *tables, uint32_t is_free, const uint8_t stops[CORE_MAX_REELS],
    core_chance_turn *turn);

// Pots -------------------------------------------------------------------------------------------
//
// In each paid play every pot takes its contribution: price_cents * 1000 * share / share_of millicents for the
// first bet and as often as the bet says, what does not divide carried to the next, and alike its hidden reserve. What passes the limit goes to the
// reserve. Then hits are decided: combination, mystery draw (one draw below mystery_of a play; level l hits in
// the l-th interval of `mystery` values for the first bet and as often as many as the bet says, levels in order), threshold reached. A pot that is hit pays its whole
// cents; the rest, the reserve and the seed are the new pot, as far as the limit allows, and a new threshold
// is drawn evenly from (new value, limit]; it is the limit itself if the new value is.
// Seeds and contributions together are what was paid, stands and is carried, to the millicent.

typedef struct {
    uint64_t value_mc, reserve_mc, threshold_mc;
    uint32_t carry, reserve_carry;
} core_pot;

typedef struct {
    uint64_t play;   // number of the play that hit it
    uint64_t pots;   // bit l: pot l, by combination or mystery (not by threshold)
} core_pot_event;

typedef struct {
    uint64_t hits[CORE_CHANCE_MAX_POTS];
    uint64_t cents[CORE_CHANCE_MAX_POTS];
} core_pot_awards;

// State ------------------------------------------------------------------------------------------
//
// State of type C, little endian: bytes 0 to 63 as type B; then
//   64 u64 play          number of the next play, or of the one under way
//   72 u8 phase (below)   73 u8 gambles (rounds made)   74 u16 picks_left   76 u16 free_left   78 u16 free_given
//                        (what the play under way has left and was given; 0 when settled)
//   80 u32 drawn         pairs of purpose feature used by this play; 0 when settled
//   84 u32 won_cents     won so far by the play under way at the first bet, capped; 0 when settled
//   88 u8 stops[6]       what the reels show   94 u8 set shown
//   95 u8 bet of the play under way, by its place; 0 when settled   96 zero to 127
//  128 pot[4]: u64 value_mc, u64 reserve_mc, u64 threshold_mc, u32 carry, u32 reserve_carry

#define CORE_PHASE_IDLE 0     // settled; action play
#define CORE_PHASE_PICK 1     // action pick
#define CORE_PHASE_FREE 2     // action free play
#define CORE_PHASE_GAMBLE 3   // action gamble or collect

#define CORE_ACTION_PLAY 0
#define CORE_ACTION_PICK 1
#define CORE_ACTION_FREE 2
#define CORE_ACTION_GAMBLE 3
#define CORE_ACTION_COLLECT 4

// After each step the phase is the first that applies: idle if the cap is reached, pick if picks are left, free
// if free plays are left, gamble if rounds are left, the win is above 0, at most gamble_max_cents, and its
// double at most the cap; else idle. What is left when the cap is reached is lost. A play that has become idle is
// settled and pays won_cents. A turn gives free plays as far as the play's free_given stays within
// max_free_plays. The `choice` of a play is the place of its bet, where
// there is one to choose. That of a pick or gamble, or of a play with one bet (which
// object, which colour) is shown and moves nothing: the draw alone decides.
// A gamble is won if a draw below gamble_of is below gamble_wins: the win doubles; else it is lost.
// A pick draws below the sum of the weights; a row that ends takes all picks left.

int core_chance_state_new(const core_chance *tables, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first_play, uint8_t state[CORE_STATE_SIZE]);
int core_chance_state_check(const core_chance *tables, const uint8_t state[CORE_STATE_SIZE]);

// Step -------------------------------------------------------------------------------------------
//
// outcome.h says what an outcome has where, little endian.
//
// Wobble: byte r of word i of purpose device, reels 4 and 5 from the next rejection stream, as type B has it; in
// a free play that drew pair n, from rejection streams 2 n + 2 and 2 n + 3. Nothing turns in other steps.

// Decide one step. `next` may be `state`. CORE_E_PHASE: the phase has no such action. CORE_E_ARGUMENT: no such
// action or bet.
int core_chance_step(const core_chance *tables, const uint8_t state[CORE_STATE_SIZE], uint32_t kind,
    uint32_t choice, uint8_t next[CORE_STATE_SIZE], uint8_t outcome[CORE_OUTCOME_SIZE]);

// Campaign ---------------------------------------------------------------------------------------

typedef struct {
    uint64_t plays;        // paid plays made
    uint64_t won_cents;    // capped totals added up, pots apart
    uint64_t hits;         // plays that won something, pots apart
    uint64_t featured;     // plays whose paid turn gave picks or free plays
    uint64_t free_plays, picks, gambles;  // made
    uint64_t capped;       // plays whose total reached the cap
    uint64_t digest;       // sum over the plays, see core_chance_digest: parts of a campaign add up
    uint64_t events;       // pot events written
} core_chance_tally;

// What play i adds to the digest: (value + 1 + (total_cents << 40)) * (2 i + 1), modulo 2^64; value is the paid
// play's draw below N, total_cents what it won in all.
uint64_t core_chance_digest(uint64_t play, uint64_t value, uint32_t total_cents);

// Plays first to first + plays - 1 of a machine, pots apart: features always played to their end, `rounds`
// gambles made wherever they are offered. histogram[total_cents / unit_cents] is added to; it has
// cap_cents / unit_cents + 1 bins. Plays that hit a pot by combination or mystery go to `events`; before one
// that finds no room in `capacity` the campaign stops (tally->plays says where). The tally is set, not added to.
// `kernel` is CORE_KERNEL_PLAIN here and a faster one in fast.h; all give the same tally to the bit.
int core_chance_campaign(const core_chance *tables, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first, uint64_t plays, uint32_t rounds, uint64_t *histogram, core_pot_event *events,
    uint64_t capacity, core_chance_tally *tally);

// The pots over plays first to first + plays - 1, whose events are given in order: by closed form what
// core_chance_step does play by play. `pots` is read and written; awards are added to.
int core_chance_pots(const core_chance *tables, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first, uint64_t plays, const core_pot_event *events, uint64_t count,
    core_pot pots[CORE_CHANCE_MAX_POTS], core_pot_awards *awards);

// The pots with which a machine begins at play `first_play`.
int core_chance_pots_new(const core_chance *tables, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first_play, core_pot pots[CORE_CHANCE_MAX_POTS]);

#endif
