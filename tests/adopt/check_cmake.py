# SPDX-License-Identifier: MIT
"""check_cmake.py BUILD - what CMake builds is what Meson builds, and CMake finds both.

BUILD is Meson's build. The sources, the options of the compiler, the installed headers and the
symbols of the shared libraries must be the same. As a part of another project, fairshuf must not
disturb it. find_package() must accept the right versions, and only these.
"""
import functools
import json
import pathlib
import re
import shutil
import sys
import tempfile

from support import (VERSION, Installed, check_names, clean_environment, demand, report, root,
                     run)

# Options that Meson adds to harden programs, to show colours, or for assertions. With CMake, the
# user's build type and flags decide.
OURS = re.compile(r"-(std=|m|D(?!NDEBUG|_FORTIFY_SOURCE)|Wno-psabi|f(?!diagnostics|stack-prot"
                  r"|cf-prot|PIC|sanitize|no-sanitize|no-omit))")
DRAW = re.search(r"```c\n(.*?)```", (root / "docs/adopt.md").read_text(), re.S)[1]


def compiled(folder, targets):
    """The options of the compiler that matter, for each source of the given targets."""
    found = {}
    for entry in json.loads((folder / "compile_commands.json").read_text()):
        if re.search(targets, entry.get("output") or entry["command"]):
            words = re.split(r"\s+", entry["command"])
            source = (pathlib.Path(entry["directory"]) / entry["file"]).resolve()
            found[str(source.relative_to(root))] = sorted({word for word in words
                                                           if OURS.match(word)})
    return found


def demand_same(what, one, other):
    """Demands that two dictionaries or sets, those of Meson and of CMake, are equal."""
    if isinstance(one, set):
        one, other = dict.fromkeys(one), dict.fromkeys(other)
    demand(one, f"{what}: nothing to compare")
    wrong = [f"{name}: {one.get(name, 'missing')} with Meson, {other.get(name, 'missing')} "
             "with CMake" for name in sorted(one.keys() | other.keys())
             if one.get(name, "missing") != other.get(name, "missing")]
    demand(not wrong, f"{what}:\n" + "\n".join(wrong))


class Cmake:
    """The libraries, built and installed with CMake."""

    def __init__(self, work):
        self.build, self.prefix = work / "build", work / "prefix"
        self.env = clean_environment(work)
        run("cmake", "-S", root, "-B", self.build, "-DBUILD_SHARED_LIBS=ON",
            "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
            "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror", env=self.env)
        run("cmake", "--build", self.build, env=self.env)
        run("cmake", "--install", self.build, "--prefix", self.prefix, env=self.env)
        self.libraries = next(self.prefix.rglob("libfairshuf.so")).parent


def check_options(meson, cmake):
    for name in ("fairshuf", "fairaudit"):
        demand_same(name, compiled(meson, rf"^lib{name}\.(so|a)"),
                    compiled(cmake.build, rf"\b{name}\.dir/"))


def check_system(work, env):
    """On a system that hides its extensions, all sources get the macro that Meson gives them."""
    macro = re.search(r"'freebsd': '(-D[^']+)'", (root / "meson.build").read_text())[1]
    run("cmake", "-S", root, "-B", work, "-DCMAKE_SYSTEM_NAME=FreeBSD",
        "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", env=env)
    without = [name for name, options in compiled(work, r"\b(fairshuf|fairaudit)\.dir/").items()
               if macro not in options]
    demand(not without, f"{macro} is missing: {without}")


def headers(prefix):
    folder = prefix / "include"
    return {str(path.relative_to(folder)) for path in folder.rglob("*.h*")
            if path.name != "fairshuf_mpi.h"}


def symbols(library):
    names = set(re.findall(r" T (\S+)", run("nm", "-D", "--defined-only", library)))
    soname = re.search(r"SONAME.*\[(.*)\]", run("readelf", "-dW", library))
    return names | {soname[1]}


def check_installed(installed, cmake):
    demand_same("headers", headers(installed.prefix), headers(cmake.prefix))
    for name in ("libfairshuf", "libfairaudit"):
        demand_same(f"symbols of {name}", symbols(installed.libraries / f"{name}.so"),
                    symbols(cmake.libraries / f"{name}.so"))
        for place in (installed.libraries, cmake.libraries):
            demand((place / f"{name}.so").resolve().name == f"{name}.so.1.0.0", f"{place}")


