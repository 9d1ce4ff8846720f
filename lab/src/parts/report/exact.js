// SPDX-License-Identifier: MIT
//
// exact.js - an exact result, as `fairaudit --exact --html` writes it into the page: the
// same facts and pictures as in the part "The proof".
import { orderBars } from "../../charts/bars.js";
import { heatMap } from "../../charts/heatmap.js";
import { foldedCode } from "../../code/folded.js";
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { proofVerdict } from "../../verdict.js";
import { factsNodes } from "../exact/facts.js";
import { DRAWN, lawOf } from "../exact/law.js";
import { groupTable } from "../exact/table.js";
import { orderLabels } from "../exact/words.js";
import { picturePanel } from "./pictures.js";

const NARROW = 3; // cards whose bars need no more room than a map has

function bars(law) {
    const chart = orderBars({ title: say.report.allOrders, test: "report-orders" });
    chart.update({ n: law.n, probability: law.probability, excess: law.excess,
                   label: orderLabels(law), zero: "impossible" });
    return picturePanel(chart, "orders");
}

function map(document) {
    const chart = heatMap({ test: "report-heat" });
    chart.updateExact(document);
    return picturePanel(chart, "position");
}

function code(context, plan) {
    const folded = foldedCode(context);
    folded.show(plan);
    return !folded.node.hidden && h("div", { class: "panel", "data-test": "report-code" },
                                    folded.node);
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
    const single = proofVerdict(document) === "one-shuffle-only";
    const node = h("div", { class: "stack", "data-test": "report-exact" },
        single && h("p", { class: "message", "data-test": "exact-analysed" },
                    say.exact.oneShuffle),
        h("div", { class: "panel exact-summary" },
          factsNodes(context, { shuffle, die, n }, document, law)),
        law && n > NARROW && n <= DRAWN && bars(law),
        h("div", { class: "panels" }, law && n <= NARROW && bars(law),
          position && map(document), law && groups(law),
          code(context, { shuffle, die })));
    return { node, fill() {} };
}
