/* A driver that is asked for input and output while it is being stopped, after the Bluetooth driver of Qadeer and Wu (KISS).
 *
 * pending_io counts the requests that go on, and one more for the driver itself. Who takes it to 0 sets the stopping event;
 * the stopper waits for it, then the driver is stopped: no request may work on it any longer.
 * The adder looks at the stopping flag first and counts itself afterwards: between the two the driver may have been
 * stopped. -DFIXED counts first.
 *
 * The assertion's degree is 2. One interference is the read of `stopped`, which the stopper alone sets. It does so only after the stopping
 * event. The adder has not left yet, so pending_io has become 0 by the stopper's own decrement: it was 1
 * when the stopper read it. So the adder counts itself later, and its read of pending_io is fed by the stopper: the
 * other interference. Nothing else is needed: the adder reads the flag's initial value, the stopper its own writes.
 * All branches can be covered: the adder refuses after one interference (the flag), the stopper waits after
 * one (it reads the adder's pending_io) and goes on after more. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdbool.h>
#include <stddef.h>

enum { DONE = 0, REFUSED = -1 };
enum { SURPRISE_REMOVAL = 'S' };

static struct device {
  pthread_mutex_t lock;
  pthread_cond_t stopping; /* the stopping event was set */
  int pending_io;
  bool stopping_flag, stopping_event, stopped;
} device = {.lock = PTHREAD_MUTEX_INITIALIZER, .stopping = PTHREAD_COND_INITIALIZER, .pending_io = 1};

static unsigned char removal; /* how the device is removed */
static unsigned char request; /* how many bytes are asked for */

static bool get(const bool *flag) {
  pthread_mutex_lock(&device.lock);
  bool value = *flag;
  pthread_mutex_unlock(&device.lock);
  return value;
}

static void set(bool *flag) {
  pthread_mutex_lock(&device.lock);
  *flag = true;
  pthread_mutex_unlock(&device.lock);
}

static void begin_io(void) {
  pthread_mutex_lock(&device.lock);
  int pending = device.pending_io;
  device.pending_io = pending + 1;
  pthread_mutex_unlock(&device.lock);
}

static void end_io(void) {
  pthread_mutex_lock(&device.lock);
  int pending = device.pending_io - 1;
  device.pending_io = pending;
  if (pending == 0) {
    device.stopping_event = true;
    pthread_cond_signal(&device.stopping);
  }
  pthread_mutex_unlock(&device.lock);
}

static int io_increment(void) {
#ifdef FIXED
  begin_io();
  if (get(&device.stopping_flag)) {
    end_io();
    return REFUSED;
  }
#else
  if (get(&device.stopping_flag)) return REFUSED;
  begin_io();
#endif
  return DONE;
}

static int packets(int bytes) { return bytes > 64 ? 2 : 1; }

static void *add(void *unused) {
  if (request == 0) return unused; /* nothing to do */
  if (io_increment() == DONE) {
    int work = packets(request);
    bool stopped = get(&device.stopped);
    assert(!stopped);
    (void)work;
    end_io();
  }
  return unused;
}

static void wait_for_event(void) {
  pthread_mutex_lock(&device.lock);
  while (!device.stopping_event) pthread_cond_wait(&device.stopping, &device.lock);
  pthread_mutex_unlock(&device.lock);
}

static void *stop(void *unused) {
  set(&device.stopping_flag);
  if (removal == SURPRISE_REMOVAL) return unused; /* nobody is left to wait for */
  end_io();
  wait_for_event();
  set(&device.stopped);
  return unused;
}

int main(void) {
  pthread_t adder, stopper;
  request = raddle_uchar("request");
  removal = raddle_uchar("removal");
  pthread_create(&adder, NULL, add, NULL);
  pthread_create(&stopper, NULL, stop, NULL);
  pthread_join(adder, NULL);
  pthread_join(stopper, NULL);
  return 0;
}
