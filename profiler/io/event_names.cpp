// The meaning of names and categories of Kineto, TensorFlow, JAX and NVTX.
#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/lower.h"
#include "profiler/analysis/culprit/host_stacks.h"
#include "profiler/io/assembler.h"

namespace stepscope {
namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool equalsIgnoringCase(std::string_view text, std::string_view lowerCase) {
  return std::equal(text.begin(), text.end(), lowerCase.begin(), lowerCase.end(), [](char a, char b) { return lower(a) == b; });
}

bool startsIgnoringCase(std::string_view text, std::string_view lowerCase) {
  return text.size() >= lowerCase.size() && equalsIgnoringCase(text.substr(0, lowerCase.size()), lowerCase);
}

// Whether a range is a validation, by the names that training loops and frameworks use: "validation", "evaluate 3",
// "[pl][profile][Strategy]DDPStrategy.validation_step". Python frames ("train.py(80): evaluate") only count if they are in the user's files:
// libraries have functions of these names that do other things.
bool namesValidation(std::string_view name, SpanKind kind) {
  constexpr std::array kNames{"validation",      "validate",         "validating",      "eval",
                              "evaluate",        "evaluation",       "evaluating",      "val",
                              "run_eval",        "run_evaluate",     "run_val",         "run_validation",
                              "run_validate",    "run_evaluation",   "val_epoch",       "val_step",
                              "val_loop",        "eval_step",        "eval_epoch",      "eval_loop",
                              "evaluation_step", "eval_model",       "evaluate_model",  "validate_model",
                              "validation_step", "validation_epoch", "validation_loop", "evaluation_loop"};
  if (const std::size_t frame = name.find(".py("); frame != std::string_view::npos) {
    const std::size_t function = name.rfind("): ");
    if (function == std::string_view::npos || isLibraryFrame(name)) return false;
    name.remove_prefix(function + 3);
    if (name == "eval" || name == "val") return false;  // of a model: model.eval() sets a mode
  } else if (name.ends_with(".validation_step") || contains(name, "_EvaluationLoop]")) {
    return kind != SpanKind::Python;
  }
  while (!name.empty() && ((name.back() >= '0' && name.back() <= '9') || name.back() == '#' || name.back() == ' ' || name.back() == '_'))
    name.remove_suffix(1);
  return std::any_of(kNames.begin(), kNames.end(), [&](const char* known) { return equalsIgnoringCase(name, known); });
}

// Whether a Python frame fetches the next batch of tf.data, grain or a loader: "$iterator_ops.py:820 __next__", as the tracers of JAX and TensorFlow
// name it.
bool isNextOfData(std::string_view name) {
  if (!name.starts_with('$') || !name.ends_with(" __next__")) return false;
  const std::string_view file = name.substr(0, name.find(".py:"));
  return contains(file, "iterator") || contains(file, "data") || contains(file, "loader");
}

}  // namespace

std::string copyName(std::string_view name, std::string_view details) {
  const auto after = [&](std::string_view key) {
    const std::size_t at = details.find(key);
    if (at == std::string_view::npos) return std::string_view();
    const std::string_view rest = details.substr(at + key.size());
    return rest.substr(0, rest.find_first_of(" ,"));
  };
  const std::string_view from = after("kind_src:"), to = after("kind_dst:"), kind = after("kind:");
  std::string kinds;
  if (!from.empty() && !to.empty()) kinds = std::string(from) + " -> " + std::string(to);
  else if (kind != "unknown" && kind != "Unknown") kinds = kind;
  return kinds.empty() ? std::string(name) : std::string(name) + " (" + kinds + ")";
}

