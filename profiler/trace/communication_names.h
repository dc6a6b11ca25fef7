// Recognizes names of communication between devices or processes.
#pragma once

#include <string_view>

namespace stepscope {

// Whether the name of a kernel, op or annotation is that of a collective or of a transfer between devices: NCCL, RCCL, gloo, MPI, PyTorch's c10d and
// record_param_comms, XLA's all-reduce.
bool namesCommunication(std::string_view name);

}  // namespace stepscope
