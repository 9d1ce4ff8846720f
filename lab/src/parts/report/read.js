// SPDX-License-Identifier: MIT
//
// read.js - reads documents of fairaudit that come from elsewhere, and checks everything
// that the page relies on. Members that older versions did not write are filled in;
// members that the page does not know are left out.
import { factorial } from "../../charts/orders.js";
import { PageError } from "../../errors.js";
import { LISTED } from "../exact/law.js";
import { cards, digits, examined, flag, list, matrix, natural, nonNegative, number, object,
         oneOf, perhaps, probability, some, text, wrong } from "./shapes.js";

const VERSION = 1;
const LARGEST = 64 << 20; // bytes of a file: far more than any report has

/** The length of a list of all orders; beyond LISTED cards there is none. */
const orders = (n) => (n > LISTED ? 0 : Number(factorial(n)));

const evidence = object({
    ln: perhaps(number), highest_log10: perhaps(number, 0), needed_ln: number,
});

/** What a sentence says, for programs: a code, and values of any kind. */
function details(value, where) {
    object({ code: text })(value, where);
    return value;
}

const finding = object({ kind: text, trial: perhaps(natural), text,
                         complaint: perhaps(text), details: perhaps(details) });

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

/** The members of a report on n cards. */
function reportMembers(n) {
    const square = (value, where) => {
        const rows = matrix(natural, n)(value, where);
        if (rows.length !== n) wrong(where, "rows", n, n);
        return rows;
    };
    const code = (value, where) => {
        const found = object({ name: text, title: text, counts: list(list(natural)) })(
            value, where);
        if (found.counts.length !== n - 1 ||
            found.counts.some((row, k) => row.length !== k + 2))
            wrong(`${where}.counts`, "steps", n);
        return found;
    };
    return {
        schema: text, version: natural, tool: text,
        verdict: oneOf("unfair", "no-evidence", "suspect", "not-a-shuffle",
                       "could-not-test"),
        kind: oneOf("orders", "samples"),
        subject: text, how: text, remark: perhaps(text, ""),
        remark_details: perhaps(details), seed: perhaps(text),
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
        evidence: perhaps(evidence),
        effects: list(text), effect_details: perhaps(list(perhaps(details))),
        dependence: perhaps(text, "not-seen"),
        distance: perhaps(object({ bound: perhaps(number), estimate: perhaps(number),
                                   view: perhaps(text) })),
        suspects: perhaps(list(suspect), []), detectable: perhaps(list(text), []),
        detectable_details: perhaps(list(perhaps(details))),
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

/** The members of an exact result for n cards. */
const exactMembers = (n) => ({
    schema: text, version: natural, tool: text,
    verdict: oneOf("proved-fair", "proved-unfair"), fair: flag,
    keeps: perhaps(flag, false),
    shuffle: text, die: text, n: cards, method: text, how: text,
    how_code: perhaps(text),
    sequences: perhaps(nonNegative), impossible: perhaps(nonNegative),
    distance: perhaps(probability),
    distance_numerator: perhaps(digits), distance_denominator: perhaps(digits),
    largest: perhaps(number), least: perhaps(number), log2_ratio: perhaps(number),
    denominator: perhaps(digits),
    numerators: perhaps(list(digits, orders(n))),
    position: perhaps(matrix(probability, n)),
});

/** Numerators and denominators of an exact result. */
const FRACTIONS = [["distance_numerator", "distance_denominator"],
                   ["numerators", "denominator"]];

/**
 * Checks a document of fairaudit: a report, or an exact result.
 * @param {any} document parsed JSON
 * @returns {object} a copy with all members that the page uses
 * @throws {PageError}
 */
function checkReport(document) {
    const { schema, version, n } = document ?? {};
    if (schema === "fairaudit-list") throw new PageError("report-list");
    if (schema !== "fairaudit-report" && schema !== "fairaudit-exact")
        throw new PageError("report-schema");
    if (Number.isInteger(version) && version > VERSION)
        throw new PageError("report-newer", { version, known: VERSION });
    if (version !== VERSION) throw new PageError("report-version", { known: VERSION });
    // Samples can be of any number of items.
    const size = (schema === "fairaudit-exact" ? cards
        : document.kind === "samples" ? natural : examined)(n, "n");
    const members = schema === "fairaudit-exact" ? exactMembers : reportMembers;
    const found = object(members(size))(document, "");
    if (found.decided && found.evidence === null)
        throw new PageError("report-no-evidence");
    if (found.decided > found.trials)
        throw new PageError("report-decided");
    for (const [over, under] of FRACTIONS)
        if (found[over] && !(BigInt(found[under] ?? 0) > 0n)) wrong(under, "digits");
    return found;
}

/** Reads what `fairaudit --json` wrote; see checkReport(). */
export function readReport(text) {
    let document;
    try {
        document = JSON.parse(text);
    } catch (error) {
        throw text.trim() === "" ? new PageError("report-empty")
            : new PageError("report-not-json", { text: error.message });
    }
    return checkReport(document);
}

/**
 * Reads a file of fairaudit.
 * @param {File} file
 * @returns {Promise<{report: object, text: string}>} see checkReport()
 */
export async function readReportFile(file) {
    if (file.size > LARGEST) throw new PageError("report-too-large");
    const text = await file.text();
    return { report: readReport(text), text };
}
