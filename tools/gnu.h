/* SPDX-License-Identifier: MIT
 *
 * gnu.h - the orders that GNU shuf makes of --random-source=FILE, byte for byte.
 */
#ifndef GNU_H
#define GNU_H

#include "tools/settings.h"

/* Does all that the settings ask for, with the random source that they name. Prints a
 * message if something fails. Returns the exit status. */
int gnu_run(const struct settings *settings);

#endif
