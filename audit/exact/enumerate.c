/* SPDX-License-Identifier: MIT
 *
 * enumerate.c - the probability of every order, by trying all sequences of choices.
 *
 * Weights are integers out of a total, which grows as needed: it is the least common
 * multiple of all denominators so far.
 */
#include "audit/exact/parts.h"

#include <string.h>

struct filling {
    audit_table *table;       /* the weights */
    uint64_t den;             /* the last denominator, if it is a word */
    uint64_t factor;          /* the total divided by `den` */
    audit_natural big_den;    /* the last denominator, if it is a natural */
    audit_natural big_factor; /* the total divided by `big_den` */
};

static int fit_words(struct filling *f, uint64_t den)
{
    audit_table *table = f->table;
    if (table->word_total % den != 0) {
        const uint64_t more = den / audit_exact_gcd(table->word_total, den);
        const uint64_t total = audit_exact_times(table->word_total, more);
        if (total == 0)
            return AUDIT_WORDS_FULL;
        for (size_t i = 0; i < table->orders; i++)
            table->word[i] *= more;
        table->word_total = total;
    }
    f->den = den;
    f->factor = table->word_total / den;
    return FAIRAUDIT_OK;
}

static int fit_naturals(struct filling *f, const audit_natural *den)
{
    audit_table *table = f->table;
    audit_natural more;
    audit_natural_gcd(&more, &table->natural_total, den);
    audit_natural_quotient(&more, den, &more);
    int fits = audit_natural_product(&table->natural_total, &table->natural_total, &more);
    if (more.used != 1 || more.limb[0] != 1)
        for (size_t i = 0; i < table->orders && fits; i++)
            fits = audit_natural_product(&table->natural[i], &table->natural[i], &more);
    f->big_den = *den;
    audit_natural_quotient(&f->big_factor, &table->natural_total, den);
    return fits ? FAIRAUDIT_OK : FAIRAUDIT_ELARGE;
}

static int fill(void *context, const audit_leaf *leaf)
{
    struct filling *f = context;
    audit_table *table = f->table;
    const uint64_t rank = audit_rank(leaf->order, table->n);
    if (table->word != NULL) {
        if (leaf->den != f->den) {
            const int error = fit_words(f, leaf->den);
            if (error != FAIRAUDIT_OK)
                return error;
        }
        table->word[rank] += leaf->num * f->factor; /* the sum is at most the total */
        return FAIRAUDIT_OK;
    }
    if (audit_natural_compare(&f->big_den, leaf->big_den) != 0) {
        const int error = fit_naturals(f, leaf->big_den);
        if (error != FAIRAUDIT_OK)
            return error;
    }
    audit_natural weight;
    if (!audit_natural_product(&weight, leaf->big_num, &f->big_factor) ||
        !audit_natural_add(&table->natural[rank], &weight))
        return FAIRAUDIT_ELARGE;
    return FAIRAUDIT_OK;
}

int audit_exact_tabulate(const audit_problem *problem, uint64_t most, audit_table *table,
                         uint64_t *sequences)
{
    for (int natural = 0;; natural = 1) {
        struct filling f;
        memset(&f, 0, sizeof f);
        f.table = table;
        *sequences = 0;
        int error = audit_table_open(table, problem->n, natural);
        if (error == FAIRAUDIT_OK)
            error = audit_exact_walk(problem, most, natural, fill, &f, sequences);
        if (error == FAIRAUDIT_OK)
            return error;
        audit_table_close(table);
        if (error != AUDIT_WORDS_FULL || natural)
            return error;
    }
}

int audit_exact_enumerate(const audit_problem *problem, uint64_t most, audit_exact *exact)
{
    audit_table table;
    uint64_t
        sequences; /* set in *exact on success only, since other methods may follow */
    int error = audit_exact_tabulate(problem, most, &table, &sequences);
    if (error != FAIRAUDIT_OK)
        return error;
    exact->sequences = sequences;
    exact->method = AUDIT_BY_ENUMERATION;
    exact->how = AUDIT_HOW_ALL_TRIED;
    error = audit_table_finish(&table, exact);
    audit_table_close(&table);
    return error;
}

int audit_exact_function(fairaudit_shuffle *function, void *context, size_t n,
                         audit_exact *exact)
{
    memset(exact, 0, sizeof *exact);
    exact->impossible = -1;
    exact->n = n;
    if (function == NULL || n < FAIRAUDIT_LEAST || n > FAIRAUDIT_MOST)
        return FAIRAUDIT_EINVAL;
    const audit_problem problem = {function, context, n, NULL, 0, 0};
    return audit_exact_enumerate(&problem, AUDIT_SEQUENCES, exact);
}
