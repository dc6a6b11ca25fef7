// Linked into every program of the preset tsan. libgomp is not built with the thread sanitizer, which therefore does not see that a parallel
// region begins after what stands before it and ends before what comes behind it. This tells it so.
// It is not instrumented itself: the region is read before it is acquired.
#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>

namespace {

using Body = void (*)(void*);
using Parallel = void (*)(Body, void*, unsigned threads, unsigned flags);

struct Region {
  Body body;
  void* data;
};

// What one thread of the team runs.
void ofOneThread(void* given) {
  auto* region = static_cast<Region*>(given);
  __tsan_acquire(region);
  region->body(region->data);
  __tsan_release(region);
}

}  // namespace

// The only entry of libgomp that the sources use: they have `omp parallel` with static schedules, and no barrier.
extern "C" void GOMP_parallel(Body body, void* data, unsigned threads, unsigned flags) {
  static const auto next = reinterpret_cast<Parallel>(dlsym(RTLD_NEXT, "GOMP_parallel"));
  Region region{body, data};
  __tsan_release(&region);
  next(ofOneThread, &region, threads, flags);
  __tsan_acquire(&region);
}
