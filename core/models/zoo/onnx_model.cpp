// [model] onnx: a model from an ONNX file, evaluated and trained like any other.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

#include "core/base/error.h"
#include "core/models/onnx_end.h"
#include "core/models/onnx_input.h"
#include "core/models/zoo/zoo.h"
#include "core/onnx/end.h"
#include "core/onnx/importer.h"

namespace stepscope {

namespace {

bool fits(const ModelInput& input, std::int64_t batch, const Value& answer) {
  const Shape& s = answer.shape;
  if (answer.dtype != DType::F32 || s.empty()) return false;
  if (input.task == Task::LanguageModel) return s.back() == input.classes && numel(s) == batch * numel(input.sample) * input.classes;
  return s[0] == batch && numel(s) == batch * input.classes;
}

// The first output of the model, from a graph that is made only for its shapes; nothing if the model cannot be imported.
std::optional<Value> answerOf(const onnx::OnnxModel& model, const onnx::ImportOptions& options) {
  try {
    const onnx::Imported imported = onnx::importModel(model, options);
    const auto found = imported.graph.outputs().find(model.outputs[0].name);
    if (found != imported.graph.outputs().end()) return imported.graph.value(found->second);
  } catch (const Error&) {
  }
  return std::nullopt;
}

// Throws an error that explains it if the model works only with the batch size for which it was exported: that number may stand anywhere in the file.
void checkFixedBatch(const onnx::OnnxModel& model, std::int64_t batch, const ModelInput& input, const std::string& seen) {
  const Shape& shape = model.inputs[0].shape;
  if (shape.empty() || shape[0] < 1 || shape[0] == batch) return;
  const auto own = answerOf(model, {});
  if (!own || !fits(input, shape[0], *own)) return;
  throw Error(ErrorKind::Input, model.file,
              fmt::format("was exported for a batch of {} and has that number inside, the project has {}: {}", shape[0], batch, seen),
              fmt::format("Export it with an open batch (torch.onnx.export: dynamic_axes or dynamic_shapes), or set batch_size = {} under [switches]",
                          shape[0]));
}

// Whether the model has more classes than the data: it was made for a larger task.
bool isWide(const ModelInput& input, std::int64_t batch, const Value& answer) {
  const Shape& s = answer.shape;
  return input.task == Task::Classification && answer.dtype == DType::F32 && !s.empty() && s[0] == batch && numel(s) > batch * input.classes;
}

// Throws an error that suggests another output or only the first classes of the model, if that would help.
void checkAnswer(const onnx::OnnxModel& whole, const std::string& taken, const onnx::ImportOptions& options, const ModelInput& input,
                 const Value& answer) {
  const std::int64_t batch = options.batch;
  std::vector<std::string> names, fitting;
  for (const onnx::Port& port : whole.outputs) {
    names.push_back(port.name);
    if (port.name == taken) continue;
    const auto other = answerOf(onnx::endingAt(whole, port.name), options);
    if (other && fits(input, batch, *other)) fitting.push_back(port.name);
  }
  if (fitting.empty() && isWide(input, batch, answer)) {
    throw Error(ErrorKind::Input, whole.file, fmt::format("distinguishes {} classes, the data have {}", numel(answer.shape) / batch, input.classes),
                fmt::format("Set first_classes = 1 under [model] where the classes of the data are the first ones of the model, or export it "
                            "for {} classes",
                            input.classes));
  }
  if (names.size() < 2) return;
  throw Error(ErrorKind::Input, whole.file,
              fmt::format("has the outputs {}; the one that is taken, {}, gives {} ({}), the data need {} numbers a sample", fmt::join(names, ", "),
                          taken, toString(answer.shape), nameOf(answer.dtype), input.classes),
              fitting.empty() ? fmt::format("Export the model with an output of {} numbers a sample", input.classes)
                              : fmt::format("Set output = \"{}\" under [model]", fitting[0]));
}

}  // namespace

const ZooEntry& onnxEntry() {
  static const ZooEntry entry{
      "onnx", "", {3, 224, 224}, 1000, {"first_classes", "output", "reshape", "round", "transpose"}, DType::F32, Task::Classification, {"output"}};
  return entry;
}

std::string leftOutAtEnd(const ModelSpec& spec, Task task) {
  if (spec.onnx.empty() || task == Task::Regression) return {};
  const onnx::OnnxModel whole = onnx::readModel(spec.onnx);
  if (whole.outputs.empty()) return {};
  const ZooArguments arguments(spec, onnxEntry());
  onnx::OnnxModel model = onnx::endingAt(whole, arguments.text("output", whole.outputs[0].name, onnx::tensorsOf(whole)));
  const std::string what = onnx::endForCrossEntropy(model, spec.texts.contains("output"));
  return what.empty() ? std::string() : spec.onnx + ": " + what;
}

ValueId buildOnnx(ModelBuilder& builder, const ModelSpec& spec) {
  const ZooArguments arguments(spec, onnxEntry());
  const std::string& file = spec.onnx;
  const onnx::OnnxModel whole = onnx::readModel(file);
  if (whole.outputs.empty()) throw Error(ErrorKind::Input, file, "has no output", "Export the model again");
  const std::string output = arguments.text("output", whole.outputs[0].name, onnx::tensorsOf(whole));
  onnx::OnnxModel model = onnx::endingAt(whole, output);
  if (model.inputs.size() != 1)
    throw Error(ErrorKind::Input, file, "has " + std::to_string(model.inputs.size()) + " inputs, one is needed", "Export the model with one input");
  const bool classes = builder.input().task != Task::Regression;
  if (classes) onnx::endForCrossEntropy(model, spec.texts.contains("output"));
  const std::int64_t batch = builder.shapeOf(builder.x())[0];
  const ValueId x = onnxInput(builder, arguments, file, model.inputs[0]);
  onnx::ImportOptions options;
  options.start = std::move(builder.graph());
  options.given = {{model.inputs[0].name, x}};
  options.batch = batch;
  options.training = builder.training();
  onnx::Imported imported;
  try {
    imported = onnx::importModel(model, options);
  } catch (const Error& error) {
    checkFixedBatch(model, batch, builder.input(), error.happened());
    throw;
  }
  const auto found = imported.graph.outputs().find(output);
  if (found == imported.graph.outputs().end())
    throw Error(ErrorKind::Input, file, "has an output that does not depend on its input", "Export the model again");
  const ValueId value = found->second;
  const Value answer = imported.graph.value(value);
  const bool firstClasses = arguments.integer("first_classes", 0, 0, 1) == 1 && isWide(builder.input(), batch, answer);
  if (!fits(builder.input(), batch, answer) && !firstClasses) {
    checkFixedBatch(model, batch, builder.input(), fmt::format("it gives {}", toString(answer.shape)));
    checkAnswer(whole, output, options, builder.input(), answer);
  }
  // The file's outputs are not outputs of our graph: in each step the host reads only those that finish() marks.
  Graph graph = imported.graph.withoutOutputs();
  builder.graph() = std::move(graph);
  const ValueId logits = builder.shapeOf(value).size() > 2 ? builder.flatten("logits", value) : value;
  if (!firstClasses) return logits;
  return builder.op("first_classes", "slice", {logits}, {{"starts", Shape{0, 0}}, {"ends", Shape{batch, builder.classes()}}, {"steps", Shape{1, 1}}});
}

}  // namespace stepscope
