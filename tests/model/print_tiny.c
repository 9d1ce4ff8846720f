/* SPDX-License-Identifier: MIT
 *
 * print_tiny.c - prints orders by scattering of a library compiled with tiny constants,
 * with which small n go through many levels: the same lines as `order_model.py tiny`.
 */
#include "fairshuf.h"

#include "tests/support/test.h"

enum { MOST = 5000 };

int main(void)
{
    static uint64_t p[MOST];
    for (size_t n = 0; n <= MOST; n = n == 199 ? MOST : n + 1) {
        if (fair_permutation_parallel64(test_key(25), p, n, NULL) != FAIR_OK)
            return 1;
        printf("tiny %zu:", n);
        if (n < 200) {
            for (size_t i = 0; i < n; i++)
                printf(" %" PRIu64, p[i]);
            printf("\n");
        } else {
            uint64_t hash = 0xcbf29ce484222325u;
            for (size_t i = 0; i < 8 * n; i++)
                hash = (hash ^ (uint8_t)(p[i / 8] >> (i % 8 * 8))) * 0x100000001b3u;
            printf(" %016" PRIx64 "\n", hash);
        }
    }
    return 0;
}
