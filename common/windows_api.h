/* SPDX-License-Identifier: MIT
 *
 * windows_api.h - <windows.h>, without the parts that define common words as macros.
 *
 * It still defines `near`, `far` and others. So include this last, and only where it is
 * needed. Define _WIN32_WINNT as 0x0601 (Windows 7) before any header, for old versions
 * of mingw-w64.
 */
#ifndef COMMON_WINDOWS_API_H
#define COMMON_WINDOWS_API_H

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#endif
