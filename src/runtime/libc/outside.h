/* Functions of the runtime by which models of input, output and memory report effects outside
 * the program (runtime/outside.h). Names are literals. */
#ifndef RADDLE_LIBC_OUTSIDE_H
#define RADDLE_LIBC_OUTSIDE_H

void __raddle_outside_fork(const char *name);               /* what is done now survives a reset */
void __raddle_outside_alias(const char *name);              /* memory is read or written through it later */
void __raddle_outside_redirect(void);                       /* a standard stream becomes another file */
void __raddle_outside_read(const char *name, int is_stdin); /* bytes come in */
void __raddle_outside_stdin(uint64_t stream, const char *name); /* another way to standard input: stream 0 */
void __raddle_outside_call(const char *name);                   /* cannot be followed: named in the verdict */
void __raddle_outside_data(const char *name);                   /* so if anything is symbolic */

void __raddle_io_take(int fd, size_t size, const char *name); /* before bytes are read: may wait for them */
void __raddle_io_taken(void);                                 /* and when they were */
void __raddle_io_take_stream(FILE *, const char *name);
void __raddle_io_close(int fd);
int __raddle_io_open(const char *path, int flags); /* a named pipe that may have to wait; -2: it is none */

#endif