def configure(folder, text, *options, env, expect=0):
    """Configures a project that consists of draw.c and this CMakeLists.txt."""
    folder.mkdir(exist_ok=True)
    (folder / "draw.c").write_text(DRAW)
    (folder / "draw.cpp").write_text(DRAW)
    (folder / "CMakeLists.txt").write_text(text)
    return run("cmake", "-S", folder, "-B", folder / "build", *options, env=env, expect=expect)


FIND = """cmake_minimum_required(VERSION 3.16)
project(draw C)
find_package(fairshuf 1.0 REQUIRED COMPONENTS fairaudit)
add_executable(draw draw.c)
target_link_libraries(draw PRIVATE fairshuf::fairshuf fairshuf::fairaudit)
"""


def check_found(work, prefix, *options, env, uses):
    """A program outside the tree uses the static or the shared library of a copy."""
    configure(work, FIND, f"-DCMAKE_PREFIX_PATH={prefix}", *options, env=env)
    run("cmake", "--build", work / "build", env=env)
    check_names(run(work / "build/draw", env=env))
    needed = run("readelf", "-dW", work / "build/draw")
    demand(("libfairshuf.so.1" in needed) == (uses == "shared"), needed)


def check_pkg_config(work, cmake):
    """pkg-config finds what CMake has installed."""
    work.mkdir()
    (work / "draw.c").write_text(DRAW)
    env = {**cmake.env, "PKG_CONFIG_PATH": str(cmake.libraries / "pkgconfig"),
           "LD_LIBRARY_PATH": str(cmake.libraries)}
    run("sh", "-ec", "cc draw.c $(pkg-config --cflags --libs 'fairshuf >= 1.0' fairaudit) -o draw",
        cwd=work, env=env)
    check_names(run(work / "draw", env=env))


VERSIONS = """cmake_minimum_required(VERSION 3.19)
project(versions NONE)
foreach(request "" "1" "1.0" "1.0.0" "1.0.0 EXACT" "1.0...1.5" "0.5...<2" "1.0...<2"
    "1...1.0.0" "COMPONENTS fairshuf fairaudit"
    "0.9" "1.0.1" "1.1" "2" "2.0" "10" "0.5...<1.0.0" "2...3" "COMPONENTS nothing")
  string(REPLACE " " ";" words "${request}")
  unset(fairshuf_DIR CACHE)
  find_package(fairshuf ${words} QUIET)
  message(STATUS "${request}: ${fairshuf_FOUND}")
endforeach()
message(STATUS "release: ${fairshuf_VERSION_STRING}")
unset(fairshuf_DIR CACHE)
set(CMAKE_SIZEOF_VOID_P 2)
find_package(fairshuf 1.0 QUIET)
message(STATUS "16 bits: ${fairshuf_FOUND}")
"""
REFUSED = ["0.5...<2", "0.9", "1.0.1", "1.1", "2", "2.0", "10", "0.5...<1.0.0", "2...3",
           "COMPONENTS nothing", "16 bits"]
ACCEPTED = ["", "1", "1.0", "1.0.0", "1.0.0 EXACT", "1.0...1.5", "1.0...<2", "1...1.0.0",
            "COMPONENTS fairshuf fairaudit"]


def check_versions(work, prefix, env):
    folder = next(prefix.rglob("fairshufConfig.cmake")).parent
    output = configure(work, VERSIONS, f"-DCMAKE_PREFIX_PATH={folder}", env=env)
    got = dict(re.findall(r"^-- (.*): (\S*)$", output.partition("-- Configuring")[0], re.M))
    demand(got.pop("release") == VERSION, output)
    demand_same("versions", {**dict.fromkeys(REFUSED, False), **dict.fromkeys(ACCEPTED, True)},
                {name: value in ("1", "TRUE") for name, value in got.items()})


