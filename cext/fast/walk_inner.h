// SPDX-License-Identifier: MIT
// What the walks of the automaton share: plays drawn as digits, and settled.
//
// Each tier compiles it for its own registers. Before it says `vec`, LANES (words of one), and of these words:
// of_word, add32, mul32, and32, min32, max32, srl32, same32 (a bit each), below32 (those of c where a is below b,
// else of d); of their pairs: add64, mul64 (of the lower halves), low, high, raise (lower half to upper), join (even
// words, odd words), part (two vectors to even and to odd pairs); load, store, load_halves (16 bits a word),
// count_up (0, 1, 2, ...), TIER_WORDS.

#ifndef CORE_FAST_WALK_INNER_H
#define CORE_FAST_WALK_INNER_H

#include "bulk_inner.h"
#include "rare.h"
#include "redraw_inner.h"

// The plays of a block: digits of the merged reels together, and where the digit of each reel after them begins.
typedef struct {
    uint32_t first[BLOCK_PLAYS], cell[3][BLOCK_PLAYS];
} digits;

// What a walk is compiled for.
typedef struct {
    uint32_t followers;  // lookups after the first
    uint32_t wide;       // plays take pairs of words
    uint32_t bits;       // of a digit, if all reels have the same power of two; 0: any widths
} shape;

// Bits of a word below those of the first lookup and of `f` reels after it, which have all bits that there is room for.
INLINED uint32_t bits_below(shape s, uint32_t f) {
    return 32 - s.bits * (17 / s.bits + f);
}

// Running sums for the digest. `sum` adds up LANES plays at a time and `sums` adds up `sum`, so that at the end the
// sum weighted by the number of the play follows without a product a play.
typedef struct {
    vec even, evens, odd, odds, units, unitss;
} running;

// The automaton as a walk reads it, and what it has come to.
typedef struct {
    fast_run *run;
    const fast_kernel *kernel;
    uint64_t extra;              // digest of what was redrawn
    running sums;
    const uint16_t *first, *last;
    const uint32_t *middle[2];
    uint32_t merged, width[3];   // digits of the first lookup, and of the reels after it
    uint32_t stride[3];
} walker;

static void walk_open(walker *w, fast_run *run) {
    const fast_kernel *k = run->kernel;
    const fast_automaton *a = &k->of.automaton;
    const vec zero = of_word(0);
    const running none = {zero, zero, zero, zero, zero, zero};
    *w = (walker){run, k, 0, none, a->first, a->last, {0, 0}, 1, {1, 1, 1}, {1, 1, 1}};
    for (uint32_t r = 0; r < a->merged; r++) {
        w->merged *= a->width[r];
    }
    for (uint32_t f = 0; f < a->steps - 1; f++) {
        w->width[f] = a->width[a->merged + f];
        w->stride[f] = a->stride[a->merged + f];
        if (f < a->steps - 2) {
            w->middle[f] = a->middle[a->merged + f];
        }
    }
}

// Drawing ----------------------------------------------------------------------------------------

INLINED void add_values(running *sums, vec even, vec odd) {
    sums->even = add64(sums->even, even);
    sums->evens = add64(sums->evens, sums->even);
    sums->odd = add64(sums->odd, odd);
    sums->odds = add64(sums->odds, sums->odd);
}

// x * radix: the upper halves, and the lower ones in *x.
INLINED vec scale(vec *x, vec radix) {
    const vec even = mul64(*x, radix), odd = mul64(high(*x), radix);
    *x = join(even, raise(odd));
    return join(high(even), odd);
}

// LANES words become digits; those that are rejected as bits.
INLINED uint32_t draw_single(const walker *w, vec x, uint32_t at, shape s, digits *to, running *sums) {
    if (s.bits) {
        const vec value = srl32(x, bits_below(s, s.followers));
        add_values(sums, low(value), high(value));
        store(to->first + at, srl32(x, bits_below(s, 0)));
        for (uint32_t f = 0; f < s.followers; f++) {
            const vec digit = and32(srl32(x, bits_below(s, f + 1)), of_word((1u << s.bits) - 1));
            store(to->cell[f] + at, mul32(digit, of_word(w->stride[f])));
        }
        return 0;
    }
    const vec all = of_word((uint32_t)w->kernel->tables->combinations[0]), bound = of_word(w->kernel->excess_word);
    add_values(sums, high(mul64(x, all)), high(mul64(high(x), all)));
    store(to->first + at, scale(&x, of_word(w->merged)));
    for (uint32_t f = 0; f < s.followers; f++) {
        store(to->cell[f] + at, mul32(scale(&x, of_word(w->width[f])), of_word(w->stride[f])));
    }
    return w->kernel->excess_word ? ~same32(max32(x, bound), x) & ALL_LANES : 0;
}

// Pairs times radix: what is above 64 bits; *x is what is below.
INLINED vec scale_pairs(vec *x, vec radix) {
    const vec below = mul64(*x, radix), above = add64(mul64(high(*x), radix), high(below));
    *x = join(below, raise(above));
    return high(above);
}

// Which of these pairs are rejected indeed, their first word at `words`.
static uint32_t rejected_pairs(const walker *w, const uint32_t *words) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        const uint64_t x = words[2 * i] | (uint64_t)words[2 * i + 1] << 32;
        bits |= (uint32_t)(x * w->kernel->tables->combinations[0] < w->kernel->excess_pair) << i;
    }
    return bits;
}

