/* SPDX-License-Identifier: MIT
 *
 * prove.c - fairaudit_prove and fairaudit_strerror of fairaudit.h.
 */
#include "fairaudit.h"

#include <string.h>

#include "audit/exact/exact.h"
#include "audit/orders/rank.h"

const char *fairaudit_strerror(int error)
{
    switch (error) {
    case FAIRAUDIT_OK:
        return "no error";
    case FAIRAUDIT_EINVAL:
        return "invalid argument";
    case FAIRAUDIT_ENOMEM:
        return "out of memory";
    case FAIRAUDIT_ELARGE:
        return "too many sequences of choices";
    case FAIRAUDIT_EORDER:
        return "the result is not a permutation of the cards";
    case FAIRAUDIT_EREPLAY:
        return "the same choices did not lead to the same questions and the same result";
    case FAIRAUDIT_EFEW:
        return "too few shuffles for a verdict";
    default:
        return "unknown error";
    }
}

int fairaudit_prove(fairaudit_shuffle *shuffle, void *context, size_t n,
                    fairaudit_proof *proof)
{
    audit_exact exact;
    if (proof == NULL)
        return FAIRAUDIT_EINVAL;
    memset(proof, 0, sizeof *proof);
    const int error = audit_exact_function(shuffle, context, n, &exact);
    if (error == FAIRAUDIT_OK) {
        proof->fair = exact.fair;
        proof->orders = audit_factorial(n);
        proof->impossible = (uint64_t)exact.impossible; /* at most 10!: exact */
        proof->distance = exact.distance;
        proof->largest = exact.largest;
        proof->least = exact.least;
        proof->sequences = exact.sequences;
    }
    audit_exact_free(&exact);
    return error;
}
