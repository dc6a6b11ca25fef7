// Another program on the cores: processes that count for ever, at normal priority.
#pragma once

#include <sys/types.h>

#include <vector>

namespace stepscope::cli {

struct BusyLoop {
  pid_t process = 0;
  int core = -1;      // that it is bound to; -1: the system moves it as it likes
  double heldMs = 0;  // of a core, in all; known once the loops have ended
};

// The processes are made stopped, so that what this process takes later is not copied for them. They end with this object, or with this
// process however that ends.
class BusyLoops {
 public:
  // bound: each to a core of its own, one after the other. Throws Error (Resource) where the system gives no process.
  BusyLoops(int count, bool bound);
  ~BusyLoops();
  BusyLoops(const BusyLoops&) = delete;
  BusyLoops& operator=(const BusyLoops&) = delete;

  void go();
  void stop();
  // Ends them and tells what they had.
  const std::vector<BusyLoop>& end();

 private:
  std::vector<BusyLoop> loops_;
  bool ended_ = false;
};

}  // namespace stepscope::cli
