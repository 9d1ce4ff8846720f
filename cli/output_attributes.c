/* SPDX-License-Identifier: MIT
 *
 * output_attributes.c - gives a new file the owner, mode and attributes of the file that
 * it replaces. See output_parts.h.
 *
 * The order matters. A new owner clears the set-id bits and the capabilities, so the
 * owner comes first. An ACL changes the mode, so the mode comes after it.
 *
 * A few attributes belong to the content rather than to the file: security.ima and
 * security.evm hold hashes and signatures of it. They are not copied; the kernel makes
 * new ones where they are in use.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/xattr.h>
#endif

#include "cli/output_parts.h"

#ifdef __linux__

#define ACL "system.posix_acl_access"

enum {
    /* The largest value, and the longest list of names, that Linux allows. */
    MOST_BYTES = 65536,
    /* File attributes that can be set. A file with FS_IMMUTABLE_FL or FS_APPEND_FL cannot
     * be opened for writing, so it is never replaced. */
    KEPT = (FS_FL_USER_MODIFIABLE & ~(FS_IMMUTABLE_FL | FS_APPEND_FL)) |
           FS_JOURNAL_DATA_FL | FS_NOCOW_FL,
};

/* ---- file attributes (chattr) ----------------------------------------------------- */

/* Gets the attributes of a file; 0 on a file system without them. False if they cannot be
 * read. */
static bool get_flags(int fd, int *flags)
{
    int read[2] = {0}; /* the kernel writes an int, some FUSE file systems a long */
    const bool got = ioctl(fd, FS_IOC_GETFLAGS, read) == 0;
    *flags = got ? read[0] : 0;
    return got || errno == ENOTTY || errno == ENOTSUP || errno == ENOSYS ||
           errno == EINVAL;
}

static bool copy_flags(int fd, int old)
{
    int wanted, present;
    if (!get_flags(old, &wanted) || !get_flags(fd, &present))
        return false;
    wanted &= KEPT;
    if ((present & KEPT) == wanted)
        return true;
    int flags[2] = {(present & ~KEPT) | wanted};
    return ioctl(fd, FS_IOC_SETFLAGS, flags) == 0 && get_flags(fd, &present) &&
           (present & KEPT) == wanted;
}

/* ---- extended attributes ---------------------------------------------------------- */

static bool copy_xattr(int fd, int old, const char *name)
{
    char wanted[MOST_BYTES], present[MOST_BYTES];
    const ssize_t size = fgetxattr(old, name, wanted, sizeof wanted);
    if (size < 0)
        return errno == ENODATA; /* removed since it was listed */
    if (fgetxattr(fd, name, present, sizeof present) == size &&
        memcmp(present, wanted, (size_t)size) == 0)
        return true;
    return fsetxattr(fd, name, wanted, (size_t)size, 0) == 0;
}

/* The folder may give new files an ACL. If the old file has none, it is removed. */
static bool copy_acl(int fd, int old)
{
    if (fgetxattr(old, ACL, NULL, 0) > 0)
        return copy_xattr(fd, old, ACL);
    if (errno == ENOTSUP)
        return true;
    if (errno != ENODATA)
        return false;
    return fgetxattr(fd, ACL, NULL, 0) < 0 ? errno == ENODATA
                                           : fremovexattr(fd, ACL) == 0;
}

static bool copy_xattrs(int fd, int old)
{
    static const char *const not_copied[] = {ACL, "security.ima", "security.evm"};
    char names[MOST_BYTES];
    const ssize_t length = flistxattr(old, names, sizeof names);
    if (length < 0)
        return errno == ENOTSUP || errno == ENOSYS;
    for (const char *name = names; name < names + length; name += strlen(name) + 1) {
        bool skipped = false;
        for (size_t i = 0; i < sizeof not_copied / sizeof not_copied[0]; i++)
            skipped |= strcmp(name, not_copied[i]) == 0;
        if (!skipped && !copy_xattr(fd, old, name))
            return false;
    }
    return true;
}

#else

static bool copy_flags(int fd, int old)
{
    (void)fd, (void)old;
    return true;
}

static bool copy_acl(int fd, int old)
{
    return copy_flags(fd, old);
}

static bool copy_xattrs(int fd, int old)
{
    return copy_flags(fd, old);
}

#endif

/* ---- everything ------------------------------------------------------------------- */

void output_copy_flags(int fd, int old)
{
    (void)copy_flags(fd, old); /* output_copy_attributes() checks the result */
}

static bool is_like(int fd, const struct stat *was)
{
    struct stat is;
    return fstat(fd, &is) == 0 && is.st_uid == was->st_uid && is.st_gid == was->st_gid &&
           is.st_mode == was->st_mode;
}

bool output_copy_attributes(int fd, int old, const struct stat *was)
{
    struct stat is;
    if (fstat(fd, &is) != 0)
        return false;
    if ((is.st_uid != was->st_uid || is.st_gid != was->st_gid) &&
        fchown(fd, was->st_uid, was->st_gid) != 0)
        return false;
    return copy_acl(fd, old) && fchmod(fd, was->st_mode & 07777) == 0 &&
           copy_xattrs(fd, old) && copy_flags(fd, old) && is_like(fd, was);
}

int output_set_new_mode(int fd)
{
    const mode_t mask = umask(0); /* the only way to get it */
    umask(mask);
    return fchmod(fd, 0666 & ~mask) == 0 ? 0 : errno;
}
