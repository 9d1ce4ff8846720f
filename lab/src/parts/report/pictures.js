// SPDX-License-Identifier: MIT
//
// pictures.js - the pictures of a report. Those that most readers do not need are in
// groups that are closed at first, and drawn when they are opened.
import { orderBars } from "../../charts/bars.js";
import { evidenceCurve } from "../../charts/curve.js";
import { digitPlot } from "../../charts/digits.js";
import { heatMap } from "../../charts/heatmap.js";
import { pairMatrix } from "../../charts/matrix.js";
import { saveButton } from "../../charts/save.js";
import { scalarPlot } from "../../charts/scalar.js";
import { testPlot, testTitle } from "../../charts/tests.js";
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { capital } from "../../words.js";

/** A panel with a chart, and a button that saves it. */
export function picturePanel(chart, name) {
    return h("div", { class: "panel report-picture" }, chart.node,
             saveButton(chart.node, name));
}

/** The heat map; null if positions were not counted. */
export function positionPanel(report) {
    if (report.position === null || report.trials === 0) return null;
    const map = heatMap({ test: "report-heat" });
    map.update(report);
    return picturePanel(map, "position");
}

/** How the evidence grew; null if it was not counted. */
export function curvePanel(report) {
    const { curve, evidence, bettors } = report;
    if (evidence === null || curve.length === 0 || bettors.length === 0) return null;
    const chart = evidenceCurve({ test: "report-curve" });
    chart.update(report);
    return picturePanel(chart, "evidence");
}

/** All tests; null if there are none. */
export function testsPanel({ tests, complete }, level) {
    if (tests.length === 0) return null;
    const chart = testPlot({ title: say.report.allTests, test: "report-tests" });
    chart.update({ tests, level, complete });
    return picturePanel(chart, "tests");
}

/** All orders; null if they were not counted. */
export function ordersPanel({ whole, n, trials }) {
    if (whole === null || trials === 0) return null;
    const chart = orderBars({ title: say.report.allOrders, test: "report-orders" });
    chart.update({ n, trials, probability: whole.map((came) => came / trials) });
    return picturePanel(chart, "orders");
}

/** A group of pictures, made when it is opened. */
function group({ id, names, report, level, make }) {
    const [title, about] = say.report.groups[id];
    const off = report.tests.filter(({ name, usable, corrected }) =>
        usable && corrected < level &&
        names.some((view) => name === view || name.startsWith(`${view}-`))).length;
    const room = h("div", { class: "panels" });
    const node = h("details", { class: "report-group", "data-test": `report-${id}` },
        h("summary", {}, h("b", {}, title), h("span", { class: "muted" }, ` ${about}`),
          off > 0 && h("span", { class: "tag wrong" }, say.report.offTests(off))),
        room);
    let made = false;
    const fill = () => {
        if (made) return;
        made = true;
        room.append(...make());
    };
    node.addEventListener("toggle", () => { if (node.open) fill(); });
    return { node, fill };
}

/**
 * The groups of a report: numbers, digits, pairs.
 * @returns {Array<{node: HTMLElement, fill(): void}>} fill makes the pictures now
 */
export function pictureGroups(report, level) {
    const { precedence, successor, digits, scalars, trials } = report;
    if (trials === 0) return [];
    const shared = { report, level };
    const matrices = [
        [precedence, "precedence"], [successor, "successor"],
    ].filter(([counts]) => counts !== null);
    const optionsOf = (view) => ({ title: capital(testTitle(view)),
                                   test: `report-${view.name}` });
    return [
        scalars.length > 0 && group({
            ...shared, id: "numbers",
            names: scalars.map(({ name }) => name),
            make: () => scalars.map((scalar) => {
                const { name, counts, law } = scalar;
                const chart = scalarPlot(optionsOf(scalar));
                const names = name.endsWith("sign") ? say.report.parity : undefined;
                chart.update({ counts, law, names });
                return picturePanel(chart, name);
            }),
        }),
        digits.length > 0 && group({
            ...shared, id: "digits",
            names: digits.map(({ name }) => name),
            make: () => digits.map((code) => {
                const chart = digitPlot(optionsOf(code));
                chart.update({ counts: code.counts });
                return picturePanel(chart, code.name);
            }),
        }),
        matrices.length > 0 && group({
            ...shared, id: "pairs",
            names: matrices.map(([, name]) => name),
            make: () => matrices.map(([counts, name]) => {
                const chart = pairMatrix({ title: say.report[name],
                                           test: `report-${name}`, kind: name });
                chart.update({ counts, trials });
                return picturePanel(chart, name);
            }),
        }),
    ].filter(Boolean);
}
