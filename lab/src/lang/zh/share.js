// SPDX-License-Identifier: MIT
//
// share.js - the dialog "Share", in Simplified Chinese.

export const share = {
    open: "分享",
    title: "分享你看到的内容",
    close: "关闭",
    link: "链接",
    copy: "复制",
    copied: "已复制。",
    refused: "浏览器不允许复制。请选中文字后自行复制。",
    picture: "用于发帖的图片（1200 × 630 像素）",
    save: "保存为 PNG",
    failed: (why) => `无法生成图片：${why}。`,
    embed: "用来嵌入你自己网页的代码",
    fromDisk: "你是从磁盘打开本页的。要让别人也能打开链接，请把 lab.html 放到 Web 服务器上：" +
        "只有这一个文件，不需要别的东西。",
    signature: "fairshuf 实验室",
};
