// SPDX-License-Identifier: MIT
//
// share.js - the dialog "Share", in English.

export const share = {
    open: "Share",
    title: "Share what you see",
    close: "Close",
    link: "Link",
    copy: "Copy",
    copied: "Copied.",
    refused: "The browser does not allow copying. Select the text and copy it yourself.",
    picture: "Picture for posts (1200 × 630 pixels)",
    save: "Save as PNG",
    failed: (why) => `Could not make the picture: ${why}.`,
    embed: "Code to embed in your own page",
    fromDisk: "You opened this page from your disk. For a link that others can open, " +
        "put lab.html on a web server: it is a single file and needs nothing else.",
    signature: "fairshuf lab",
};
