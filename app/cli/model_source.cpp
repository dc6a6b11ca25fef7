#include "app/cli/model_source.h"

#include <unistd.h>

#include "app/cli/project_arguments.h"
#include "core/base/clock.h"

namespace stepscope::cli {

void addModelSource(CLI::App& command, ModelSourceArguments& arguments) {
  command.add_option("MODEL", arguments.model, "A project (its best run), the folder of a run or of a checkpoint, or an ONNX file")->required();
  command.add_option("--run", arguments.run, "Of a project: this run instead of the best one")->check(CLI::PositiveNumber);
  command.add_option("--checkpoint", arguments.checkpoint, "best (if there is one), last, or a name of the list");
  command.add_option("--device", arguments.device, "Where to compute")->capture_default_str();
  command.add_option("--threads", arguments.threads, "Threads to compute with; default: all cores")->check(CLI::Range(1, 1024));
  addSettings(command, arguments.settings,
              "Change how samples are read, as in a project file: data.mean=[0.5]; of an ONNX file also keys of [model]");
}

ModelSource sourceOf(const ModelSourceArguments& arguments) {
  ModelSource source;
  source.path = arguments.model;
  if (arguments.run > 0) source.run = arguments.run;
  source.checkpoint = arguments.checkpoint;
  source.data = arguments.data;
  source.overrides = overridesOf(arguments.settings);
  return source;
}

void CountProgress::tell(const std::string& text) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const std::int64_t now = nowNs();
  const bool terminal = isatty(STDERR_FILENO) == 1;
  if (next_ == 0 && !terminal) next_ = now + 10 * kSecond;
  if (now < next_) return;
  next_ = now + (terminal ? kSecond / 10 : 10 * kSecond);
  if (terminal) bar_.status(text);
  else bar_.line(text);
}

}  // namespace stepscope::cli
