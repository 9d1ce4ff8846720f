/* SPDX-License-Identifier: MIT
 *
 * prove.c - proves whether a shuffle is fair, by trying all sequences of choices. The
 * shuffle is a C function that makes its choices with fairaudit_choose().
 *
 * The two shuffles here differ only in one bound. With both of them, every card can reach
 * every place, but only one is fair.
 *
 *     cc prove.c -lfairaudit -lm
 */
#include <fairaudit.h>

#include <stdio.h>

static void swap(unsigned char *cards, size_t i, size_t j)
{
    const unsigned char kept = cards[i];
    cards[i] = cards[j];
    cards[j] = kept;
}

/* Place i gets one of the cards 0 to i. */
static void right(const fairaudit_die *die, unsigned char *cards, size_t n, void *context)
{
    (void)context;
    for (size_t i = n; i-- > 0;)
        swap(cards, i, fairaudit_choose(die, i + 1));
}

/* Place i gets any card. */
static void wrong(const fairaudit_die *die, unsigned char *cards, size_t n, void *context)
{
    (void)context;
    for (size_t i = n; i-- > 0;)
        swap(cards, i, fairaudit_choose(die, n));
}

/* Prints the result. Returns whether there is one. */
static int print_proof(const char *name, fairaudit_shuffle *shuffle, size_t n)
{
    fairaudit_proof proof;
    const int error = fairaudit_prove(shuffle, NULL, n, &proof);
    if (error != FAIRAUDIT_OK) {
        fprintf(stderr, "%s, %zu cards: %s\n", name, n, fairaudit_strerror(error));
        return 0;
    }
    printf("%s, %zu cards, %llu sequences of choices: ", name, n,
           (unsigned long long)proof.sequences);
    if (proof.fair)
        printf("fair, proved: all %llu orders are equally likely\n",
               (unsigned long long)proof.orders);
    else
        printf(
            "NOT fair, proved: one order has %.3f times its share, another %.3f times; "
            "distance from fair %.5f\n",
            proof.largest, proof.least, proof.distance);
    return 1;
}

int main(void)
{
    int good = 1;
    for (size_t n = 2; n <= 7; n++)
        good &= print_proof("right", right, n) && print_proof("wrong", wrong, n);
    return !good;
}
