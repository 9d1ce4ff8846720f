/* SPDX-License-Identifier: MIT
 *
 * installed.c - a small user of the installed library.
 */
#include <fairshuf.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const uint8_t key[FAIR_KEY_SIZE] = "installed";
    fair_rng rng;
    uint32_t order[10];
    if (strcmp(fair_version(), FAIR_VERSION) != 0 || fair_rng_init(&rng) != FAIR_OK)
        return 1;
    fair_rng_init_key(&rng, key);
    fair_permutation32(&rng, order, 10);
    return fair_check_permutation32(order, 10, NULL) != FAIR_OK;
}
