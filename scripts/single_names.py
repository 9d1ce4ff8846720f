# SPDX-License-Identifier: MIT
"""single_names.py - the names in the single file: see single.py.

The sources are formatted by clang-format, and what is not in a function starts in the first
column. So regular expressions find the names. They find too few of them if the style changes;
then the test of the single file fails, because it looks for names without a prefix.
"""
import re
import sys

TOKEN = re.compile(r'(?P<comment>/\*.*?\*/)|(?P<text>"(?:[^"\\\n]|\\.)*"|'
                   r"'(?:[^'\\\n]|\\.)*')|(?P<include>#\s*include[^\n]*)|"
                   r"(?P<end>[ \t]*\\\n[ \t]*)|(?P<space>[ \t]*\n[ \t]*|[ \t]+)|"
                   r"(?P<name>[A-Za-z_]\w*)|(?P<arrow>->)|(?P<other>.)", re.S)
MARK = "\1"  # where to insert "static"
OURS = re.compile(r"_|(fair|fs|FAIR|FS)_")

STORAGE = r"(?:(?:static|FS_INLINE|FS_NOINLINE|FS_COLD|TARGET|FS_TARGET_\w+)\s+)+"
ORDINARY = [  # file-scope functions, variables and types, enumerators and macros
    rf"^{STORAGE}[\w\s*]*?\b(\w+)\(",
    r"^static [^(){};=]*?\b(\w+)(?:\[[^\]]*\])*(?: =|;)",
    r"^static FS_ATOMIC\([^()]*\) (\w+)",
    r"^FS_THREAD_MAIN\((\w+),",
    r"^\} (\w+)(?:\[\])?(?: =|;)",
    r"^typedef [^;{(]*?\b(\w+)(?: __attribute__[^;]*)?;",
    r"^#\s*define (\w+)",
]
TAG = r"^(?:static const |typedef )?(?:struct|union|enum) (\w+) \{"


def without_comments(text):
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def names(text):
    """The ordinary names and the tags that a section defines for the whole file."""
    plain = without_comments(text)
    ordinary = {name for pattern in ORDINARY for name in re.findall(pattern, plain, re.M)}
    for body in re.findall(r"\benum(?: \w+)? \{(.*?)\}", plain, re.S):
        ordinary |= set(re.findall(r"(?:^|,)[\s\\]*(\w+)", body))
    tags = set(re.findall(TAG, plain, re.M))
    return ({name for name in ordinary if not OURS.match(name)},
            {name for name in tags if not OURS.match(name)})


def new(name):
    return ("FS_" if name.isupper() else "fs_") + name


def mark_static(text):
    """Marks the functions and variables that are not public: rename() makes them static."""
    text = re.sub(r"^FS_HIDDEN extern ", "", text, flags=re.M)
    for pattern in (r"^(?:const |unsigned |struct )*(?!static\b|typedef\b|extern\b|return\b)"
                    r"[a-z]\w* \**fs_\w+\(",
                    r"^fs_\w+_kernel \*?fs_\w+;", r"^uint32_t fs_\w+;"):
        text = re.sub(pattern, lambda match: MARK + match[0], text, flags=re.M)
    return text


def rename(text, ordinary, tags):
    """Adds the prefixes, and `static`. Continued lines stay aligned with their bracket. Comments
    and backslashes at the end of a line stay in their column, if possible."""
    out, brackets = [], []
    old = fresh = 0  # columns before and after
    before = last = ""  # the tokens before this one, without spaces

    def in_comment(match):
        name = match[1]
        known = name in ordinary and (name.isupper() or match[2])
        return (new(name) if known else name) + (match[2] or "")

    for token in TOKEN.finditer(mark_static(text)):
        kind, was = token.lastgroup, token[0]
        now = was
        if was == MARK:
            was, now = "", "static "
        elif kind == "name":
            if before in ("struct", "union", "enum"):
                now = new(was) if was in tags else was
            elif was in ordinary and before != "->" and (before != "." or last == "..."):
                now = new(was)
        elif kind == "comment":
            now = re.sub(r"\b([A-Za-z_]\w*)(\(\))?", in_comment, was)
        elif kind in ("space", "end") and "\n" in was:
            indent = len(was) - was.rindex("\n") - 1
            if brackets and indent == brackets[-1][0] + 1:
                indent = brackets[-1][1] + 1
            if kind == "end":
                at = old + len(was.split("\\")[0])
                now = " " * max(1, at - fresh) + "\\\n" + " " * indent
            else:
                now = "\n" * was.count("\n") + " " * indent
        elif kind == "space" and len(was) > 1:
            now = " " * max(1, old + len(was) - fresh)
        if was in ("(", "{", "["):
            brackets.append((old, fresh))
        elif was in (")", "}", "]") and brackets:
            brackets.pop()
        out.append(now)
        old = len(was) - was.rindex("\n") - 1 if "\n" in was else old + len(was)
        fresh = len(now) - now.rindex("\n") - 1 if "\n" in now else fresh + len(now)
        if kind not in ("space", "end", "comment"):
            before = was
            last = (last + was)[-3:]
    return "".join(out)


def prefixed(sections):
    """The sections with prefixes. Names of a header are known in all sections after it."""
    owners, shared, tags_shared, result = {}, set(), set(), []
    for name, text in sections:
        ordinary, tags = names(text)
        macros = set(re.findall(r"^\s*#\s*define (\w+)", text, re.M))
        for word in sorted(ordinary - macros) + [f"struct {tag}" for tag in sorted(tags)]:
            if owners.setdefault(word, name) != name:
                sys.exit(f"single.py: {owners[word]} and {name} both define '{word}'; "
                         f"rename one")
        if name.endswith(".h"):
            shared |= ordinary
            tags_shared |= tags
        result.append((name, rename(text, ordinary | shared, tags | tags_shared)))
    return result
