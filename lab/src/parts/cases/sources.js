// SPDX-License-Identifier: MIT
//
// sources.js - where the facts of the cases are from. Titles and names are not
// translated.

/** Sources by case. */
export const sources = {
    "planet-poker": [
        { author: "Brad Arkin, Frank Hill, Scott Marks, Matt Schmid, Thomas John Walls",
          title: "How We Learned to Cheat at Online Poker: A Study in Software Security",
          year: 1999, publisher: "Developer.com (the linked copy is dated 2001)",
          address: "https://earthweb.com/how-we-learned-to-cheat-at-online-poker/" },
        { author: "Matthew Schmid", title: "Not a Game of Random() Chance", year: 2000,
          publisher: "Better Software Magazine 2000-02, AgileConnection" },
        { author: "Interactive Gaming News", title: "CNN Pours Gasoline on ASF Fire",
          year: 1999, publisher: "igamingnews.com",
          address: "https://www.igamingnews.com/article/cnn-pours-gasoline-on-asf-fire-181332/" },
    ],
    ballot: [
        { author: "Rob Weir",
          title: "Doing the Microsoft Shuffle: Algorithm Fail in Browser Ballot",
          year: 2010, publisher: "robweir.com",
          address: "https://www.robweir.com/blog/2010/02/microsoft-random-browser-ballot.html" },
        { author: "Rob Weir", title: "The New & Improved Microsoft Shuffle", year: 2010,
          publisher: "robweir.com",
          address: "https://www.robweir.com/blog/2010/03/new-microsoft-shuffle.html" },
        { author: "Robin Wauters",
          title: "How Random Is Microsoft’s Random Browser Choice Screen In Europe?",
          year: 2010, publisher: "TechCrunch",
          address: "https://techcrunch.com/2010/02/22/microsoft-ballot-screen/" },
        { author: "Craig Buckler",
          title: "Microsoft Fix Their Non-Random Browser Choice Screen", year: 2010,
          publisher: "SitePoint",
          address: "https://www.sitepoint.com/microsoft-fix-their-non-random-browser-choice-screen/" },
    ],
    "random-comparator": [
        { author: "Mike Bostock", title: "Will It Shuffle?", publisher: "bost.ocks.org",
          address: "https://bost.ocks.org/mike/shuffle/compare.html" },
        { author: "billmei", title: "Shuffle algorithm is not fair (issue 357)",
          year: 2017,
          publisher: "30-seconds-of-code, GitHub",
          address: "https://github.com/Chalarangelo/30-seconds-of-code/issues/357" },
        { author: "valadaptive",
          title: "Implement random sort with a shuffle (pull request 1505)",
          year: 2023, publisher: "SillyTavern, GitHub",
          address: "https://github.com/SillyTavern/SillyTavern/pull/1505" },
    ],
    "small-seeds": [
        { author: "Makoto Matsumoto, Takuji Nishimura",
          title: "Mersenne Twister: A 623-Dimensionally Equidistributed Uniform " +
              "Pseudo-Random Number Generator",
          year: 1998,
          publisher: "ACM Transactions on Modeling and Computer Simulation 8 (1)" },
        { author: "The PHP Group", title: "mt_srand, caution on 32-bit seeds",
          publisher: "PHP Manual",
          address: "https://www.php.net/manual/en/function.mt-srand.php" },
        { author: "Openwall", title: "php_mt_seed, README", publisher: "openwall.com",
          address: "https://www.openwall.com/php_mt_seed/README" },
        { author: "Oracle", title: "Class Random (java.util)",
          publisher: "docs.oracle.com",
          address: "https://docs.oracle.com/javase/8/docs/api/java/util/Random.html" },
    ],
    "debian-shuf": [
        { author: "Daniel Carpenter", title: "Bug 72445, on shuf", year: 2024,
          publisher: "debbugs.gnu.org", address: "https://bugs.gnu.org/72445" },
        { author: "GNU coreutils", title: "NEWS, release 9.6", year: 2025,
          publisher: "GitHub",
          address: "https://github.com/coreutils/coreutils/blob/master/NEWS" },
        { author: "fairshuf", title: "The report on this page, by fairaudit",
          year: 2026 },
    ],
    "xor-swap": [
        { author: "Stack Overflow",
          title: "Swapping two variable value without using 3rd variable",
          year: 2009, publisher: "stackoverflow.com",
          address: "https://stackoverflow.com/questions/1826159" },
    ],
    "off-by-one": [
        { author: "Denys Vlasenko", title: "shuf: fix random line selection. Closes 9971",
          year: 2017, publisher: "BusyBox, GitHub",
          address: "https://github.com/mirror/busybox/commit/" +
              "9de9c871bf44b931c7a1bb66d3134e2deb811f88" },
        { author: "Ayoub-FG",
          title: "Biased shuffle implementation in bogoSort (issue 1867)",
          year: 2025, publisher: "TheAlgorithms/JavaScript, GitHub",
          address: "https://github.com/TheAlgorithms/JavaScript/issues/1867" },
    ],
    "rand-modulo": [
        { author: "OpenBSD", title: "arc4random_uniform(3), on modulo bias",
          publisher: "man.openbsd.org",
          address: "https://man.openbsd.org/arc4random_uniform.3" },
    ],
};
