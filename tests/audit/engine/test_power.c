/* SPDX-License-Identifier: MIT
 *
 * test_power.c - every unfair shuffle is found within twice the number of shuffles that
 * is known to suffice; fair ones pass.
 *
 * The limits are for a false alarm rate of one in a million: the larger of what the best
 * single test needs with power 0.9, and what a prototype of the betting needed. Seeds are
 * fixed. With the argument "many", the shuffles that need many trials are tried, and the
 * fair ones with ten million (minutes).
 */
#include <math.h>

#include "tests/audit/engine/cases.h"

struct power {
    const char *shuffle, *die;
    unsigned n;
    uint64_t known;
};

static const struct power few[] = {
    {"swap-with-any", "exact", 10, 1164},
    {"sattolo", "exact", 10, 12},
    {"stops-early", "exact", 10, 21},
    {"never-last", "exact", 10, 775},
    {"math-round", "exact", 10, 295},
    {"keys:4", "exact", 10, 180},
    {"keys:6", "exact", 10, 2348},
    {"keys:8", "exact", 10, 37200},
    {"coin-insertion", "exact", 10, 18},
    {"coin-merge", "exact", 10, 167},
    {"coin-quick", "exact", 10, 101},
    {"rotation", "exact", 10, 4},
    {"even-only", "exact", 10, 38},
    {"distinct-swaps:20", "exact", 10, 38},
    {"transpositions:10", "exact", 10, 102},
    {"transpositions:20", "exact", 10, 6481},
    {"riffle:5", "exact", 10, 666},
    {"riffle:7", "exact", 10, 9530},
    {"down", "few-seeds:16", 10, 1432},
    {"down", "time-seeded", 10, 87},
    {"keeps-the-deck", "exact", 10, 112},
    {"buffer", "exact", 10, 777},
    {"swap-with-any", "exact", 52, 660},
    {"sattolo", "exact", 52, 7},
    {"stops-early", "exact", 52, 28},
    {"never-last", "exact", 52, 816},
    {"keys:6", "exact", 52, 36},
    {"keys:8", "exact", 52, 459},
    {"keys:10", "exact", 52, 6427},
    {"coin-merge", "exact", 52, 111},
    {"coin-quick", "exact", 52, 137},
    {"rotation", "exact", 52, 2},
    {"even-only", "exact", 52, 38},
    {"transpositions:52", "exact", 52, 9},
    {"transpositions:104", "exact", 52, 138},
    {"transpositions:156", "exact", 52, 4191},
    {"riffle:7", "exact", 52, 111},
    {"riffle:8", "exact", 52, 334},
    {"riffle:9", "exact", 52, 1912},
    {"riffle:10", "exact", 52, 5530},
    {"down", "few-seeds:16", 52, 421},
    {"down", "few-seeds:24", 52, 8500},
    {"down", "time-seeded", 52, 390},
    {"affine", "exact", 53, 20},
    {"buffer", "exact", 52, 25800},
};

static const struct power many[] = {
    {"keys:10", "exact", 10, 550000},  {"transpositions:30", "exact", 10, 486000},
    {"riffle:9", "exact", 10, 135000}, {"down", "few-seeds:24", 10, 167000},
    {"promoted", "exact", 10, 104000}, {"promoted", "exact", 52, 142000},
    {"keys:12", "exact", 52, 91300},   {"transpositions:208", "exact", 52, 245000},
    {"riffle:12", "exact", 52, 83200}, {"down", "few-seeds:32", 52, 102000},
};

static void find(const struct power *row)
{
    audit_builtin builtin = case_of(row->shuffle, row->die, row->n, 6);
    const audit_judgement judgement = case_audit(&builtin, 2 * row->known, NULL);
    CHECKF(judgement.verdict == FAIRAUDIT_UNFAIR,
           "%s %s n %u: not found in %" PRIu64 " shuffles, evidence %.1f", row->shuffle,
           row->die, row->n, 2 * row->known, judgement.evidence / log(10));
    printf("# %-20s %-14s n %-3u known %-7" PRIu64 " decided %-7" PRIu64 " by %s\n",
           row->shuffle, row->die, row->n, row->known, judgement.decided,
           judgement.strongest);
}

static void leave(const audit_shuffle *shuffle, unsigned n, uint64_t trials)
{
    audit_builtin builtin = case_of(shuffle->name, "exact", n, n);
    const audit_judgement judgement = case_audit(&builtin, trials, NULL);
    CHECKF(judgement.verdict == FAIRAUDIT_NO_EVIDENCE,
           "%s n %u: %d after %" PRIu64 ", by %s", shuffle->name, n, judgement.verdict,
           judgement.trials, judgement.strongest);
}

/* Unfair shuffles that are not in the tables: found within some thousand shuffles. */
static void find_the_rest(unsigned n)
{
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        if (!s->fair) {
            audit_builtin builtin = case_of(s->name, "exact", n, 3);
            const int hard = strcmp(s->name, "promoted") == 0;
            const audit_judgement judgement =
                case_audit(&builtin, hard ? 300000 : 80000, NULL);
            CHECKF(judgement.verdict == FAIRAUDIT_UNFAIR, "%s, n %u", s->name, n);
        }
}

int main(int argc, char **argv)
{
    const int slow = argc > 1 && strcmp(argv[1], "many") == 0;
    const struct power *rows = slow ? many : few;
    const size_t count = slow ? sizeof many / sizeof many[0] : sizeof few / sizeof few[0];

    TEST("unfair shuffles are found within the known limits")
    for (size_t i = 0; i < count; i++)
        find(&rows[i]);

    if (!slow) {
        TEST("every unfair shuffle of the catalogue is found")
        find_the_rest(10);
    }

    TEST("fair shuffles pass")
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        if (s->fair) {
            leave(s, 10, slow ? 10000000 : 20000);
            leave(s, 52, slow ? 1000000 : 5000);
        }
    return test_done();
}
