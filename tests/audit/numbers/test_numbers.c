/* SPDX-License-Identifier: MIT
 *
 * test_numbers.c - the audit gives the same numbers on every machine: audits of three
 * shuffles, compared with recorded results.
 *
 * Logarithms differ in their last bits between C libraries, which changes results by less
 * than one part in 10^14. The x87 unit, which computes with more digits than a double
 * has, would change them by three parts in 10^11. Reports have 12 digits, so results must
 * agree to 10^-12.
 *
 * `test_numbers small` audits only small decks, for emulated machines, and they must
 * agree to 3 * 10^-14. Products and sums that are rounded once (-ffp-contract) would
 * change a deck of 10 cards by 10^-13, and one of 200 cards by 10^-11.
 *
 * If the audit itself has changed, `test_numbers print` prints new records.
 */
#include <math.h>

#include "fairaudit.h"
#include "tests/support/test.h"

static void swap(unsigned char *a, size_t i, size_t j)
{
    const unsigned char kept = a[i];
    a[i] = a[j];
    a[j] = kept;
}

static void fair(const fairaudit_die *die, unsigned char *a, size_t n, void *context)
{
    (void)context;
    for (size_t i = n; i-- > 1;)
        swap(a, i, fairaudit_choose(die, i + 1));
}

static void with_any(const fairaudit_die *die, unsigned char *a, size_t n, void *context)
{
    (void)context;
    for (size_t i = 0; i < n; i++)
        swap(a, i, fairaudit_choose(die, n));
}

/* Fair, except that the larger of the outer two cards goes to the end more often. */
static void sorted(const fairaudit_die *die, unsigned char *a, size_t n, void *context)
{
    fair(die, a, n, context);
    if (a[0] > a[n - 1] && fairaudit_choose(die, 10) == 0)
        swap(a, 0, n - 1);
}

static const struct {
    const char *name;
    fairaudit_shuffle *shuffle;
    size_t n;
    uint64_t decided;
    double evidence, distance;
} record[] = {
    {"fair", fair, 3, 0, -0.28703992757974583, 0},
    {"fair", fair, 10, 0, -0.28965519725063499, 0},
    {"fair", fair, 52, 0, -0.39952279002187718, 0},
    {"fair", fair, 200, 0, -0.3082517668052146, 0},
    {"with_any", with_any, 3, 3136, 18.954015889289177, 0.0088963496802234587},
    {"with_any", with_any, 10, 960, 126.17516851124488, 0.065471984135153427},
    {"with_any", with_any, 52, 282, 464.63078046331105, 0.20979032325475533},
    {"with_any", with_any, 200, 73, 1112.9818787998358, 0.33458721131295643},
    {"sorted", sorted, 3, 2960, 18.617140685158279, 0.014420407767205212},
    {"sorted", sorted, 10, 0, 0.90751054725274605, 0},
    {"sorted", sorted, 52, 0, -0.30184118162221019, 0},
    {"sorted", sorted, 200, 0, -0.31013643849626887, 0},
};

static int is_near(double x, double y, double tolerance)
{
    return fabs(x - y) <= tolerance * fabs(y);
}

int main(int argc, char **argv)
{
    const fairaudit_options options = {.trials = 8000, .seed = 7};
    const int print = argc > 1 && strcmp(argv[1], "print") == 0;
    const int small = argc > 1 && strcmp(argv[1], "small") == 0;
    const double tolerance = small ? 3e-14 : 1e-12;
    for (size_t i = 0; i < sizeof record / sizeof record[0]; i++) {
        fairaudit_result result;
        char name[64];
        if (small && record[i].n > 10)
            continue;
        snprintf(name, sizeof name, "%s, %zu cards", record[i].name, record[i].n);
        const int error =
            fairaudit_test(record[i].shuffle, NULL, record[i].n, &options, &result);
        if (print) {
            printf("    {\"%s\", %s, %zu, %" PRIu64 ", %.17g, %.17g},\n", record[i].name,
                   record[i].name, record[i].n, result.decided, result.evidence,
                   result.distance);
            continue;
        }
        TEST(name)
        {
            CHECK(error == FAIRAUDIT_OK && result.decided == record[i].decided);
            CHECKF(is_near(result.evidence, record[i].evidence, tolerance), "%.17g",
                   result.evidence);
            CHECKF(is_near(result.distance, record[i].distance, tolerance), "%.17g",
                   result.distance);
        }
        test_close(); /* the name is not valid after this iteration */
    }
    return print ? 0 : test_done();
}
