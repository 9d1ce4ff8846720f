// SPDX-License-Identifier: MIT
//
// exact.js - an exact law, as `fairaudit --exact --html` bakes it in: the same
// facts and pictures as the part that works it out.
import { orderBars } from "../../charts/bars.js";
import { heatMap } from "../../charts/heatmap.js";
import { saveButtons } from "../../charts/save.js";
import { h } from "../../dom.js";
import { factsNode } from "../exact/facts.js";
import { lawOf } from "../exact/law.js";
import { groupTable } from "../exact/table.js";
import { shortFraction } from "../exact/words.js";

const DRAWN = 6; // cards whose orders are bars
const NARROW = 3; // cards whose bars need no more room than a map

function bars(law) {
    const chart = orderBars({ title: "All orders", test: "report-orders" });
    const label = new Array(law.orders.length);
    for (const group of law.groups) {
        for (const rank of group.ranks) label[rank] = shortFraction(group);
    }
    chart.update({ n: law.n, probability: law.probability, excess: law.excess, label,
                   zero: "impossible" });
    return h("div", { class: "panel report-picture" }, chart.node,
             saveButtons(chart.node, "fairaudit-orders"));
}

function map(document) {
    const chart = heatMap({ title: "Which card is at which place",
                            test: "report-heatmap" });
    chart.updateExact(document);
    return h("div", { class: "panel report-picture" }, chart.node,
             saveButtons(chart.node, "fairaudit-position"));
}

function groups(law) {
    const table = groupTable();
    table.update(law);
    return h("div", { class: "panel" }, table.node);
}

/**
 * The view of a fairaudit-exact document.
 * @returns {{node: HTMLElement, fill(): void}}
 */
export function exactView(context, document) {
    const { shuffle, die, n, position } = document;
    const law = lawOf(document);
    const node = h("div", { class: "stack", "data-test": "report-exact" },
        h("div", { class: "panel exact-summary" },
          factsNode(context, { shuffle, die, n }, document, law)),
        law && n > NARROW && n <= DRAWN && bars(law),
        h("div", { class: "panels" }, law && n <= NARROW && bars(law),
          position && map(document), law && groups(law)));
    return { node, fill() {} };
}