SpanKind kindOfCategory(std::string_view category) {
  struct Known {
    std::string_view text;
    SpanKind kind;
  };
  // The names since 2022, then those of 2021.
  constexpr std::array known{Known{"cpu_op", SpanKind::CpuOp},           Known{"user_annotation", SpanKind::Annotation},
                             Known{"python_function", SpanKind::Python}, Known{"cuda_runtime", SpanKind::Runtime},
                             Known{"cuda_driver", SpanKind::Runtime},    Known{"kernel", SpanKind::Kernel},
                             Known{"gpu_memcpy", SpanKind::Memcpy},      Known{"gpu_memset", SpanKind::Memset},
                             Known{"cuda_sync", SpanKind::Sync},         Known{"gpu_user_annotation", SpanKind::GpuAnnotation},
                             Known{"overhead", SpanKind::Overhead},      Known{"operator", SpanKind::CpuOp},
                             Known{"runtime", SpanKind::Runtime},        Known{"memcpy", SpanKind::Memcpy},
                             Known{"memset", SpanKind::Memset},          Known{"concurrent_kernel", SpanKind::Kernel},
                             Known{"mtia_ccp_events", SpanKind::Kernel}};
  for (const Known& entry : known)
    if (equalsIgnoringCase(category, entry.text)) return entry.kind;
  if (category == "Trace") return SpanKind::Overhead;  // Kineto's own span, as long as the recording
  // Other accelerators: xpu_runtime, mtia_runtime, hip_driver.
  const std::size_t last = category.rfind('_');
  if (last == std::string_view::npos) return SpanKind::Other;
  const std::string_view suffix = category.substr(last + 1);
  if (suffix == "runtime" || suffix == "driver") return SpanKind::Runtime;
  return suffix == "sync" ? SpanKind::Sync : SpanKind::Other;
}

FlowKind flowKindOf(std::string_view category) {
  for (const std::string_view launch : {"ac2g", "async", "launch", "async_cpu_to_gpu", "async_gpu"})
    if (category == launch) return FlowKind::Launch;
  return category == "fwdbwd" ? FlowKind::ForwardBackward : FlowKind::Other;
}

std::int32_t stepNumber(std::string_view name) {
  std::string_view rest;
  for (const std::string_view prefix : {"profilerstep", "train_step", "training_step", "iteration", "step", "iter"})
    if (startsIgnoringCase(name, prefix)) {
      rest = name.substr(prefix.size());
      break;
    }
  while (!rest.empty() && (rest.front() == '#' || rest.front() == ' ' || rest.front() == '_' || rest.front() == ':')) rest.remove_prefix(1);
  std::int32_t number = -1;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  return error == std::errc() && end == rest.data() + rest.size() && number >= 0 ? number : -1;
}

bool isUnnumberedStep(std::string_view name) {
  for (const std::string_view known : {"step", "train_step", "training_step", "train step", "training step", "iteration", "iter"})
    if (equalsIgnoringCase(name, known)) return true;
  return false;
}

bool namesLoaderProcess(std::string_view name) {
  std::string text(name.substr(0, 200));
  std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c == ' ' || c == '_' || c == '-' ? '_' : lower(c); });
  for (const std::string_view part :
       {"dataloader_worker", "dataloaderworker", "data_loader_worker", "loader_worker", "pt_data_worker", "dataworker", "data_worker"})
    if (contains(text, part)) return true;
  return text == "dataloader" || text == "data_loader";
}

bool isLoaderLoop(std::string_view frame) {
  return contains(frame, "torch/utils/data/_utils/worker.py(") && frame.ends_with(": _worker_loop");
}

bool isStepNamed(std::string_view name, std::string_view step) {
  if (!name.starts_with(step)) return false;
  name.remove_prefix(step.size());
  const auto counts = [](char c) { return (c >= '0' && c <= '9') || c == '#' || c == ' ' || c == '_' || c == ':'; };
  return std::all_of(name.begin(), name.end(), counts);
}

Category categoryOfName(std::string_view name, SpanKind kind) {
  if (kind == SpanKind::Memcpy || kind == SpanKind::Memset) return Category::Copy;
  if (kind != SpanKind::CpuOp && kind != SpanKind::Annotation && kind != SpanKind::Other && kind != SpanKind::Python) return Category::Other;
  if (kind != SpanKind::Python && name.starts_with("ProfilerStep")) return Category::Step;
  if (name.starts_with("enumerate(DataLoader)") || name.starts_with("enumerate(DataPipe)")) return Category::Data;
  // tf.data: the step requests its next batch, eagerly or inside a function.
  if (name == "IteratorGetNext" || name.starts_with("IteratorGetNextOp::") || name.starts_with("EagerLocalExecute: IteratorGetNext"))
    return Category::Data;
  if (isNextOfData(name)) return Category::Data;
  if (name.starts_with("Optimizer.")) return Category::Optimizer;
  if (name.starts_with("autograd::engine::") || contains(name, "Backward")) return Category::Backward;
  if (namesValidation(name, kind)) return Category::Validation;
  return Category::Other;
}

}  // namespace stepscope
