// SPDX-License-Identifier: MIT
//
// scattered.h - an in-place shuffle for arrays larger than a cache, after Penschuck's
// "Engineering shared-memory parallel shuffling to generate random permutations in-place"
// (2023), on one thread. Exact.
//
// The array is divided into equal buckets. An element in hand goes to a random bucket and
// is exchanged there for an element that has no bucket yet. This ends as soon as a bucket
// is full. When it ends depends only on earlier choices, so later ones are not biased.
// The few elements that are left also get independent random buckets: these determine how
// large each bucket must be, buckets are moved accordingly, and the elements fill the
// gaps in random order. Then each bucket is shuffled.
//
// The elements that are left, O(sqrt(n)) of them for a given number of buckets, are
// copied to another array. The paper swaps them in place; the time is the same.
#ifndef BENCH_SCATTERED_H
#define BENCH_SCATTERED_H

#include <algorithm>
#include <vector>

#include "bench/batched.h"

template <class T, unsigned bucket_bits = 8, size_t leaf_bytes = size_t(1) << 21>
class scattered
{
  public:
    template <class Generator> static void shuffle(T *a, size_t n, Generator &g)
    {
        if (n <= std::max<size_t>(leaf_bytes / sizeof(T), buckets)) {
            batched_23456(a, n, g);
            return;
        }
        scattered s(a, n);
        s.scatter(g);
        s.settle(g);
        for (unsigned b = 0; b < buckets; b++)
            shuffle(a + s.start[b], s.start[b + 1] - s.start[b], g);
    }

  private:
    static constexpr unsigned buckets = 1 << bucket_bits;
    T *const a;
    const size_t n;
    size_t start[buckets + 1]; // of each bucket
    T *next[buckets];          // the first element of the bucket that has no bucket yet
    T *end[buckets];           // the end of those

    scattered(T *array, size_t count) : a(array), n(count)
    {
        for (unsigned b = 0; b <= buckets; b++)
            start[b] = n / buckets * b + std::min<size_t>(b, n % buckets);
        for (unsigned b = 0; b < buckets; b++) {
            next[b] = a + start[b];
            end[b] = a + start[b + 1];
        }
    }

    static unsigned next_bucket(uint64_t &word)
    {
        const unsigned b = static_cast<unsigned>(word) & (buckets - 1);
        word >>= bucket_bits;
        return b;
    }

    // The place of the element in hand is the last one of the last bucket.
    template <class Generator> void scatter(Generator &g)
    {
        T hand = *--end[buckets - 1];
        bool full = next[buckets - 1] == end[buckets - 1];
        while (!full) {
            uint64_t word = g();
            for (unsigned i = 0; i < 64 / bucket_bits && !full; i++) {
                const unsigned b = next_bucket(word);
                T *const place = next[b];
                std::swap(hand, *place);
                next[b] = place + 1;
                full = place + 1 == end[b];
            }
        }
        *end[buckets - 1]++ = hand;
    }

    template <class Generator> void settle(Generator &g)
    {
        std::vector<T> left;
        size_t size[buckets]; // of the part that is settled
        for (unsigned b = 0; b < buckets; b++) {
            left.insert(left.end(), next[b], end[b]);
            size[b] = static_cast<size_t>(next[b] - (a + start[b]));
        }
        batched_23456(left.data(), left.size(), g);
        size_t more[buckets] = {};
        for (size_t i = 0; i < left.size();) {
            uint64_t word = g();
            for (unsigned k = 0; k < 64 / bucket_bits && i < left.size(); k++, i++)
                more[next_bucket(word)]++;
        }
        size_t moved[buckets + 1] = {0};
        for (unsigned b = 0; b < buckets; b++)
            moved[b + 1] = moved[b] + size[b] + more[b];
        // Buckets that move down go first to last, the others last to first, so that each
        // finds its place free. Only the elements at one end are copied to the other.
        for (unsigned b = 0; b < buckets; b++)
            if (moved[b] < start[b]) {
                const size_t by = std::min(start[b] - moved[b], size[b]);
                std::copy_n(a + start[b] + size[b] - by, by, a + moved[b]);
            }
        for (unsigned b = buckets; b-- > 0;)
            if (moved[b] > start[b]) {
                const size_t by = std::min(moved[b] - start[b], size[b]);
                std::copy_n(a + start[b], by, a + moved[b] + size[b] - by);
            }
        const T *from = left.data();
        for (unsigned b = 0; b < buckets; b++) {
            std::copy_n(from, more[b], a + moved[b] + size[b]);
            from += more[b];
        }
        std::copy_n(moved, buckets + 1, start);
    }
};

#endif
