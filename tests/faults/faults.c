/* Faults on command, preloaded into a program: a disk that fails with EIO, a wall clock that is off.
 *
 * OVERLOOK_FAULTS names a file of two 64-bit numbers, mapped while the program runs: of a thousand calls on files below
 * OVERLOOK_FAULTS_UNDER so many fail, and by so many seconds CLOCK_REALTIME is off. The monotonic clock is never touched.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *said;
static const char *under;
static unsigned int seed;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("OVERLOOK_FAULTS");
    under = getenv("OVERLOOK_FAULTS_UNDER");
    int fd = name && under ? (int)syscall(SYS_openat, AT_FDCWD, name, O_RDONLY | O_CLOEXEC, 0) : -1;
    if (fd < 0) return;
    void *map = mmap(NULL, 2 * sizeof(int64_t), PROT_READ, MAP_SHARED, fd, 0);
    syscall(SYS_close, fd);
    if (map != MAP_FAILED) said = map;
    seed = (unsigned int)getpid();
}

static int fails(int fd) {
    if (!said || said[0] <= 0) return 0;
    char link[64], path[1024];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (strncmp(path, under, strlen(under)) != 0) return 0;
    if ((int64_t)(rand_r(&seed) % 1000) >= said[0]) return 0;
    errno = EIO;
    return 1;
}

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

#define FAILING(result, name, parameters, arguments)              \
    result name parameters {                                      \
        static result(*real) parameters;                          \
        if (!real) real = (result(*) parameters)next(#name);      \
        return fails(fd) ? (result)-1 : real arguments;           \
    }

FAILING(ssize_t, read, (int fd, void *to, size_t size), (fd, to, size))
FAILING(ssize_t, pread, (int fd, void *to, size_t size, off_t at), (fd, to, size, at))
FAILING(ssize_t, pread64, (int fd, void *to, size_t size, off64_t at), (fd, to, size, at))
FAILING(ssize_t, write, (int fd, const void *from, size_t size), (fd, from, size))
FAILING(ssize_t, pwrite, (int fd, const void *from, size_t size, off_t at), (fd, from, size, at))
FAILING(ssize_t, pwrite64, (int fd, const void *from, size_t size, off64_t at), (fd, from, size, at))
FAILING(int, fsync, (int fd), (fd))
FAILING(int, fdatasync, (int fd), (fd))
FAILING(int, ftruncate, (int fd, off_t size), (fd, size))
FAILING(int, ftruncate64, (int fd, off64_t size), (fd, size))

int clock_gettime(clockid_t clock, struct timespec *now) {
    int done = (int)syscall(SYS_clock_gettime, clock, now);
    if (done == 0 && said && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += said[1];
    return done;
}

time_t time(time_t *to) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (to) *to = now.tv_sec;
    return now.tv_sec;
}
