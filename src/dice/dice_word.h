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

/* The product of the bounds first, first + step, ..., first + (k - 1) step, modulo 2^W.
 * The product of number i and number k - 1 - i is first * last + i (k - 1 - i) step^2, so
 * a pair takes one multiplication. */
FS_INLINE DICE_WORD DICE(product)(DICE_WORD first, int step, unsigned k)
{
    const DICE_WORD by = (DICE_WORD)step, square = (DICE_WORD)(by * by);
    const DICE_WORD last = (DICE_WORD)(first + (DICE_WORD)(k - 1) * by);
    const DICE_WORD ends = (DICE_WORD)(first * last);
    DICE_WORD product = 1;
    assert(k > 0);
    if (k % 2 == 1) /* the bound in the middle */
        product = (DICE_WORD)(first + (DICE_WORD)(k / 2) * by);
    for (unsigned i = 0; i < k / 2; i++)
        product = (DICE_WORD)(product * (ends + (DICE_WORD)(i * (k - 1 - i)) * square));
    return product;
}

/* Whether the dice of the word x may be kept, if the product of their bounds is
 * `product`. If not, read another word. What is left of the word is x * product modulo
 * 2^W, so this is known before the dice are read. The division is rarely needed, because
 * a remainder is less than the divisor. */
FS_INLINE int DICE(keep)(DICE_WORD x, DICE_WORD product)
{
    const DICE_WORD left = (DICE_WORD)(x * product);
    return left >= product || left >= DICE(excess)(product);
}

/* Reads k dice with the bounds first, first + step, ... from the word x into out[].
 * Returns what is left of the word: x times the product of the bounds, modulo 2^W. */
FS_INLINE DICE_WORD DICE(read)(DICE_WORD x, DICE_WORD first, int step, unsigned k,
                               DICE_WORD *out)
{
    for (unsigned i = 0; i < k; i++)
        out[i] = DICE(split)(&x, (DICE_WORD)(first + (DICE_WORD)i * (DICE_WORD)step));
    return x;
}
