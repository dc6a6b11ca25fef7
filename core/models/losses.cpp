#include "core/models/losses.h"

#include <algorithm>

#include "core/base/error.h"

namespace stepscope {

namespace {

using Kind = LossSpec::Kind;

Attributes smoothed(const LossSpec& spec, bool training) {
  Attributes attributes;
  if (training && spec.labelSmoothing > 0) attributes.set("label_smoothing", spec.labelSmoothing);
  return attributes;
}

Attributes meanOf(const LossSpec&, bool) {
  return {{"reduction", std::string("mean")}};
}

Attributes huber(const LossSpec& spec, bool) {
  return {{"reduction", std::string("mean")}, {"delta", spec.delta}};
}

bool serves(const LossDef& def, Task task) {
  return std::find(def.tasks.begin(), def.tasks.end(), task) != def.tasks.end();
}

// "mse, l1 or huber".
std::string namesFor(Task task) {
  std::vector<std::string> names;
  for (const LossDef& def : lossDefs())
    if (serves(def, task)) names.emplace_back(def.name);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

}  // namespace

const std::vector<LossDef>& lossDefs() {
  static const std::vector<LossDef> defs = {
      {Kind::CrossEntropy, "cross_entropy", {Task::Classification, Task::LanguageModel}, "softmax_cross_entropy", smoothed},
      {Kind::Mse, "mse", {Task::Regression}, "mse_loss", meanOf},
      {Kind::L1, "l1", {Task::Regression}, "l1_loss", meanOf},
      {Kind::Huber, "huber", {Task::Regression}, "huber_loss", huber},
  };
  return defs;
}

const LossDef& lossOf(const LossSpec& spec, Task task) {
  for (const LossDef& def : lossDefs())
    if (serves(def, task) && (spec.kind == Kind::Auto || spec.kind == def.kind)) return def;
  if (task == Task::Regression)
    refuseLoss("the data have numbers to predict, not classes", "Set train.loss.name to " + namesFor(task) + ", or data.task = \"classification\"");
  refuseLoss("the data have classes, for which the loss is a cross-entropy", "Set train.loss.name = \"" + namesFor(task) + "\", or remove it");
}

std::vector<std::string> lossNames() {
  std::vector<std::string> names{"auto"};
  for (const LossDef& def : lossDefs()) {
    require(static_cast<std::size_t>(def.kind) == names.size(), "the table of losses is not in the order of their kinds");
    names.emplace_back(def.name);
  }
  return names;
}

void refuseLoss(const std::string& what, const std::string& cure) {
  throw Error(ErrorKind::Input, "loss", what, cure);
}

}  // namespace stepscope
