// SPDX-License-Identifier: MIT
//
// shuf_counts.js - how often `shuf` 9.1 printed each of the numbers 1 to 100, in the 20,000
// runs of the audit whose report is shuf-9.1.json:
//
//     fairaudit --items=100 --sample=1 --trials=20000 --all-trials --seed=shuf
//         --save=samples.txt --json=shuf-9.1.json -- shuf -n 1 -i 1-100

/** counts[k]: how often the number k + 1 was printed. */
export const counts = [
    62, 80, 86, 77, 157, 244, 321, 324, 225, 230, 63, 220, 235, 150, 289, 0, 0, 78, 519, 261,
    241, 157, 0, 0, 89, 234, 313, 78, 84, 170, 232, 402, 159, 300, 257, 214, 146, 167, 0, 596,
    306, 224, 342, 275, 166, 327, 0, 0, 439, 148, 234, 169, 0, 278, 417, 154, 351, 216, 161, 651,
    156, 220, 232, 238, 242, 226, 324, 0, 234, 308, 216, 240, 177, 154, 145, 86, 0, 159, 135, 337,
    339, 227, 74, 398, 76, 74, 240, 315, 159, 144, 84, 88, 241, 82, 518, 157, 0, 70, 485, 82,
];
