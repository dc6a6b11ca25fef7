// Simulates another program on the cores: processes that loop at normal priority.
#pragma once

#include <sys/types.h>

#include <vector>

namespace stepscope::cli {

struct BusyLoop {
  pid_t process = 0;
  int core = -1;      // the core it is bound to; -1: the system decides
  double heldMs = 0;  // core time that it got in total; known after the loops have ended
};

// The processes are created in the constructor and are stopped until go(), so that memory that this process allocates later is not copied for them.
// They end with this object, or with this process, however it ends.
class BusyLoops {
 public:
  // `bound`: each loop is bound to one of the allowed cores, in turn. Throws Error (Resource) if the system cannot create a process.
  BusyLoops(int count, bool bound);
  ~BusyLoops();
  BusyLoops(const BusyLoops&) = delete;
  BusyLoops& operator=(const BusyLoops&) = delete;

  void go();
  void stop();
  // Ends the processes, and returns the loops with their times.
  const std::vector<BusyLoop>& end();

 private:
  std::vector<BusyLoop> loops_;
  bool ended_ = false;
};

}  // namespace stepscope::cli
