// SPDX-License-Identifier: MIT
//
// deck.js - the fifth screen: the same two shuffles with 52 cards, as heat maps that fill
// while you watch.
import { planOf } from "../../catalogue.js";
import { heatMap } from "../../charts/heatmap.js";
import { sharedExtent } from "../../charts/scale.js";
import { startAudit } from "../../client.js";
import { button, h, setText } from "../../dom.js";
import { errorText } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { RIGHT, WRONG } from "./shuffles.js";

const CARDS = 52;
const TRIALS = 50000; // after so many, an audit that is decided ends, and the other should, too

/** One map, and how its audit stands. */
function lane({ id, shuffle, context, shared }) {
    const { deck } = say.story;
    const map = heatMap({ title: null, test: `story-map-${id}`, shared });
    const words = h("p", { class: "story-lane-words", "data-test": `story-caught-${id}` });
    const title = h("h2", {}, deck[id]);
    let audit;
    const draw = ({ report }) => {
        map.update(report);
        setText(words, report.decided === null ? deck.nothing(report.trials)
                                               : deck.caught(report.decided, report.trials));
        words.classList.toggle("bad", report.decided !== null);
    };
    const node = h("div", { class: "panel story-lane", "data-test": `story-lane-${id}`,
                            "data-share-name": deck[id] },
                   title, words, map.node);
    return {
        node,
        start(seed) {
            audit?.drop();
            node.dataset.seed = seed;
            setText(words, "");
            words.classList.remove("bad");
            map.node.hidden = false;
            audit = startAudit(
                { ...planOf(context, { shuffle, n: CARDS, seed, trials: TRIALS }),
                  diagnose: false },
                { progress: draw, done: draw, failed: (_, error) => {
                    setText(words, errorText(error));
                    words.classList.add("bad");
                    map.node.hidden = true; // it is empty, or incomplete
                } });
        },
        drop() { audit?.drop(); },
    };
}

function make({ context }) {
    const { deck } = say.story;
    const shared = sharedExtent();
    const lanes = [["wrong", WRONG], ["right", RIGHT]].map(([id, shuffle]) =>
        lane({ id, shuffle, context, shared }));
    const start = () => {
        const seed = context.seedNow();
        lanes.forEach((one) => one.start(seed));
    };
    return {
        node: h("div", { class: "story-counts" },
                h("p", { class: "story-band" }, deck.band),
                h("div", { class: "story-maps" }, lanes.map(({ node }) => node)),
                h("p", { class: "story-hint muted" }, deck.read),
                h("p", { class: "buttons" },
                  button(deck.again, { test: "story-again", onclick: start }))),
        enter: start,
        leave() { lanes.forEach((one) => one.drop()); },
    };
}

export const deckScreen = { id: "deck", make };
