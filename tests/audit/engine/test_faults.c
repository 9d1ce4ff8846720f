/* SPDX-License-Identifier: MIT
 *
 * test_faults.c - the audit without memory: whichever allocation fails, the error is
 * FAIRAUDIT_ENOMEM, and nothing leaks.
 *
 * faulty_malloc.h makes the k-th allocation fail, and counts the blocks that are not
 * freed. One thread does all of it.
 */
#include "audit/diagnosis/distance.h"
#include "audit/diagnosis/identify.h"
#include "audit/exact/exact.h"
#include "tests/audit/engine/cases.h"
#include "tests/support/faulty_malloc.h"

/* ---- one call ---------------------------------------------------------------------- */

/* A function that allocates; it returns an error, and has freed everything. */
typedef int call(const void *context);

static int call_and_count(call *function, const void *context, const char *name)
{
    const long before = faulty.live;
    const int error = function(context);
    CHECKF(faulty.live == before, "%s: %ld not freed", name, faulty.live - before);
    return error;
}

/* Each of the first 60 allocations fails, then fewer and fewer of the later ones. */
static void refuse_each(call *function, const void *context, const char *name)
{
    faulty_start();
    CHECKF(call_and_count(function, context, name) == FAIRAUDIT_OK, "%s", name);
    const long all = faulty.allocations;
    CHECKF(all > 0, "%s: allocates nothing", name);
    for (long k = 0; k < all; k += k < 60 ? 1 : k / 3) {
        faulty_fail(k);
        const int error = call_and_count(function, context, name);
        faulty_fail(-1);
        CHECKF(error == FAIRAUDIT_ENOMEM, "%s: %d when allocation %ld of %ld fails", name,
               error, k, all);
    }
}

/* ---- functions that allocate ------------------------------------------------------- */

static int create(const void *context)
{
    audit_run *audit;
    const int error = audit_create(&audit, context);
    CHECK((error == FAIRAUDIT_OK) == (audit != NULL));
    audit_free(audit);
    return error;
}

struct orders {
    const unsigned char *orders;
    size_t count, n;
};

static int find_distance(const void *context)
{
    const struct orders *given_orders = context;
    const audit_seed seed = audit_seed_of_number(1);
    audit_distance distance;
    return audit_distance_find(given_orders->orders, given_orders->count, given_orders->n,
                               &seed, 1, &distance);
}

static int find_suspects(const void *context)
{
    const struct orders *given_orders = context;
    const audit_seed seed = audit_seed_of_number(1);
    audit_candidate suspects[AUDIT_CANDIDATES_FOUND];
    size_t found;
    const int error = audit_identify(given_orders->orders, given_orders->count,
                                     given_orders->n, &seed, 1, suspects, &found);
    CHECK(error == FAIRAUDIT_OK || found == 0);
    return error;
}

static int find_sample_distance(const void *context)
{
    audit_distance distance;
    return audit_distance_of_samples(context, 100, 20, 3, &distance);
}

static int find_exact(const void *context)
{
    const audit_builtin *builtin = context;
    audit_exact exact;
    const int error =
        audit_exact_find(builtin->shuffle, builtin->shuffle_parameter, builtin->die,
                         builtin->die_parameter, builtin->n, &exact);
    audit_exact_free(&exact);
    return error;
}

static int prove(const void *context)
{
    fairaudit_proof proof;
    (void)context;
    return fairaudit_prove(all_but_second, NULL, 4, &proof);
}

static int test_function(const void *context)
{
    static const fairaudit_options options = {.trials = 300, .threads = 1};
    fairaudit_result result;
    (void)context;
    return fairaudit_test(all_but_second, NULL, 6, &options, &result);
}

/* ---- all of them ------------------------------------------------------------------- */

