/* SPDX-License-Identifier: MIT
 *
 * heatmap.c - the position matrix as a picture: one row per card, one column per
 * position.
 *
 * Blue is less than fair, orange is more; colour-blind people can tell these two apart.
 * All cells have the same standard deviation, so one scale fits both percent and z. A
 * cell within 4 standard deviations is grey, since chance explains it; others have at
 * least a light tint. The scale ends at the largest deviation, but at 1/n at most: that
 * is "never" on one side, and "twice as often or more" on the other.
 *
 * Small decks show numbers in their cells. Larger ones have blocks of two columns, then
 * half blocks (two cards per line). If that is still too wide, neighbours are joined to
 * square bins. How often r cards come to c positions has a hypergeometric distribution,
 * from which the standard deviation of a bin follows.
 */
#include "audit/command/report/text.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    CHANCE = 4, /* standard deviations that chance explains */
    MARGIN = 8, /* columns before the map */
    STEPS = 5   /* of the legend, to each side */
};

static const char chance[] = "within 4 standard deviations (z) of fair",
                  exact[] = "fair to 9 digits";

enum form { NUMBERS, BLOCKS, HALVES, SINGLES };

struct map {
    const uint64_t *counts;    /* [position * n + card]; NULL: `exact` */
    const double *exact;       /* [position * n + card]: probabilities */
    size_t n;                  /* cards */
    size_t bin;                /* cards of a bin */
    size_t side;               /* bins of a row */
    double trials;             /* sum of the counts of a card */
    double limit;              /* deviation at the end of the scale */
    double largest;            /* the largest share */
    struct report_style style; /* colours and width of the output */
    enum form form;            /* how a cell is drawn */
    int room;                  /* columns of a cell */
    int decimals;              /* of the numbers in cells */
};

/* ---- bins -------------------------------------------------------------------------- */

struct bin {
    double off; /* mean share, less the fair share 1/n */
    double z;   /* in standard deviations; infinite if it is exact and not fair */
};

static size_t bin_end(const struct map *map, size_t i)
{
    return (i + 1) * map->bin < map->n ? (i + 1) * map->bin : map->n;
}

static struct bin bin_at(const struct map *map, size_t row, size_t column)
{
    assert(row < map->side && column < map->side);
    const size_t card_end = bin_end(map, row), end = bin_end(map, column);
    const double n = (double)map->n, r = (double)(card_end - row * map->bin),
                 c = (double)(end - column * map->bin);
    double sum = 0;
    for (size_t position = column * map->bin; position < end; position++)
        for (size_t card = row * map->bin; card < card_end; card++) {
            const size_t at = position * map->n + card;
            sum += map->counts != NULL ? (double)map->counts[at] : map->exact[at];
        }
    if (map->exact != NULL) {
        const double off = sum / (r * c) - 1 / n;
        const bool fair = fabs(off) * n < 1e-9;
        return (struct bin){fair ? 0 : off, fair ? 0 : copysign(INFINITY, off)};
    }
    const double variance = map->trials * r * (c / n) * (1 - c / n) * (n - r) / (n - 1);
    const double surplus = sum - map->trials * r * c / n;
    return (struct bin){surplus / (map->trials * r * c),
                        variance > 0 ? surplus / sqrt(variance) : 0};
}

static void find_limit(struct map *map)
{
    map->limit = map->largest = 0;
    for (size_t row = 0; row < map->side; row++)
        for (size_t column = 0; column < map->side; column++) {
            const double off = bin_at(map, row, column).off;
            map->limit = fmax(map->limit, fabs(off));
            map->largest = fmax(map->largest, off + 1 / (double)map->n);
        }
    map->limit = fmin(map->limit, 1 / (double)map->n);
}

/* From -1 (much less than fair) to 1 (much more); 0 if chance explains the deviation. */
static double tone(const struct map *map, struct bin bin)
{
    if (fabs(bin.z) < CHANCE || map->limit <= 0)
        return 0;
    return fmax(-1, fmin(1, bin.off / map->limit));
}

static bool all_grey(const struct map *map)
{
    for (size_t row = 0; row < map->side; row++)
        for (size_t column = 0; column < map->side; column++)
            if (tone(map, bin_at(map, row, column)) != 0)
                return false;
    return true;
}

/* ---- colours ----------------------------------------------------------------------- */

struct colour {
    int red;    /* with 256 colours: the number of the colour */
    int green;  /* with 256 colours: not used */
    int blue;   /* with 256 colours: not used */
    bool light; /* text on it is black */
};

static struct colour colour_256(double tone)
{
    static const int less[STEPS] = {153, 111, 69, 26, 25},
                     more[STEPS] = {223, 215, 208, 166, 130};
    int step = (int)ceil(fabs(tone) * STEPS) - 1;
    step = step < 0 ? 0 : step >= STEPS ? STEPS - 1 : step;
    if (tone < 0)
        return (struct colour){.red = less[step], .light = step < 3};
    if (tone > 0)
        return (struct colour){.red = more[step], .light = step < 4};
    return (struct colour){.red = 252, .light = true};
}

