/* SPDX-License-Identifier: MIT
 *
 * counts.c - prints the count matrix in the layout in which articles present it as a
 * proof of fairness, with the right statistic.
 *
 * The rows and columns have fixed sums. Therefore the plain sum of (O - E)^2 / E is too
 * large by a factor of n / (n - 1), and has (n - 1)^2 degrees of freedom, not n^2 - 1 or
 * n^2. A count has the variance N (1/n)(1 - 1/n).
 */
#include "audit/command/report/text.h"

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
        for (size_t position = 0; position < n; position++)
            fprintf(file, "%*llu%s", width,
                    (unsigned long long)counts[position * n + card],
                    position + 1 < n ? "  " : "\n");
}

void counts_print(FILE *file, const uint64_t *counts, size_t n, uint64_t trials,
                  const char *name, double seconds)
{
    char shuffles[NUMBER_ROOM], cards[NUMBER_ROOM], taken[NUMBER_ROOM], text[NUMBER_ROOM];
    fprintf(file, "%s: %s of %s in %s\n(one row per card, one column per position)\n\n",
            name, number_plural(shuffles, trials, "shuffle"),
            number_plural(cards, n, "card"), number_seconds(taken, seconds));
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
            "chi-square             %.2f = that times (n - 1)/n, with %.0f degrees of "
            "freedom\n",
            right, df);
    fprintf(file, "this large or larger   %s of fair matrices\n",
            number_percent(text, audit_chisq_upper(right, df)));
    fprintf(file, "this small or smaller  %s of fair matrices\n",
            number_percent(text, audit_chisq_lower(right, df)));
    fprintf(
        file,
        "most extreme cell      card %zu at position %zu: z %+.2f, p %s for %zu cells\n",
        worst % n + 1, worst / n + 1, z, number_p_value(text, p), n * n);
    fputs("\nThis matrix alone proves nothing: a shuffle that only rotates the deck "
          "passes.\n",
          file);
}
