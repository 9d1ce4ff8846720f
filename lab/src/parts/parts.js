// SPDX-License-Identifier: MIT
//
// parts.js - the parts of the page, in the order of their tabs. Each has a folder of its
// name here, and its tests in lab/test/page_NAME.mjs (lab/test/page.mjs reads the names
// from this file). A part is { id, mount(root, context) }; mount() returns
// { show(state), hide() }. A part imports its own styles. When the language changes, parts are
// hidden, removed, and mounted again.
import { storyPart } from "./story/story.js";
import { racePart } from "./race/race.js";
import { stepsPart } from "./steps/steps.js";
import { exactPart } from "./exact/exact.js";
import { viewsPart } from "./views/views.js";
import { yoursPart } from "./yours/yours.js";
import { reportPart } from "./report/report.js";

export const parts = [storyPart, racePart, stepsPart, exactPart, viewsPart, yoursPart,
                      reportPart];

/** The part with this id, or undefined. */
export const partOf = (id) => parts.find((part) => part.id === id);
