// SPDX-License-Identifier: MIT
//
// table.js - the tables of a report: all tests, and the cells farthest from fair.
import { signedSd } from "../../charts/legend.js";
import { testTitle } from "../../charts/tests.js";
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { count, odds, percent, scientific, superscript } from "../../words.js";

const SMALLEST = 300; // p-values of 0 are below what doubles hold
const FIXED = 0.001; // smaller p-values are powers of ten

/** 12345.678 → "12,346", 3.14159 → "3.142": at most four digits after the point, and no
 * more than make sense. */
function numberText(value) {
    if (value === null || value === undefined) return "";
    const power = Math.floor(Math.log10(Math.abs(value) || 1));
    const digits = Math.max(0, 3 - Math.max(0, power));
    const [whole, rest] = Math.abs(value).toFixed(digits).split(".");
    const part = rest?.replace(/0+$/, "") ?? "";
    const sign = value < 0 ? "−" : "";
    return sign + count(Number(whole)) + (part === "" ? "" : `.${part}`);
}

/** A p-value: "0.31", "2 × 10⁻⁹", "< 10⁻³⁰⁰". */
function pText(p) {
    if (p <= 10 ** -SMALLEST) return `< 10${superscript(-SMALLEST)}`;
    return p < FIXED ? scientific(p, 2) : p.toFixed(3);
}

/** The cells of a column. The decimal points of plain numbers are below each other. */
function alignedCells(texts) {
    const parts = texts.map((text) => /^([−0-9,]+)(\.[0-9]+)?$/.exec(text));
    const most = Math.max(0, ...parts.map((part) => part?.[2]?.length ?? 0));
    return texts.map((text, i) => {
        if (most === 0 || parts[i] === null) return h("td", { class: "number" }, text);
        const [, whole, rest = ""] = parts[i];
        const decimals = h("span", { class: "report-decimals" }, rest);
        // Not in ch: the digits of bold rows are wider.
        decimals.style.width = `${(most - 1) * 0.7 + 0.4}em`;
        return h("td", { class: "number" }, whole, decimals);
    });
}

/** A table that shows when it can be scrolled sideways. */
const scrollable = (label, test, table) =>
    h("div", { class: "scroll report-scroll", tabindex: 0, role: "region",
               "aria-label": label, "data-test": test }, table);

/** Tests, each with its odds. The odds of a view belong to the test of the same name,
 * else to the first whose name begins with it, else to a row of their own. */
function rowsOf({ tests, bettors }) {
    const rows = tests.map((test) => ({ ...test, odds: null }));
    for (const { name, title, log10 } of bettors) {
        const home = rows.find((row) => row.name === name) ??
            rows.find((row) => row.name.startsWith(`${name}-`));
        if (home) home.odds = log10;
        else rows.push({ name, title, usable: false, bets: true, odds: log10 });
    }
    return rows;
}

/** All tests; null if there are none. */
export function viewsTable(report, level) {
    const rows = rowsOf(report);
    if (rows.length === 0) return null;
    const isOff = (row) => row.usable && row.corrected < level;
    const words = say.report;
    const column = (textOf) => alignedCells(rows.map(textOf));
    const ifUsable = (textOf) => (row) => (row.usable ? textOf(row) : "");
    const columns = [
        column(ifUsable(({ value }) => numberText(value))),
        column(ifUsable(({ expected }) => numberText(expected))),
        column((row) => (row.usable ? pText(row.p) : row.bets ? "" : words.tooFew)),
        column(ifUsable(({ corrected }) => pText(corrected))),
        column((row) => (row.odds === null ? "" : odds(row.odds))),
    ];
    const rowNode = (row, i) => h("tr", { class: isOff(row) ? "report-off" : null },
        h("th", { scope: "row" },
          h("span", { class: "report-sign", "aria-hidden": "true" },
            isOff(row) ? "◆" : ""),
          testTitle(row), " ", h("code", { class: "muted" }, row.name),
          row.name === report.strongest && h("span", { class: "tag" }, words.strongest)),
        columns.map((cells) => cells[i]));
    return scrollable(words.tests, "report-views",
        h("table", { class: "report-table" },
          h("thead", {}, h("tr", {}, words.testsHeads.map((text, i) =>
              h("th", { scope: "col", class: i > 0 ? "number" : null }, text)))),
          h("tbody", {}, rows.map(rowNode))));
}

/** The cells of the position matrix farthest from fair; null if there are none. */
export function cellsTable({ cells, n }) {
    if (cells.length === 0) return null;
    const words = say.report;
    const limit = (value) =>
        (value === null ? "" : percent(Math.min(1, Math.max(0, value))));
    return h("details", { class: "report-group" },
        h("summary", {}, h("b", {}, words.farthest)),
        scrollable(words.farthest, "report-cells",
          h("table", { class: "report-cells" },
            h("thead", {}, h("tr", {}, words.cellsHeads.map((text) =>
                h("th", { scope: "col", class: "number" }, text)))),
            h("tbody", {}, cells.map(({ card, place, share, low, high, z }) =>
                h("tr", {}, [card, place, percent(share), limit(low), limit(high),
                             z === null ? "" : signedSd(z)]
                    .map((text) => h("td", { class: "number" }, text))))))),
        h("p", { class: "muted small" }, words.cellsText(n)));
}
