/* SPDX-License-Identifier: MIT
 *
 * snippets.c - the C snippets of the page (lab/snippets) shuffle as the catalogue does.
 *
 * Reason: the page shows them as the code of the shuffles that it audits. With the same
 * choices, each snippet must give the same permutation as its entry of the catalogue: for
 * every sequence of choices with small decks, and for many random ones with large decks.
 * And a fixed snippet must be fair, which enumeration proves.
 *
 * check_snippets_c.py writes rows.h, which includes all snippets, and compiles this file.
 */
#include "audit/catalogue/catalogue.h"
#include "tests/lab/snippet.h"
#include "tests/support/test.h"

enum {
    SMALL = 5,        /* decks of up to this many cards: all sequences of choices */
    FIXED = 4,        /* the same for fixed snippets */
    DEEPEST = 16,     /* choices that are enumerated; those after them are random */
    CHOICES = 200000, /* the most choices of a shuffle */
    CARDS = 64,       /* the most cards */
    SAMPLES = 100,    /* shuffles of a large deck */
    ORDERS = 24       /* of FIXED cards */
};

/* Divisible by the product of the sides of all dice of a fixed snippet. */
static const uint64_t TOTAL = (1ULL << 30) * 531441 * 15625;

/* ---- dice -------------------------------------------------------------------------- */

/* Counts like an odometer: the first choices are prescribed, the next ones are 0; then
 * the last choice that can be raised is raised by one. */
static struct {
    uint64_t choice[CHOICES], sides[CHOICES];
    size_t used;       /* choices of this shuffle so far */
    size_t recorded;   /* choices that are prescribed */
    size_t enumerated; /* choices from here on are random */
    size_t cards;      /* in the deck */
    uint64_t noise;    /* the state of the random choices */
    bool follows;      /* the snippet repeats the choices of the catalogue */
    const char *wrong; /* what differed; NULL: nothing */
} dice;

static uint64_t noise(uint64_t sides)
{
    dice.noise = dice.noise * 6364136223846793005u + 1442695040888963407u;
    return (dice.noise >> 33) % sides;
}

static uint64_t lead(uint64_t sides)
{
    const size_t i = dice.used++;
    if (i >= CHOICES) {
        fprintf(stderr, "too many choices\n");
        exit(1);
    }
    if (i >= dice.enumerated)
        dice.choice[i] = noise(sides);
    else if (i >= dice.recorded)
        dice.choice[i] = 0;
    dice.sides[i] = sides;
    return dice.choice[i];
}

/* The next choice of the catalogue. */
static size_t follow(void)
{
    if (dice.used == dice.recorded) {
        dice.wrong = "it makes more choices";
        return 0;
    }
    return dice.used++;
}

static uint64_t catalogue_choose(void *context, uint64_t sides)
{
    (void)context;
    return lead(sides);
}

static long random(long sides)
{
    if (!dice.follows)
        return (long)lead((uint64_t)sides);
    const size_t i = follow();
    if (dice.sides[i] != (uint64_t)sides)
        dice.wrong = "it rolls another die";
    return dice.wrong == NULL ? (long)dice.choice[i] : 0;
}

/* The catalogue chooses one of several equal intervals: here, the middle of it. If the
 * snippet leads, twice as many intervals as any number up to n divides: then all numbers
 * in an interval lead to the same result. */
static double fraction(void)
{
    static const uint64_t multiple[] = {2, 2, 4, 12, 24};
    if (!dice.follows) {
        const uint64_t sides = multiple[dice.cards];
        return ((double)lead(sides) + 0.5) / (double)sides;
    }
    const size_t i = follow();
    return ((double)dice.choice[i] + 0.5) / (double)dice.sides[i];
}

/* Moves on to the next sequence of choices. Returns false after the last one. */
static bool next_sequence(void)
{
    size_t depth = dice.used < dice.enumerated ? dice.used : dice.enumerated;
    while (depth > 0 && dice.choice[depth - 1] + 1 == dice.sides[depth - 1])
        depth--;
    dice.recorded = depth;
    if (depth > 0)
        dice.choice[depth - 1]++;
    return depth > 0;
}

