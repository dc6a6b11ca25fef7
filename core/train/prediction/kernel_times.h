// How long kernels took on this machine, by what they compute: what a predicted step time is made of. Kept on disk like the kernel choices.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/backend/backend.h"

namespace stepscope {

// What a node computes, for tables on disk: op, attributes, element types and shapes, in which "b" stands for the batch (x: its
// samples), so that the time at one batch size says something of another. `kernel` and the layouts of its operands come apart.
struct WorkKey {
  std::string work;    // "conv2d f32 bx64x56x56 64x64x3x3 padding=1x1 stride=1x1"
  std::string kernel;  // "winograd B16 B16>B16"
};
WorkKey workKey(const Graph& graph, NodeId node, std::int64_t batch, const std::string& kernel);
// The batch of a training graph: the first dimension of its input "x".
std::int64_t batchOf(const Graph& graph);

// Which time of a kernel is kept once it was seen to take seenMs: the shorter, since other programs only ever make it longer. A longer one
// moves what is known up by 2 %, so that a kernel that has become slower is known as that after a while.
double keptMs(std::optional<double> knownMs, double seenMs);

class KernelTimes {
 public:
  // machine: machineName(). Times of other machines stay in the file and are not used.
  explicit KernelTimes(std::string machine = {}) : machine_(std::move(machine)) {}

  // provisional: measured while other programs held the cores. Such a time serves until one is seen that is not, only as an estimate.
  void set(const WorkKey& key, std::int64_t batch, double ms, bool provisional = false);
  // As set(), by keptMs(). A provisional time never lengthens what is known.
  void see(const WorkKey& key, std::int64_t batch, double ms, bool provisional = false);
  // The time of this kernel at this batch size, unless it is provisional.
  std::optional<double> find(const WorkKey& key, std::int64_t batch) const;
  struct Scaled {
    double ms = 0;
    bool sameKernel = false;
    bool provisional = false;  // of this very work, but timed while other programs held the cores
  };
  // From another batch size, in proportion, or of another kernel of the same work; the nearest there is, provisional or not.
  std::optional<Scaled> nearest(const WorkKey& key, std::int64_t batch) const;
  bool empty() const { return times_.empty(); }

  // A missing or damaged file has no times; a damaged line is left out. Saving merges with what other processes wrote, by
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

// What the nodes of the program took (NodeTimes::medianMs), by what they compute: nodes of equal work share a time. 0: did not run.
// By keptMs().
void note(KernelTimes& times, const Program& program, const std::vector<double>& nodeMs, bool provisional);

}  // namespace stepscope
