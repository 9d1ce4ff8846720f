/* SPDX-License-Identifier: MIT
 *
 * version.c - the version of the library, and the texts of its errors.
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
        return "the operating system provided no random bytes";
    case FAIR_ESOURCE:
        return "the source of random bytes failed";
    case FAIR_ERANGE:
        return "a size or a sum is too large";
    case FAIR_ESTATE:
        return "not initialised, or already used";
    case FAIR_EKERNEL:
        return "no such kernel on this machine";
    case FAIR_ECANCELED:
        return "cancelled";
    case FAIR_EREAD:
        return "a file could not be read";
    case FAIR_EWRITE:
        return "a file could not be written";
    case FAIR_ERECORD:
        return "the last record is incomplete";
    case FAIR_ECHANGED:
        return "the file was changed while it was read";
    case FAIR_EHEADER:
        return "the header differs from that of the first file";
    case FAIR_ELOST:
        return "not every record was written exactly once";
    case FAIR_ELIMIT:
        return "the memory limit is too small";
    case FAIR_ETEMP:
        return "a temporary file failed";
    case FAIR_EMISMATCH:
        return "the ranks have different arguments, or see different files";
    case FAIR_EMPI:
        return "a function of MPI failed";
    default:
        return "unknown error";
    }
}
