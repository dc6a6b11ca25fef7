#include "core/train/watch/learning_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace stepscope {
namespace {

using Json = nlohmann::ordered_json;

// Rounds to four digits, which are enough to judge and halve the size of the file.
double shortened(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double unit = std::pow(10.0, 3 - std::floor(std::log10(std::abs(value))));
  return std::round(value * unit) / unit;
}

}  // namespace

void LearningWatch::restore(const std::string& kept) {
  const Json json = Json::parse(kept, nullptr, false);
  if (!json.is_object()) return;
  if (const auto in = json.find("inputs"); in != json.end() && in->is_object())
    inputs_ = Inputs{in->value("mean", 0.0), in->value("deviation", 0.0), in->value("least", 0.0), in->value("most", 0.0),
                     in->value("values", std::int64_t{0})};
  if (const auto in = json.find("answers"); in != json.end() && in->is_array())
    for (const Json& count : *in) answers_.push_back(count.is_number_integer() ? count.get<std::int64_t>() : 0);
  const auto gradients = json.find("gradients");
  if (gradients == json.end() || !gradients->is_object() || !gradients->contains("rows") || !(*gradients)["rows"].is_array()) return;
  for (const Json& row : (*gradients)["rows"]) {
    if (!row.is_array() || row.empty() || !row[0].is_number_integer()) continue;
    Row& known = rows_.emplace_back();
    known.step = row[0].get<std::int64_t>();
    for (std::size_t i = 1; i < row.size(); ++i)
      known.norms.push_back(row[i].is_number() ? row[i].get<float>() : std::numeric_limits<float>::quiet_NaN());
  }
  stride_ = std::max<std::int64_t>(1, gradients->value("every", std::int64_t{1}));
}

void LearningWatch::follow(const Program& program) {
  norms_ = gradientNorms(program.graph());
  // The rows belong to another model, which a fork has changed.
  if (!rows_.empty() && rows_.front().norms.size() != norms_.size()) rows_.clear();
}

void LearningWatch::seeBatch(const SampleInfo& info, const std::vector<std::span<std::byte>>& fields, std::int64_t samples) {
  if (!inputs_ && info.input().dtype == DType::F32 && samples > 0) {
    const auto count = static_cast<std::size_t>(samples * numel(info.input().shape));
    const std::span<const float> values = floatsOf(fields.front()).first(count);
    Inputs seen{0, 0, values[0], values[0], static_cast<std::int64_t>(count)};
    double squares = 0;
    for (const float value : values) {
      seen.mean += static_cast<double>(value);
      squares += static_cast<double>(value) * static_cast<double>(value);
      seen.least = std::min(seen.least, static_cast<double>(value));
      seen.most = std::max(seen.most, static_cast<double>(value));
    }
    seen.mean /= static_cast<double>(count);
    seen.deviation = std::sqrt(std::max(0.0, squares / static_cast<double>(count) - seen.mean * seen.mean));
    inputs_ = seen;
  }
  if (info.task == Task::Regression || info.outputs() > kMostAnswers) return;
  answers_.resize(static_cast<std::size_t>(info.outputs()));
  const auto each = static_cast<std::size_t>(samples * numel(info.target().shape));
  for (const std::int32_t answer : integersOf(fields.back()).first(each))
    if (answer >= 0 && answer < static_cast<std::int32_t>(answers_.size())) ++answers_[static_cast<std::size_t>(answer)];
}

void LearningWatch::seeVector(const std::string& parameter, std::span<const float> gradient) {
  Vector& vector = vectors_[parameter];
  if (vector.last.size() != gradient.size()) vector = {std::vector<std::int64_t>(gradient.size(), 0), 0};
  ++vector.looks;
  for (std::size_t i = 0; i < gradient.size(); ++i)
    if (gradient[i] != 0) vector.last[i] = vector.looks;
}

std::int64_t LearningWatch::silentOf(const Vector& vector) const {
  return std::count_if(vector.last.begin(), vector.last.end(), [&](std::int64_t last) { return last <= vector.looks - kLooks; });
}

double LearningWatch::seeStep(const Program& program, std::int64_t step, double scale) {
  if (norms_.empty()) return std::numeric_limits<double>::quiet_NaN();
  Row row;
  row.step = step;
  row.norms.resize(norms_.size());
  double squares = 0;
  ValueId value = kNone;
  for (std::size_t i = 0; i < norms_.size(); ++i) {
    if (norms_[i].norms != value) {
      value = norms_[i].norms;
      read_.resize(static_cast<std::size_t>(numel(program.graph().value(value).shape)));
      program.read(value, std::as_writable_bytes(std::span(read_)));
    }
    const double norm = static_cast<double>(read_[norms_[i].index]) / scale;
    row.norms[i] = static_cast<float>(norm);
    squares += norm * norm;
  }
  if (due(step)) {
    if (static_cast<std::int64_t>(rows_.size()) >= kMostRows) {
      stride_ *= 2;
      std::erase_if(rows_, [this](const Row& kept) { return kept.step > kFirstRows && (kept.step - 1) % stride_ != 0; });
    }
    if (due(step)) rows_.push_back(std::move(row));
  }
  return std::sqrt(squares);
}

std::string LearningWatch::json() const {
  Json json = Json::object();
  if (inputs_)
    json["inputs"] = {
        {"mean", inputs_->mean}, {"deviation", inputs_->deviation}, {"least", inputs_->least}, {"most", inputs_->most}, {"values", inputs_->values}};
  if (!answers_.empty()) json["answers"] = answers_;
  if (!rows_.empty()) {
    Json parameters = Json::array(), rows = Json::array();
    for (const GradientNorm& norm : norms_) parameters.push_back({{"name", norm.parameter}, {"elements", norm.elements}, {"matrix", norm.matrix}});
    for (const Row& row : rows_) {
      Json one = Json::array({row.step});
      for (const float norm : row.norms) one.push_back(std::isfinite(norm) ? Json(shortened(static_cast<double>(norm))) : Json());
      rows.push_back(std::move(one));
    }
    json["gradients"] = {{"every", stride_}, {"parameters", std::move(parameters)}, {"rows", std::move(rows)}};
  }
  Json vectors = Json::array();
  for (const GradientNorm& norm : norms_) {  // in the order of the forward pass
    const auto known = vectors_.find(norm.parameter);
    if (known == vectors_.end() || known->second.looks < kLooks) continue;
    vectors.push_back({{"name", norm.parameter}, {"units", known->second.last.size()}, {"silent", silentOf(known->second)}});
  }
  if (!vectors.empty()) json["units"] = {{"looks", kLooks}, {"vectors", std::move(vectors)}};
  return json.dump();
}

}  // namespace stepscope
