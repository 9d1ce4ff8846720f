/* SPDX-License-Identifier: MIT
 *
 * test_fingerprint.c - mistakes are identified.
 *
 * Every unfair shuffle of the catalogue must be found, with default parameters and
 * others, and with few orders; then unfair dice. A fair shuffle must get no name, and an
 * unknown mistake none that fits.
 */
#include "audit/diagnosis/identify.h"
#include "tests/audit/engine/cases.h"

/* ---- names ------------------------------------------------------------------------- */

static void find_suspects(const unsigned char *orders, size_t count, size_t n,
                          unsigned threads,
                          audit_candidate suspects[AUDIT_CANDIDATES_FOUND], size_t *found)
{
    const audit_seed seed = audit_seed_of_number(5);
    memset(suspects, 0, AUDIT_CANDIDATES_FOUND * sizeof suspects[0]);
    CHECK(audit_identify(orders, count, n, &seed, threads, suspects, found) == 0);
}

/* It must be among those that fit, and none that fits comes after one that does not. If
 * the name has no parameter, any parameter will do. */
static void check_name(const char *shuffle, const char *die, size_t n, size_t count,
                       const char *name)
{
    unsigned char *orders = orders_of(shuffle, die, n, count, 3);
    audit_candidate suspects[AUDIT_CANDIDATES_FOUND];
    size_t found, at = 0;
    find_suspects(orders, count, n, 0, suspects, &found);
    while (at < found && strcmp(suspects[at].name, name) != 0 &&
           strcmp(suspects[at].shuffle->name, name) != 0)
        at++;
    CHECKF(at < found && suspects[at].fits, "%s with %s, %zu cards: not %s but %s (%.1f)",
           shuffle, die, n, name, suspects[0].name, suspects[0].mismatch);
    for (size_t i = 1; i < found; i++)
        CHECK(suspects[i].mismatch >= suspects[i - 1].mismatch &&
              suspects[i].fits <= suspects[i - 1].fits);
    free(orders);
}

int main(void)
{
    TEST("every unfair shuffle of the catalogue is named")
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++) {
        if (s->fair || strcmp(s->name, "keys") == 0 || strcmp(s->name, "riffle") == 0 ||
            strcmp(s->name, "promoted") == 0)
            continue; /* these need more orders with the default parameter */
        check_name(s->name, "exact", 10, 2000, s->name);
    }

    TEST("shuffles with other parameters are named, on the grid and off it")
    {
        check_name("keys:4", "exact", 10, 2000, "keys:4");
        check_name("riffle:4", "exact", 10, 2000, "riffle:4");
        check_name("promoted:20", "exact", 10, 2000, "promoted:20");
        check_name("transpositions:9", "exact", 10, 4000, "transpositions:9");
        check_name("keeps-the-deck", "exact", 10, 2000, "keeps-the-deck:10");
        check_name("transpositions", "exact", 10, 2000, "transpositions:10");
        check_name("distinct-swaps", "exact", 10, 2000, "distinct-swaps:10");
        check_name("buffer", "exact", 10, 2000, "buffer:9");
        check_name("blocks:3", "exact", 10, 500, "blocks:3");
        check_name("keeps-the-deck:6", "exact", 10, 2000, "keeps-the-deck:6");
        check_name("swap-with-any", "exact", 52, 2000, "swap-with-any");
        check_name("keys:6", "exact", 52, 500, "keys:6");
    }

    TEST("few orders are enough for some shuffles")
    {
        check_name("sattolo", "exact", 52, 12, "sattolo");
        check_name("rotation", "exact", 10, 20, "rotation");
        check_name("coin-insertion", "exact", 30, 15, "coin-insertion");
    }

    TEST("unfair dice are named")
    {
        check_name("up", "few-seeds:16", 52, 4000, "down with few-seeds:16");
        check_name("down", "few-seeds:12", 10, 2000, "down with few-seeds:12");
        check_name("down", "time-seeded", 10, 2000, "down with time-seeded");
        check_name("original", "time-seeded", 10, 4000, "original with time-seeded");
        check_name("down", "modulo:8", 52, 8000, "down with modulo:8");
    }

    TEST("an unknown mistake has no name")
    {
        static const size_t sizes[] = {6, 10, 30};
        for (size_t i = 0; i < 3; i++) {
            unsigned char *orders = orders_of_mistake(sizes[i], 2000);
            audit_candidate suspects[AUDIT_CANDIDATES_FOUND];
            size_t found;
            find_suspects(orders, 2000, sizes[i], 0, suspects, &found);
            CHECKF(found == AUDIT_CANDIDATES_FOUND && !suspects[0].fits, "%zu cards: %s",
                   sizes[i], suspects[0].name);
            free(orders);
        }
    }

    TEST("a fair shuffle has no name")
    {
        unsigned char *orders = orders_of("down", "exact", 20, 2000, 4);
        audit_candidate suspects[AUDIT_CANDIDATES_FOUND];
        size_t found;
        find_suspects(orders, 2000, 20, 0, suspects, &found);
        CHECKF(found == 0, "%s", suspects[0].name);
        find_suspects(orders, 1, 20, 0, suspects, &found);
        CHECK(found == 0);
        free(orders);
    }

    TEST("names do not depend on threads")
    {
        unsigned char *orders = orders_of("coin-merge", "exact", 8, 1000, 4);
        audit_candidate one[AUDIT_CANDIDATES_FOUND], three[AUDIT_CANDIDATES_FOUND];
        size_t found, other;
        find_suspects(orders, 1000, 8, 1, one, &found);
        find_suspects(orders, 1000, 8, 3, three, &other);
        CHECK(found == other);
        for (size_t i = 0; i < found; i++)
            CHECK(strcmp(one[i].name, three[i].name) == 0 &&
                  one[i].mismatch == three[i].mismatch && one[i].fits == three[i].fits);
        free(orders);
    }

    return test_done();
}
