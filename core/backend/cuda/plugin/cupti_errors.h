// What CUPTI's errors mean for the user: a sentence for each code, with a cure.
#pragma once

#include <cupti.h>

#include <string>

#include "core/backend/cuda/plugin/context.h"

namespace stepscope::cuda {

// `what` is a clause for the message, such as "starting the profiler". `text` is the library's own text for the code; may be null.
inline Failure cuptiFailure(CUptiResult result, const std::string& what, const char* text) {
  switch (result) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
      return {kNotPermitted, what + ": no permission for counters; the driver gives them to the administrator only"};
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
      return {kFailed, what + ": another profiler is attached to this process (Nsight Systems, Nsight Compute, cuda-gdb); end it first"};
    case CUPTI_ERROR_HARDWARE_BUSY: return {kUnsupported, what + ": another program holds the counters (DCGM, Nsight)"};
    case CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED:
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED:
    case CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED:
      return {kUnsupported, what + ": the profiler does not support this kind of GPU (" + (text ? text : "CUPTI") + ")"};
    default: return {kFailed, what + ": CUPTI: " + (text ? text : "error") + " (" + std::to_string(static_cast<int>(result)) + ")"};
  }
}

}  // namespace stepscope::cuda
