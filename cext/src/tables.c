// SPDX-License-Identifier: MIT
// The tables blob: deriving the window lists, and checking everything before the first play.

#include "bytes_inner.h"
#include "errors.h"
#include "reels_inner.h"

enum { AT_VERSION = 4, AT_TYPE = 6, AT_HOLD = 7, AT_SIZE = 8, AT_PRICE = 12, AT_SIMULTANEOUS = 16,
       AT_REELS, AT_ROWS, AT_PAYLINES, AT_PAYS, AT_CLASSES, AT_STRATA, AT_ZERO1, AT_STOPS = 24,
       AT_ZERO2 = 30, AT_WINDOWS = 32, AT_LISTED = 36, AT_ROUNDS = 40, AT_RAISES = 41, AT_ZERO3 = 42,
       AT_SINGLE = 44, AT_DOUBLE = 48, AT_RETURN = 52, AT_ADVANCE = 56, AT_ONE_IN = 60, AT_SPARE = 62,
       PAY_SIZE = 12, RAISE_SIZE = 12 };

static int read_header(core_tables *t, const uint8_t *blob, size_t size) {
    if (size < CORE_HEADER_SIZE) {
        return CORE_E_SIZE;
    }
    if (blob[0] != 'a' || blob[1] != 'z' || blob[2] != 'a' || blob[3] != 'r'
            || get_u16(blob + AT_VERSION) != CORE_TABLES_VERSION || blob[AT_TYPE] != CORE_TYPE_B
            || blob[AT_HOLD] > 1 || blob[AT_ZERO1] || get_u16(blob + AT_ZERO2)
            || get_u16(blob + AT_ZERO3)) {
        return CORE_E_FORMAT;
    }
    t->blob = blob;
    t->type = blob[AT_TYPE];
    t->hold = blob[AT_HOLD];
    t->price_cents = get_u32(blob + AT_PRICE);
    t->simultaneous_max = blob[AT_SIMULTANEOUS];
    t->reels = blob[AT_REELS];
    t->rows = blob[AT_ROWS];
    t->paylines = blob[AT_PAYLINES];
    t->pays = blob[AT_PAYS];
    t->classes = blob[AT_CLASSES];
    t->strata = blob[AT_STRATA];
    t->gamble_rounds = blob[AT_ROUNDS];
    t->raises = blob[AT_RAISES];
    t->single_max_cents = get_u32(blob + AT_SINGLE);
    t->double_max_cents = get_u32(blob + AT_DOUBLE);
    t->return_max_cents = get_u32(blob + AT_RETURN);
    t->advance_max_cents = get_u32(blob + AT_ADVANCE);
    t->return_one_in = get_u16(blob + AT_ONE_IN);
    t->return_spare = get_u16(blob + AT_SPARE);
    if (!within(t->reels, 1, CORE_MAX_REELS) || !within(t->rows, 1, CORE_MAX_ROWS)) {
        return CORE_E_REELS;
    }
    if (!within(t->paylines, 1, CORE_MAX_PAYLINES) || !within(t->pays, 1, CORE_MAX_PAYS)) {
        return CORE_E_PAYS;
    }
    if (!within(t->price_cents, 1, CORE_MAX_PRICE) || !within(t->classes, 2, CORE_MAX_CLASSES)
            || !within(t->strata, 1, CORE_MAX_STRATA)
            || !within(t->simultaneous_max, 1, CORE_MAX_SIMULTANEOUS)) {
        return CORE_E_PLAN;
    }
    return CORE_OK;
}

// Stops and strides; the sum of the stops goes to *symbols.
static int read_stops(core_tables *t, const uint8_t *blob, uint32_t *symbols) {
    *symbols = 0;
    t->windows = 1;
    for (uint32_t r = CORE_MAX_REELS; r-- > 0;) {
        uint32_t stops = blob[AT_STOPS + r];
        t->stops[r] = (uint8_t)stops;
        t->stride[r] = 0;
        if (r >= t->reels) {
            if (stops) {
                return CORE_E_REELS;
            }
            continue;
        }
        t->stride[r] = t->windows;
        t->windows *= stops;
        *symbols += stops;
        if (stops < 2 || stops < t->rows || t->windows > CORE_MAX_WINDOWS) {
            return CORE_E_REELS;
        }
    }
    return CORE_OK;
}

static int read_pays(const core_tables *t, uint32_t symbols) {
    for (uint32_t i = 0; i < t->pays; i++) {
        const uint8_t *pay = t->pay_rows + PAY_SIZE * i;
        if (!within(get_u32(pay), 1, CORE_MAX_PRIZE) || get_u16(pay + 4 + CORE_MAX_REELS)
                || !all_zero(pay + 4 + t->reels, (size_t)(CORE_MAX_REELS - t->reels))) {
            return CORE_E_PAYS;
        }
    }
    for (uint32_t i = 0; i < (uint32_t)t->paylines * t->reels; i++) {
        if (t->payline_rows[i] >= t->rows) {
            return CORE_E_PAYS;
        }
    }
    for (uint32_t i = 0; i < symbols; i++) {
        if (t->strips[i] == CORE_SYMBOL_ANY) {
            return CORE_E_REELS;
        }
    }
    return CORE_OK;
}

