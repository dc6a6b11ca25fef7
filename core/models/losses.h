// The table of training losses. The names of train.loss.name and the default loss of a task follow from it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/models/loss_spec.h"

namespace stepscope {

// A loss: an op of prediction and labels, whose result is the mean over the counted elements.
struct LossDef {
  LossSpec::Kind kind;
  std::string_view name;    // as in train.loss.name
  std::vector<Task> tasks;  // tasks that can use it; the default loss of a task is its first one
  std::string_view op;
  Attributes (*attributes)(const LossSpec& spec, bool training);
};

const std::vector<LossDef>& lossDefs();
// The loss of the spec, or the default of the task. Throws Error (Input) with the losses of the task if the spec's loss does not fit the task.
const LossDef& lossOf(const LossSpec& spec, Task task);
// In the order of LossSpec::Kind: "auto", then the names of the table.
std::vector<std::string> lossNames();

// Throws Error (Input) about the loss.
[[noreturn]] void refuseLoss(const std::string& what, const std::string& cure);

}  // namespace stepscope
