// SPDX-License-Identifier: MIT
//
// table.js - orders that are equally likely, one line for each probability.
import { orderName } from "../../charts/orders.js";
import { button, h, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { count, decimal } from "../../words.js";
import { excessText, fractionText, isLong, shortFraction } from "./words.js";

const FIRST = 12; // rows that are shown at first
const NAMED = 6; // orders that are named in a row
const TOLD = 3; // probabilities that are named below the table

/** A fraction. A long one is shown in full only on demand. */
export function fractionNode(text) {
    if (!isLong(text)) return h("span", { class: "number" }, text);
    return h("details", { class: "exact-long" },
             h("summary", {}, say.exact.inFull), h("code", {}, text));
}

function rowOf(law, { numerator, denominator, probability, excess, ranks }) {
    const names = ranks.slice(0, NAMED).map((rank) => orderName(law.orders[rank]));
    return h("tr", {},
        h("td", { class: "number" }, count(ranks.length)),
        h("td", {}, fractionNode(fractionText(numerator, denominator))),
        h("td", { class: "number exact-decimal" }, decimal(probability, 4)),
        h("td", { class: "number exact-against" }, excessText(excess)),
        h("td", {}, h("span", { class: "exact-names" }, names.join(" ")),
          ranks.length > NAMED && say.exact.andMore(ranks.length - NAMED)));
}

/** How many orders have which probability. */
function caption({ groups, orders }) {
    if (groups.length === 1) return say.exact.allAlike(orders.length);
    const shown = groups.slice(0, TOLD).map((group) =>
        [group.ranks.length, shortFraction(group)]);
    return say.exact.shares(orders.length, shown, groups.length - shown.length);
}

/**
 * The table of the groups of a law.
 * @returns {{node: HTMLElement, update(law: object): void}}
 */
export function groupTable() {
    const body = h("tbody");
    const words = h("p", { class: "muted small", "data-test": "exact-groups-caption" });
    let rest = [];
    const all = button("", { test: "exact-groups-all", onclick: () => {
        body.append(...rest);
        all.hidden = true;
    } });
    const kinds = ["number", null, "number exact-decimal", "number", null];
    const node = h("div", { "data-test": "exact-groups" },
        h("h3", {}, say.exact.groups),
        h("div", { class: "scroll", tabindex: 0, role: "region",
                   "aria-label": say.exact.groups },
          h("table", { class: "exact-table" },
            h("thead", {}, h("tr", {}, say.exact.heads.map((text, i) =>
                h("th", { scope: "col", class: kinds[i] }, text)))),
            body)),
        all, words);
    return {
        node,
        update(law) {
            const rows = law.groups.map((group) => rowOf(law, group));
            rest = rows.splice(FIRST);
            body.replaceChildren(...rows);
            all.hidden = rest.length === 0;
            setText(all, say.exact.moreRows(rest.length));
            setText(words, caption(law));
        },
    };
}
