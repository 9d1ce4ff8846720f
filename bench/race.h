// SPDX-License-Identifier: MIT
//
// race.h - measures contestants that take turns.
//
// Each figure is the median of several rounds, with the minimum and the maximum: CPU time
// of the process, and elapsed time. Before the first round, each contestant warms up, and
// this is not measured. Contestants take turns within a round, and each round starts with
// another one, so a machine that slows down affects all of them alike: compare ratios.
//
// If a turn of a contestant that allocates memory is a single run, it has an unmeasured
// run before each turn. Otherwise the time could include that of a virtual machine to get
// memory back from its host. cold.cc measures that separately.
#ifndef BENCH_RACE_H
#define BENCH_RACE_H

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

struct contestant {
    std::string name;
    std::function<void(size_t)> run; // shuffles the given number of times
    size_t elements = 0;             // in each run; 0: as many as the race says
    bool allocates = false;          // may have an unmeasured run before each turn
    bool slow = false;               // has only one round if n is 2^24 or more
    std::vector<double> cpu = {};    // ns per element, one for each round
    std::vector<double> wall = {};
};

template <class F> contestant once(const std::string &name, F run)
{
    return {name, [run](size_t times) {
                while (times-- > 0)
                    run();
            }};
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
    std::vector<contestant> field = {};
    int rounds = 0;                                               // 0: depends on n
    std::vector<std::pair<std::string, std::string>> failed = {}; // name, reason

    void run();
    void print() const; // one line of JSON
};

// The CPU time of this process and the time elapsed, in ns.
struct moment {
    double cpu, wall;
};
moment now();

// An array for a contestant to work on; in huge pages with --huge-pages.
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
