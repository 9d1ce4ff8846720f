// SPDX-License-Identifier: MIT
//
// sound.js - a click when cards move, like a card that is put on a table. It is off until
// the visitor turns it on. The clicks of two shuffles come from the left and the right.
import { button, h, svg } from "../../dom.js";
import { say } from "../../lang/lang.js";

const LENGTH = 0.05; // seconds
const FADE = 0.006; // seconds, after which a click has lost most of its loudness
const LOUDNESS = 0.5;
const SIDES = [{ pan: -0.6, rate: 1 }, { pan: 0.6, rate: 0.75 }]; // rate: of playback
const MIDDLE = { pan: 0, rate: 1 };

const SPEAKER = "M3 8h3l5-4v12l-5-4H3z";
const ON = "M13.5 7a4 4 0 0 1 0 6M15.5 4.5a7.5 7.5 0 0 1 0 11"; // waves
const OFF = "M13.5 8l4.5 4.5M18 8l-4.5 4.5"; // a cross

/** Noise that fades. */
function makeClick(audio) {
    const { sampleRate } = audio;
    const click = audio.createBuffer(1, Math.ceil(LENGTH * sampleRate), sampleRate);
    const samples = click.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) {
        const noise = 2 * Math.random() - 1;
        samples[i] = LOUDNESS * noise * Math.exp(-i / (FADE * sampleRate));
    }
    return click;
}

/**
 * The button that turns clicks on and off.
 * @returns {{node, play(moved: boolean[], wait: number)}} moved: for each shuffle,
 *     whether its cards moved; wait: seconds until the click
 */
export function makeSound() {
    let audio; // made when it is first needed: browsers want a press before that
    let click;
    let on = false;
    const sign = svg("path", { fill: "none" });
    const node = button([svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" },
                             svg("path", { d: SPEAKER }), sign),
                         h("span", {}, say.steps.sound)],
                        { test: "steps-sound", onclick: () => turn(!on),
                          title: say.steps.soundHint });

    function turn(next) {
        on = next;
        node.setAttribute("aria-pressed", String(on));
        sign.setAttribute("d", on ? ON : OFF);
        if (!on) return;
        audio ??= new AudioContext();
        click ??= makeClick(audio);
        play([true], 0);
    }

    function play(moved, wait) {
        if (!on) return;
        moved.forEach((is, i) => {
            if (!is) return;
            const { pan, rate } = moved.length > 1 ? SIDES[i] : MIDDLE;
            const source = new AudioBufferSourceNode(audio, { buffer: click,
                                                              playbackRate: rate });
            const side = new StereoPannerNode(audio, { pan });
            source.connect(side).connect(audio.destination);
            source.start(audio.currentTime + wait);
        });
    }

    turn(false);
    return { node, play };
}