/* ---- the snippets ------------------------------------------------------------------ */

typedef void snippet(int *cards, int n, long parameter);

typedef struct {
    const char *name;
    snippet *run;
    snippet *fixed; /* NULL: there is no fix */
} row;

#include "rows.h" /* rows[], which ends with a NULL name */

/* What enumeration with the usual parameter would take too long for. The parameter of
 * shuffles that are not listed is the usual one. */
static uint64_t small_parameter(const audit_shuffle *shuffle, size_t n)
{
    static const struct {
        const char *name;
        uint64_t parameter;
    } small[] = {{"transpositions", 2}, {"keeps-the-deck", 2}, {"distinct-swaps", 3},
                 {"adjacent-swaps", 4}, {"keys", 2},           {"keys-redraw", 2},
                 {"riffle", 2},         {"overhand", 2},       {"buffer", 2}};
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++)
        if (strcmp(small[i].name, shuffle->name) == 0)
            return small[i].parameter;
    int wrong;
    return audit_parameter_value(&shuffle->parameter, 0, 0, n, &wrong);
}

/* Some snippets roll a die of n - 1 sides. The catalogue has a case of its own for one
 * card. */
static size_t least_cards(const char *name)
{
    static const char *const two[] = {"never-last", "distinct-swaps", "adjacent-swaps",
                                      "affine"};
    for (size_t i = 0; i < sizeof two / sizeof two[0]; i++)
        if (strcmp(two[i], name) == 0)
            return 2;
    return 1;
}

/* One shuffle by the catalogue and one by the snippet, with the same choices. */
static bool same_result(const audit_shuffle *shuffle, const row *snippet, size_t n,
                        uint64_t parameter)
{
    const fairaudit_die die = {catalogue_choose, NULL};
    unsigned char expected[CARDS];
    int cards[CARDS];
    for (size_t i = 0; i < n; i++)
        cards[i] = expected[i] = (unsigned char)i;
    dice.cards = n;
    dice.used = 0;
    dice.follows = false;
    shuffle->run(&die, expected, n, parameter);

    const size_t rolled = dice.used;
    dice.recorded = rolled;
    dice.used = 0;
    dice.follows = true;
    dice.wrong = NULL;
    snippet->run(cards, (int)n, (long)parameter);
    if (dice.wrong == NULL && dice.used != rolled)
        dice.wrong = "it makes fewer choices";
    for (size_t i = 0; dice.wrong == NULL && i < n; i++)
        if (cards[i] != expected[i])
            dice.wrong = "it gives another permutation";
    dice.used = rolled;
    return dice.wrong == NULL;
}

static void start_dice(size_t enumerated)
{
    dice.recorded = 0;
    dice.enumerated = enumerated;
    dice.noise = 1;
}

/* keys-redraw has no limit: its choices after the first 8 are random. */
static void check_small(const audit_shuffle *shuffle, const row *snippet)
{
    const size_t deepest = shuffle->unbounded ? 8 : DEEPEST;
    for (size_t n = least_cards(shuffle->name); n <= SMALL; n++) {
        const uint64_t parameter = small_parameter(shuffle, n);
        uint64_t sequences = 0;
        bool good;
        start_dice(deepest);
        do {
            good = same_result(shuffle, snippet, n, parameter);
            CHECKF(good, "%s, %zu cards: %s", shuffle->name, n, dice.wrong);
            CHECKF(shuffle->unbounded || dice.used <= DEEPEST, "%s: many choices",
                   shuffle->name);
            sequences++;
        } while (good && next_sequence());
        CHECK(sequences > (n > 2));
    }
}

static void check_large(const audit_shuffle *shuffle, const row *snippet)
{
    static const size_t decks[] = {2, 8, 52};
    for (size_t i = 0; i < sizeof decks / sizeof decks[0]; i++) {
        const size_t n = decks[i];
        int wrong;
        const uint64_t parameter =
            audit_parameter_value(&shuffle->parameter, 0, 0, n, &wrong);
        start_dice(0);
        for (int sample = 0; sample < SAMPLES; sample++) {
            const bool good = same_result(shuffle, snippet, n, parameter);
            CHECKF(good, "%s, %zu cards: %s", shuffle->name, n, dice.wrong);
        }
    }
}