// LANES pairs become digits. Digits of the followers are below 2^8 and those of the first lookup below 2^18, so
// that products with what follows them fit.
INLINED uint32_t draw_pair(const walker *w, const uint32_t *words, uint32_t at, shape s, digits *to,
    running *sums) {
    vec even, odd;
    part(load(words), load(words + LANES), &even, &odd);
    vec radix = of_word(w->merged), values[2] = {scale_pairs(&even, radix), scale_pairs(&odd, radix)};
    store(to->first + at, join(values[0], raise(values[1])));
    for (uint32_t f = 0; f < s.followers; f++) {
        radix = of_word(w->width[f]);
        const vec digit[2] = {scale_pairs(&even, radix), scale_pairs(&odd, radix)};
        store(to->cell[f] + at, mul32(join(digit[0], raise(digit[1])), of_word(w->stride[f])));
        for (int n = 0; n < 2; n++) {
            const vec upper = raise(mul64(high(values[n]), radix));
            values[n] = add64(add64(mul64(values[n], radix), upper), digit[n]);
        }
    }
    add_values(sums, values[0], values[1]);
    // Rare, so that the upper halves decide whether to look.
    const vec rest = join(high(even), odd), most = of_word((uint32_t)(w->kernel->excess_pair >> 32));
    return same32(min32(rest, most), rest) ? rejected_pairs(w, words) : 0;
}

static uint64_t value_of(const walker *w, const digits *of, uint32_t i, shape s) {
    uint64_t value = of->first[i];
    for (uint32_t f = 0; f < s.followers; f++) {
        value = value * w->width[f] + of->cell[f][i] / w->stride[f];
    }
    return value;
}

// Rare: the plays in `to`, from first_play on, whose words were rejected are drawn again, and the digest told.
static int redraw(walker *w, const uint32_t rejected[BLOCK_PLAYS / 32], uint64_t first_play, shape s, digits *to) {
    const fast_automaton *a = &w->kernel->of.automaton;
    fast_block block;
    fast_run run = *w->run;
    run.source.index = first_play;
    const int code = core_fast_redraw(&run, rejected, 1, &block);
    for (uint32_t n = 0; code == CORE_OK && n < w->kernel->plays / 32; n++) {
        for (uint32_t bits = rejected[n]; bits; bits &= bits - 1) {
            const uint32_t i = 32 * n + (uint32_t)__builtin_ctz(bits);
            const uint64_t value = value_of(w, to, i, s);
            uint32_t first = 0;
            for (uint32_t r = 0; r < a->merged; r++) {
                first = first * a->width[r] + block.tickets[r][i];
            }
            for (uint32_t f = 0; f < s.followers; f++) {
                to->cell[f][i] = block.tickets[a->merged + f][i] * w->stride[f];
            }
            to->first[i] = first;
            w->extra += (block_value(w->kernel, &block, i) - value) * (2 * (first_play + i) + 1);
        }
    }
    return code;
}

// A block's words become digits. `first_play` is the first of it.
INLINED int draw_block(walker *w, const uint32_t *words, uint64_t first_play, shape s, digits *to) {
    uint32_t rejected[BLOCK_PLAYS / 32] = {0}, any = 0;
    for (uint32_t v = 0; v < (s.wide ? BLOCK_PLAYS / 2 : BLOCK_PLAYS); v += LANES) {
        const uint32_t bits = s.wide ? draw_pair(w, words + 2 * v, v, s, to, &w->sums)
            : draw_single(w, load(words + v), v, s, to, &w->sums);
        rejected[v / 32] |= bits << (v & 31);
        any |= bits;
    }
    return any ? redraw(w, rejected, first_play, s, to) : CORE_OK;
}

// Settling ---------------------------------------------------------------------------------------

// After a walk: mystery draws, the units into the running sums, and marked plays made again.
INLINED int settle(walker *w, const digits *of, uint16_t *units, shape s) {
    fast_run *run = w->run;
    const uint32_t over = run->last_bin + 1, plays = s.wide ? BLOCK_PLAYS / 2 : BLOCK_PLAYS;
    const vec most = of_word(over);
    vec sum = w->sums.units, sums = w->sums.unitss;
    uint32_t marked = 0;
    int code = w->kernel->tables->mystery_of ? core_fast_mystery(run, units) : CORE_OK;
    for (uint32_t v = 0; v < plays; v += LANES) {
        const vec clipped = min32(load_halves(units + v), most);
        sum = add32(sum, clipped);
        sums = add32(sums, sum);
        marked |= same32(clipped, most);
    }
    w->sums.units = sum;
    w->sums.unitss = sums;
    for (uint32_t i = 0; code == CORE_OK && marked && i < plays; i++) {
        if (units[i] >= over) {
            code = core_fast_replay(run, i, value_of(w, of, i, s), over);
        }
    }
    return code;
}

// The digest of all plays from `first` on, from the running sums.
static uint64_t walk_digest(const walker *w, uint64_t first, uint64_t plays) {
    const uint64_t vectors = plays / LANES, unit = w->kernel->tables->unit_cents;
    uint64_t even[LANES / 2], evens[LANES / 2], odd[LANES / 2], odds[LANES / 2];
    uint64_t digest = plays * (2 * first + plays), units_digest = 0;
    uint32_t units[LANES], unitss[LANES];
    store(even, w->sums.even);
    store(evens, w->sums.evens);
    store(odd, w->sums.odd);
    store(odds, w->sums.odds);
    store(units, w->sums.units);
    store(unitss, w->sums.unitss);
    for (uint64_t i = 0; i < LANES / 2; i++) {
        digest += (2 * (first + 2 * i) + 1) * even[i] + 2 * LANES * (vectors * even[i] - evens[i]);
        digest += (2 * (first + 2 * i) + 3) * odd[i] + 2 * LANES * (vectors * odd[i] - odds[i]);
    }
    for (uint64_t i = 0; i < LANES; i++) {
        units_digest += (2 * (first + i) + 1) * units[i] + 2 * LANES * (vectors * units[i] - unitss[i]);
    }
    return digest + (unit * units_digest << 40) + w->extra;
}

#endif
