/* SPDX-License-Identifier: MIT
 *
 * test_detectable.c - an effect that an audit claims to detect is detected nine times in
 * ten, and nothing is claimed for tests that were not made.
 *
 * Each sentence is read, the deviation that it names is made, and audits with tests only
 * look at it. Of N audits at least 0.9 N must say UNFAIR, less what chance explains: that
 * bound is missed with probability 1e-4. All seeds are fixed. With the argument "many"
 * there are more audits of each case, and larger cases.
 */
#include <math.h>

#include "audit/diagnosis/effect.h"
#include "audit/numbers/tails.h"
#include "tests/audit/engine/cases.h"

enum kind { CELL, SIGN, SWAPS, KEYS, RIFFLES, STATES, ITEM };

struct setting {
    enum kind kind;
    size_t n, sample;
    int put_back;
    size_t trials;
    const char *views;
};

/* ---- claims ------------------------------------------------------------------------ */

/* By kind: words that only its sentence has, and words before its number. */
static const char *const mark[] = {"some position",  "even orders", "random swap",
                                   "random keys",    "riffle",      "that gives",
                                   "item that comes"};
static const char *const before[] = {"position in ", "orders in ", "up to ",   "up to ",
                                     "up to ",       "at most ",   "comes in "};

/* The number that the sentence of this kind names; 0: there is no such sentence. */
static double claim_in(const audit_sentences *said, enum kind kind)
{
    for (size_t i = 0; i < said->count; i++) {
        char number[32] = "";
        const char *text = said->text[i], *at, *found = NULL;
        if (strstr(text, mark[kind]) == NULL)
            continue;
        for (at = strstr(text, before[kind]); at != NULL && found == NULL;
             at = strstr(at + 1, before[kind]))
            if (kind != RIFFLES || strstr(at + 1, before[kind]) == NULL)
                found = at + strlen(before[kind]); /* riffles are named last */
        for (size_t length = 0; found != NULL && strchr("0123456789.,", *found) != NULL &&
                                *found != '\0' && length + 1 < sizeof number;
             found++)
            if (*found != ',') /* between thousands */
                number[length++] = *found;
        return atof(number);
    }
    return 0;
}

static audit_run *open_audit(const struct setting *of, int only_tests)
{
    const audit_plan plan = {.n = of->n,
                             .sample = of->sample,
                             .put_back = of->put_back,
                             .threads = 1,
                             .only_tests = only_tests,
                             .views = of->views};
    audit_run *audit;
    if (audit_create(&audit, &plan) != FAIRAUDIT_OK) {
        printf("Bail out! no memory\n");
        exit(1);
    }
    return audit;
}

/* ---- deviations -------------------------------------------------------------------- */

static double uniform(audit_source *source)
{
    return ldexp((double)(audit_source_word(source) >> 11), -53);
}

/* A fair order; with probability (p - 1/n) / (1 - 1/n), card 2 is moved to position 4 (or
 * 1), so that it is there with probability p. */
static void make_cell(audit_source *source, double p, size_t n, unsigned char *order)
{
    const size_t position = n > 3 ? 3 : 0;
    audit_source_order(source, order, n);
    if (uniform(source) * (1 - 1 / (double)n) >= p - 1 / (double)n)
        return;
    for (size_t i = 0; i < n; i++)
        if (order[i] == 1) {
            order[i] = order[position];
            order[position] = 1;
            return;
        }
}

static int is_odd(const unsigned char *order, size_t n)
{
    unsigned odd = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            odd += order[j] > order[i];
    return odd & 1;
}

static void make_sign(audit_source *source, double even, size_t n, unsigned char *order)
{
    const int odd = uniform(source) >= even;
    audit_source_order(source, order, n);
    if (is_odd(order, n) != odd) {
        const unsigned char first = order[0];
        order[0] = order[1];
        order[1] = first;
    }
}

