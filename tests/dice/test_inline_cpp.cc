// SPDX-License-Identifier: MIT
//
// test_inline_cpp.cc - test_inline.c as C++.
#include "tests/dice/test_inline.c"
