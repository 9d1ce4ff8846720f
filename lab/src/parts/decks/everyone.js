// SPDX-License-Identifier: MIT
//
// everyone.js - "Everyone on Earth shuffles since the Big Bang": how much of 52! has been
// seen, and a picture that goes down to it by factors of ten.
//
// State: people, rate (decks per second for each), years; zoom, the factors of ten.
import { wholeNumber } from "../../address.js";
import { frame } from "../../charts/frame.js";
import { button, h, lessMotion, setText, svg } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { field } from "../../pickers.js";
import { AGE, EARTH, log10Factorial, PEOPLE, YEAR } from "./numbers.js";

const ALL = log10Factorial(52);
const STRIPS = 4; // of the picture: each is a tenth of the one above
const SPEED = 110; // milliseconds for a factor of ten

/** 1, 2, 5, 10, ... up to a power of ten, and some numbers between them. */
function niceNumbers(power, more = []) {
    const all = [...more];
    for (let k = 0; k <= power; k += 1)
        for (const digit of k < power ? [1, 2, 5] : [1]) all.push(digit * 10 ** k);
    return all.sort((a, b) => a - b);
}

/** The sliders. */
const choices = {
    people: { values: niceNumbers(12, [PEOPLE]), usual: PEOPLE },
    rate: { values: niceNumbers(12), usual: 1 },
    years: { values: niceNumbers(12, [AGE]), usual: AGE },
};

/** The choice of a state that is nearest to what it asks for. */
function chosen(id, text) {
    const { values, usual } = choices[id];
    const wanted = Number(text);
    if (!(wanted > 0)) return usual;
    const far = (value) => Math.abs(Math.log(value / wanted));
    return values.reduce((a, b) => (far(b) < far(a) ? b : a));
}

/** What a state means: the choices; seen, missing: logarithms of the orders that were
 * seen, and of all orders for each of them; most: the deepest zoom; zoom. */
function readState(state) {
    const now = Object.fromEntries(Object.keys(choices)
        .map((id) => [id, chosen(id, state[id])]));
    const seen = Math.log10(now.people * now.rate * now.years * YEAR);
    const missing = Math.max(0, ALL - seen);
    const most = Math.floor(missing);
    return { now, seen, missing, most, zoom: wholeNumber(state.zoom, 0, most, 0) };
}

/** The numbers of an address as they are used, if it has some. */
export function wholeEveryone(given) {
    const { now, zoom } = readState(given);
    return Object.fromEntries(Object.entries({ ...now, zoom })
        .map(([key, value]) => [key, given[key] && value]));
}

/** A slider over numbers of very different sizes. */
function logSlider(id, set) {
    const { values } = choices[id];
    const shown = h("output", { class: "decks-setting number" });
    const slider = h("input", { type: "range", min: 0, max: values.length - 1, step: 1,
                                "data-test": `decks-${id}` });
    const words = () => {
        const text = say.decks.settings[id](values[slider.value]);
        setText(shown, text);
        slider.setAttribute("aria-valuetext", text);
    };
    slider.addEventListener("input", () => {
        words();
        set({ [id]: values[slider.value], zoom: "" });
    });
    const node = field(say.decks.settingNames[id], slider,
        { class: "field decks-slider" });
    node.append(shown);
    return {
        node,
        set(value) {
            slider.value = values.indexOf(value);
            words();
        },
    };
}

// ---- the picture -------------------------------------------------------------------

const HIGH = 34; // pixels of a strip
const GAP = 44;