static void make_state(audit_source *source, double states, size_t n, uint64_t run,
                       unsigned char *order)
{
    const audit_seed seed = audit_seed_of_number(run);
    audit_source state;
    audit_source_start(&state, &seed, AUDIT_STREAM_COMPARE,
                       audit_source_below(source, (uint64_t)states));
    audit_source_order(&state, order, n);
}

/* A sample that has one item, the third if there are three, with probability p; with
 * replacement, each draw. */
static void make_sample(audit_source *source, double p, const struct setting *of,
                        uint32_t *items)
{
    const size_t n = of->n, k = of->sample;
    const uint32_t item = n > 2 ? 2 : 0;
    unsigned char order[256];
    const double fair = (double)k / (double)n;
    if (of->put_back) {
        for (size_t i = 0; i < k; i++) {
            const uint64_t other = audit_source_below(source, n - 1);
            items[i] = uniform(source) < p ? item : (uint32_t)(other + (other >= item));
        }
        return;
    }
    audit_source_order(source, order, n);
    if (uniform(source) * (1 - fair) < p - fair)
        for (size_t i = k; i < n; i++)
            if (order[i] == item) { /* it takes the place of another */
                const size_t j = audit_source_below(source, k);
                order[i] = order[j];
                order[j] = (unsigned char)item;
            }
    for (size_t i = 0; i < k; i++)
        items[i] = order[i];
}

static void make(const struct setting *of, double claim, uint64_t run,
                 unsigned char *orders, uint32_t *items)
{
    static const char *const names[] = {
        [SWAPS] = "transpositions", [KEYS] = "keys", [RIFFLES] = "riffle"};
    const audit_seed seed = audit_seed_of_number(1000 + run);
    audit_source source;
    audit_source_start(&source, &seed, AUDIT_STREAM_DIE, 0);
    if (of->kind == SWAPS || of->kind == KEYS || of->kind == RIFFLES) {
        char name[64];
        snprintf(name, sizeof name, "%s:%.0f", names[of->kind], claim);
        audit_builtin builtin = case_of(name, "exact", of->n, 1000 + run);
        audit_builtin_fill(&builtin, 0, of->trials, orders);
        return;
    }
    for (size_t t = 0; t < of->trials; t++) {
        unsigned char *order = of->kind == ITEM ? NULL : orders + t * of->n;
        if (of->kind == CELL)
            make_cell(&source, claim / 100, of->n, order);
        else if (of->kind == SIGN)
            make_sign(&source, claim / 100, of->n, order);
        else if (of->kind == STATES)
            make_state(&source, claim, of->n, run, order);
        else
            make_sample(&source, claim / 100, of, items + t * of->sample);
    }
}

/* ---- power ------------------------------------------------------------------------- */

/* The claim of audits of this size about this kind; 0: none. It is the same for fair
 * orders and others. */
static double claim_of(const struct setting *of, unsigned char *orders, uint32_t *items)
{
    static audit_judgement judgement;
    audit_sentences said;
    audit_run *audit = open_audit(of, 1);
    struct setting fair = *of;
    fair.kind = of->sample > 0 ? ITEM : CELL;
    make(&fair,
         of->sample > 0 && !of->put_back ? 100.0 * (double)of->sample / (double)of->n
                                         : 100.0 / (double)of->n,
         0, orders, items);
    if (of->sample > 0)
        audit_add_samples(audit, items, of->trials);
    else
        audit_add(audit, orders, of->trials);
    audit_judge(audit, 1, &judgement);
    audit_detectable_effects(audit, &judgement, AUDIT_AS_THEY_CAME, &said);
    audit_free(audit);
    return claim_in(&said, of->kind);
}

/* The fewest of `count` that a probability of 0.9 each explains. */
static unsigned fewest(unsigned audits)
{
    unsigned least = 0;
    while (audit_tails_binomial(least, audits, 0.9).lower < 1e-4)
        least++;
    return least;
}

static int shown; /* the result, also if it is good */

