// SPDX-License-Identifier: MIT
//
// core_steps.mjs - traces and trees: one shuffle, and all of them.
import assert from "node:assert/strict";

const isDeck = (deck, n) =>
    deck.length === n && new Set(deck).size === n && deck.every((c) => c >= 0 && c < n);

/** What holds of every trace. */
function checkTrace({ n, start, end, cut, steps }) {
    let deck = start;
    for (const { sides, rolled, fraction, before, after, settled } of steps) {
        assert.ok(rolled >= 0 && rolled < sides);
        if (fraction !== null) {
            assert.ok(fraction >= 0 && fraction < 1, `${fraction}`);
            assert.equal(Math.floor(fraction * sides), rolled);
        }
        assert.ok(isDeck(before, n), `${before}`);
        assert.deepEqual(before, deck);
        settled.forEach((is, place) => assert.ok(!is || after[place] === end[place]));
        assert.equal(settled.length, n);
        deck = after;
    }
    assert.ok(isDeck(end, n));
    assert.equal(steps.length > 400, false);
    if (cut) assert.equal(steps.length, 400);
    else if (steps.length > 0) assert.deepEqual(deck, end);
    else assert.deepEqual(start, end);
    if (!cut && steps.length > 0) assert.ok(steps.at(-1).settled.every(Boolean));
}

/** The orders of the first trials, by an audit that counts them: with few cards the counts
 * of all orders tell which they were. */
function orderOfTrial(core, plan, trial) {
    const counts = (trials) => {
        if (trials === 0) return [];
        const audit = core.audit({ ...plan, trials });
        audit.fill(trials);
        const { whole } = JSON.parse(audit.report({ diagnose: false }));
        audit.close();
        return whole;
    };
    const before = counts(trial);
    return counts(trial + 1).findIndex((count, rank) => count > (before[rank] ?? 0));
}

/** The number of an order among all, by the alphabet. */
function rankOf(order) {
    return order.reduce((rank, card, i) =>
        rank * (order.length - i) + order.slice(i + 1).filter((c) => c < card).length, 0);
}

/** How often each order comes out of a tree. */
function leaves(core, shuffle, n) {
    const count = new Map();
    for (const { choices, order } of core.tree({ shuffle, n }).sequences) {
        const weight = choices.reduce((share, { sides }) => share / sides, 1);
        const seen = count.get(rankOf(order)) ?? { sequences: 0, weight: 0 };
        count.set(rankOf(order), { sequences: seen.sequences + 1,
                                   weight: seen.weight + weight });
    }
    return [...count].sort(([a], [b]) => a - b).map(([, seen]) => seen);
}

/** The weights of a branch: one for each order, with the sum that is given. */
function checkOrders({ orders, total }, n) {
    assert.equal(orders === null, total === null);
    if (orders === null) return;
    let orderCount = 1;
    for (let i = 2; i <= n; i++) orderCount *= i;
    assert.ok(n <= 4 && orders.length === orderCount);
    assert.ok(orders.every((weight) => Number.isSafeInteger(weight) && weight >= 0));
    assert.equal(orders.reduce((sum, weight) => sum + weight), total);
}

const settledPlaces = (step) => step.settled.flatMap((is, place) => (is ? [place] : []));

