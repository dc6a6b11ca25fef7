// `export`: writes a trained model to an ONNX file, and prints the commands that run it with other runtimes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_lines.h"
#include "app/cli/model_source.h"
#include "app/cli/speech.h"
#include "core/backend/devices/devices.h"
#include "core/base/cancelled.h"
#include "core/base/one_line.h"
#include "core/base/units.h"
#include "core/exchange/onnx_export.h"

namespace stepscope::cli {
namespace {

struct ExportArguments : ModelSourceArguments {
  std::string file, batch = "dynamic";
  bool preprocessing = false, force = false, json = false;
};

std::int64_t batchOf(const std::string& text) {
  if (text == "dynamic") return 0;
  std::int64_t batch = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), batch);
  if (error != std::errc{} || end != text.data() + text.size() || batch < 1 || batch > 65536)
    throw Error(ErrorKind::Input, "--batch " + text, "this is no batch size", "Write dynamic, or a number from 1 to 65536");
  return batch;
}

Json exportJson(const AskedModel& model, const std::string& file, const OnnxExported& done) {
  Json runtimes = Json::object();
  for (const RuntimeLine& line : runtimeLines(file, done)) runtimes[line.runtime] = line.command;
  return {{"file", file},
          {"model", model.title},
          {"source", model.source},
          {"step", model.step},
          {"input", done.input},
          {"output", done.output},
          {"type", done.type},
          {"sample", done.sample},
          {"batch", done.batch > 0 ? Json(done.batch) : Json()},
          {"opset", done.opset},
          {"nodes", done.nodes},
          {"weights", done.weights},
          {"bytes", done.bytes},
          {"compared", done.compared},
          {"largest", measured(done.largest)},
          {"largest_difference", measured(done.largestDifference)},
          {"runtimes", std::move(runtimes)}};
}

void print(const AskedModel& model, const std::string& file, const OnnxExported& done) {
  say("{}: {}, opset {}, {} with {}, {}\n", Name{file}, Name{oneLine(model.title)}, done.opset, text::counted(done.nodes, "node"),
      text::counted(done.weights, "weight"), text::bytes(static_cast<double>(done.bytes)));
  const std::string batch = done.batch > 0 ? std::to_string(done.batch) : "batch";
  say("Input {} {} {}, output {}\n", Name{done.input}, Name{done.type}, Name{fmt::format("[{}, {}]", batch, fmt::join(done.sample, ", "))},
      Name{done.output});
  say("Read again and compared with the model: {} differ by at most {}, the largest is {}\n", text::counted(done.compared, "number"),
      text::number(done.largestDifference), text::number(done.largest));
  say("\nTo run it:\n");
  for (const RuntimeLine& line : runtimeLines(file, done)) fmt::print("  {}:\n    {}\n", line.runtime, line.command);
}

void exportModel(const ExportArguments& arguments) {
  OnnxExportOptions options;
  options.batch = batchOf(arguments.batch);
  const Backend& backend = requireBackend(arguments.device);
  const AskedModel model = openModel(sourceOf(arguments));
  catchInterrupts();
  options.preprocessing = arguments.preprocessing;
  options.replace = arguments.force;
  options.threads = arguments.threads;
  options.cancel = &interruptFlag();
  OnnxExported done;
  try {
    CountProgress progress;
    options.progress = [&](const std::string& what) { progress.tell(words().sentence(what)); };
    saving([&] { done = exportOnnx(model, backend, arguments.file, options); });
  } catch (const Cancelled&) {
    tellError(spoken("stopped, and no file was written."));
    throw Failed{};
  }
  if (arguments.json) printLine(exportJson(model, arguments.file, done));
  else print(model, arguments.file, done);
}

}  // namespace

void addExport(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "export", "A trained model as an ONNX file: written, read again and compared with the model; prints how other runtimes run it");
  const auto arguments = std::make_shared<ExportArguments>();
  addModelSource(*command, *arguments);
  command->add_option("FILE", arguments->file, "The ONNX file to write")->required();
  command->add_option("--batch", arguments->batch, "dynamic: any batch size; or one number")->capture_default_str();
  command->add_flag("--with-preprocessing", arguments->preprocessing,
                    "Of pictures: the file takes bytes from 0 to 255 and applies mean and deviation itself");
  command->add_flag("--force", arguments->force, "Replace the file if it exists");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { exportModel(*arguments); });
}

}  // namespace stepscope::cli
