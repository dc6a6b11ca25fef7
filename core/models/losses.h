// The table of training losses. The names of train.loss.name and the default loss of a task follow from it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/models/loss_spec.h"

namespace stepscope {

// An op of prediction and labels; the result is the mean over the counted elements.
struct LossDef {
  LossSpec::Kind kind;
  std::string_view name;    // as in train.loss.name
  std::vector<Task> tasks;  // tasks that can use it; the default loss of a task is its first one
  std::string_view op;
  Attributes (*attributes)(const LossSpec& spec, bool training);
};

const std::vector<LossDef>& lossDefs();
// The loss that the spec names, or the task's default. Throws Error (Input) that lists the task's losses if it names another one.
const LossDef& lossOf(const LossSpec& spec, Task task);
// In the order of LossSpec::Kind: "auto", then the names of the table.
std::vector<std::string> lossNames();

// Throws Error (Input) about the loss.
[[noreturn]] void refuseLoss(const std::string& what, const std::string& cure);

}  // namespace stepscope
