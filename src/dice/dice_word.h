/* SPDX-License-Identifier: MIT
 *
 * dice_word.h - how one random word becomes dice, for words of any width.
 *
 * L2. The library includes this with 64-bit words; tests/dice/proof_dice.c includes the
 * same lines with 8-bit words and counts every outcome of every word. The includer
 * defines
 *
 *     DICE_WORD          the unsigned type of a word, W bits
 *     DICE_MUL(a, b, l)  upper half of a * b, the lower half stored in *l
 *     DICE(name)         the name of each function here
 *
 * The rule (Lemire, "Fast Random Integer Generation in an Interval", 2019; Brackett-
 * Rozinsky and Lemire, "Batched Ranged Random Integer Generation", 2024): for a word x
 * and a bound n, the product x * n has an upper half v < n and a lower half r. Of the
 * 2^W words each v gets floor(2^W / n) or one more; turning away the words whose r is
 * less than 2^W mod n leaves exactly floor(2^W / n) for every v.
 *
 * A batch of dice with bounds b1, b2, ... is one die with B = b1 * b2 * ... sides, read
 * as a number with mixed digits: the upper half of x * b1 is the first digit of
 * floor(x * B / 2^W), and the lower half goes on as the word for the other digits; what
 * is left at the end is x * B mod 2^W. So the batch is as fair as one die, and the one
 * test at its end is the same. B must be less than 2^W.
 */

/* Splits one die off a word: returns it, and leaves in *x the word for the next. */
FS_INLINE DICE_WORD DICE(split)(DICE_WORD *x, DICE_WORD bound)
{
    return DICE_MUL(*x, bound, x);
}

/* 2^W mod product: so many words must be turned away. product > 0. */
FS_INLINE DICE_WORD DICE(excess)(DICE_WORD product)
{
    return (DICE_WORD)((DICE_WORD)(0 - product) % product);
}

/* Reads k dice with the bounds first, first + step, ..., first + (k - 1) step from the
 * word x into out[], and returns what is left of it: whether the dice may be kept depends
 * on that. The product of the bounds must be less than 2^W. */
FS_INLINE DICE_WORD DICE(read)(DICE_WORD x, DICE_WORD first, int step, unsigned k,
                               DICE_WORD *out)
{
    for (unsigned i = 0; i < k; i++)
        out[i] = DICE(split)(&x, (DICE_WORD)(first + (DICE_WORD)i * (DICE_WORD)step));
    return x;
}

/* Whether dice may be kept. If not, ask again with another word.
 *
 * *guard is any number not less than the product of the bounds, usually the product of an
 * earlier and larger batch: words that leave at least so much are kept without computing
 * anything, and only the others come here. *guard becomes the product itself, and the
 * division that decides is hardly ever reached, for a remainder is less than its divisor.
 */
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

/* Both: reads the dice, and returns whether they may be kept. */
FS_INLINE int DICE(roll)(DICE_WORD x, DICE_WORD first, int step, unsigned k,
                         DICE_WORD *out, DICE_WORD *guard)
{
    const DICE_WORD left = DICE(read)(x, first, step, k, out);
    return left >= *guard || DICE(keep)(left, first, step, k, guard);
}
