// SPDX-License-Identifier: MIT
//
// yours.js - the last screen: a shuffle of your own, tested at once; and where to go next.
import { writeAddress } from "../../address.js";
import { heatMap } from "../../charts/heatmap.js";
import { plainCode } from "../../code/copy.js";
import { button, h, setText } from "../../dom.js";
import { errorNodes } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { badgeSoFar, runningBadge, verdictBadge, verdictWords } from "../../verdict.js";
import { runCode } from "../yours/code.js";
import { longCode } from "../yours/long.js";

const CARDS = 10;
const TRIALS = 100000;

/** The shuffles of the story, as people write them. */
const swapping = (bound) => `function shuffle(array) {
    for (let i = array.length - 1; i >= 0; i--) {
        const j = Math.floor(Math.random() * ${bound});
        [array[i], array[j]] = [array[j], array[i]];
    }
    return array;
}`;
const examples = {
    comparator: "array => array.sort(() => Math.random() - 0.5)",
    a: swapping("array.length"),
    b: swapping("(i + 1)"),
};

const RANDOM_SORT = /\.sort\s*\([^]*Math\.random/;

/** Where to go from the story: parts of the page. */
const WAYS = ["race", "steps", "wall", "cases", "decks"];

/** What to write instead of an unfair shuffle; and if it is a sort, why that is unfair. */
function remedy() {
    const { yours } = say.story;
    const why = h("p", { "data-test": "story-why-sort" }, yours.sort);
    const node = h("div", { class: "story-remedy", hidden: true, "data-test": "story-remedy" },
                   why, plainCode(yours.fair, examples.b));
    return {
        node,
        clear() { node.hidden = true; },
        show(code) {
            node.hidden = false;
            why.hidden = !RANDOM_SORT.test(code);
        },
    };
}

let typed = examples.comparator; // stays when the language changes

function result() {
    const badge = h("span", { "data-test": "story-verdict" });
    const words = h("p", { "aria-live": "polite", "data-test": "story-result" });
    const map = heatMap({ title: null, test: "story-own-map" });
    const node = h("div", { class: "story-result", hidden: true },
                   h("p", {}, badge), words, map.node);
    const draw = (report, made) => {
        badge.replaceChildren(made);
        if (report.position === null || report.trials === 0) return;
        map.update(report);
        map.node.classList.remove("story-empty");
    };
    return {
        node,
        hide() { node.hidden = true; },
        begin() {
            node.hidden = false;
            badge.replaceChildren(runningBadge());
            setText(words, "");
            map.node.hidden = false;
            map.node.classList.add("story-empty");
        },
        progress: ({ report }) => draw(report, badgeSoFar(report)),
        done({ report }) {
            const { yours } = say.story;
            draw(report, verdictBadge(report.verdict));
            setText(words, report.decided !== null ? yours.unfair(report.decided)
                : report.verdict === "no-evidence" ? yours.nothing(report.trials)
                    : verdictWords(report));
        },
        failed(error) {
            map.node.hidden = true;
            badge.replaceChildren();
            words.replaceChildren(...errorNodes(error, (text) => h("code", {}, text)));
        },
    };
}

function make({ context }) {
    const { yours } = say.story;
    const about = { ...yours, wall: yours.wall(context.catalogue.shuffles.length) };
    let running;
    const code = h("textarea", { rows: 7, spellcheck: "false", autocapitalize: "off",
                                 class: "code", "aria-label": yours.code,
                                 "data-test": "story-own-code" });
    const found = result();
    const instead = remedy();
    const kept = longCode();
    const start = () => {
        const tested = code.value;
        running?.drop();
        found.begin();
        instead.clear();
        running = runCode({ code: tested, n: CARDS, seed: context.seedNow(),
                            trials: TRIALS, own: false }, {
            progress: found.progress,
            ending: () => {},
            done(made) {
                running = undefined;
                found.done(made);
                if (made.report.decided !== null) instead.show(tested);
            },
            failed(error) {
                running = undefined;
                found.failed(error);
            },
        });
    };
    const run = button(yours.run, { kind: "main", test: "story-run", onclick: start });
    const offers = Object.entries(yours.examples).map(([name, title]) => button(title, {
        test: `story-example-${name}`, onclick: () => {
            typed = examples[name];
            code.value = typed;
            start();
        } }));
    code.value = typed;
    code.addEventListener("input", () => { typed = code.value; });
    const more = h("a", { class: "button", "data-test": "story-to-yours",
                          href: "#yours", onclick: () => {
                              more.href = writeAddress("yours", kept.linkTo(code.value));
                          } }, yours.more);
    return {
        node: h("div", {},
                h("div", { class: "panel story-own" },
                  h("div", {}, h("div", { class: "buttons" }, offers), code,
                    h("p", { class: "buttons" }, run, more)),
                  found.node, instead.node),
                h("nav", { class: "story-ways", "aria-label": yours.ways }, WAYS.map((part) =>
                    h("a", { class: "panel", href: `#${part}` },
                      h("b", {}, say.page.tabs[part]), h("span", {}, about[part]))))),
        leave() {
            if (!running) return;
            running.drop();
            running = undefined;
            found.hide(); // it is not complete
        },
    };
}

export const yoursScreen = { id: "yours", make };
