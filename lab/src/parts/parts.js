// SPDX-License-Identifier: MIT
//
// parts.js - the parts of the page, in the order of their tabs. Each has a folder of its
// name here, and its tests in lab/test/page_NAME.mjs (lab/test/page.mjs reads the names
// from this file). A part is { id, mount(root, context) }; mount() returns
// { show(state), hide(), unmount() }; unmount() is optional, and ends the workers that
// hide() left. moved(state) is optional: it returns { part, state } if an old address of
// the part now belongs to another one. A part imports its own styles. When the language
// changes, parts are hidden, unmounted, removed, and mounted again.
import { storyPart } from "./story/story.js";
import { racePart } from "./race/race.js";
import { stepsPart } from "./steps/steps.js";
import { exactPart } from "./exact/exact.js";
import { wallPart } from "./wall/wall.js";
import { viewsPart } from "./views/views.js";
import { casesPart } from "./cases/cases.js";
import { decksPart } from "./decks/decks.js";
import { yoursPart } from "./yours/yours.js";
import { reportPart } from "./report/report.js";

export const parts = [storyPart, racePart, stepsPart, exactPart, wallPart, viewsPart,
                      casesPart, decksPart, yoursPart, reportPart];

/** The part with this id, or undefined. */
export const partOf = (id) => parts.find((part) => part.id === id);
