// SPDX-License-Identifier: MIT
//
// picture.js - what is shown as a picture for posts: 1200 x 630 pixels, with the title, the
// first pictures of the part, and the name of the page.
import { lightVariables, settledPicture, textLines } from "../charts/save.js";
import { h, svg } from "../dom.js";
import { say } from "../lang/lang.js";
import { sceneOf } from "./scene.js";

const WIDE = 1200;
const HIGH = 630;
const PAD = 48;
const MOST = 2; // pictures
const ELLIPSIS = 30; // pixels
const NAME = 24; // pixels of the name of a picture
const FONT = "Georgia, 'Noto Serif', serif";
const PLAIN = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";

/** What is drawn of parts that have no chart: the first of these that is seen. */
const SCENES = [".steps-table", ".wall-list", ".cases-figure", ".cases-list", ".story-sides"];

/** The first elements that are seen: those of the same kind, such as two maps. */
function firstOf(part, selector, isSeen) {
    const shown = [...part.querySelectorAll(selector)].filter(isSeen);
    return shown.filter(({ className }) => className === shown[0].className).slice(0, MOST);
}

/** The pictures of a part: {copy, width, height, name}. `most`: their height, at most, as a
 * multiple of their width, if there is only one. */
function picturesOf(part, colours, most) {
    const isSeen = (node) => node?.getClientRects().length > 0;
    const figures = firstOf(part, "figure.chart", (one) => isSeen(one.querySelector("svg")));
    if (figures.length > 0)
        return figures.map((figure) => ({
            ...settledPicture(figure, colours),
            name: figure.closest("[data-share-name]")?.dataset.shareName ?? "" }));
    const scenes = SCENES.map((selector) => firstOf(part, selector, isSeen))
        .find((found) => found.length > 0) ?? [];
    return scenes.map((node) => ({ ...sceneOf(node, colours, most * scenes.length), name: "" }));
}

/** As many lines as there is room for. */
function shortened(lines, most) {
    if (lines.length <= most) return lines;
    return [...lines.slice(0, most - 1), `${lines[most - 1].replace(/[\s,;:.，。：；]+$/u, "")} …`];
}

/** The sentence below the title: the verdict or the lead. */
const sentenceOf = (part) => [...part.querySelectorAll("[data-share], .lead")]
    .find((node) => node.getClientRects().length > 0)?.textContent ?? "";

function text(lines, { y, size, weight, fill, family }) {
    return lines.map((line, i) => svg("text", {
        x: PAD, y: y + i * size * 1.25, "font-size": size, "font-weight": weight, fill,
        "font-family": family }, line));
}

/** The picture as an SVG element. */
function compose(part, title) {
    const colours = lightVariables();
    const head = shortened(textLines(title, WIDE - 2 * PAD, `600 46px ${FONT}`), 2);
    const sub = shortened(textLines(sentenceOf(part), WIDE - 2 * PAD - ELLIPSIS,
                                    `24px ${PLAIN}`), 2);
    const top = PAD + 46 + (head.length - 1) * 58 + 20 + sub.length * 30 + 8;
    const room = HIGH - top - 64;
    const out = svg("svg", { xmlns: "http://www.w3.org/2000/svg", width: WIDE, height: HIGH,
                             viewBox: `0 0 ${WIDE} ${HIGH}` },
        svg("rect", { width: WIDE, height: HIGH, fill: colours["--paper"] }),
        ...text(head, { y: PAD + 40, size: 46, weight: 600, fill: colours["--ink"],
                        family: FONT }),
        ...text(sub, { y: PAD + 46 + (head.length - 1) * 58 + 38, size: 24, weight: 400,
                       fill: colours["--muted"], family: PLAIN }),
        ...text([say.share.signature], { y: HIGH - 26, size: 22, weight: 600,
                                         fill: colours["--accent"], family: PLAIN }));
    const pictures = picturesOf(part, colours, room / (WIDE - 2 * PAD));
    const each = (WIDE - 2 * PAD - (pictures.length - 1) * PAD) / Math.max(1, pictures.length);
    pictures.forEach(({ copy, width, height, name }, i) => {
        const above = name ? NAME : 0;
        const scale = Math.min(each / width, (room - above) / height);
        if (name) out.append(svg("text", {
            x: PAD + i * (each + PAD) + each / 2, y: top + 16, "text-anchor": "middle",
            "font-size": 20, "font-weight": 600, fill: colours["--ink"],
            "font-family": PLAIN }, name));
        copy.setAttribute("viewBox", `0 0 ${width} ${height}`);
        copy.setAttribute("width", width * scale);
        copy.setAttribute("height", height * scale);
        copy.setAttribute("x", PAD + i * (each + PAD) + (each - width * scale) / 2);
        copy.setAttribute("y", top + above);
        copy.setAttribute("font-family", PLAIN);
        out.append(copy);
    });
    return out;
}

/** An SVG element as a PNG file. */
async function rasterize(picture) {
    const source = new XMLSerializer().serializeToString(picture);
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
    await image.decode();
    const canvas = h("canvas", { width: WIDE, height: HIGH });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return new Promise((resolve, reject) => {
        canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no canvas"))),
                      "image/png");
    });
}

/** What a part shows, as a PNG file. */
export const sharePicture = (part, title) => rasterize(compose(part, title));