export const tests = {
    "every shuffle, step by step"(core) {
        for (const { name } of core.list().shuffles)
            for (const n of [2, 3, 10, 60])
                for (const trial of [0, 3])
                    checkTrace(core.trace({ shuffle: name, n, seed: "s", trial }));
    },

    "every shuffle with a parameter, its least and some more"(core) {
        for (const { name, parameter } of core.list().shuffles.filter((s) => s.parameter))
            for (const number of [parameter.least, Math.min(parameter.least + 3,
                                                            Number(parameter.most))])
                for (const n of [3, 11])
                    checkTrace(core.trace({ shuffle: `${name}:${number}`, n, seed: "p",
                                            trial: 2 }));
    },

    "every die"(core) {
        for (const { name } of core.list().dice)
            checkTrace(core.trace({ shuffle: "down", die: name, n: 9, seed: "d", trial: 5 }));
    },

    "fractions: of dice that scale, the same for all shuffles"(core) {
        const fractions = (plan) => core.trace({ shuffle: "down", n: 40, seed: "f", ...plan })
            .steps.map(({ fraction }) => fraction);
        for (let trial = 0; trial < 300; trial++) {
            const some = fractions({ trial });
            assert.deepEqual(fractions({ shuffle: "up", trial }), some);
            assert.deepEqual(fractions({ shuffle: "swap-with-any", trial }).slice(0, 39), some);
            assert.ok(some.every((fraction) => fraction !== null));
        }
        for (const { name } of core.list().dice) {
            const scales = ["exact", "scale", "few-seeds", "clock-seeded"].includes(name);
            assert.ok(fractions({ die: name }).every((x) => (x !== null) === scales), name);
        }
        const [exact, scaled] = ["exact", "scale:8"].map((die) => fractions({ die }));
        exact.forEach((x, i) => assert.equal(scaled[i], Math.floor(x * 256) / 256));
    },

    "branches: what the roll came to, and all that it could have"(core) {
        for (const { name } of core.list().shuffles)
            for (const n of [2, 4, 10]) {
                const plan = { shuffle: name, n, seed: "b", trial: 2 };
                const { steps } = core.trace(plan);
                for (const [step, { sides, rolled, after }] of steps.slice(0, 6).entries()) {
                    if (sides > 64) continue;
                    const found = core.branches({ ...plan, step });
                    assert.deepEqual([found.sides, found.rolled, found.branches.length],
                                     [sides, rolled, sides]);
                    assert.deepEqual(found.branches[rolled].after, after, name);
                    found.branches.forEach((branch, i) => {
                        assert.equal(branch.rolled, i);
                        assert.ok(isDeck(branch.after, n));
                        checkOrders(branch, n);
                    });
                    const { branches: [{ total }] } = found;
                    assert.ok(found.branches.every((branch) => branch.total === total));
                }
            }
    },

    "branches: the orders of the first roll are the exact law"(core) {
        let counted = 0;
        for (const { name, keeps } of core.list().shuffles)
            for (const n of [2, 3, 4]) {
                const plan = { shuffle: name, n, seed: "b" };
                const { steps: [first] } = core.trace(plan);
                if (first === undefined || first.sides > 64 || keeps) continue;
                const { sides, branches } = core.branches({ ...plan, step: 0 });
                if (branches[0].orders === null) continue;
                counted += 1;
                const { numerators, denominator } = core.exact({ shuffle: name, n });
                numerators.forEach((numerator, rank) => {
                    const sum = branches.reduce((all, { orders }) =>
                        all + BigInt(orders[rank]), 0n);
                    assert.equal(sum * BigInt(denominator),
                                 BigInt(numerator) * BigInt(branches[0].total) * BigInt(sides),
                                 `${name}, ${n} cards`);
                });
            }
        assert.ok(counted > 60, `${counted}`);
    },

    "branches: counts of ways, and where they end"(core) {
        const at = (shuffle, n, step) =>
            core.branches({ shuffle, n, seed: "w", step }).branches;
        const sum = (branches) =>
            branches[0].orders.map((_, rank) =>
                branches.reduce((all, { orders }) => all + orders[rank], 0));
        assert.deepEqual(sum(at("swap-with-any", 3, 0)), [4, 5, 5, 5, 4, 4]);
        assert.deepEqual(at("swap-with-any", 3, 0).map(({ total }) => total), [9, 9, 9]);
        assert.deepEqual(sum(at("down", 4, 0)), Array(24).fill(1));
        for (const { orders, total, after } of at("down", 3, 1)) {
            assert.equal(total, 1); // the last roll: one way is left
            assert.equal(orders[rankOf(after)], 1);
        }
        assert.ok(at("down", 5, 0).every(({ orders, total }) =>
            orders === null && total === null));
    },

    "chosen rolls: every result leads to the deck of its branch"(core) {
        for (const { name } of core.list().shuffles)
            for (const n of [3, 6]) {
                const plan = { shuffle: name, n, seed: "c", trial: 1 };
                const { steps } = core.trace(plan);
                const step = steps.findIndex(({ sides }, k) => k > 0 && sides > 1);
                if (step < 0 || steps[step].sides > 64) continue;
                const { sides, branches } = core.branches({ ...plan, step });
                for (const { rolled, after } of branches) {
                    const millionths = Math.floor((rolled + 0.5) / sides * 1e6);
                    const choices = [{ step, millionths }];
                    const trace = core.trace({ ...plan, choices });
                    checkTrace(trace);
                    assert.deepEqual(trace.steps.slice(0, step).map(({ after: deck }) => deck),
                                     steps.slice(0, step).map(({ after: deck }) => deck));
                    const chosen = trace.steps[step];
                    assert.deepEqual([chosen.rolled, chosen.drawn, chosen.chosen],
                                     [rolled, steps[step].rolled, true], name);
                    assert.equal(chosen.fraction, millionths / 1e6);
                    assert.deepEqual(chosen.after, after, `${name}, ${n} cards`);
                    assert.deepEqual(core.branches({ ...plan, choices, step }).rolled, rolled);
                }
            }
    },

    "chosen rolls: all others are those of the seed, with every die"(core) {
        for (const { name: die } of core.list().dice) {
            const plan = { shuffle: "down", die, n: 12, seed: "o", trial: 3 };
            const { steps } = core.trace(plan);
            const choices = [{ step: 0, millionths: 999999 }, { step: 4, millionths: 0 }];
            const found = core.trace({ ...plan, choices });
            found.steps.forEach((step, k) => {
                const chosen = choices.some((choice) => choice.step === k);
                assert.equal(step.chosen, chosen);
                assert.equal(step.drawn, steps[k].rolled, die);
                if (!chosen) assert.deepEqual([step.rolled, step.fraction],
                                              [steps[k].rolled, steps[k].fraction], die);
            });
            assert.deepEqual([found.steps[0].rolled, found.steps[4].rolled], [11, 0]);
        }
    },

    "chosen rolls: decimals are exact, and those beyond the end have no effect"(core) {
        const first = (n, millionths) => core.trace({ shuffle: "swap-with-any", n, seed: "e",
            choices: [{ step: 0, millionths }] }).steps[0];
        for (const n of [2, 3, 7, 50, 60])
            for (let hundredths = 0; hundredths < 100; hundredths++) {
                const { rolled, fraction } = first(n, hundredths * 10000);
                assert.equal(rolled, Math.floor(hundredths * n / 100));
                assert.ok(fraction === null || Math.floor(fraction * n) === rolled);
            }
        assert.equal(first(50, 580000).fraction, null); // 0.58 * 50 is below 29
        const plan = { shuffle: "down", n: 5, seed: "e" };
        assert.deepEqual(core.trace({ ...plan, choices: [{ step: 4, millionths: 0 }] }),
                         core.trace(plan));
        // Shuffles that start from the deck of the one before: only this one changes.
        const kept = { shuffle: "repeats-last", n: 6, seed: "e", trial: 4 };
        const choices = [{ step: 1, millionths: 500000 }];
        assert.deepEqual(core.trace({ ...kept, choices }).start, core.trace(kept).start);
    },

    "a trace ends with the order that the audit has"(core) {
        for (const { name } of core.list().shuffles)
            for (const die of [undefined, "few-seeds:12"]) {
                const plan = { shuffle: name, die, n: 5, seed: "same" };
                for (const trial of [0, 4])
                    assert.equal(rankOf(core.trace({ ...plan, trial }).end),
                                 orderOfTrial(core, plan, trial), name);
            }
    },

    "what is settled: from the end, from the front, not before the end"(core) {
        const steps = (shuffle) => core.trace({ shuffle, n: 7, seed: "q" }).steps;
        for (const [i, step] of steps("down").entries())
            if (i < 5)
                assert.deepEqual(settledPlaces(step), [0, 1, 2, 3, 4, 5, 6].slice(6 - i));
        for (const [i, step] of steps("up").entries())
            if (i < 5) assert.deepEqual(settledPlaces(step), [0, 1, 2, 3, 4, 5].slice(0, i + 1));
        for (const step of steps("swap-with-any").slice(0, -1))
            assert.deepEqual(settledPlaces(step), []);
        // the first card of the deck stays: the last step is left out
        assert.ok(steps("stops-early").every((step) => step.settled[6]));
    },

    "the same seed, the same trace; another trial, another"(core) {
        const plan = { shuffle: "down", n: 20, seed: "t" };
        assert.deepEqual(core.trace({ ...plan, trial: 3 }), core.trace({ ...plan, trial: 3 }));
        assert.notDeepEqual(core.trace({ ...plan, trial: 4 }).end,
                            core.trace({ ...plan, trial: 3 }).end);
    },

    "a long one is cut"(core) {
        const { cut, steps } = core.trace({ shuffle: "coin-bubble", n: 60, seed: "1" });
        assert.deepEqual([cut, steps.length], [true, 400]);
    },

    "trees: 27 leaves for 6 orders, and 6"(core) {
        const count = (shuffle, n) => leaves(core, shuffle, n).map((seen) => seen.sequences);
        assert.deepEqual(count("swap-with-any", 3), [4, 5, 5, 5, 4, 4]);
        assert.deepEqual(count("down", 3), [1, 1, 1, 1, 1, 1]);
        assert.deepEqual(count("original", 4), Array(24).fill(1));
        assert.deepEqual(count("sattolo", 3), [1, 1]);
        assert.equal(core.tree({ shuffle: "swap-with-any", n: 5 }).sequences.length, 3125);
    },

    "trees have the exact law"(core) {
        for (const { name } of core.list().shuffles)
            for (const n of [2, 3]) {
                let seen;
                try {
                    seen = leaves(core, name, n).map(({ weight }) => weight);
                } catch (error) {
                    assert.match(error.message, /more than 5000/);
                    continue;
                }
                const { numerators, denominator } = core.exact({ shuffle: name, n });
                const law = numerators.map((k) => Number(k) / Number(denominator))
                    .filter((p) => p > 0);
                assert.equal(seen.length, law.length, name);
                seen.forEach((p, i) => assert.ok(Math.abs(p - law[i]) < 1e-12, name));
            }
    },
};
