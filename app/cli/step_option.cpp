#include "app/cli/step_option.h"

#include "core/base/error.h"
#include "profiler/analysis/self_time.h"

namespace stepscope::cli {

void needSteps(const Trace& trace, const std::string& step) {
  if (!step.empty() && stepSpans(trace).empty())
    throw Error(ErrorKind::Input, "--step " + step, "no span of the trace has that name", "\"trace flame\" tells the names");
}

}  // namespace stepscope::cli
