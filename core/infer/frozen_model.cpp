#include "core/infer/frozen_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/train/record/sample_record.h"

namespace stepscope {

namespace {

using Json = nlohmann::json;

constexpr const char* kNoData = "synthetic";  // written if no data are known, because a configuration needs a kind

Json numberOrNull(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}
double orNan(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

std::string aboutText(const FrozenModel& model) {
  Project project = model.project;
  const bool data = !project.data.kind.empty();
  if (!data) project.data.kind = kNoData;
  Json about = {
      {"precision", nameOf(model.precision)},
      {"origin",
       {{"title", model.origin.title},
        {"source", model.origin.source},
        {"project", model.origin.project},
        {"run", model.origin.run},
        {"step", model.origin.step}}},
      {"record",
       {{"folded_norms", model.record.foldedNorms},
        {"kept_norms", model.record.keptNorms},
        {"difference", numberOrNull(model.record.difference)},
        {"metric", model.record.metric},
        {"score", numberOrNull(model.record.score)}}},
      {"kernels",
       {{"processor", model.kernels.processor}, {"isa", model.kernels.isa}, {"library", model.kernels.library}, {"choices", model.kernels.choices}}},
      {"sample", sampleRecord(model.sample)},
      {"pixels", {{"mean", model.pixels.mean}, {"std", model.pixels.std}, {"resize", kCentredPart}}},
      {"data_known", data},
      {"configuration", toJson(project)}};
  return about.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void readAbout(const std::string& text, FrozenModel& model) {
  const Json about = Json::parse(text);
  const auto precision = about.at("precision").get<std::string>();
  if (precision != nameOf(DType::F32) && precision != nameOf(DType::BF16)) throw Error(ErrorKind::Input, "", "there is no precision " + precision);
  model.precision = precision == nameOf(DType::BF16) ? DType::BF16 : DType::F32;
  const Json &origin = about.at("origin"), &record = about.at("record"), &kernels = about.at("kernels"), &pixels = about.at("pixels");
  origin.at("title").get_to(model.origin.title);
  origin.at("source").get_to(model.origin.source);
  origin.at("project").get_to(model.origin.project);
  origin.at("run").get_to(model.origin.run);
  origin.at("step").get_to(model.origin.step);
  record.at("folded_norms").get_to(model.record.foldedNorms);
  record.at("kept_norms").get_to(model.record.keptNorms);
  model.record.difference = orNan(record.at("difference"));
  record.at("metric").get_to(model.record.metric);
  model.record.score = orNan(record.at("score"));
  kernels.at("processor").get_to(model.kernels.processor);
  kernels.at("isa").get_to(model.kernels.isa);
  kernels.at("library").get_to(model.kernels.library);
  kernels.at("choices").get_to(model.kernels.choices);
  if (pixels.at("resize").get<std::string>() != kCentredPart) throw Error(ErrorKind::Input, "", "the rule for the size of its pictures is not known");
  pixels.at("mean").get_to(model.pixels.mean);
  pixels.at("std").get_to(model.pixels.std);
  std::optional<SampleInfo> sample = sampleOfRecord(about.at("sample").get<std::string>());
  if (!sample) throw Error(ErrorKind::Input, "", "the description of its samples cannot be read");
  model.sample = std::move(*sample);
  model.project = projectFromJson(about.at("configuration").get<std::string>());
  if (!about.at("data_known").get<bool>()) model.project.data.kind.clear();
  model.project.data.mean = model.pixels.mean;
  model.project.data.std = model.pixels.std;
}

}  // namespace

const FrozenGraph& FrozenModel::graphFor(std::int64_t wanted) const {
  const FrozenGraph* found = &graphs.front();
  for (const FrozenGraph& one : graphs)
    if (one.batch <= wanted) found = &one;
  return *found;
}

std::string FrozenModel::batches() const {
  std::vector<std::int64_t> sizes;
  for (const FrozenGraph& one : graphs) sizes.push_back(one.batch);
  return fmt::format("{}", fmt::join(sizes, ", "));
}

FrozenModel readFrozenModel(const std::string& file) {
  FrozenModel model;
  model.file = std::make_shared<const FrozenFile>(file);
  model.graphs = model.file->graphs();
  model.weights = model.file->weights();
  const std::string cure = "Freeze the model again: stepscope-cli freeze MODEL OUT.ssmodel";
  try {
    readAbout(model.file->about(), model);
  } catch (const nlohmann::json::exception&) {
    throw Error(ErrorKind::Input, file, "the description of the frozen model cannot be read", cure);
  } catch (const Error& error) {
    throw Error(ErrorKind::Input, file, "the description of the frozen model cannot be read: " + error.happened(), cure);
  }
  for (const FrozenGraph& one : model.graphs) {
    const Value& x = one.graph.value(one.graph.find(kInputField));
    if (Shape(x.shape.begin() + 1, x.shape.end()) != model.sample.input().shape || x.dtype != model.sample.input().dtype)
      throw Error(ErrorKind::Input, file, "the frozen model takes other samples than its description says", cure);
  }
  return model;
}

std::int64_t writeFrozenModel(const FrozenModel& model, const std::string& file) {
  std::vector<FrozenWeight> weights;
  for (const auto& [name, weight] : model.weights) weights.push_back(weight);
  return writeFrozenFile(file, aboutText(model), model.graphs, weights);
}

}  // namespace stepscope
