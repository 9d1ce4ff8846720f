// SPDX-License-Identifier: MIT
//
// comparator.js - sort(() => Math.random() - 0.5): with three cards, by several sorts,
// and by the sort of the visitor's own browser.
import { button, h, setText } from "../../dom.js";
import { errorText, failIn } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { percent } from "../../words.js";
import { allOrders, orderName } from "../../charts/orders.js";
import { article, codeBlock, fractionText, kindOf, shareBars, smallMaps } from "./article.js";

const SORTS = ["coin-timsort", "coin-insertion", "coin-merge", "coin-quick", "coin-heap"];
const TRIES = 60000;
const FAIR = 1 / 6;
const CLOSE = 0.012; // eight standard deviations of a share

const CODE = `cards.sort(() => «Math.random() - 0.5»);`;

/** All orders of three cards, as the core lists them. */
const ORDERS = allOrders(3);

/** How often the sort of this browser gives each order. */
function measure() {
    const counts = new Map(ORDERS.map((order) => [order.join(), 0]));
    for (let i = 0; i < TRIES; i += 1) {
        const order = [0, 1, 2].sort(() => Math.random() - 0.5).join();
        counts.set(order, counts.get(order) + 1);
    }
    return ORDERS.map((order) => counts.get(order.join()) / TRIES);
}

function bars(shares, values) {
    return shareBars(ORDERS.map((order, k) => ({
        name: orderName(order), share: shares[k], value: values[k],
        kind: kindOf(shares[k], FAIR),
    })), { fair: FAIR, most: 0.45, short: true });
}

/** The exact probabilities of all sorts, by name. */
async function lawsOf(line) {
    const documents = await Promise.all(SORTS.map((shuffle) =>
        line.ask("exact", { shuffle, n: 3 })));
    return Object.fromEntries(documents.map(({ shuffle, numerators, denominator }) =>
        [shuffle, { numerators, denominator,
                    shares: numerators.map((x) => Number(x) / Number(denominator)) }]));
}

/** The sort whose probabilities fit what was measured; undefined if none does. */
const fitting = (laws, measured) => SORTS.find((name) =>
    laws[name].shares.every((share, k) => Math.abs(share - measured[k]) < CLOSE));

/** The probability that nothing changes, by sort. */
function unchangedTable(laws) {
    return h("table", { "data-test": "cases-unchanged" },
        h("thead", {}, h("tr", {}, h("th", {}, say.cases.comparator.sort),
                         h("th", { class: "number" }, say.cases.comparator.unchanged))),
        h("tbody", {}, SORTS.map((name) => h("tr", {},
            h("td", {}, say.cases.comparator.sorts[name].join("")),
            h("td", { class: "number" },
              fractionText(laws[name].numerators[0], laws[name].denominator))))));
}

/** Where eight cards go, by the sorts of two engines. */
async function picture(line) {
    const sorts = SORTS.slice(0, 2);
    const laws = await Promise.all(sorts.map((shuffle) =>
        line.ask("exact", { shuffle, n: 8 })));
    const maps = laws.map(({ position, n }, k) =>
        [{ counts: position, n, trials: null }, say.cases.comparator.sorts[sorts[k]][0]]);
    return { node: smallMaps(maps), words: say.cases.comparator.picture };
}

/** The case. */
export const randomComparator = {
    id: "random-comparator",
    picture,
    make({ line }) {
        const v8 = h("div", { "data-test": "cases-timsort" });
        const table = h("div", { class: "cases-table" });
        const known = lawsOf(line);
        known.then((laws) => {
            const { shares, numerators, denominator } = laws["coin-timsort"];
            v8.replaceChildren(bars(shares, numerators.map((x) =>
                `${x}/${denominator}`)));
            table.replaceChildren(unchangedTable(laws));
        }).catch(failIn(v8));
        const here = h("div", { "data-test": "cases-engine" });
        const said = h("p", { class: "cases-answer", "aria-live": "polite" });
        const run = button(say.cases.comparator.run, {
            kind: "main", test: "cases-engine-run", onclick: async () => {
                const shares = measure();
                here.replaceChildren(bars(shares, shares.map(percent)));
                try {
                    const sort = fitting(await known, shares);
                    here.dataset.sort = sort ?? "";
                    setText(said, say.cases.comparator.measured(
                        percent(shares[0]), sort && say.cases.comparator.sorts[sort][0]));
                } catch (error) {
                    setText(said, errorText(error));
                }
            } });
        return { node: article("random-comparator", {
            pictures: [h("div", { class: "cases-pair" },
                h("figure", {}, h("h3", {}, say.cases.comparator.v8), v8,
                  h("figcaption", {}, say.cases.comparator.v8Caption)),
                h("figure", {}, h("h3", {}, say.cases.comparator.here),
                  h("div", { class: "buttons" }, run), said, here))],
            code: [codeBlock(CODE, say.cases.codeLabel),
                   h("p", {}, say.cases.comparator.tableLead), table],
        }) };
    },
};
