// SPDX-License-Identifier: MIT
//
// fairshuf.hpp - fairshuf.h for C++11 and later. Only headers; link with libfairshuf.
//
//     fair::rng rng;                                   // bits from the operating system
//     fair::shuffle(deck, rng);                        // any random-access range
//     fair::sample(people.begin(), people.end(), std::back_inserter(winners), 3, rng);
//     std::uint64_t die = 1 + rng.below(6);
//     std::shuffle(deck.begin(), deck.end(), rng);     // also works
//
// fairshuf.h says what "fair" means and what each function does: fair::shuffle() is
// fair_shuffle(), and so on. Rules that hold for every function here:
//
//  - Equal keys give the results of fairshuf.h, for every kind of range. Arrays, vectors,
//    strings and spans of trivially copyable elements go straight to the C function. All
//    other elements, such as move-only ones, are exchanged with iter_swap().
//
//  - Errors. Each function that can fail has two forms. One takes a std::error_code as
//    its last argument (shuffle_together(): before the ranges), and clears it or sets it
//    to one of fair::errc. The other throws fair::error, or std::bad_alloc if there is no
//    memory. After an error, the caller's data is as fairshuf.h says. Without exceptions
//    (-fno-exceptions), the throwing forms do not exist.
//
//  - If a generator fails, the function that uses it fails. So if a function returns
//    without an error, its results can be used. std::shuffle() and the distributions of
//    <random> call rng::operator(), which throws. Without exceptions it cannot report an
//    error: check rng::error() afterwards.
//
//  - Exceptions of the caller's types (a swap, a copy, an iterator) reach the caller from
//    both forms. They never pass through C code. If a swap throws and loses no element,
//    neither does the shuffle. The order is then unspecified, and the generator is where
//    it would be without the exception, or earlier. Ranges that are shuffled together can
//    be in different orders. Functions in fair_options must not throw.
//
//  - Reservoirs, and samples of ranges that can be read only once, keep items in a
//    std::vector. If it finds no memory, std::bad_alloc is thrown from both forms.
//
//  - Functions without an rng argument start a generator from the operating system for
//    this call. This takes about a microsecond; keep an rng for many small calls. There
//    is no hidden generator: nothing has to be shared between threads, wiped at exit, or
//    handled specially after fork().
//
//  - Ranges are what std::begin() and std::end() accept; in C++20, also those of
//    std::ranges. Use fair::range(first, last) for two iterators. Functions that exchange
//    elements need random access.
//
//  - As in fairshuf.h, a generator may be used by one thread at a time.
//
// The parts can be included alone, for example <fairshuf/rng.hpp>. Names in fair::detail
// are private. If FAIR_CPP_INLINE is defined, rng uses fairshuf_inline.h: operator(),
// below() and between() are then faster and give the same results. Define it for all
// files of a program or for none.
#ifndef FAIRSHUF_HPP
#define FAIRSHUF_HPP

#include "fairshuf/dice.hpp"
#include "fairshuf/error.hpp"
#include "fairshuf/permute.hpp"
#include "fairshuf/range.hpp"
#include "fairshuf/reservoir.hpp"
#include "fairshuf/rng.hpp"
#include "fairshuf/sample.hpp"
#include "fairshuf/shuffle.hpp"

#endif
