#include "core/infer/predictor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <optional>
#include <span>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/data/characters.h"
#include "core/data/images/picture_files.h"
#include "core/data/table/row_reader.h"
#include "core/graph/model_outputs.h"
#include "core/infer/asked_program.h"
#include "core/infer/onnx_notes.h"
#include "core/infer/picture_reader.h"
#include "core/onnx/importer.h"
#include "core/train/steps/open_data.h"
#include "core/train/steps/task_metrics.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

// The samples of an ONNX file, from its input and output. A height or width that it leaves open is data.image_size.
SampleInfo sampleOfOnnx(const AskedModel& model) {
  const std::string& file = model.project.model.onnx;
  const onnx::OnnxModel net = onnx::readModel(file);
  if (net.inputs.size() != 1 || net.outputs.empty())
    throw Error(ErrorKind::Input, file, fmt::format("has {} inputs and {} outputs", net.inputs.size(), net.outputs.size()),
                "Export it with one input and an output");
  Shape shape = net.inputs[0].shape;
  if (shape.size() != 4) throw Error(ErrorKind::Input, file, "takes no pictures", "Evaluate it on data: stepscope-cli evaluate MODEL --data PATH");
  shape[0] = 1;
  for (std::size_t d = 2; d < shape.size(); ++d)
    if (shape[d] < 1) shape[d] = model.project.data.imageSize;
  if (std::any_of(shape.begin(), shape.end(), [](std::int64_t size) { return size < 1; }))
    throw Error(ErrorKind::Input, file, "leaves the size of its pictures open", "Give it: --set data.image_size=224");
  onnx::ImportOptions options;
  options.batch = 1;
  options.given = {{net.inputs[0].name, options.start.addInput(net.inputs[0].name, DType::F32, shape)}};
  const onnx::Imported imported = onnx::importModel(net, options);
  const auto output = imported.graph.outputs().find(net.outputs[0].name);
  if (output == imported.graph.outputs().end())
    throw Error(ErrorKind::Input, file, "has an output that does not depend on its input", "Export the model again");
  SampleInfo info;
  const std::int64_t classes = numel(imported.graph.value(output->second).shape);
  info.classNames = notesOf(net).classes;
  if (static_cast<std::int64_t>(info.classNames.size()) != classes) {
    info.classNames.clear();
    for (std::int64_t c = 0; c < classes; ++c) info.classNames.push_back(std::to_string(c));
  }
  info.setFields(Shape(shape.begin() + 1, shape.end()));
  return info;
}

}  // namespace

SampleInfo sampleOf(const AskedModel& model, ChannelScale& scale, const std::atomic<bool>* cancel) {
  const DataSpec& data = model.project.data;
  scale = {data.mean, data.std};  // a frozen model keeps its own there
  if (model.sample) return *model.sample;
  if (data.kind.empty()) return sampleOfOnnx(model);
  const DataSplits opened = openDataUnless([&] { return cancel && cancel->load(); }, data);
  scale = opened.train->pixelScale(cancel);
  return opened.train->info();
}

struct Predictor::Impl {
  PredictorOptions options;
  SampleInfo info;
  std::unique_ptr<Program> program;
  std::optional<PictureReader> pictures;
  std::optional<TableRowReader> table;
  ValueId answer = kNone;
  std::vector<std::string> notes;

  std::int64_t rows() const { return options.batch; }
  bool isText() const { return info.task == Task::LanguageModel; }

  // Reads a sample into place `at` of the batch. Returns the position whose answer counts: for a text its last character, else 0. Throws Error.
  std::size_t read(const std::string& sample, std::int64_t at) {
    const auto x = program->input(kInputField);
    const auto bytes = static_cast<std::size_t>(info.input().bytes());
    const std::span<std::byte> place = x.subspan(static_cast<std::size_t>(at) * bytes, bytes);
    if (table) {
      table->read(sample, floatsOf(place));
      return 0;
    }
    if (!isText()) {
      pictures->read(sample, floatsOf(place));
      return 0;
    }
    const std::vector<std::int32_t> tokens = tokensOf(sample, info.vocabulary, sample);
    if (tokens.empty()) throw Error(ErrorKind::Input, "", "the text is empty", "Give at least one character");
    const std::span<std::int32_t> window = integersOf(place);
    const std::size_t known = std::min(tokens.size(), window.size());
    std::fill(window.begin(), window.end(), 0);
    std::copy(tokens.end() - static_cast<std::ptrdiff_t>(known), tokens.end(), window.begin());
    return known - 1;
  }

