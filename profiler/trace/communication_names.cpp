#include "profiler/trace/communication_names.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/base/lower.h"

namespace stepscope {

bool namesCommunication(std::string_view name) {
  const std::string small = lower(std::string(name.substr(0, 200)));
  if (small.starts_with("mpi_")) return !small.starts_with("mpi_file") && !small.starts_with("mpi_init") && !small.starts_with("mpi_comm");
  constexpr std::array kParts{"nccl", "rccl", "c10d::", "gloo:", "all_reduce", "all-reduce", "allreduce", "all_gather", "all-gather", "allgather",
                              "alltoall", "all_to_all", "all-to-all", "reduce_scatter", "reduce-scatter", "reducescatter", "nvshmem", "ncclkernel",
                              "collective-permute", "sendrecv", "record_param_comms",
                              // used by inference servers: vLLM, SGLang and DeepEP
                              "cross_device_reduce", "deep_ep::"};
  return std::any_of(kParts.begin(), kParts.end(), [&](const char* part) { return small.find(part) != std::string::npos; });
}

}  // namespace stepscope