/** Strips of ten cells. The first cell of each is the whole of the next. */
function strips(width, zoom, missing) {
    const nodes = [];
    const cell = width / 10;
    const shown = Math.min(STRIPS, missing - zoom + 2);
    for (let i = 0; i < shown; i += 1) {
        const top = i * (HIGH + GAP);
        const power = zoom + i; // the strip is 10^-power of all orders
        const seen = 10 ** Math.min(0, power - missing); // of this strip
        nodes.push(svg("rect", { x: 0, y: top, width, height: HIGH,
                                 class: "decks-strip" }));
        for (let k = 1; k < 10; k += 1)
            nodes.push(svg("path", { d: `M${k * cell},${top}v${HIGH}`,
                                     class: "decks-line" }));
        // What has been seen is never drawn wider than it is, except that a hair remains.
        nodes.push(svg("rect", { x: 0, y: top, width: Math.max(0.5, width * seen),
                                 height: HIGH, class: "decks-seen" }));
        if (i + 1 < shown) {
            const below = top + HIGH + GAP;
            nodes.push(svg("path", {
                d: `M0,${top + HIGH}L0,${below}H${width}L${cell},${top + HIGH}z`,
                class: "decks-beam" }));
        }
        nodes.push(svg("text", { x: width, y: top + HIGH + 16, "text-anchor": "end",
                                 class: "decks-label" }, say.decks.strip(power)));
    }
    return { nodes, height: shown * (HIGH + GAP) - GAP + 22 };
}

function picture() {
    const { node, box, say: caption, draw } =
        frame({ test: "decks-zoom", kind: "zoom", most: 720 });
    const image = svg("svg", { role: "img" });
    box.append(image);
    return {
        node,
        update(zoom, missing) {
            draw((width) => {
                const { nodes, height } = strips(width, zoom, missing);
                image.setAttribute("viewBox", `0 0 ${width} ${height}`);
                image.setAttribute("width", width);
                image.setAttribute("height", height);
                image.replaceChildren(...nodes);
            });
            caption(say.decks.zoomCaption(zoom, missing));
        },
    };
}

// ---- all ---------------------------------------------------------------------------

/**
 * @param {(changes: object) => void} set changes the address
 * @returns {{node: HTMLElement, show(state: object): void, hide(): void}}
 */
export function everyoneSection(set) {
    let timer;
    let at = { zoom: 0, most: 0 };
    const sliders = Object.fromEntries(Object.keys(choices)
        .map((id) => [id, logSlider(id, set)]));
    const said = h("p", { class: "decks-answer", "aria-live": "polite",
                          "data-test": "decks-seen" });
    const chart = picture();
    const zoom = h("input", { type: "range", min: 0, step: 1,
        "data-test": "decks-depth" });
    zoom.addEventListener("input", () => {
        clearInterval(timer);
        set({ zoom: zoom.value });
    });
    const play = button(say.decks.zoomIn, { kind: "main", test: "decks-zoom-in",
                                            onclick: () => run() });

    /** Zooms to the end: step by step, unless the visitor wants less motion. */
    function run() {
        clearInterval(timer);
        if (lessMotion()) {
            set({ zoom: at.most });
            return;
        }
        let next = at.zoom >= at.most ? 0 : at.zoom;
        timer = setInterval(() => {
            next += 1;
            if (next >= at.most) clearInterval(timer);
            set({ zoom: Math.min(next, at.most) });
        }, SPEED);
    }

    return {
        node: h("section", { class: "panel" },
            h("h2", {}, say.decks.everyoneTitle),
            h("p", { class: "muted" }, say.decks.everyoneLead),
            h("div", { class: "controls decks-sliders" },
              Object.values(sliders).map(({ node }) => node)),
            said,
            h("div", { class: "controls" }, play,
              field(say.decks.depth, zoom, { class: "field decks-depth" })),
            chart.node),
        show(state) {
            const { now, seen, missing, ...depth } = readState(state);
            for (const [id, slider] of Object.entries(sliders)) slider.set(now[id]);
            at = depth;
            zoom.max = at.most;
            zoom.value = at.zoom;
            zoom.setAttribute("aria-valuetext", say.decks.strip(at.zoom));
            setText(said, say.decks.seen(seen, missing, EARTH / 10 ** missing));
            chart.update(at.zoom, missing);
        },
        hide() { clearInterval(timer); },
    };
}
