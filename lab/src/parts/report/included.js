// SPDX-License-Identifier: MIT
//
// included.js - the report that `fairaudit --html` put into the page. The element "report"
// has it as base64 of a gzip file (audit/command/report/html.c).
import { PageError } from "../../errors.js";
import { readReport } from "./read.js";

/** The text that is in the page. */
async function includedText() {
    try {
        const bytes = await globalThis.fairshufPage.unpack("report");
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        throw new PageError("report-damaged");
    }
}

/**
 * The report in the page.
 * @returns {Promise<null|{report: object, text: string}|{error: Error}>} null: there is none;
 *   text: as `fairaudit --json` writes it
 */
export async function includedReport() {
    if (document.getElementById("report").textContent.trim() === "") return null;
    try {
        const text = await includedText();
        return { report: readReport(text), text };
    } catch (error) {
        return { error };
    }
}
