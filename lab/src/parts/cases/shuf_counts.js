// SPDX-License-Identifier: MIT
//
// shuf_counts.js - how often `shuf` 9.1 printed each of the numbers 1 to 100, in the
// 20,000 runs of the audit whose report is shuf-9.1.json:
//
//     fairaudit --items=100 --sample=1 --trials=20000 --all-trials --seed=shuf
//         --save=samples.txt --json=shuf-9.1.json -- shuf -n 1 -i 1-100

/** counts[k]: how often the number k + 1 was printed. */
export const counts = [
    71, 91, 86, 76, 143, 244, 291, 290, 214, 233, 77, 229, 233, 163, 356, 0,
    0, 78, 521, 243, 244, 148, 0, 0, 83, 241, 331, 75, 83, 148, 225, 415,
    173, 304, 239, 229, 147, 152, 0, 624, 330, 236, 297, 291, 152, 305, 0, 0,
    472, 140, 245, 146, 0, 309, 402, 153, 316, 250, 135, 605, 168, 226, 245, 243,
    232, 229, 312, 0, 223, 332, 239, 221, 142, 174, 151, 74, 0, 154, 149, 328,
    323, 228, 66, 389, 72, 92, 235, 295, 150, 173, 92, 76, 245, 73, 571, 165,
    0, 62, 489, 78,
];
