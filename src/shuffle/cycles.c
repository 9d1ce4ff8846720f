/* SPDX-License-Identifier: MIT
 *
 * cycles.c - applies a permutation in place, along its cycles.
 *
 * A walker starts at any place and follows the cycle: place, p[place], p[p[place]], ...
 * At each step, it exchanges the element that it carries with the one at the next place.
 * To apply p, it takes the element of the start along, and each place gets the element of
 * the next place. To apply the inverse, the element that it carries is kept at the start,
 * and each place gets the element of the place before it.
 *
 * The next place is known only when p[place] has been read. In a large array, this means
 * one cache miss after another. So several walkers take turns, and each prefetches what
 * it needs at its next turn. They may be in the same cycle. If a walker arrives at the
 * start of another, the two exchange what they carry, which makes one more place final.
 * The first walker has finished. The other goes on from where it is, as if it had started
 * where the first one did. So at any time, each start at which no walker has arrived
 * belongs to exactly one walker.
 *
 * For each place, a bit is set as long as no walker has been there.
 */
#include "src/shuffle/permutation.h"

#include "src/shuffle/swap.h"

/* About as many as the cache misses that a CPU can wait for at the same time
 * (docs/speed.md, Constants). */
#ifndef FS_WALKERS
#define FS_WALKERS 16
#endif

/* Up to this many elements, one walker is faster (docs/speed.md, Constants). */
#ifndef FS_WALK_ALONE
#define FS_WALK_ALONE 4096
#endif

struct walk {
    const void *p;       /* [n]: the permutation */
    size_t width;        /* of its entries, in bytes */
    unsigned char *base; /* [n]: the elements */
    size_t size;         /* of an element, in bytes */
    uint64_t *bits;      /* one for each place; set: no walker has been there */
    size_t n;            /* elements */
    size_t at;           /* all places before this one have been visited */
    int inverse;         /* apply the inverse of p */
};

struct walker {
    size_t start; /* a place at which no walker has arrived */
    size_t carry; /* the place of the element that it carries */
    size_t next;  /* the place to go to */
};

FS_INLINE void swap_places(const struct walk *a, size_t i, size_t j)
{
    fs_swap(a->base + i * a->size, a->base + j * a->size, a->size);
}

FS_INLINE size_t place_after(const struct walk *a, size_t place)
{
    return (size_t)fs_index_get(a->p, place, a->width);
}

/* Starts a walker at a place that has not been visited. Returns whether there is one. */
FS_INLINE int set_out(struct walk *a, struct walker *w)
{
    a->at = fs_bits_next(a->bits, a->at, a->n);
    if (a->at == a->n)
        return 0;
    fs_bit_clear(a->bits, a->at);
    w->start = w->carry = a->at;
    w->next = place_after(a, a->at);
    return 1;
}

FS_INLINE void step(const struct walk *a, struct walker *w)
{
    swap_places(a, w->carry, w->next);
    fs_bit_clear(a->bits, w->next);
    if (!a->inverse)
        w->carry = w->next;
    w->next = place_after(a, w->next);
}

/* With one walker: cycle by cycle. */
FS_INLINE void walk_alone(struct walk a)
{
    struct walker w;
    while (set_out(&a, &w))
        while (w.next != w.start)
            step(&a, &w);
}

FS_INLINE void look_at_next(const struct walk *a, const struct walker *w)
{
    FS_PREFETCH((const unsigned char *)a->p + w->next * a->width);
    FS_PREFETCH_WRITE(a->base + w->next * a->size);
    FS_PREFETCH_WRITE(&a->bits[w->next / 64]);
}

/* A walker has arrived at a place that was visited before, which is the start of a
 * walker: its own or another. */
FS_INLINE void arrive(const struct walk *a, const struct walker *w,
                      struct walker *walkers)
{
    struct walker *other = walkers;
    while (other->start != w->next)
        other++;
    swap_places(a, w->carry, other->carry);
    other->start = w->start;
    if (a->inverse)
        other->carry = w->start;
}

/* With several walkers, in turn. */
FS_INLINE void walk_together(struct walk a)
{
    struct walker walkers[FS_WALKERS];
    unsigned count = 0;
    while (count < FS_WALKERS && set_out(&a, &walkers[count]))
        count++;
    while (count > 0)
        for (unsigned i = 0; i < count; i++) {
            struct walker *w = &walkers[i];
            if (FS_LIKELY(fs_bit(a.bits, w->next))) {
                step(&a, w);
                look_at_next(&a, w);
            } else {
                arrive(&a, w, walkers);
                if (!set_out(&a, w))
                    *w = walkers[--count];
            }
        }
}

FS_INLINE void apply(const void *p, size_t n, size_t width, unsigned char *base,
                     size_t size, int inverse, uint64_t *bits)
{
    const struct walk a = {p, width, base, size, bits, n, 0, inverse};
    if (n <= FS_WALK_ALONE)
        walk_alone(a);
    else
        walk_together(a);
}

void fs_permutation_apply(const void *p, size_t n, size_t width, unsigned char *base,
                          size_t size, int inverse, uint64_t *bits)
{
    assert(size > 0 && fs_bits_are_all_set(bits, n));
    if (width == 4 && inverse)
        FS_BY_SIZE(size, apply(p, n, 4, base, SIZE, 1, bits));
    else if (width == 4)
        FS_BY_SIZE(size, apply(p, n, 4, base, SIZE, 0, bits));
    else if (inverse)
        FS_BY_SIZE(size, apply(p, n, 8, base, SIZE, 1, bits));
    else
        FS_BY_SIZE(size, apply(p, n, 8, base, SIZE, 0, bits));
}
