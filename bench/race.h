// SPDX-License-Identifier: MIT
//
// race.h - contestants that take turns, and what comes out of it.
//
// Each figure is the median of several rounds, after one to warm up, and comes with the
// least and the most. Contestants take turns within a round, so that a machine that slows
// down slows all of them: ratios are what counts.
//
// A contestant that allocates another array has an unmeasured run before each of its
// turns. Otherwise it would be measured how a virtual machine gets back the memory that
// it gave to its host in the meantime, which takes longer than any shuffle.
#ifndef BENCH_RACE_H
#define BENCH_RACE_H

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

struct contestant {
    std::string name;
    std::function<void(size_t)> run; // so many times
    std::vector<double> ns;          // per element, one for each round
    bool allocates = false;          // much: gets a run to have the memory at hand
    bool slow = false;               // a single round will do for large n
};

template <class F> contestant once(const std::string &name, F run)
{
    return {name,
            [run](size_t times) {
                while (times-- > 0)
                    run();
            },
            {}};
}

template <class F> contestant once_allocating(const std::string &name, F run)
{
    contestant c = once(name, run);
    c.allocates = true;
    return c;
}

struct race {
    std::string what;
    size_t bytes, n;
    std::vector<contestant> field;

    void run();
    void print() const; // one line of JSON
};

// An array for a contestant to work on; in huge pages if the program was told so.
class room
{
  public:
    explicit room(size_t bytes);
    ~room();
    room(const room &) = delete;
    room &operator=(const room &) = delete;
    void *get() const
    {
        return memory;
    }
    static bool huge;

  private:
    void *memory;
};

#endif