/* One for each method of exact.c. */
static const struct {
    const char *shuffle, *die;
    size_t n;
} cases[] = {
    {"down", "exact", 6},             /* enumeration */
    {"down", "modulo:15", 52},        /* digits */
    {"down", "modulo:63", 5},         /* naturals */
    {"swap-with-any", "exact", 8},    /* a chain of steps */
    {"swap-with-any", "exact", 20},   /* positions of steps */
    {"riffle:3", "scale:3", 6},       /* coins that are even */
    {"transpositions:9", "exact", 6}, /* a chain of rounds */
    {"transpositions:20", "exact", 12},
    {"rotation-flip", "exact", 30}, /* few */
    {"keys:8", "exact", 7},
    {"keys:8", "exact", 52},
    {"coin-insertion", "exact", 20},
    {"coin-merge", "exact", 20},
    {"coin-quick", "exact", 20},
    {"coin-timsort", "exact", 20},
    {"overhand:2", "exact", 20},
    {"adjacent-swaps:5", "exact", 20},
    {"blocks:3", "exact", 20},
    {"even-only", "exact", 20},
    {"promoted", "exact", 20},
    {"repeats-last", "exact", 20},
    {"keys-redraw", "exact", 20},
};

int main(void)
{
    TEST("an audit that cannot be made")
    {
        const audit_plan orders = {.n = 10, .threads = 1};
        const audit_plan samples = {.n = 20, .sample = 3, .threads = 1};
        refuse_each(create, &orders, "orders");
        refuse_each(create, &samples, "samples");
    }

    TEST("a distance that cannot be found")
    {
        static const uint32_t items[300];
        unsigned char *few = orders_of("keys:2", "exact", 5, 200, 1);
        unsigned char *many = orders_of("keys:2", "exact", 5, 1200, 1);
        refuse_each(find_distance, &(struct orders){few, 200, 5}, "few orders");
        refuse_each(find_distance, &(struct orders){many, 1200, 5}, "more orders");
        refuse_each(find_sample_distance, items, "samples");
        free(few);
        free(many);
    }

    TEST("a mistake that cannot be named")
    {
        unsigned char *orders = orders_of("sattolo", "exact", 5, 50, 1);
        refuse_each(find_suspects, &(struct orders){orders, 50, 5}, "sattolo");
        free(orders);
    }

    TEST("an exact distribution that cannot be found")
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const audit_builtin builtin =
            case_of(cases[i].shuffle, cases[i].die, cases[i].n, 1);
        refuse_each(find_exact, &builtin, cases[i].shuffle);
    }

    TEST("proofs and tests of functions")
    {
        refuse_each(prove, NULL, "fairaudit_prove");
        refuse_each(test_function, NULL, "fairaudit_test");
    }

    TEST("an audit without memory to keep orders goes on")
    {
        /* The first allocation is for orders that the diagnosis uses, the second for the
         * table of hashes. If one fails, what is there stays as it is. */
        audit_builtin builtin = case_of("down", "exact", 20, 1);
        const audit_plan plan = {.n = 20, .threads = 1};
        unsigned char *orders = case_orders(&builtin, 5000);
        for (int fails = 0; fails < 2; fails++) {
            audit_run *audit;
            audit_judgement judgement;
            size_t kept;
            faulty_start();
            CHECK(audit_create(&audit, &plan) == FAIRAUDIT_OK);
            faulty_fail(fails);
            audit_add(audit, orders, 5000);
            faulty_fail(-1);
            audit_judge(audit, 1, &judgement);
            const uint64_t hashes =
                audit_repeats(audit_view_named(audit, "repeats")).kept;
            audit_kept(audit, &kept);
            CHECKF(fails == 0 ? kept == 0 : kept == 5000, "%zu", kept);
            CHECKF(fails == 0 ? hashes == 5000 : hashes >= 500 && hashes < 5000,
                   "%" PRIu64, hashes);
            CHECK(audit_count(audit) == 5000);
            CHECK(judgement.verdict == FAIRAUDIT_NO_EVIDENCE);
            audit_free(audit);
        }
        free(orders);
        CHECKF(faulty.live == 0, "%ld not freed", faulty.live);
    }

    return test_done();
}
