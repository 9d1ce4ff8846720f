/* SPDX-License-Identifier: MIT
 *
 * prove.c - is my shuffle fair? A proof, for a shuffle that is a C function and draws
 * through fairaudit_choose: every sequence of choices is tried.
 *
 * Two shuffles that differ by one bound. Both let every card come to every place;
 * one is fair.
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

/* Returns whether it is proved, one way or the other. */
static int tell(const char *name, fairaudit_shuffle *shuffle, size_t n)
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
        good &= tell("right", right, n) && tell("wrong", wrong, n);
    return !good;
}
