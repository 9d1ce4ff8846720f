// SPDX-License-Identifier: MIT
//
// read.js - documents of fairaudit that come from elsewhere: read, and checked for
// all that the page relies on. Members that older versions did not write are filled in;
// what the page does not know is left out.
import { factorial } from "../../charts/orders.js";
import { LISTED } from "../exact/law.js";
import { cards, digits, flag, list, matrix, natural, number, object, oneOf, perhaps,
         probability, some, text } from "./shapes.js";

const VERSION = 1;
const LARGEST = 64 << 20; // bytes of a file: far more than any report has

/** How many orders a list of all of them has; beyond LISTED there is none. */
const orders = (n) => (n > LISTED ? 0 : Number(factorial(n)));

const evidence = object({
    ln: perhaps(number), highest_log10: perhaps(number, 0), needed_ln: number,
});

const finding = object({ kind: text, trial: perhaps(natural), text,
                         complaint: perhaps(text) });

const judgement = object({
    name: text, title: text, value: perhaps(number), df: perhaps(number),
    expected: perhaps(number), p: probability, corrected: probability, usable: flag,
});

const suspect = object({
    name: text, shuffle: text, parameter: perhaps(number), die: text,
    die_parameter: perhaps(number), mismatch: perhaps(number), fits: flag,
});

const cell = object({ card: natural, place: natural, share: number, low: perhaps(number),
                      high: perhaps(number), z: perhaps(number) });

/** What a report on so many cards has. */
function reportMembers(n) {
    const square = (value, where) => {
        const rows = matrix(natural, n)(value, where);
        if (rows.length !== n) throw new Error(`"${where}" should have ${n} rows`);
        return rows;
    };
    const code = (value, where) => {
        const found = object({ name: text, title: text, counts: list(list(natural)) })(
            value, where);
        if (found.counts.length !== n - 1 ||
            found.counts.some((row, k) => row.length !== k + 2))
            throw new Error(`"${where}.counts" should have 2, 3, ... ${n} values`);
        return found;
    };
    return {
        schema: text, version: natural, tool: text,
        verdict: oneOf("unfair", "no-evidence", "suspect", "not-a-shuffle",
                       "could-not-test"),
        kind: oneOf("orders", "samples"),
        subject: text, how: text, remark: perhaps(text, ""), seed: perhaps(text),
        lines: perhaps(natural), n: natural, sample: perhaps(natural),
        put_back: perhaps(flag, false),
        planned: perhaps(natural), trials: natural, decided: perhaps(natural),
        complete: flag, interrupted: flag, judged: flag,
        undiagnosed: perhaps(flag, false),
        untested: perhaps(object({ reason: text, text, what_to_do: text })),
        false_alarm_rate: perhaps(number, 1e-6),
        finding: perhaps(finding), note: perhaps(finding),
        deterministic: perhaps(flag, false),
        strongest: perhaps(text), strongest_title: perhaps(text),
        evidence: perhaps(evidence), effects: list(text),
        dependence: perhaps(text, "not-seen"),
        distance: perhaps(object({ bound: perhaps(number), estimate: perhaps(number),
                                   view: perhaps(text) })),
        suspects: perhaps(list(suspect), []), detectable: perhaps(list(text), []),
        tests: perhaps(list(judgement), []),
        bettors: perhaps(list(object({ name: text, title: text,
                                       log10: perhaps(number) })), []),
        cells: perhaps(list(cell), []),
        curve: perhaps(list(list(perhaps(number), 2)), []),
        position: perhaps(matrix(natural, n)),
        whole: perhaps(list(natural, orders(n))),
        precedence: perhaps(square), successor: perhaps(square),
        digits: perhaps(list(code), []),
        scalars: perhaps(list(object({ name: text, title: text, counts: some(natural),
                                       law: some(probability) })), []),
        repeats: perhaps(object({ kept: natural, distinct: natural, pairs: natural,
                                  expected: number })),
        seconds: perhaps(number),
    };
}

/** What an exact law of so many cards has. */
const exactMembers = (n) => ({
    schema: text, version: natural, tool: text,
    verdict: oneOf("proved-fair", "proved-unfair"), fair: flag,
    keeps: perhaps(flag, false),
    shuffle: text, die: text, n: cards, method: text, how: text,
    sequences: perhaps(number), impossible: perhaps(number), distance: perhaps(number),
    distance_numerator: perhaps(digits), distance_denominator: perhaps(digits),
    largest: perhaps(number), least: perhaps(number), log2_ratio: perhaps(number),
    denominator: perhaps(digits),
    numerators: perhaps(list(digits, orders(n))),
    position: perhaps(matrix(probability, n)),
});

/**
 * Checks a document of fairaudit, a report or an exact law.
 * @param {any} document parsed JSON
 * @returns {object} a copy with all members that the page looks at
 * @throws {Error} with a message for people, without a full stop
 */
export function checkReport(document) {
    const { schema, version, n } = document ?? {};
    if (schema === "fairaudit-list")
        throw new Error("this is the list of shuffles, not a report");
    if (schema !== "fairaudit-report" && schema !== "fairaudit-exact")
        throw new Error("this is no report of fairaudit: it has no such \"schema\"");
    if (Number.isInteger(version) && version > VERSION) {
        throw new Error(`this report has version ${version}, and this page knows ` +
                        `version ${VERSION}: a newer page can show it`);
    }
    if (version !== VERSION) throw new Error(`"version" should be ${VERSION}`);
    const size = natural(n, "n");
    const members = schema === "fairaudit-exact" ? exactMembers : reportMembers;
    const found = object(members(size))(document, "");
    if (found.decided && found.evidence === null)
        throw new Error("\"evidence\" should be there, for it was \"decided\"");
    if (found.decided > found.trials)
        throw new Error("\"decided\" should not be more than \"trials\"");
    return found;
}

/** What `fairaudit --json` wrote; see checkReport(). */
function readReport(text) {
    let document;
    try {
        document = JSON.parse(text);
    } catch (error) {
        throw new Error(text.trim() === "" ? "there is nothing in it"
                                           : `this is not JSON (${error.message})`);
    }
    return checkReport(document);
}

/**
 * Reads a file of fairaudit.
 * @param {File} file
 * @returns {Promise<{report: object, text: string}>} see checkReport()
 */
export async function readReportFile(file) {
    if (file.size > LARGEST) throw new Error("too large for a report");
    const text = await file.text();
    return { report: readReport(text), text };
}
