/* SPDX-License-Identifier: MIT
 *
 * version.c - what the library says about itself and its errors.
 */
#include "fairshuf.h"

const char *fair_version(void)
{
    return FAIR_VERSION;
}

const char *fair_strerror(int error)
{
    switch (error) {
    case FAIR_OK:
        return "success";
    case FAIR_EINVAL:
        return "invalid argument";
    case FAIR_ENOMEM:
        return "out of memory";
    case FAIR_EENTROPY:
        return "the operating system gave no random bytes";
    case FAIR_ESOURCE:
        return "the source of random bytes failed";
    case FAIR_ERANGE:
        return "a size or a sum is too large";
    case FAIR_ESTATE:
        return "not in a state to do that";
    case FAIR_EKERNEL:
        return "no such kernel on this machine";
    case FAIR_ECANCELED:
        return "cancelled";
    case FAIR_EREAD:
        return "a file could not be read";
    case FAIR_EWRITE:
        return "a file could not be written";
    case FAIR_ERECORD:
        return "a record does not end as it should";
    case FAIR_ECHANGED:
        return "the file was changed while it was read";
    case FAIR_EHEADER:
        return "its header is not that of the first file";
    case FAIR_ELOST:
        return "not everything that came in went out";
    case FAIR_ELIMIT:
        return "more memory is needed than was allowed";
    case FAIR_ETEMP:
        return "a temporary file failed";
    default:
        return "unknown error";
    }
}