static int read_plan(core_tables *t) {
    t->cycle_entries = 0;
    for (uint32_t k = 0; k < t->classes; k++) {
        if (k == 0 ? t->prize_cents[k] != 0 : t->prize_cents[k] <= t->prize_cents[k - 1]) {
            return CORE_E_PLAN;
        }
    }
    for (uint32_t s = 0; s < t->strata; s++) {
        uint32_t entries = 0;
        for (uint32_t k = 0; k < t->classes; k++) {
            entries += core_tables_plan(t, s, k);
        }
        if (!within(entries, 1, CORE_MAX_STRATUM)) {
            return CORE_E_PLAN;
        }
        t->cycle_entries += entries;
    }
    return CORE_OK;
}

// The gamble's bounds; none of them without one.
static int read_gamble(const core_tables *t) {
    if (!t->gamble_rounds) {
        return t->single_max_cents || t->double_max_cents || t->return_max_cents || t->advance_max_cents
                || t->return_one_in || t->return_spare
            ? CORE_E_FEATURES : CORE_OK;
    }
    return t->gamble_rounds <= CORE_MAX_ROUNDS && within(t->single_max_cents, 1, CORE_MAX_PRIZE)
            && within(t->double_max_cents, t->single_max_cents, CORE_MAX_PRIZE)
            && within(t->return_max_cents, 1, CORE_MAX_ACCOUNT) && t->advance_max_cents <= CORE_MAX_ACCOUNT
            && t->return_one_in
        ? CORE_OK : CORE_E_FEATURES;
}

// Each raise lifts a prize to a larger one, by a chance above none and at most certain.
static int read_raises(const core_tables *t) {
    uint32_t before = 0;
    for (uint32_t i = 0; i < t->raises; i++) {
        const uint8_t *row = t->raise_rows + RAISE_SIZE * i;
        if (row[0] <= before || row[1] <= row[0] || row[1] >= t->classes || get_u16(row + 2)
                || !within(get_u32(row + 4), 1, get_u32(row + 8))) {
            return CORE_E_FEATURES;
        }
        before = row[0];
    }
    return CORE_OK;
}

// All that a manufacturer states; *end is where the derived sections begin.
static int read_stated(core_tables *t, const uint8_t *blob, size_t size, size_t *end) {
    uint32_t symbols;
    int code = read_header(t, blob, size);
    if (code == CORE_OK) {
        code = read_stops(t, blob, &symbols);
    }
    if (code != CORE_OK) {
        return code;
    }
    size_t classes = t->classes, at = CORE_HEADER_SIZE;
    const size_t prizes = at, first = at += 4 * classes, plan = at += 4 * (classes + 1);
    const size_t pays = at += 2 * classes * t->strata, paylines = at += (size_t)PAY_SIZE * t->pays;
    const size_t strips = at += (size_t)t->paylines * t->reels, raises = at += symbols;
    *end = at += (size_t)RAISE_SIZE * t->raises;
    if (size < at) {
        return CORE_E_SIZE;
    }
    t->plan = blob + plan;
    t->pay_rows = blob + pays;
    t->payline_rows = blob + paylines;
    t->strips = blob + strips;
    t->raise_rows = blob + raises;
    for (uint32_t k = 0; k < CORE_MAX_CLASSES; k++) {
        t->prize_cents[k] = k < classes ? get_u32(blob + prizes + 4 * k) : 0;
    }
    for (uint32_t k = 0; k <= CORE_MAX_CLASSES; k++) {
        t->first[k] = get_u32(blob + first + 4 * (k < classes ? k : classes));
    }
    code = read_pays(t, symbols);
    if (code == CORE_OK) {
        code = read_plan(t);
    }
    if (code == CORE_OK) {
        code = read_gamble(t);
    }
    return code == CORE_OK ? read_raises(t) : code;
}

// Every class that the plan deals, or a raise gives, must have a window to show it.
static int plan_shown(const core_tables *t) {
    for (uint32_t i = 0; i < t->raises; i++) {
        const uint32_t to = t->raise_rows[RAISE_SIZE * i + 1];
        if (t->first[to] == t->first[to + 1]) {
            return 0;
        }
    }
    for (uint32_t s = 0; s < t->strata; s++) {
        for (uint32_t k = 0; k < t->classes; k++) {
            if (core_tables_plan(t, s, k) && t->first[k] == t->first[k + 1]) {
                return 0;
            }
        }
    }
    return 1;
}

// Write the class of every window and list the windows of each class; *listed of them have one.
static void derive_windows(core_tables *t, uint8_t *class_map, uint32_t *listed) {
    uint8_t stops[CORE_MAX_REELS], *list = class_map + t->windows;
    uint32_t counts[CORE_MAX_CLASSES], window = core_reels_first(t, 0, NULL, stops);
    for (uint32_t k = 0; k < CORE_MAX_CLASSES; k++) {
        counts[k] = 0;
    }
    do {
        uint32_t k = core_reels_class(t, core_reels_pay(t, stops));
        class_map[window] = (uint8_t)k;
        if (k != CORE_NO_CLASS) {
            counts[k]++;
        }
    } while (core_reels_next(t, 0, stops, &window));
    *listed = 0;
    for (uint32_t k = 0; k < t->classes; k++) {
        t->first[k] = *listed;
        *listed += counts[k];
        counts[k] = t->first[k];
    }
    t->first[t->classes] = *listed;
    for (window = 0; window < t->windows; window++) {
        uint32_t k = class_map[window];
        if (k != CORE_NO_CLASS) {
            put_u16(list + 2 * (size_t)counts[k]++, window);
        }
    }
}

