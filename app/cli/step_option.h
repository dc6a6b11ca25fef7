// The option --step of commands that open a trace: the name of the spans that are the training steps.
#pragma once

#include <string>

#include "core/base/error.h"
#include "profiler/analysis/self_time.h"

namespace stepscope::cli {

inline constexpr const char* kStepHelp = "The name of the spans that are the training steps: --step fit takes fit, fit#3; default: the usual names";

// Throws Error (Input) if a name is given, but no span has it.
inline void needSteps(const Trace& trace, const std::string& step) {
  if (!step.empty() && stepSpans(trace).empty())
    throw Error(ErrorKind::Input, "--step " + step, "no span of the trace has that name", "\"trace flame\" tells the names");
}

}  // namespace stepscope::cli
