// `freeze`: writes a trained model to a frozen model (.ssmodel), a file that answers faster and needs neither project nor run.
#include <fmt/format.h>

#include <memory>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_lines.h"
#include "app/cli/model_source.h"
#include "app/cli/speech.h"
#include "core/backend/devices/devices.h"
#include "core/base/cancelled.h"
#include "core/base/one_line.h"
#include "core/base/units.h"
#include "core/infer/freeze.h"

namespace stepscope::cli {
namespace {

struct FreezeArguments : ModelSourceArguments {
  std::string file, precision = "f32", classes;
  std::vector<std::int64_t> batches{1, 8, 32};
  bool force = false, json = false;
};

Json frozenJson(const AskedModel& model, const FreezeArguments& arguments, const Frozen& frozen) {
  return {{"model", model.title},
          {"source", model.source},
          {"file", arguments.file},
          {"bytes", frozen.bytes},
          {"batches", arguments.batches},
          {"precision", arguments.precision},
          {"precision_here", nameOf(frozen.precision)},
          {"parameters", frozen.parameters},
          {"nodes_before", frozen.nodesBefore},
          {"nodes", frozen.nodes},
          {"folded_norms", frozen.foldedNorms},
          {"kept_norms", frozen.keptNorms},
          {"largest_difference", measured(frozen.difference)},
          {"notes", frozen.notes}};
}

void print(const AskedModel& model, const FreezeArguments& arguments, const Frozen& frozen) {
  say("{} is frozen in {}: {}, {}\n", Name{oneLine(model.title)}, Name{arguments.file}, text::counted(frozen.parameters, "parameter"),
      text::bytes(static_cast<double>(frozen.bytes)));
  say("{} of {} batch norms are folded into the layers before them.\n", frozen.foldedNorms, frozen.foldedNorms + frozen.keptNorms);
  say("On random samples its answers differ from the model's by {} of the largest answer at most.\n", text::measured(frozen.difference));
  for (const std::string& note : frozen.notes) say("{}.\n", words().sentence(note));
}

void freezeModel(const FreezeArguments& arguments) {
  const Backend& backend = requireBackend(arguments.device);
  const AskedModel model = openModel(sourceOf(arguments));
  catchInterrupts();
  FreezeOptions options;
  options.precision = arguments.precision == nameOf(DType::BF16) ? DType::BF16 : DType::F32;
  options.batches = arguments.batches;
  options.classNames = namesIn(arguments.classes);
  options.threads = arguments.threads;
  options.replace = arguments.force;
  options.cancel = &interruptFlag();
  try {
    Frozen frozen;
    {
      CountProgress progress;
      options.progress = [&](const std::string& what) { progress.tell(words().sentence(what)); };
      saving([&] { frozen = freeze(model, backend, options, arguments.file); });
    }
    if (arguments.json) printLine(frozenJson(model, arguments, frozen));
    else print(model, arguments, frozen);
  } catch (const Cancelled&) {
    tellError(spoken("stopped, and nothing was written."));
    throw Failed{};
  }
}

}  // namespace

void addFreeze(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "freeze",
      "Freeze a trained model in a file that evaluate, predict and bench --inference take: batch norms are folded, and it needs neither project nor run");
  const auto arguments = std::make_shared<FreezeArguments>();
  addModelSource(*command, *arguments);
  command->add_option("OUT", arguments->file, "The file to write, NAME.ssmodel")->required();
  command->add_option("--data", arguments->data, "Of an ONNX file: data like those of its training, whose classes and scale it then knows");
  command->add_option("--batch", arguments->batches, "Sizes of batches that it can be asked in: 1,8,32")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{65536}))
      ->capture_default_str();
  command->add_option("--precision", arguments->precision, "f32, or bf16: matrix products in bf16 where the machine multiplies it faster, else f32")
      ->check(CLI::IsMember({"f32", "bf16"}))
      ->capture_default_str();
  command->add_option("--classes", arguments->classes, "A file with the name of a class on every line, for an ONNX file");
  command->add_flag("--force", arguments->force, "Replace the file if it exists");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { freezeModel(*arguments); });
}

}  // namespace stepscope::cli
