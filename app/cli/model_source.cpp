#include "app/cli/model_source.h"

#include <unistd.h>

#include <fstream>

#include "app/cli/project_arguments.h"
#include "core/base/clock.h"
#include "core/base/error.h"

namespace stepscope::cli {

void addModelSource(CLI::App& command, ModelSourceArguments& arguments) {
  command.add_option("MODEL", arguments.model, "A project (its best run), the folder of a run or of a checkpoint, an ONNX file, or a frozen model")
      ->required();
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

std::vector<std::string> namesIn(const std::string& file) {
  std::vector<std::string> names;
  if (file.empty()) return names;
  std::ifstream in(file);
  if (!in) throw Error(ErrorKind::Input, file, "the file cannot be read", "Check that it is there and may be read");
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty()) names.push_back(line);
  }
  return names;
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