/* ---- fixes ------------------------------------------------------------------------- */

static size_t rank_of(const int *cards, size_t n)
{
    size_t rank = 0;
    for (size_t i = 0; i < n; i++) {
        size_t smaller = 0;
        for (size_t j = i + 1; j < n; j++)
            smaller += cards[j] < cards[i];
        rank = rank * (n - i) + smaller;
    }
    return rank;
}

/* TOTAL times the probability of the choices of this shuffle; 0 if it is not whole. */
static uint64_t share(void)
{
    uint64_t left = TOTAL;
    for (size_t i = 0; i < dice.used; i++) {
        if (left % dice.sides[i] != 0)
            return 0;
        left /= dice.sides[i];
    }
    return left;
}

/* Whether every permutation has the same probability, exactly. */
static bool is_fair(snippet *run, size_t n, uint64_t parameter)
{
    uint64_t weight[ORDERS] = {0}, orders = 1;
    for (size_t i = 2; i <= n; i++)
        orders *= i;
    start_dice(DEEPEST);
    dice.follows = false;
    dice.cards = n;
    do {
        int cards[CARDS];
        for (size_t i = 0; i < n; i++)
            cards[i] = (int)i;
        dice.used = 0;
        run(cards, (int)n, (long)parameter);
        if (dice.used > DEEPEST || share() == 0)
            return false;
        weight[rank_of(cards, n)] += share();
    } while (next_sequence());
    for (uint64_t rank = 0; rank < orders; rank++)
        if (weight[rank] * orders != TOTAL)
            return false;
    return true;
}

static void check_fixed(const audit_shuffle *shuffle, const row *snippet)
{
    const size_t n = FIXED;
    const uint64_t parameter = small_parameter(shuffle, n);
    CHECKF(!is_fair(snippet->run, n, parameter), "%s is fair", snippet->name);
    for (size_t cards = 2; cards <= n; cards++)
        CHECKF(is_fair(snippet->fixed, cards, parameter), "%s is not fair, %zu cards",
               snippet->name, cards);
}

/* ------------------------------------------------------------------------------------ */

static const row *row_of(const char *name)
{
    for (const row *r = rows; r->name != NULL; r++)
        if (strcmp(r->name, name) == 0)
            return r;
    return NULL;
}

int main(void)
{
    TEST("every shuffle of the catalogue has a snippet; a fair one has no fix")
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++) {
        CHECKF(row_of(s->name) != NULL, "lab/snippets/%s.c is missing", s->name);
        CHECKF(row_of(s->name) == NULL || !s->fair || row_of(s->name)->fixed == NULL,
               "%s is fair, and has a fix", s->name);
    }
    for (const row *r = rows; r->name != NULL; r++)
        CHECKF(audit_find(r->name) != NULL, "lab/snippets/%s.c: no such shuffle",
               r->name);

    TEST("all sequences of choices, small decks")
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        if (row_of(s->name) != NULL)
            check_small(s, row_of(s->name));

    TEST("random choices, the usual parameters, up to 52 cards")
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        if (row_of(s->name) != NULL)
            check_large(s, row_of(s->name));

    TEST("fixed snippets are fair, and were not before")
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        if (row_of(s->name) != NULL && row_of(s->name)->fixed != NULL)
            check_fixed(s, row_of(s->name));

    TEST("a snippet of another shuffle is noticed")
    {
        start_dice(DEEPEST);
        CHECK(!same_result(audit_find("swap-with-any"), row_of("down"), 3, 0));
        CHECK(!same_result(audit_find("up"), row_of("down"), 3, 0));
        dice.recorded = 1;
        dice.choice[0] = 1;
        CHECK(!same_result(audit_find("step-short"), row_of("down"), 3, 0));
    }
    return test_done();
}