static void check_setting(const struct setting *of, unsigned audits, int must)
{
    static audit_judgement judgement;
    unsigned char *orders = malloc(of->trials * of->n);
    uint32_t *items = malloc((of->trials * of->sample + 1) * sizeof *items);
    if (orders == NULL || items == NULL) {
        printf("Bail out! no memory\n");
        exit(1);
    }
    const double claim = claim_of(of, orders, items);
    unsigned seen = 0;
    CHECKF(claim > 0 || !must, "\"%s\" is not said of %zu trials, n %zu", mark[of->kind],
           of->trials, of->n);
    for (unsigned run = 0; run < audits && claim > 0; run++) {
        audit_run *audit = open_audit(of, 1);
        make(of, claim, run, orders, items);
        if (of->sample > 0)
            audit_add_samples(audit, items, of->trials);
        else
            audit_add(audit, orders, of->trials);
        audit_judge(audit, 1, &judgement);
        seen += judgement.verdict == FAIRAUDIT_UNFAIR;
        audit_free(audit);
    }
    CHECKF(claim == 0 || seen >= fewest(audits),
           "\"%s\" %g: seen in %u of %u audits of %zu trials, n %zu, k %zu",
           mark[of->kind], claim, seen, audits, of->trials, of->n, of->sample);
    if (shown)
        printf("# %-16s n %3zu k %zu%s, %6zu trials%s%s: %g, %u of %u\n", mark[of->kind],
               of->n, of->sample, of->put_back ? " put back" : "", of->trials,
               of->views != NULL ? ", " : "", of->views != NULL ? of->views : "", claim,
               seen, audits);
    free(orders);
    free(items);
}

static void check_all(const struct setting *settings, size_t count, unsigned audits,
                      int must)
{
    for (size_t i = 0; i < count; i++)
        check_setting(&settings[i], audits, must);
}

#define ALL(settings) (settings), sizeof(settings) / sizeof(settings)[0]

/* ---- settings ---------------------------------------------------------------------- */

/* So few that most tests are not usable: nothing is claimed, or it is true. */
static const struct setting few[] = {
    {CELL, 52, 0, 0, 100, NULL},  {CELL, 52, 0, 0, 200, NULL},
    {CELL, 10, 0, 0, 60, NULL},   {CELL, 10, 0, 0, 100, NULL},
    {CELL, 5, 0, 0, 60, NULL},    {CELL, 5, 0, 0, 100, NULL},
    {CELL, 20, 0, 0, 100, NULL},  {ITEM, 100, 1, 0, 100, NULL},
    {ITEM, 100, 1, 0, 300, NULL}, {ITEM, 50, 5, 0, 60, NULL},
    {ITEM, 50, 5, 0, 200, NULL},  {SIGN, 5, 0, 0, 20, NULL},
    {STATES, 10, 0, 0, 60, NULL},
};

/* Tests are usable. */
static const struct setting enough[] = {
    {CELL, 5, 0, 0, 700, NULL},      {CELL, 5, 0, 0, 5000, NULL},
    {CELL, 10, 0, 0, 520, NULL},     {CELL, 10, 0, 0, 2000, NULL},
    {CELL, 20, 0, 0, 500, NULL},     {CELL, 52, 0, 0, 480, NULL},
    {CELL, 52, 0, 0, 2000, NULL},    {CELL, 2, 0, 0, 400, NULL},
    {SIGN, 10, 0, 0, 40, NULL},      {SIGN, 10, 0, 0, 1000, NULL},
    {SWAPS, 52, 0, 0, 30, NULL},     {SWAPS, 52, 0, 0, 60, NULL},
    {SWAPS, 52, 0, 0, 100, NULL},    {SWAPS, 52, 0, 0, 1000, NULL},
    {SWAPS, 10, 0, 0, 60, NULL},     {SWAPS, 10, 0, 0, 150, NULL},
    {SWAPS, 10, 0, 0, 3000, NULL},   {SWAPS, 5, 0, 0, 3000, NULL},
    {KEYS, 52, 0, 0, 30, NULL},      {KEYS, 52, 0, 0, 500, NULL},
    {KEYS, 10, 0, 0, 100, NULL},     {KEYS, 10, 0, 0, 3000, NULL},
    {KEYS, 5, 0, 0, 1000, NULL},     {RIFFLES, 52, 0, 0, 100, NULL},
    {RIFFLES, 10, 0, 0, 3000, NULL}, {STATES, 10, 0, 0, 1000, NULL},
    {STATES, 52, 0, 0, 2000, NULL},  {ITEM, 100, 1, 0, 5000, NULL},
    {ITEM, 50, 5, 0, 500, NULL},     {ITEM, 50, 5, 0, 3000, NULL},
    {ITEM, 10, 3, 1, 1000, NULL},
};