def check_refused(work, prefix, env):
    """What users read if the version, the header, the library or the configuration is missing."""
    output = configure(work, FIND.replace("1.0", "2.0"), f"-DCMAKE_PREFIX_PATH={prefix}",
                       env=env, expect=1)
    demand("version: 1.0.0" in output, output)
    copy = work / "copy"
    shutil.copytree(prefix, copy, symlinks=True)
    configure(work, FIND, f"-DCMAKE_PREFIX_PATH={copy}", env=env)
    next(copy.rglob("fairshuf.h")).unlink()
    demand("fairshuf.h: No such file" in
           run("cmake", "--build", work / "build", env=env, expect=1), "no header")
    for path in list(copy.rglob("libfairaudit.*")):
        path.unlink()
    configure(work, FIND, env=env, expect=1)
    next(copy.rglob("fairshufConfig.cmake")).unlink()
    configure(work, FIND, env=env, expect=1)


CHILD = """cmake_minimum_required(VERSION 3.16)
project(draw CXX)
%s
add_executable(draw draw.cpp)
install(TARGETS draw)
"""


def check_child(work, env):
    """A strict C++ project with fairshuf as a part of it."""
    options = ["-DCMAKE_BUILD_TYPE=None", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
               "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror", "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror"]
    without = configure(work / "without", CHILD % "", *options, env=env)
    used = f"add_subdirectory({root} fairshuf)\nlink_libraries(fairshuf::fairshuf)"
    output = configure(work / "with", CHILD % used, *options, env=env)
    about_c = r"^-- .*\bC (compil|compiler).*\n|^-- .* C compile features.*\n"
    plain = {line.replace("CXX", "C") for line in without.splitlines()}
    new = [line for line in output.splitlines()
           if line.replace("CXX", "C").replace("/bin/cc", "/bin/c++") not in plain
           and not line.startswith("-- Build files") and not re.match(about_c, line + "\n")]
    demand(not new, "messages: " + "\n".join(new))
    build = work / "with/build"
    log = run("cmake", "--build", build, env=env)
    demand("warning" not in log, log)
    check_names(run(build / "draw", env=env))
    demand(not list(build.rglob("libfairaudit*")), "fairaudit was built, but nothing uses it")
    demand(not list(build.rglob("*.so*")), "the library is shared, but nobody asked for that")
    command = next(entry["command"] for entry in
                   json.loads((build / "compile_commands.json").read_text())
                   if entry["file"].endswith("draw.cpp"))
    added = [word for word in command.split() if re.match(r"-[DfmW]|-std", word)]
    demand(added == ["-Wall", "-Wextra", "-Werror"], command)
    run("cmake", "--install", build, "--prefix", work / "place", env=env)
    files = [path.name for path in (work / "place").rglob("*") if path.is_file()]
    demand(files == ["draw"], f"installed: {files}")


def main():
    meson = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="fairshuf-cmake-") as name:
        work = pathlib.Path(name)
        installed = Installed(meson, work / "installed")
        cmake = Cmake(work)
        call, env, of_meson = functools.partial, cmake.env, installed.prefix
        static = "-DFAIRSHUF_USE_STATIC_LIBS=ON"
        (work / "child").mkdir()
        return report({
            "a part of a strict C++ project": call(check_child, work / "child", env),
            "the same sources and options with Meson and CMake": call(check_options, meson, cmake),
            "the same macro for FreeBSD": call(check_system, work / "j", env),
            "the same headers and symbols": call(check_installed, installed, cmake),
            "find_package: the shared library of Meson": call(
                check_found, work / "a", of_meson, env=env, uses="shared"),
            "find_package: the static library of Meson": call(
                check_found, work / "b", of_meson, static, env=env, uses="static"),
            "find_package: the shared library of CMake": call(
                check_found, work / "c", cmake.prefix, env=env, uses="shared"),
            "pkg-config: the shared library of CMake": call(check_pkg_config, work / "i", cmake),
            "find_package: a static library that is not installed": call(
                configure, work / "d", FIND, f"-DCMAKE_PREFIX_PATH={cmake.prefix}", static,
                env=env, expect=1),
            "find_package: versions and components, of Meson": call(
                check_versions, work / "e", of_meson, env),
            "find_package: versions and components, of CMake": call(
                check_versions, work / "f", cmake.prefix, env),
            "find_package: missing files, of Meson": call(
                check_refused, work / "g", of_meson, env),
            "find_package: missing files, of CMake": call(
                check_refused, work / "h", cmake.prefix, env),
        })


sys.exit(main())
