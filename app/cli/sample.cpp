#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_lines.h"
#include "app/cli/project_arguments.h"
#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/train/record/text_sampler.h"

namespace stepscope::cli {
namespace {

struct SampleArguments {
  std::string project, device = "cpu";
  RunId run = 0;
  SamplingOptions sampling;
  bool json = false;
};

// The newest run with a trained language model.
RunId newestLanguageModel(const std::string& project, const std::string& store) {
  for (const RunInfo& run : RunReader(store).runs())
    if (taskOf(run) == Task::LanguageModel && run.step > 0) return run.id;
  throw Error(ErrorKind::Input, project, "no language model was trained in this project", "Train it first: stepscope-cli train " + project);
}

void sample(const SampleArguments& arguments) {
  const Backend& backend = requireBackend(arguments.device);
  const Project project = openProjectOfRuns(arguments.project);
  const std::string store = existingStore(arguments.project);
  const RunId run = arguments.run > 0 ? arguments.run : newestLanguageModel(arguments.project, store);
  catchInterrupts();
  const TextSample written = sampleRun(project, run, arguments.sampling, backend, [] { return !interrupted(); });
  if (arguments.json) {
    Json line = Json::parse(textSampleJson(written));
    line["run"] = run;
    printLine(line);
    return;
  }
  fmt::print("{}{}\n", written.options.prompt, written.text);
  std::fflush(stdout);
}

}  // namespace

void addSample(CLI::App& app) {
  CLI::App* command = app.add_subcommand("sample", "Let a trained language model write text");
  const auto arguments = std::make_shared<SampleArguments>();
  addProject(*command, arguments->project);
  command->add_option("--device", arguments->device, "Where to compute")->capture_default_str();
  command->add_option("--run", arguments->run, "Number of the run; default: the newest language model")->check(CLI::PositiveNumber);
  command->add_option("--length", arguments->sampling.length, "Characters to write")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}))
      ->capture_default_str();
  command->add_option("--temperature", arguments->sampling.temperature, "Below 1 prefers likelier characters; 0 always takes the likeliest")
      ->check(CLI::Range(0.0, 100.0))
      ->capture_default_str();
  command->add_option("--prompt", arguments->sampling.prompt, "Text to continue; default: a new line");
  command->add_option("--seed", arguments->sampling.seed, "The same seed gives the same text")->capture_default_str();
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { sample(*arguments); });
}

}  // namespace stepscope::cli