/* One view alone: then its test has the whole level, and the claim is sharp. */
static const struct setting alone[] = {
    {CELL, 10, 0, 0, 600, "position"},      {CELL, 52, 0, 0, 480, "position"},
    {SWAPS, 52, 0, 0, 100, "fixed-points"}, {SWAPS, 10, 0, 0, 20, "fixed-points"},
    {KEYS, 10, 0, 0, 500, "descents"},      {RIFFLES, 10, 0, 0, 500, "inverse-descents"},
    {ITEM, 50, 5, 0, 1000, "sample-item"},  {ITEM, 100, 1, 0, 3000, "sample-place"},
};

static const struct setting many[] = {
    {CELL, 3, 0, 0, 600, NULL},      {CELL, 7, 0, 0, 700, NULL},
    {CELL, 100, 0, 0, 500, NULL},    {CELL, 100, 0, 0, 3000, NULL},
    {CELL, 10, 0, 0, 100000, NULL},  {CELL, 52, 0, 0, 20000, NULL},
    {CELL, 256, 0, 0, 600, NULL},    {SWAPS, 100, 0, 0, 100, NULL},
    {SWAPS, 100, 0, 0, 2000, NULL},  {SWAPS, 3, 0, 0, 5000, NULL},
    {SWAPS, 256, 0, 0, 100, NULL},   {KEYS, 100, 0, 0, 500, NULL},
    {KEYS, 20, 0, 0, 5000, NULL},    {RIFFLES, 100, 0, 0, 500, NULL},
    {RIFFLES, 20, 0, 0, 1000, NULL}, {KEYS, 52, 0, 0, 20000, NULL},
    {SWAPS, 52, 0, 0, 20000, NULL},  {STATES, 20, 0, 0, 10000, NULL},
    {ITEM, 100, 1, 0, 50000, NULL},  {ITEM, 50, 5, 0, 20000, NULL},
    {ITEM, 200, 20, 0, 2000, NULL},  {ITEM, 6, 50, 1, 300, NULL},
    {SIGN, 52, 0, 0, 20000, NULL},   {ITEM, 200, 150, 0, 2000, NULL},
};

/* ---- exact power ------------------------------------------------------------------- */

/* For two cards, and for samples of one of two items, the chi-square is the square of a
 * binomial number, so the power of the only test is known. It is 0.9 or a little more,
 * because the share is rounded up to a tenth of a percent. */
static void check_exact_power(void)
{
    static const struct setting settings[] = {
        {CELL, 2, 0, 0, 1000, "position"},      {CELL, 2, 0, 0, 20000, "position"},
        {ITEM, 2, 1, 0, 10000, "sample-place"}, {ITEM, 2, 1, 0, 20000, "sample-place"},
        {ITEM, 2, 3, 1, 6000, "sample-item"},
    };
    static unsigned char orders[2 * 20000];
    static uint32_t items[20000];
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        const double claim = claim_of(&settings[i], orders, items) / 100;
        const uint64_t draws =
            settings[i].trials * (settings[i].put_back ? settings[i].sample : 1);
        const double half = (double)draws / 2;
        const double cut = sqrt(audit_chisq_quantile(5e-7 / 2, 1) * half / 2);
        const uint64_t least = (uint64_t)ceil(half + cut);
        const double power = audit_tails_binomial(least, draws, claim).upper;
        const double below = audit_tails_binomial(least, draws, claim - 0.001).upper;
        CHECKF(power > 0.895 && below < 0.905, "%s, %zu trials: %g, power %g and %g",
               settings[i].views, settings[i].trials, claim, power, below);
    }
}

