/* The target as a service; see server.c. */
#ifndef RADDLE_RUNTIME_SERVER_H
#define RADDLE_RUNTIME_SERVER_H

#include "runtime/encounter.h"
#include "runtime/record.h"
#include "wire/spin.h"

enum role {
  ROLE_NATIVE,   /* started by hand: no explorer */
  ROLE_SERVER,   /* pristine, forks the others */
  ROLE_WORKER,   /* runs plans one after the other, resetting itself */
  ROLE_CHILD,    /* runs one plan */
  ROLE_DETACHED, /* a process the program forked itself: records nothing */
};

/* Memory shared by server, worker and children. */
struct server_shared {
  _Atomic uint32_t
      is_busy;    /* the process that serves has a plan to answer: if it ends now, the run is lost */
  bool is_frozen; /* the outcome of the run is there, see ghost.c */
  struct trace frozen;
  struct record_shared record;
  struct encounters encounters;
};

struct server_state {
  enum role role;
  int shm_fd, common_fd, null_fd, out_fd, err_fd;
  bool shows_output;
  bool debug;
  struct server_shared *shared;
  struct spin spin;
};

/* tables.c: for adding to the tables that several targets share. */
void tables_lock(void) RT(tables_lock);
void tables_unlock(void) RT(tables_unlock);
#define TABLES (shm_tables(SHM))

_Noreturn void server_main(int argc, char **argv, char **envp) RT(server_main);
void server_show_output(bool) RT(server_show_output);
/* The program forked: this process does not belong to any run. */
void server_detach(void) RT(server_detach);

#endif