int core_tables_compile(uint8_t *blob, size_t capacity, size_t *size) {
    core_tables t;
    size_t end;
    uint32_t listed;
    int code = read_stated(&t, blob, capacity, &end);
    if (code != CORE_OK) {
        return code;
    }
    if (capacity - end < 3 * (size_t)t.windows + CORE_DIGEST_SIZE) {
        return CORE_E_SIZE;
    }
    derive_windows(&t, blob + end, &listed);
    if (!plan_shown(&t)) {
        return CORE_E_PLAN;
    }
    uint8_t *first = blob + CORE_HEADER_SIZE + 4 * (size_t)t.classes;
    for (uint32_t k = 0; k <= t.classes; k++) {
        put_u32(first + 4 * k, t.first[k]);
    }
    const size_t body = end + t.windows + 2 * (size_t)listed;
    put_u32(blob + AT_SIZE, (uint32_t)(body + CORE_DIGEST_SIZE));
    put_u32(blob + AT_WINDOWS, t.windows);
    put_u32(blob + AT_LISTED, listed);
    core_sha256(blob, body, blob + body);
    *size = body + CORE_DIGEST_SIZE;
    return CORE_OK;
}

// Derive every window again and hold the stored lists against it.
static int check_windows(const core_tables *t) {
    uint8_t stops[CORE_MAX_REELS];
    uint32_t position[CORE_MAX_CLASSES], window = core_reels_first(t, 0, NULL, stops), listed = 0;
    for (uint32_t k = 0; k < t->classes; k++) {
        if (t->first[k + 1] < t->first[k] || t->first[k + 1] > t->listed) {
            return CORE_E_WINDOWS;
        }
        position[k] = t->first[k];
    }
    if (t->first[0] != 0 || t->first[t->classes] != t->listed) {
        return CORE_E_WINDOWS;
    }
    do {
        uint32_t k = core_reels_class(t, core_reels_pay(t, stops));
        if (t->class_map[window] != k) {
            return CORE_E_WINDOWS;
        }
        if (k != CORE_NO_CLASS) {
            if (position[k] >= t->first[k + 1] || window_at(t, position[k]) != window) {
                return CORE_E_WINDOWS;
            }
            position[k]++;
            listed++;
        }
    } while (core_reels_next(t, 0, stops, &window));
    return listed == t->listed ? CORE_OK : CORE_E_WINDOWS;
}

int core_tables_open(core_tables *t, const uint8_t *blob, size_t size) {
    size_t end;
    int code = read_stated(t, blob, size, &end);
    if (code != CORE_OK) {
        return code;
    }
    t->listed = get_u32(blob + AT_LISTED);
    if (get_u32(blob + AT_WINDOWS) != t->windows || t->listed > t->windows) {
        return CORE_E_WINDOWS;
    }
    size_t body = end + t->windows + 2 * (size_t)t->listed;
    if (size != body + CORE_DIGEST_SIZE || get_u32(blob + AT_SIZE) != size) {
        return CORE_E_SIZE;
    }
    t->size = (uint32_t)size;
    t->class_map = blob + end;
    t->window_list = t->class_map + t->windows;
    core_sha256(blob, body, t->digest);
    if (!same_bytes(t->digest, blob + body, CORE_DIGEST_SIZE)) {
        return CORE_E_DIGEST;
    }
    code = check_windows(t);
    if (code == CORE_OK && !plan_shown(t)) {
        code = CORE_E_PLAN;
    }
    return code;
}

uint32_t core_tables_plan(const core_tables *tables, uint32_t stratum, uint32_t prize_class) {
    if (stratum >= tables->strata || prize_class >= tables->classes) {
        return 0;
    }
    return get_u16(tables->plan + 2 * ((size_t)stratum * tables->classes + prize_class));
}

int core_tables_window(const core_tables *tables, uint32_t prize_class, uint32_t index,
    uint8_t stops[CORE_MAX_REELS]) {
    if (prize_class >= tables->classes
            || index >= tables->first[prize_class + 1] - tables->first[prize_class]) {
        return CORE_E_ARGUMENT;
    }
    core_reels_stops(tables, window_at(tables, tables->first[prize_class] + index), stops);
    return CORE_OK;
}

int core_tables_class(const core_tables *tables, const uint8_t stops[CORE_MAX_REELS]) {
    for (uint32_t r = 0; r < tables->reels; r++) {
        if (stops[r] >= tables->stops[r]) {
            return CORE_E_ARGUMENT;
        }
    }
    return tables->class_map[core_reels_window(tables, stops)];
}
