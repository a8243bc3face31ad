#include <pthread.h>
void take_lock(pthread_mutex_t *);
void finish(pthread_t);
