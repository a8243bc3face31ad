#include "detect/detector.h"

static const struct detector *const detectors[] = {
#define DETECTOR(name) &detector_##name,
#include "detect/detectors.def"
#undef DETECTOR
};
enum { DETECTORS = sizeof detectors / sizeof detectors[0] };

const struct detector *detector_of(enum bug_kind kind) {
  for (size_t i = 1; kind < BUG_COUNT && i < DETECTORS; i++)
    if (detectors[i]->kinds >> kind & 1) return detectors[i];
  return detectors[0];
}

bug_kinds proof_kinds(enum proof proof) {
  bug_kinds kinds = 0;
  for (int k = 0; k < BUG_COUNT; k++)
    if (detector_of(k)->proof == proof) kinds |= BUG_BIT(k);
  return kinds;
}

bug_kinds access_kinds(void) {
  bug_kinds kinds = 0;
  for (size_t i = 0; i < DETECTORS; i++)
    if (detectors[i]->is_about_accesses) kinds |= detectors[i]->kinds;
  return kinds;
}

bool bug_find_again(const struct shm *s, struct symbolizer *symbols, const struct recorded_bug *recorded,
                    struct bug *out) {
  const struct detector *d = recorded ? detector_of(recorded->kind) : &detector_failure;
  bug_kinds kinds = BUG_KINDS_DEFAULT | BUG_BIT(BUG_LEAK);
  if (recorded) kinds |= BUG_BIT(recorded->kind);
  if (d->find_again) return d->find_again(s, symbols, recorded, out);
  return bug_from_trace(&s->trace, s, symbols, kinds, out);
}
