#include "core/program/planned_memory.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/program/step_program.h"

namespace stepscope {

namespace {

std::int64_t peakOf(const ProgramSpec& spec, const Backend& backend, CompileOptions options) {
  options.mayTime = false;
  options.onlyPlanned = true;
  return compileStep(spec, backend, options).predictedPeakBytes;
}

}  // namespace

std::int64_t predictPeakBytes(const ProgramSpec& spec, int threads, const Backend& backend, KernelChoices& choices) {
  CompileOptions options;
  options.threads = threads;
  options.choices = &choices;
  return peakOf(spec, backend, options);
}

void refuseWithoutMemory(const ProgramSpec& spec, const Graph& forward, const Backend& backend, const CompileOptions& options) {
  const std::int64_t available = backend.availableBytes();
  const auto refuse = [available](const char* where, const char* what, std::int64_t needed, const char* cure) {
    if (available > 0 && needed > available)
      throw Error(ErrorKind::Resource, where, fmt::format(fmt::runtime(what), text::bytes(needed), text::bytes(available)), cure);
  };
  std::int64_t parameters = 0, all = 0;
  for (const Value& value : forward.values()) {
    if (value.aliasOf != kNone) continue;
    all += value.bytes;
    if (isWeight(value.role)) parameters += value.bytes;
  }
  refuse("model", "its parameters take {}, but {} of memory is free", parameters, "Choose a smaller model, or close programs that hold memory");
  // `all` ignores that values share memory. If it does not fit, the training step is planned exactly, and only that result leads to an error.
  if (all > available)
    refuse("memory", "the training step needs {}, but {} is free", peakOf(spec, backend, options),
           "Choose a smaller batch, or close programs that hold memory");
}

}  // namespace stepscope