/* ---- what must not be said --------------------------------------------------------- */

static void check_silence(void)
{
    const struct setting whole = {.n = 10, .trials = 3000};
    static unsigned char orders[30000];
    static audit_judgement judgement;
    audit_sentences said;
    make(&(struct setting){CELL, 10, 0, 0, 3000, NULL}, 10, 1, orders, NULL);

    TEST("nothing is claimed for views that were not asked for")
    {
        const char *const views[] = {"sign",         "position",
                                     "descents",     "inverse-descents",
                                     "fixed-points", "repeats"};
        const enum kind kinds[] = {SIGN, CELL, KEYS, RIFFLES, SWAPS, STATES};
        for (size_t v = 0; v < sizeof views / sizeof *views; v++) {
            struct setting one = whole;
            one.views = views[v];
            audit_run *audit = open_audit(&one, 0);
            audit_add(audit, orders, 3000);
            audit_judge(audit, 1, &judgement);
            audit_detectable_effects(audit, &judgement, AUDIT_AS_THEY_CAME, &said);
            CHECKF(said.count == 1 && claim_in(&said, kinds[v]) > 0, "%s: %s", views[v],
                   said.text[0]);
            for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
                CHECKF(k == v || claim_in(&said, kinds[k]) == 0, "%s: %s", views[v],
                       said.text[0]);
            audit_free(audit);
        }
    }
    TEST("nothing is claimed for tests that do not count: not all orders have come")
    {
        audit_run *audit = open_audit(&whole, 0);
        audit_add(audit, orders, 3000);
        audit_judge(audit, 0, &judgement);
        audit_detectable_effects(audit, &judgement, AUDIT_AS_THEY_CAME, &said);
        CHECK(said.count == 0);
        audit_judge(audit, 1, &judgement);
        audit_detectable_effects(audit, &judgement, AUDIT_AS_THEY_CAME, &said);
        CHECKF(said.count == 5, "%zu", said.count);
        audit_free(audit);
    }
    TEST("for samples of all items, no missing item is claimed")
    {
        static uint32_t items[5 * 1000];
        const struct setting all = {ITEM, 5, 5, 0, 1000, NULL};
        audit_run *audit = open_audit(&all, 0);
        make(&all, 100, 1, NULL, items);
        audit_add_samples(audit, items, 1000);
        audit_judge(audit, 1, &judgement);
        audit_detectable_effects(audit, &judgement, AUDIT_AS_THEY_CAME, &said);
        for (size_t i = 0; i < said.count; i++)
            CHECKF(strstr(said.text[i], "item") == NULL, "%s", said.text[i]);
        CHECK(said.count < 2);
        audit_free(audit);
    }
}

int main(int argc, char **argv)
{
    const int slow = argc > 1 && strcmp(argv[1], "many") == 0;
    const unsigned audits = slow ? 500 : 100;
    shown = slow;
    check_silence();
    TEST("the power of a test with one degree of freedom, exactly")
    check_exact_power();
    TEST("with few trials, nothing is claimed, or it is detected nine times in ten")
    check_all(ALL(few), audits, 0);
    TEST("what is claimed is detected nine times in ten")
    check_all(ALL(enough), audits, 1);
    TEST("the same with a single view")
    check_all(ALL(alone), 2 * audits, 1);
    if (slow) {
        TEST("the same for large decks, and for many trials")
        check_all(ALL(many), 200, 1);
    }
    return test_done();
}