  void answerFrom(std::span<const float> row, Prediction& prediction) const {
    if (info.task == Task::Regression) {
      for (std::size_t t = 0; t < row.size(); ++t) {
        const double mean = t < info.targetMean.size() ? info.targetMean[t] : 0, deviation = t < info.targetStd.size() ? info.targetStd[t] : 1;
        prediction.values.emplace_back(info.targetNames[t], mean + deviation * row[t]);
      }
      return;
    }
    const std::vector<std::string>& names = isText() ? info.vocabulary : info.classNames;
    std::vector<std::size_t> order(row.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t told = std::min(options.top, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(told), order.end(),
                      [&](std::size_t a, std::size_t b) { return row[a] != row[b] ? row[a] > row[b] : a < b; });
    const double largest = *std::max_element(row.begin(), row.end());
    double sum = 0;
    for (const float logit : row) sum += std::exp(logit - largest);
    for (std::size_t i = 0; i < told; ++i) prediction.top.emplace_back(names[order[i]], std::exp(row[order[i]] - largest) / sum);
  }
};

Predictor::Predictor(const AskedModel& model, const Backend& backend, const PredictorOptions& options) : impl_(std::make_unique<Impl>()) {
  impl_->options = options;
  if (options.preparing) options.preparing("opening the data");
  ChannelScale scale;
  impl_->info = sampleOf(model, scale, options.cancel);
  SampleInfo& info = impl_->info;
  if (model.project.data.kind == "table") {
    DataSpec data = model.project.data;
    data.cancel = options.cancel;
    impl_->table.emplace(data);
    if (impl_->table->width() != static_cast<std::size_t>(numel(info.input().shape)))
      throw Error(ErrorKind::Input, data.path,
                  fmt::format("a row gives {} numbers now, and the model was trained on {}: the table has changed since", impl_->table->width(),
                              numel(info.input().shape)),
                  "Put the table of the training back, or train again");
  } else if (info.task != Task::LanguageModel) {
    if (info.input().shape.size() != 3)
      throw Error(ErrorKind::Input, model.title,
                  fmt::format("it takes samples of {}; pictures, rows of tables and texts can be asked about", toString(info.input().shape)),
                  "Evaluate it on data: stepscope-cli evaluate MODEL --data PATH");
    if (scale.mean.empty())
      throw Error(ErrorKind::Input, model.title, "it is not known how its pixels were scaled",
                  "Give mean and deviation of every channel, of pixels from 0 to 1, for example of most networks of torchvision: --set "
                  "data.mean=[0.485,0.456,0.406] --set data.std=[0.229,0.224,0.225]");
    impl_->pictures.emplace(info.input().shape, scale);
  }
  if (!options.classNames.empty()) {
    if (options.classNames.size() != info.classNames.size())
      throw Error(ErrorKind::Input, "--classes",
                  fmt::format("there are {} names, and the model has {} classes", options.classNames.size(), info.classNames.size()),
                  "Give a file with one name a line, in the order of the model's outputs");
    info.classNames = options.classNames;
  }
  if (options.preparing) options.preparing("choosing the fastest kernel of every layer");
  AskedOptions asked;
  asked.batch = impl_->options.batch = batchFor(model, options.batch, impl_->notes);
  asked.evaluated = false;
  asked.threads = options.threads;
  asked.cancel = options.cancel;
  asked.progress = options.preparing;
  AskedPrograms programs = compileStreams(model, modelInputOf(info), backend, asked, 1);
  impl_->program = std::move(programs.streams.front());
  impl_->notes.insert(impl_->notes.end(), programs.notes.begin(), programs.notes.end());
  impl_->answer = modelOutputs(impl_->program->graph()).prediction;
  // The answers are not known, so the labels are set to values that do not count for the loss: all bits 1, which is -1 as i32 and NaN as f32.
  if (impl_->program->graph().find(kTargetField) == kNone) return;
  const auto labels = impl_->program->input(kTargetField);
  std::fill(labels.begin(), labels.end(), std::byte{0xFF});
}

Predictor::~Predictor() = default;

const std::vector<std::string>& Predictor::notes() const {
  return impl_->notes;
}

std::vector<std::string> Predictor::samplesOf(const std::vector<std::string>& inputs) const {
  if (impl_->isText() || impl_->table) return inputs;
  std::vector<std::string> samples;
  std::error_code ignored;
  for (const std::string& input : inputs) {
    if (!fs::is_directory(input, ignored)) {
      samples.push_back(input);
      continue;
    }
    const PictureFiles found = picturesBelow(input, [](std::size_t) {});
    if (found.files.empty() && found.others.empty())
      throw Error(ErrorKind::Input, input, "there is no picture in this folder", "Name a folder with pictures");
    samples.insert(samples.end(), found.files.begin(), found.files.end());
    samples.insert(samples.end(), found.others.begin(), found.others.end());  // each gives an error with its name
  }
  return samples;
}

bool Predictor::predict(const std::vector<std::string>& samples, const std::function<void(const Prediction&)>& tell) {
  const auto batch = static_cast<std::size_t>(impl_->rows());
  Program& program = *impl_->program;
  std::vector<float> answers(static_cast<std::size_t>(numel(program.graph().value(impl_->answer).shape)));
  const auto outputs = static_cast<std::size_t>(impl_->info.outputs());
  const std::size_t perSample = answers.size() / batch;
  struct Place {
    std::size_t prediction, position;
  };
  for (std::size_t next = 0; next < samples.size();) {
    std::vector<Prediction> told;
    std::vector<Place> places;
    while (next < samples.size() && places.size() < batch) {
      if (impl_->options.cancel && *impl_->options.cancel) return false;
      Prediction& one = told.emplace_back();
      one.input = samples[next++];
      const std::int64_t begun = nowNs();
      try {
        const std::size_t position = impl_->read(one.input, static_cast<std::int64_t>(places.size()));
        places.push_back({told.size() - 1, position});
      } catch (const Error& error) {
        one.error = error.happened();
        one.cure = error.cure();
      }
      one.readMs = static_cast<double>(nowNs() - begun) * 1e-6;
    }
    if (!places.empty()) {
      const std::int64_t begun = nowNs();
      program.run();
      program.read(impl_->answer, std::as_writable_bytes(std::span(answers)));
      const double ms = static_cast<double>(nowNs() - begun) * 1e-6 / static_cast<double>(places.size());
      for (std::size_t i = 0; i < places.size(); ++i) {
        Prediction& one = told[places[i].prediction];
        one.computeMs = ms;
        impl_->answerFrom(std::span(answers).subspan(i * perSample + places[i].position * outputs, outputs), one);
      }
    }
    for (const Prediction& one : told) tell(one);
  }
  return true;
}

}  // namespace stepscope
