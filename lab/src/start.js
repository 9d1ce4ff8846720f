// SPDX-License-Identifier: MIT
//
// start.js - the only script that stands in the page as it is: unpacks all the others and
// starts the page.
//
// The element "app" holds a gzip file as base64: JSON with the texts of the page's styles, of
// its script and of its workers, by name. The page's script finds them, and unpack(), in
// globalThis.fairshufPage. The message about old browsers stands here and in English only,
// because the texts of the page are in what cannot be unpacked.

/** The bytes of a script element that holds a gzip file as base64. */
async function unpack(id) {
    const text = document.getElementById(id).textContent;
    const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream()
        .pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
}

/** The address of a script with this text. */
const scriptAddress = (text) =>
    URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/** Says why the page does not work. */
function fail(error) {
    const message = document.createElement("p");
    message.className = "message error";
    message.setAttribute("role", "alert");
    message.dataset.test = "broken";
    message.textContent = `The page could not start: ${error.message}. It needs a browser ` +
        "with WebAssembly, its vector instructions and DecompressionStream. All " +
        "browsers have had these since 2023.";
    document.getElementById("main").append(message);
    document.documentElement.dataset.failed = "";
}

async function start() {
    const texts = JSON.parse(new TextDecoder().decode(await unpack("app")));
    globalThis.fairshufPage = { texts, unpack, scriptAddress, fail };
    const style = document.createElement("style");
    style.textContent = texts.style;
    const script = document.createElement("script");
    script.src = scriptAddress(texts.page);
    document.head.append(style, script);
}

start().catch(fail);
