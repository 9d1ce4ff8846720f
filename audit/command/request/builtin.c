/* SPDX-License-Identifier: MIT
 *
 * builtin.c - what a request asks to shuffle. For the command and for the page.
 */
#include "audit/command/request/request.h"

audit_builtin request_builtin(const struct request *request)
{
    return (audit_builtin){
        .n = request->n,
        .shuffle = request->shuffle,
        .shuffle_parameter = request->shuffle_parameter,
        .die = request->die != NULL ? request->die : &audit_dice[0],
        .die_parameter = request->die_parameter,
        .seed = request->seed,
        .threads = request->threads,
    };
}
