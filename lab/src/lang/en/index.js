// SPDX-License-Identifier: MIT
//
// index.js - all texts of the page in English.
import * as numbers from "./numbers.js";
import { cases } from "./cases.js";
import { catalogue } from "./catalogue.js";
import { charts } from "./charts.js";
import { code } from "./code.js";
import { controls } from "./controls.js";
import { decks } from "./decks.js";
import { effects } from "./effects.js";
import { errors } from "./errors.js";
import { exact } from "./exact.js";
import { page } from "./page.js";
import { race } from "./race.js";
import { report } from "./report.js";
import { share } from "./share.js";
import { snippets } from "./snippets.js";
import { steps } from "./steps.js";
import { story } from "./story.js";
import { verdict } from "./verdict.js";
import { views } from "./views.js";
import { wall } from "./wall.js";
import { yours } from "./yours.js";

export const en = {
    tag: "en",
    name: "English",
    numbers,
    cases,
    catalogue,
    charts,
    code,
    controls,
    decks,
    effects,
    errors,
    exact,
    page,
    race,
    report,
    share,
    snippets,
    steps,
    story,
    verdict,
    views,
    wall,
    yours,
};