/* From a light tint through the pure colour to a dark one, in sRGB. */
static struct colour colour_true(double tone)
{
    static const int less[3][3] = {{200, 224, 246}, {67, 147, 215}, {8, 69, 148}},
                     more[3][3] = {{254, 222, 188}, {253, 141, 45}, {188, 70, 0}};
    if (tone == 0)
        return (struct colour){212, 212, 212, true};
    const double way = 2 * fabs(tone), part = way < 1 ? way : way - 1;
    const int from = way < 1 ? 0 : 1;
    int mixed[3];
    for (int i = 0; i < 3; i++) {
        const int a = tone < 0 ? less[from][i] : more[from][i],
                  b = tone < 0 ? less[from + 1][i] : more[from + 1][i];
        mixed[i] = (int)floor(a + (b - a) * part + 0.5);
    }
    const int lightness = 299 * mixed[0] + 587 * mixed[1] + 114 * mixed[2];
    return (struct colour){mixed[0], mixed[1], mixed[2], lightness > 125000};
}

static struct colour colour_of(const struct map *map, double tone)
{
    return map->style.colour == COLOUR_TRUE ? colour_true(tone) : colour_256(tone);
}

/* Sets the colour of the text (what = 38) or of the background (48). */
static void set_colour(FILE *file, const struct map *map, int what, struct colour colour)
{
    if (map->style.colour == COLOUR_TRUE)
        fprintf(file, "\033[%d;2;%d;%d;%dm", what, colour.red, colour.green, colour.blue);
    else
        fprintf(file, "\033[%d;5;%dm", what, colour.red);
}

/* Prints a text on a background of the colour of a tone. */
static void put_on(FILE *file, const struct map *map, double tone, const char *text)
{
    const struct colour ground = colour_of(map, tone);
    set_colour(file, map, 48, ground);
    fprintf(file, "\033[38;5;%dm%s\033[0m", ground.light ? 16 : 231, text);
}

/* The sign for a tone, if there are no colours. */
static const char *sign(double tone)
{
    if (tone == 0)
        return ".";
    if (fabs(tone) <= 0.5)
        return tone < 0 ? "-" : "+";
    return tone < 0 ? "=" : "#";
}

/* ---- cells ------------------------------------------------------------------------- */

static void put_number(FILE *file, const struct map *map, struct bin bin, double tone)
{
    char text[32];
    const bool plain = map->style.colour == COLOUR_NONE;
    snprintf(text, sizeof text, "%*.*f%s", map->room - 1, map->decimals,
             100 * (bin.off + 1 / (double)map->n), plain ? "" : " ");
    if (plain)
        fputs(text, file);
    else
        put_on(file, map, tone, text);
}

static void put_cell(FILE *file, const struct map *map, size_t row, size_t column)
{
    const struct bin bin = bin_at(map, row, column);
    const double t = tone(map, bin);
    const bool last = column + 1 == map->side; /* no blanks at the end of a line */
    if (map->form == NUMBERS) {
        put_number(file, map, bin, t);
        if (map->style.colour == COLOUR_NONE && (t != 0 || !last))
            fputs(t == 0 ? " " : sign(t), file);
    } else if (map->form == HALVES) {
        const bool two = row + 1 < map->side;
        set_colour(file, map, 38, colour_of(map, t));
        if (two)
            set_colour(file, map, 48,
                       colour_of(map, tone(map, bin_at(map, row + 1, column))));
        fputs("▀\033[0m", file);
    } else if (map->style.colour != COLOUR_NONE) {
        put_on(file, map, t, map->form == BLOCKS ? "  " : " ");
    } else {
        fprintf(file, "%s%s", sign(t), map->form == BLOCKS && !last ? " " : "");
    }
}

/* ---- the map ----------------------------------------------------------------------- */

/* Labels are 1, 5, 10, ...; with bins 1, 31, 61, and if two cards share a line 1, 11, 21.
 */
static bool is_labelled(const struct map *map, size_t i, size_t step, bool lines)
{
    return i == 0 || (i + (map->bin == 1 && !lines)) % step == 0;
}

static void put_positions(FILE *file, const struct map *map)
{
    text_on(file, map->style, TEXT_QUIET);
    fprintf(file, "%*sposition\n  %-*s", MARGIN, "", MARGIN - 2, "card");
    if (map->form == NUMBERS) {
        for (size_t i = 0; i < map->side; i++)
            fprintf(file, "%*zu", i > 0 ? map->room : map->room - 1, i + 1);
    } else {
        const int room = map->form == BLOCKS ? 2 : 1;
        const size_t step = map->form == BLOCKS ? 5 : 10;
        int at = 0;
        for (size_t i = 0; i < map->side; i++)
            if (is_labelled(map, i, step, false) && (int)i * room >= at + (i > 0)) {
                at += fprintf(file, "%*s", (int)i * room - at, "");
                at += fprintf(file, "%zu", i * map->bin + 1);
            }
    }
    text_off(file, map->style);
    putc('\n', file);
}

