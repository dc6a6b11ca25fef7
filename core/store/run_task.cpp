#include <cmath>

#include "core/store/run_store.h"

namespace stepscope {

Task taskOf(const RunInfo& run) {
  for (const Task task : {Task::Regression, Task::LanguageModel}) {
    const std::string best = keyOf("best_val_", infoOf(task).best);
    for (const auto& [name, value] : run.finals)
      if (name == best) return task;
  }
  return Task::Classification;  // also of runs made before there were other tasks
}

double finalOf(const RunInfo& run, const std::string& key) {
  for (const auto& [name, value] : run.finals)
    if (name == key) return value;
  return std::nan("");
}

bool hasFinal(const RunInfo& run, const std::string& key) {
  for (const auto& [name, value] : run.finals)
    if (name == key) return std::isfinite(value) || !key.starts_with("best_");
  return false;
}

}  // namespace stepscope
