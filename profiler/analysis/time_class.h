// The classes that a moment of a step can belong to, over the GPU and the host, and the class of each span. They are the classes of
// torch-tb-profiler's step breakdown (kineto tb_plugin, torch_tb_profiler/profiler/overall_parser.py).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/trace/communication_names.h"
#include "profiler/trace/trace.h"

namespace stepscope {

enum class TimeClass : std::uint8_t {
  Kernel,         // a kernel of a GPU, except those of Communication
  Memcpy,         // a copy by a GPU
  Memset,         // a fill by a GPU
  Communication,  // kernels and calls of collectives, recognized by their names (NCCL, RCCL, gloo, MPI, XLA's all-reduce)
  Runtime,        // a call of the host to the GPU's runtime or driver: launches, copies, waits
  DataLoader,     // the thread of the training steps waited for a batch
  Cpu,            // an op on the host: PyTorch's cpu_op, in our own recordings a node of the graph or the copy of a batch
  Profiler,       // overhead that the profiler reports about itself
  Other,          // all other time
};
inline constexpr std::size_t kTimeClasses = 9;
std::string_view nameOf(TimeClass timeClass);  // "kernel", "memcpy", "memset", "communication", "runtime", "data_loader", "cpu", "profiler", "other"

// Gives the class of any span of one trace. Each name is classified once.
class TimeClasses {
 public:
  explicit TimeClasses(const Trace& trace);
  // Other for spans without a class: annotations, Python frames, waits of streams, steps, and host spans of other processes than that of the steps.
  TimeClass of(const TraceLane& lane, std::size_t i) const;
  // Whether the track belongs to the process of the training steps (without steps: always true).
  bool hostsSteps(std::int32_t track) const { return host_[static_cast<std::size_t>(track)] != 0; }

 private:
  const Trace& trace_;
  std::int32_t trainer_;
  std::vector<char> host_;           // by track
  std::vector<char> communication_;  // by name
};

}  // namespace stepscope
