// SPDX-License-Identifier: MIT
//
// findings.js - what is wrong with a result that is not a shuffle, and other remarks of a
// report, as sentences.
//
// A report has each of them as a code with details, and as an English sentence, which is
// the fallback: reports of older versions have no codes.
import { say } from "./lang/lang.js";
import { messageOf } from "./messages.js";
import { capital, sentence } from "./words.js";

/** The sentence of a code, or the fallback, which says the same. */
const sentenceOf = (messages, details, fallback) =>
    messageOf(messages, details) ?? (fallback ? sentence(capital(fallback)) : "");

/** A finding or a note of a report. */
export const findingText = ({ details, text }) =>
    sentenceOf(say.report.findings, details, text);

/** What the report is about, if not about everything; else "". */
export const remarkText = ({ remark, remark_details: details }) =>
    sentenceOf(say.report.remarks, details, remark);