static void put_rows(FILE *file, const struct map *map)
{
    const size_t step = map->form == HALVES ? 2 : 1;
    const size_t label = map->form == NUMBERS ? 1 : map->form == HALVES ? 10 : 5;
    for (size_t row = 0; row < map->side; row += step) {
        char text[32] = "";
        if (is_labelled(map, row, label, map->form == HALVES))
            snprintf(text, sizeof text, "%zu", row * map->bin + 1);
        text_on(file, map->style, TEXT_QUIET);
        fprintf(file, "%*s  ", MARGIN - 2, text);
        text_off(file, map->style);
        for (size_t column = 0; column < map->side; column++)
            put_cell(file, map, row, column);
        putc('\n', file);
    }
}

/* Prints the ends of the scale, in percent of shuffles and, for counts, in z. They go to
 * the next line if there is no room after column `at`. */
static void put_ends(FILE *file, const struct map *map, int at)
{
    const double fair = 1 / (double)map->n;
    char low[NUMBER_ROOM], mid[NUMBER_ROOM], high[NUMBER_ROOM], z[NUMBER_ROOM] = "",
                                                                text[200];
    if (map->exact == NULL && map->bin == 1) {
        const double most = map->limit * sqrt(map->trials / (fair * (1 - fair)));
        snprintf(z, sizeof z, "; z -%.3g, 0, +%.3g", most, most);
    }
    snprintf(text, sizeof text, "%s, %s, %s%s",
             number_percent(low, fmax(0, fair - map->limit)), number_percent(mid, fair),
             number_percent(high, fair + map->limit), z);
    if (at + 3 + text_columns(text) > map->style.width)
        fprintf(file, "\n%*s%s\n", MARGIN, "", text);
    else
        fprintf(file, "   %s\n", text);
}

static void put_legend(FILE *file, const struct map *map)
{
    const bool plain = map->style.colour == COLOUR_NONE;
    const char *less = map->limit * (double)map->n > 0.999 ? "never" : "less";
    fprintf(file, "\n%*s", MARGIN, "");
    if (all_grey(map)) {
        fprintf(file, "all cells are %s\n", map->exact != NULL ? exact : chance);
        return;
    }
    if (plain) {
        fprintf(file, "%s = - . + # more", less);
    } else {
        fprintf(file, "%s ", less);
        for (int i = -STEPS; i <= STEPS; i++)
            put_on(file, map, (double)i / STEPS, "  ");
        fputs(" more", file);
    }
    put_ends(file, map,
             MARGIN + (int)strlen(less) + (plain ? 11 : 3 + 2 * (2 * STEPS + 1)) + 5);
    char text[200], bins[NUMBER_ROOM];
    const char *what = !plain ? "grey" : map->form == NUMBERS ? "no sign" : ".";
    snprintf(text, sizeof text, "%s: %s", what, map->exact != NULL ? exact : chance);
    fprintf(file, "%*s", MARGIN, "");
    text_wrap(file, map->style, MARGIN, MARGIN, text);
    if (map->bin > 1) {
        snprintf(text, sizeof text, "each cell is the mean of %s cards by %zu positions",
                 number_count(bins, map->bin), map->bin);
        fprintf(file, "%*s", MARGIN, "");
        text_wrap(file, map->style, MARGIN, MARGIN, text);
    }
}

/* Chooses the largest form for which there is room. */
static void choose_form(struct map *map)
{
    const int width = map->style.width - MARGIN, n = (int)map->n;
    map->bin = 1;
    map->side = map->n;
    find_limit(map);
    map->decimals = map->limit < 0.01 && n * 7 <= width ? 2 : 1;
    map->room = (map->decimals == 2 ? 7 : 6) + (map->largest > 0.9994); /* 100.0 */
    const bool colours = map->style.colour != COLOUR_NONE;
    if (n <= 16 && n * map->room <= width) {
        map->form = NUMBERS;
        return;
    }
    if (n * 2 <= width && (n <= 26 || !(colours && map->style.utf8))) {
        map->form = BLOCKS;
        return;
    }
    map->form = colours && map->style.utf8 ? HALVES : SINGLES;
    const size_t most = width < 1 ? 1 : width > 128 ? 128 : (size_t)width;
    map->bin = (map->n + most - 1) / most;
    map->side = (map->n + map->bin - 1) / map->bin;
    find_limit(map);
}

static void draw(FILE *file, struct map *map)
{
    choose_form(map);
    if (map->form != NUMBERS && all_grey(map)) {
        char cells[NUMBER_ROOM];
        fprintf(file, "  All %s cells are %s.\n",
                number_count(cells, (uint64_t)map->n * map->n),
                map->exact != NULL ? exact : chance);
        return;
    }
    put_positions(file, map);
    put_rows(file, map);
    put_legend(file, map);
}

void heatmap_print(FILE *file, const uint64_t *counts, size_t n, uint64_t trials,
                   struct report_style style)
{
    struct map map = {.counts = counts, .n = n, .trials = (double)trials, .style = style};
    if (counts != NULL && trials > 0 && n >= 2)
        draw(file, &map);
}

void heatmap_print_exact(FILE *file, const double *position, size_t n,
                         struct report_style style)
{
    struct map map = {.exact = position, .n = n, .style = style};
    if (position != NULL && n >= 2)
        draw(file, &map);
}
