// What training can minimise: one table. The names of train.loss.name and the loss of a task follow from it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/models/loss_spec.h"

namespace stepscope {

// An op of prediction and labels, the mean over what counts.
struct LossDef {
  LossSpec::Kind kind;
  std::string_view name;    // as in train.loss.name
  std::vector<Task> tasks;  // that can have it; the first loss of a task is its own where none is named
  std::string_view op;
  Attributes (*attributes)(const LossSpec& spec, bool training);
};

const std::vector<LossDef>& lossDefs();
// The loss that the spec asks for, or the task's own. Throws Error (Input) naming those of the task where it asks for another one.
const LossDef& lossOf(const LossSpec& spec, Task task);
// In the order of LossSpec::Kind: "auto" and the table's.
std::vector<std::string> lossNames();

// Throws Error (Input) about the loss.
[[noreturn]] void refuseLoss(const std::string& what, const std::string& cure);

}  // namespace stepscope
