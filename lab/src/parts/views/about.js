// SPDX-License-Identifier: MIT
//
// about.js - what each statistic counts, for people who never heard of it.
import { say } from "../../lang/lang.js";

/**
 * What a statistic counts. One that the page does not know has the title of its report.
 * @returns {{title: string, what: string, example: string}}
 */
export function aboutView({ name, title }) {
    const [short, what, example] = say.views.about[name] ?? [title, "", ""];
    return { title: short, what, example };
}
