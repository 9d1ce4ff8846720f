// SPDX-License-Identifier: MIT
//
// table.js - the tables of a report: what each view says, and the cells farthest from
// fair.
import { signedSd } from "../../charts/legend.js";
import { pWords } from "../../charts/tests.js";
import { h } from "../../dom.js";
import { count, decimal, odds, percent } from "../../words.js";

const number = (value) => {
    if (value === null) return "";
    return Math.abs(value) >= 1e4 ? count(value) : decimal(value, 4);
};

/** Tests, each with what was won by betting on it: on the test of its name, else on the
 * first whose name begins with it, else in a row of its own. */
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

function rowNode(row, { level, strongest }) {
    const cell = (text) => h("td", { class: "number" }, text);
    const off = row.usable && row.corrected < level;
    const tests = row.usable
        ? [number(row.value), number(row.expected), pWords(row.p), pWords(row.corrected)]
        : ["", "", row.bets ? "" : "too few", ""];
    return h("tr", { class: off ? "report-off" : null },
        h("th", { scope: "row" },
          h("span", { class: "report-sign", "aria-hidden": "true" }, off ? "◆" : ""),
          row.title, " ", h("code", { class: "muted" }, row.name),
          row.name === strongest && h("span", { class: "tag" }, "strongest")),
        tests.map(cell), cell(row.odds === null ? "" : odds(row.odds)));
}

/** What each view says; null if none was asked. */
export function viewsTable(report, level) {
    const rows = rowsOf(report);
    if (rows.length === 0) return null;
    const heads = ["view", "value", "expected", "p", "corrected", "odds by betting"];
    return h("div", { class: "scroll", tabindex: 0, role: "region",
                      "aria-label": "What each view says", "data-test": "report-views" },
        h("table", { class: "report-table" },
          h("thead", {}, h("tr", {}, heads.map((text, i) =>
              h("th", { scope: "col", class: i > 0 ? "number" : null }, text)))),
          h("tbody", {}, rows.map((row) =>
              rowNode(row, { level, strongest: report.strongest })))));
}

/** The cells of the position matrix farthest from fair; null if there are none. */
export function cellsTable({ cells, n }) {
    if (cells.length === 0) return null;
    const heads = ["card", "place", "share", "surely from", "to", "off by"];
    const limit = (value) =>
        (value === null ? "" : percent(Math.min(1, Math.max(0, value))));
    return h("details", {},
        h("summary", {}, "The cells farthest from fair"),
        h("div", { class: "scroll" },
          h("table", { class: "report-table" },
            h("thead", {}, h("tr", {}, heads.map((text) =>
                h("th", { scope: "col", class: "number" }, text)))),
            h("tbody", {}, cells.map(({ card, place, share, low, high, z }) =>
                h("tr", {}, [card, place, percent(share), limit(low), limit(high),
                             z === null ? "" : signedSd(z)]
                    .map((text) => h("td", { class: "number" }, text))))))),
        h("p", { class: "muted small" },
          `Fair is ${percent(1 / n)}. If the orders are independent and their number was ` +
          "not chosen by looking at them, all of these bounds hold at once, but for a " +
          "chance of one in a million."));
}
