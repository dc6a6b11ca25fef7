// Measured kernel times on this machine, by the work of the kernel. Predicted step times are sums of them. Stored on disk like the kernel choices.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/backend/backend.h"

namespace stepscope {

// The work of a node as text for tables on disk: op, attributes, element types and shapes. In shapes "b" stands for the batch (first dimension of the
// input x), so that a time at one batch size helps for another. `kernel` and the layouts of its operands are stored separately.
struct WorkKey {
  std::string work;    // "conv2d f32 bx64x56x56 64x64x3x3 padding=1x1 stride=1x1"
  std::string kernel;  // "winograd B16 B16>B16"
};
WorkKey workKey(const Graph& graph, NodeId node, std::int64_t batch, const std::string& kernel);
// The batch of a training graph: the first dimension of its input "x".
std::int64_t batchOf(const Graph& graph);

// Which time is kept after a kernel took seenMs: the shorter, since other programs can only make it longer. A longer one raises the known time by at
// most 2 %, so that a kernel that became slower is recognized after a while.
double keptMs(std::optional<double> knownMs, double seenMs);

class KernelTimes {
 public:
  // `machine`: machineName(). Times of other machines stay in the file and are not used.
  explicit KernelTimes(std::string machine = {}) : machine_(std::move(machine)) {}

  // `provisional`: measured while other programs used the cores. Used only as an estimate, until there is a time that is not provisional.
  void set(const WorkKey& key, std::int64_t batch, double ms, bool provisional = false);
  // Same as set(), by keptMs(). A provisional time never makes the known time longer.
  void see(const WorkKey& key, std::int64_t batch, double ms, bool provisional = false);
  // The time of this kernel at this batch size, unless it is provisional.
  std::optional<double> find(const WorkKey& key, std::int64_t batch) const;
  struct Scaled {
    double ms = 0;
    bool sameKernel = false;
    bool provisional = false;  // for exactly this work, but timed while other programs used the cores
  };
  // Estimated from another batch size in proportion, or from another kernel of the same work; the nearest time, provisional or not.
  std::optional<Scaled> nearest(const WorkKey& key, std::int64_t batch) const;
  bool empty() const { return times_.empty(); }

  // A missing or damaged file gives an empty table; a damaged line is skipped. Saving merges with entries of other processes, by
  // keptMs().
  static KernelTimes load(const std::string& path, std::string machine);
  void save(const std::string& path) const;
  static std::string defaultPath(const Backend& backend);

 private:
  struct Time {
    double ms = 0;
    bool provisional = false;
  };
  std::string machine_;
  std::map<std::string, std::map<std::string, std::map<std::int64_t, Time>>> times_;  // work -> kernel -> batch
};

// Adds the times of a program's nodes (NodeTimes::medianMs) by their work: nodes of equal work share their mean. 0: the node
// did not run. Known times change by keptMs().
void note(KernelTimes& times, const Program& program, const std::vector<double>& nodeMs, bool provisional);

}  // namespace stepscope
