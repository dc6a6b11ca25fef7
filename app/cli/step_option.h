// The option --step of commands that open a trace: which of its spans are the training steps.
#pragma once

#include <string>

#include "profiler/trace/trace.h"

namespace stepscope::cli {

inline constexpr const char* kStepHelp =
    "The name of the spans that are the training steps: --step fit takes fit, fit#3; found by the usual names without it";

// Throws Error where a name is given and no span has it.
void needSteps(const Trace& trace, const std::string& step);

}  // namespace stepscope::cli
