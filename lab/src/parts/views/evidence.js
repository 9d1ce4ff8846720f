// SPDX-License-Identifier: MIT
//
// evidence.js - what each statistic of a report found: its counts, and how sure it is.

/** Logarithm to base 10 of the odds at which one view alone has noticed something: two
 * million, as for the whole audit. */
export const CLEAR = Math.log10(2e6);

/** The view that a test belongs to: "successor-symmetric" → "successor". */
function viewOfTest(name) {
    return name.replace(/-(symmetric|antisymmetric|linear|rest|mean)$/, "");
}

/** The largest power of ten that a test can show: smaller p-values do not fit into a double. */
export const MOST_TENS = 300;

/** -log10 of a p, up to that. */
const tens = (p) => Math.min(MOST_TENS, p > 0 ? -Math.log10(p) : MOST_TENS);

function countsOf(report, name) {
    const scalar = report.scalars.find((one) => one.name === name);
    if (scalar) return { kind: "scalar", counts: scalar.counts, law: scalar.law };
    const code = report.digits.find((one) => one.name === name);
    if (code) return { kind: "digits", counts: code.counts };
    if (["position", "successor", "precedence"].includes(name) && report[name])
        return { kind: "matrix", counts: report[name] };
    if (name === "repeats" && report.repeats)
        return { kind: "repeats", counts: report.repeats };
    return { kind: "none", counts: null };
}

/**
 * All views of a report, in its order.
 * @returns {Array<{name: string, title: string, kind: string, counts, law, sure: number,
 *     bound: boolean, noticed: boolean, waits: boolean, tests: Array}>} `kind`: what can
 *     be drawn: scalar, digits, matrix, repeats, none; `sure`: log10 of the odds against
 *     a fair shuffle, by bets or, once all that was planned is there, by tests; `bound`:
 *     by bets, whose odds are a bound, and are known however large; `waits`: it does not
 *     bet, and its tests need more shuffles
 */
export function viewsOf(report) {
    const views = new Map();
    const viewOf = (name, title) => {
        if (!views.has(name)) {
            views.set(name, { name, title, sure: 0, tests: [], bets: false,
                              bound: false, ...countsOf(report, name) });
        }
        return views.get(name);
    };
    for (const test of report.tests) {
        const view = viewOf(viewOfTest(test.name), test.title);
        view.tests.push(test);
        if (report.complete && test.usable)
            view.sure = Math.max(view.sure, tens(test.corrected));
    }
    for (const bettor of report.bettors) {
        const view = viewOf(bettor.name, bettor.title);
        view.title = bettor.title;
        view.bets = true;
        view.bound = bettor.log10 >= view.sure;
        view.sure = Math.max(view.sure, bettor.log10);
    }
    for (const view of views.values()) {
        view.noticed = view.sure >= CLEAR;
        view.waits = !view.bets && !view.tests.some(({ usable }) => usable);
    }
    return [...views.values()];
}
