/* SPDX-License-Identifier: MIT
 *
 * counts.c - the count matrix, in the layout in which articles print it as a proof of
 * fairness, with the statistic that belongs to it, and what it is worth.
 *
 * Rows and columns have fixed sums, so that the plain sum of (O - E)^2 / E is too large
 * by n / (n - 1), and has (n - 1)^2 degrees of freedom, neither n^2 - 1 nor n^2. A count
 * has the variance N (1/n)(1 - 1/n).
 */
#include "audit/command/report/ink.h"

#include <math.h>

#include "audit/numbers/chisq.h"
#include "audit/numbers/tails.h"
#include "audit/orders/position.h"

static int digits(const uint64_t *counts, size_t cells)
{
    uint64_t most = 0;
    int width = 1;
    for (size_t i = 0; i < cells; i++)
        most = counts[i] > most ? counts[i] : most;
    for (; most >= 10; most /= 10)
        width++;
    return width;
}

static void put_matrix(FILE *file, const uint64_t *counts, size_t n)
{
    const int width = digits(counts, n * n);
    for (size_t card = 0; card < n; card++)
        for (size_t place = 0; place < n; place++)
            fprintf(file, "%*llu%s", width, (unsigned long long)counts[place * n + card],
                    place + 1 < n ? "  " : "\n");
}

void counts_print(FILE *file, const uint64_t *counts, size_t n, uint64_t trials,
                  const char *name, double seconds)
{
    char shuffles[INK_ROOM], cards[INK_ROOM], taken[INK_ROOM], text[INK_ROOM];
    fprintf(file,
            "%s: %s of %s in %s\n(a row for each card, a column for each place)\n\n",
            name, ink_plural(shuffles, trials, "shuffle"), ink_plural(cards, n, "card"),
            ink_seconds(taken, seconds));
    put_matrix(file, counts, n);
    if (trials == 0 || n < 2)
        return;
    const double size = (double)n, expected = (double)trials / size;
    const double right = audit_position_chisq(counts, n, trials);
    const double df = (size - 1) * (size - 1);
    size_t worst = 0;
    for (size_t card = 0; card < n; card++)
        for (size_t i = card; i < n * n; i += n) /* card by card, as they are printed */
            if (fabs((double)counts[i] - expected) >
                fabs((double)counts[worst] - expected))
                worst = i;
    const double z = ((double)counts[worst] - expected) / sqrt(expected * (1 - 1 / size));
    const double p = fmin(1, size * size * audit_two_sided(audit_tails_normal(z)));
    fprintf(file, "\nsum of (O - E)^2 / E   %.2f\n", right * size / (size - 1));
    fprintf(file,
            "chi-square             %.2f, which is (n - 1)/n of that, with %.0f "
            "degrees of freedom\n",
            right, df);
    fprintf(file, "as large or larger     %s of fair matrices\n",
            ink_percent(text, audit_chisq_upper(right, df)));
    fprintf(file, "as small or smaller    %s of fair matrices\n",
            ink_percent(text, audit_chisq_lower(right, df)));
    fprintf(file,
            "farthest cell          card %zu at place %zu: z %+.2f, p %s for the "
            "largest of %zu\n",
            worst % n + 1, worst / n + 1, z, ink_chance(text, p), n * n);
    fputs(
        "\nThis matrix alone proves nothing: a deck that is only rotated passes, too.\n",
        file);
}
