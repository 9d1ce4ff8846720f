/* SPDX-License-Identifier: MIT
 *
 * dice_word.h - turns one random word into dice, for words of any width.
 *
 * The library includes this with 64-bit words. tests/dice/proof_dice.c includes the
 * same lines with 8-bit words, and counts the outcomes of all words. The file that
 * includes this defines
 *
 *     DICE_WORD          the unsigned type of a word, W bits
 *     DICE_MUL(a, b, l)  upper half of a * b, the lower half stored in *l
 *     DICE(name)         the name of each function here
 *
 * The rule (Lemire, "Fast Random Integer Generation in an Interval", 2019; Brackett-
 * Rozinsky and Lemire, "Batched Ranged Random Integer Generation", 2024): for a word x
 * and a bound n, the product x * n has an upper half v < n and a lower half r. Each v
 * comes from floor(2^W / n) of the 2^W words, or from one more. If words with
 * r < 2^W mod n are rejected, each v comes from exactly floor(2^W / n) words.
 *
 * A batch of dice with bounds b1, b2, ... is one die with B = b1 * b2 * ... sides,
 * written in a mixed radix: the upper half of x * b1 is the first digit of
 * floor(x * B / 2^W), and the lower half is the word for the other digits. What is left
 * at the end is x * B mod 2^W. So the batch is as fair as one die, and the test at its
 * end is the same. B must be less than 2^W.
 */

/* Takes one die from a word. *x becomes the word for the next die. */
FS_INLINE DICE_WORD DICE(split)(DICE_WORD *x, DICE_WORD bound)
{
    return DICE_MUL(*x, bound, x);
}

/* 2^W mod product: the number of words to reject. product > 0. */
FS_INLINE DICE_WORD DICE(excess)(DICE_WORD product)
{
    assert(product > 0);
    return (DICE_WORD)((DICE_WORD)(0 - product) % product);
}

/* Reads k dice with the bounds first, first + step, ..., first + (k - 1) step from the
 * word x into out[]. Returns what is left of the word, which decides whether the dice may
 * be kept. The product of the bounds must be less than 2^W. */
FS_INLINE DICE_WORD DICE(read)(DICE_WORD x, DICE_WORD first, int step, unsigned k,
                               DICE_WORD *out)
{
    for (unsigned i = 0; i < k; i++)
        out[i] = DICE(split)(&x, (DICE_WORD)(first + (DICE_WORD)i * (DICE_WORD)step));
    return x;
}

/* Whether the dice of a word that leaves `left` may be kept. If not, read another word.
 *
 * *guard must be at least the product of the bounds; usually it is the product of an
 * earlier, larger batch. Callers keep dice with left >= *guard without calling this.
 * *guard becomes the product itself. The division is rarely needed, because a remainder
 * is less than the divisor. */
FS_INLINE int DICE(keep)(DICE_WORD left, DICE_WORD first, int step, unsigned k,
                         DICE_WORD *guard)
{
    DICE_WORD product = 1;
    for (unsigned i = 0; i < k; i++)
        product = (DICE_WORD)(product * (first + (DICE_WORD)i * (DICE_WORD)step));
    assert(product <= *guard);
    *guard = product;
    return left >= product || left >= DICE(excess)(product);
}

/* Reads the dice, and returns whether they may be kept. */
FS_INLINE int DICE(roll)(DICE_WORD x, DICE_WORD first, int step, unsigned k,
                         DICE_WORD *out, DICE_WORD *guard)
{
    const DICE_WORD left = DICE(read)(x, first, step, k, out);
    return left >= *guard || DICE(keep)(left, first, step, k, guard);
}
