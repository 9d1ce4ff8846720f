// SPDX-License-Identifier: MIT
//
// table.js - orders that are equally likely, in one line each.
import { orderName } from "../../charts/orders.js";
import { button, h, setText } from "../../dom.js";
import { count, decimal, plural } from "../../words.js";
import { excessText, fractionText, isLong, shortFraction } from "./words.js";

const FIRST = 12; // rows that are shown at once
const NAMED = 6; // orders that are named in a row

/** A fraction; one that is long, in full on demand. */
export function fractionNode(text) {
    if (!isLong(text)) return h("span", { class: "number" }, text);
    return h("details", { class: "exact-long" },
             h("summary", {}, "in full"), h("code", {}, text));
}

function rowOf(law, { numerator, denominator, probability, excess, ranks }) {
    const names = ranks.slice(0, NAMED).map((rank) => orderName(law.orders[rank]));
    const more = ranks.length > NAMED ? ` and ${count(ranks.length - NAMED)} more` : "";
    return h("tr", {},
        h("td", { class: "number" }, count(ranks.length)),
        h("td", {}, fractionNode(fractionText(numerator, denominator))),
        h("td", { class: "number exact-decimal" }, decimal(probability, 4)),
        h("td", { class: "number exact-against" }, excessText(excess)),
        h("td", { class: "exact-names" }, names.join(" "), more));
}

/** "3 orders with 5/27, 3 with 4/27." */
function caption({ groups, orders }) {
    const shown = groups.slice(0, 3).map((group) =>
        `${count(group.ranks.length)} with ${shortFraction(group)}`);
    if (groups.length === 1)
        return `All ${count(orders.length)} orders have the same probability.`;
    const rest = groups.length > 3
        ? `, and ${plural(groups.length - 3, "group")} more` : "";
    return `Of ${count(orders.length)} orders, ${shown.join(", ")}${rest}.`;
}

/**
 * The table of groups of a law.
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
    const heads = [["orders", "number"], ["probability"],
                   ["decimal", "number exact-decimal"], ["against fair", "number"],
                   ["which"]];
    const node = h("div", { "data-test": "exact-groups" },
        h("h3", {}, "Orders that are equally likely"),
        h("div", { class: "scroll" },
          h("table", {},
            h("thead", {}, h("tr", {}, heads.map(([text, kind]) =>
                h("th", { scope: "col", class: kind }, text)))),
            body)),
        all, words);
    return {
        node,
        update(law) {
            const rows = law.groups.map((group) => rowOf(law, group));
            rest = rows.splice(FIRST);
            body.replaceChildren(...rows);
            all.hidden = rest.length === 0;
            setText(all, `Show ${plural(rest.length, "more row")}`);
            setText(words, caption(law));
        },
    };
}
