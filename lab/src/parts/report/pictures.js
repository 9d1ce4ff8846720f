// SPDX-License-Identifier: MIT
//
// pictures.js - the pictures of a report. Those that most readers will not need are in
// groups that are closed at first, and drawn when they are opened.
import { orderBars } from "../../charts/bars.js";
import { evidenceCurve } from "../../charts/curve.js";
import { digitPlot } from "../../charts/digits.js";
import { heatMap } from "../../charts/heatmap.js";
import { pairMatrix } from "../../charts/matrix.js";
import { saveButton } from "../../charts/save.js";
import { scalarPlot } from "../../charts/scalar.js";
import { testPlot } from "../../charts/tests.js";
import { h } from "../../dom.js";
import { capital, plural } from "../../words.js";

/** A panel with a chart that is drawn, and a button that saves it. */
export function picturePanel(chart, name, more = null) {
    return h("div", { class: "panel report-picture" }, chart.node,
             saveButton(chart.node, name), more);
}

/** The heat map; null if positions were not counted. */
export function positionPanel(report, more) {
    if (report.position === null || report.trials === 0) return null;
    const map = heatMap({ test: "report-heat" });
    map.update(report);
    return picturePanel(map, "position", more);
}

/** How evidence grew; null if nobody has bet. */
export function curvePanel(report, more) {
    const { curve, evidence, bettors } = report;
    if (evidence === null || curve.length === 0 || bettors.length === 0) return null;
    const chart = evidenceCurve({ test: "report-curve" });
    chart.update(report);
    return picturePanel(chart, "evidence", more);
}

/** All tests; null if there are none. */
export function testsPanel({ tests, complete }, level) {
    if (tests.length === 0) return null;
    const chart = testPlot({ title: "All tests", test: "report-tests" });
    chart.update({ tests, level, complete });
    return picturePanel(chart, "tests");
}

/** All orders; null if they were not counted. */
export function ordersPanel({ whole, n, trials }) {
    if (whole === null || trials === 0) return null;
    const chart = orderBars({ title: "All orders", test: "report-orders" });
    chart.update({ n, trials, probability: whole.map((came) => came / trials) });
    return picturePanel(chart, "orders");
}

/** A group of pictures, made when it is opened. */
function group({ title, about, names, report, level, make }) {
    const off = report.tests.filter(({ name, usable, corrected }) =>
        usable && corrected < level &&
        names.some((view) => name === view || name.startsWith(`${view}-`))).length;
    const room = h("div", { class: "panels" });
    const node = h("details", { class: "report-group",
                                "data-test": `report-${title.toLowerCase()}` },
        h("summary", {}, h("b", {}, title), h("span", { class: "muted" }, ` ${about}`),
          off > 0 && h("span", { class: "tag wrong" },
                       `◆ ${plural(off, "test")} beyond chance`)),
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
 * The groups of a report: matrices, digits, numbers.
 * @returns {Array<{node: HTMLElement, fill(): void}>} fill makes the pictures now
 */
export function pictureGroups(report, level) {
    const { precedence, successor, digits, scalars, trials } = report;
    if (trials === 0) return [];
    const shared = { report, level };
    const matrices = [
        [precedence, "precedence", "Which of two cards is first"],
        [successor, "successor", "Which card is right before which, around the end"],
    ].filter(([counts]) => counts !== null);
    return [
        scalars.length > 0 && group({
            ...shared, title: "Numbers",
            about: "that sum an order up: how often each value came, and should have",
            names: scalars.map(({ name }) => name),
            make: () => scalars.map(({ name, title, counts, law }) => {
                const chart = scalarPlot({ title: capital(title),
                                           test: `report-${name}` });
                const names = name.endsWith("sign") ? ["even", "odd"] : undefined;
                chart.update({ counts, law, names });
                return picturePanel(chart, name);
            }),
        }),
        digits.length > 0 && group({
            ...shared, title: "Digits",
            about: "that an order can be written in; each value of a digit is equally " +
                "likely",
            names: digits.map(({ name }) => name),
            make: () => digits.map(({ name, title, counts }) => {
                const chart = digitPlot({ title: capital(title),
                                          test: `report-${name}` });
                chart.update({ counts });
                return picturePanel(chart, name);
            }),
        }),
        matrices.length > 0 && group({
            ...shared, title: "Pairs",
            about: "of cards: which is first, which follows which",
            names: matrices.map(([, name]) => name),
            make: () => matrices.map(([counts, name, title]) => {
                const chart = pairMatrix({ title, test: `report-${name}`, kind: name });
                chart.update({ counts, trials });
                return picturePanel(chart, name);
            }),
        }),
    ].filter(Boolean);
}
