// Which names are those of communication between devices or processes.
#pragma once

#include <string_view>

namespace stepscope {

// Whether a kernel's, op's or annotation's name is that of a collective or of sending between devices: NCCL, RCCL, gloo, MPI, PyTorch's
// c10d and record_param_comms, XLA's all-reduce.
bool namesCommunication(std::string_view name);

}  // namespace stepscope
