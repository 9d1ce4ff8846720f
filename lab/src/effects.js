// SPDX-License-Identifier: MIT
//
// effects.js - what a report found, or would have found, in the current language.
//
// The core gives a code and values for each of its sentences: {"code":
// "card-at-position", "card": 2, ...}. The sentences are made here, from say.effects.
// Reports of earlier versions have English sentences only; these are shown as they are.
import { apart, sharesApart } from "./charts/apart.js";
import { testTitle } from "./charts/tests.js";
import { say } from "./lang/lang.js";
import { messageOf } from "./messages.js";
import { capital, decimal, percent, roughly, sentence } from "./words.js";

/** Numbers of details as texts. Two that are compared have as many digits as they need. */
function written(details) {
    const { share, fair, mean, p, order, most, orders, expected } = details;
    const [is, should] = share === undefined ? []
        : fair === undefined ? [percent(share)] : sharesApart(share, fair);
    const [seen, wanted] = mean === undefined ? []
        : apart(mean, fair).map((x) => decimal(x));
    const optional = (value, write) => (value === undefined ? undefined : write(value));
    return {
        ...details, is, should, seen, wanted,
        p: optional(p, (value) => decimal(value, 1)),
        order: order?.join(" "),
        most: optional(most, roughly),
        orders: optional(orders, roughly),
        expected: optional(expected, (value) => (value < 0.01 ? "0" : decimal(value))),
        title: details.test || details.view
            ? testTitle({ name: details.test ?? details.view, title: details.title })
            : details.title,
    };
}

/** Texts of details, or if there are none the sentences of the report. */
const textsOf = (messages, details, sentences) =>
    (sentences ?? []).map((text, i) =>
        messageOf(messages, details?.[i], written) ?? sentence(capital(text)));

/** What is wrong with a shuffle: sentences, the most important first. */
export const effectTexts = ({ effects, effect_details: details }) =>
    textsOf(say.effects.effects, details, effects);

/** What an audit that found nothing would have found: short texts without a full stop. */
export const detectableTexts = ({ detectable, detectable_details: details }) =>
    textsOf(say.effects.detectable, details, detectable)
        .map((text) => text.replace(/\.$/, ""));
