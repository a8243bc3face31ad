/* Children that we started lead a group of their own within our session
 * (explore/target_process.c, detect/symbolize.c); whoever started them waits for them. All
 * others are adopted. An adopted one that leads a group of our session looks like ours: it is
 * buried last. */
#include "campaign/family.h"
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 50 /* of killing, while there are still new ones */

void family_adopt(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

void family_add(pid_list *list, pid_t process) {
  for (size_t i = 0; i < list->count; i++)
    if (list->at[i] == process) return;
  vec_push(list, process);
}

/* Children are listed with the thread that started them. */
static void add_children_of_thread(pid_list *list, pid_t process, const char *thread) {
  char path[128];
  int child;
  snprintf(path, sizeof path, "/proc/%d/task/%s/children", (int)process, thread);
  FILE *f = fopen(path, "re");
  while (f && fscanf(f, "%d", &child) == 1) family_add(list, child);
  if (f) fclose(f);
}

static void add_children(pid_list *list, pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  DIR *threads = opendir(path);
  for (struct dirent *e; threads && (e = readdir(threads));)
    if (e->d_name[0] != '.') add_children_of_thread(list, process, e->d_name);
  if (threads) closedir(threads);
}

void family_list(pid_list *list, size_t first) {
  for (size_t i = first; i < list->count; i++) add_children(list, list->at[i]);
}

static bool is_adopted(pid_t child) { return getpgid(child) != child || getsid(child) != getsid(0); }

void family_bury(void) {
  for (;;) {
    siginfo_t ended = {0};
    if (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) || !ended.si_pid) return;
    if (!is_adopted(ended.si_pid)) return;
    waitpid(ended.si_pid, NULL, WNOHANG);
  }
}

void family_end(void) {
  for (int round = 0; round < ROUNDS; round++) {
    pid_list list = {0};
    family_add(&list, getpid());
    family_list(&list, 0);
    size_t count = list.count;
    for (size_t i = 1; i < count; i++) kill(list.at[i], SIGKILL);
    vec_free(&list);
    while (waitpid(-1, NULL, WNOHANG) > 0) continue;
    if (count == 1) return;
    usleep(1000); /* they need a moment to go */
  }
}
