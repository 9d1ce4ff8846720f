/* SPDX-License-Identifier: MIT
 *
 * sample_repeats.c - whole samples that came before: as repeats.c, but the number of
 * possible results is n (n - 1) ... (n - k + 1), or n^k with replacement.
 */
#include <math.h>

#include "audit/orders/source.h"
#include "audit/views/repeats.h"

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    const size_t k = ((audit_repeats_view *)view)->k;
    for (size_t i = from; i < to; i++) {
        uint64_t hash[2] = {1, 2};
        for (size_t j = 0; j < k; j++) {
            const uint64_t item = block->items[i * k + j] + (uint64_t)1;
            hash[0] = audit_splitmix(hash[0] + item * 0x9e3779b97f4a7c15u);
            hash[1] = audit_splitmix((hash[1] ^ item) * 0xd1342543de82ef95u);
        }
        audit_repeats_take((audit_repeats_view *)view, hash);
    }
}

/* Samples of one item are counted by sample_positions.c. */
audit_view *audit_view_sample_repeats(size_t n, size_t k, int put_back, uint64_t most)
{
    double log_possible = 0;
    for (size_t i = 0; i < k; i++)
        log_possible += log((double)(put_back ? n : n - i));
    audit_repeats_view *self = audit_repeats_make(
        "sample-repeats", "samples that came before", log_possible, most);
    if (self == NULL)
        return NULL;
    self->k = k;
    self->tested = k > 1;
    self->view.take = take;
    return &self->view;
}
