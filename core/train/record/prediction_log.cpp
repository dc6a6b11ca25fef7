#include "core/train/record/prediction_log.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/base/base64.h"
#include "core/base/error.h"
#include "core/data/named_samples.h"
#include "core/graph/model_outputs.h"

namespace stepscope {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kWorst = 24, kLikeliest = 5;
constexpr std::int64_t kThumbnail = 64;  // px a side
constexpr char kNotAsked = static_cast<char>(255);
static_assert(kMostPredictedClasses < 255);

}  // namespace

bool PredictionLog::serves(const SampleInfo& info, const Program& program) {
  if (info.task != Task::Classification || info.outputs() < 2 || info.outputs() > kMostPredictedClasses) return false;
  const ValueId logits = modelOutputs(program.graph()).prediction;
  if (logits == kNone) return false;
  const DType type = program.graph().value(logits).dtype;
  return type == DType::F32 || type == DType::BF16;
}

PredictionLog::PredictionLog(std::shared_ptr<const Dataset> data)
    : data_(std::move(data)), info_(data_->info()), classes_(info_.outputs()), confusion_(static_cast<std::size_t>(classes_ * classes_)) {
  if (data_->size() <= kMostKeptAnswers) truths_ = answers_ = std::string(static_cast<std::size_t>(data_->size()), kNotAsked);
  const Shape& shape = info_.input().shape;
  if (shape.size() != 3 || (shape[0] != 1 && shape[0] != 3) || info_.input().dtype != DType::F32) return;
  channels_ = shape[0];
  stride_ = std::max<std::int64_t>(1, (std::max(shape[1], shape[2]) + kThumbnail - 1) / kThumbnail);
  height_ = (shape[1] + stride_ - 1) / stride_;
  width_ = (shape[2] + stride_ - 1) / stride_;
}

void PredictionLog::see(const Program& program, std::int64_t count, std::int64_t first) {
  const ValueId prediction = modelOutputs(program.graph()).prediction;
  const Value& value = program.graph().value(prediction);
  const auto size = static_cast<std::size_t>(numel(value.shape));
  std::vector<float> logits(size);
  if (value.dtype == DType::F32) {
    program.read(prediction, std::as_writable_bytes(std::span(logits)));
  } else {
    std::vector<std::uint16_t> narrow(logits.size());
    program.read(prediction, std::as_writable_bytes(std::span(narrow)));
    for (std::size_t i = 0; i < narrow.size(); ++i) {
      const std::uint32_t bits = static_cast<std::uint32_t>(narrow[i]) << 16;  // bf16 is the upper half of f32
      std::memcpy(&logits[i], &bits, sizeof bits);
    }
  }
  logits.resize(std::min(size, static_cast<std::size_t>(count * classes_)));  // the rest pads the batch
  see(logits, first);
}

void PredictionLog::see(std::span<const float> logits, std::int64_t first) {
  const auto classes = static_cast<std::size_t>(classes_);
  for (std::size_t i = 0; (i + 1) * classes <= logits.size(); ++i) {
    const std::int64_t index = first + static_cast<std::int64_t>(i);
    const std::int32_t truth = index < data_->size() ? data_->label(index) : -1;
    if (truth < 0 || truth >= classes_) continue;
    const std::span<const float> row = logits.subspan(i * classes, classes);
    const auto likeliest = std::max_element(row.begin(), row.end());
    const auto answer = static_cast<std::int32_t>(likeliest - row.begin());
    ++samples_;
    ++confusion_[static_cast<std::size_t>(truth * classes_ + answer)];
    if (!answers_.empty()) {
      truths_[static_cast<std::size_t>(index)] = static_cast<char>(truth);
      answers_[static_cast<std::size_t>(index)] = static_cast<char>(answer);
    }
    double sum = 0;
    for (const float logit : row) sum += std::exp(static_cast<double>(logit) - *likeliest);
    const double loss = std::log(sum) + *likeliest - row[static_cast<std::size_t>(truth)];
    if (answer == truth || !std::isfinite(loss)) continue;
    if (worst_.size() >= kWorst && loss <= worst_.begin()->first) continue;
    keep(row, truth, answer, loss, index);
  }
}

void PredictionLog::keep(std::span<const float> logits, std::int32_t truth, std::int32_t answer, double loss, std::int64_t index) {
  Wrong wrong{index, truth, answer, loss, {}};
  std::vector<std::int32_t> order(logits.size());
  std::iota(order.begin(), order.end(), 0);
  const auto shown = static_cast<std::ptrdiff_t>(std::min(kLikeliest, order.size()));
  std::partial_sort(order.begin(), order.begin() + shown, order.end(),
                    [&](std::int32_t a, std::int32_t b) { return logits[static_cast<std::size_t>(a)] > logits[static_cast<std::size_t>(b)]; });
  const double total = loss + logits[static_cast<std::size_t>(truth)];  // the logarithm of the sum
  order.resize(static_cast<std::size_t>(shown));
  for (const std::int32_t one : order) wrong.probabilities.emplace_back(one, std::exp(logits[static_cast<std::size_t>(one)] - total));
  worst_.emplace(loss, std::move(wrong));
  if (worst_.size() > kWorst) worst_.erase(worst_.begin());
}

std::string PredictionLog::pixelsOf(std::int64_t index) const {
  std::string pixels;
  if (channels_ == 0) return pixels;
  std::vector<float> sample(static_cast<std::size_t>(numel(info_.input().shape)));
  try {
    data_->readFloats(index, 0, sample);
  } catch (const Error&) {
    return pixels;  // another sample replaced it
  }
  const auto [low, high] = std::minmax_element(sample.begin(), sample.end());
  const float range = *high > *low ? *high - *low : 1;
  const std::int64_t rows = info_.input().shape[1], columns = info_.input().shape[2];
  for (std::int64_t y = 0; y < rows; y += stride_)
    for (std::int64_t x = 0; x < columns; x += stride_)
      for (std::int64_t c = 0; c < channels_; ++c) {
        const float share = (sample[static_cast<std::size_t>((c * rows + y) * columns + x)] - *low) / range;
        pixels += static_cast<char>(share > 0 ? static_cast<std::uint8_t>(std::min(share, 1.0f) * 255 + 0.5f) : 0);  // NaN is 0
      }
  return pixels;
}

std::string PredictionLog::json() const {
  Json json{{"samples", samples_}, {"classes", info_.classNames}};
  if (static_cast<std::int64_t>(info_.classNames.size()) != classes_) {
    json["classes"] = Json::array();
    for (std::int64_t c = 0; c < classes_; ++c) json["classes"].push_back(std::to_string(c));
  }
  Json rows = Json::array();
  for (std::int64_t truth = 0; truth < classes_; ++truth) {
    Json row = Json::array();
    for (std::int64_t answer = 0; answer < classes_; ++answer) row.push_back(count(truth, answer));
    rows.push_back(std::move(row));
  }
  json["confusion"] = std::move(rows);
  Json worst = Json::array();
  for (auto it = worst_.rbegin(); it != worst_.rend(); ++it) {
    const Wrong& wrong = it->second;
    Json probabilities = Json::array();
    for (const auto& [which, p] : wrong.probabilities) probabilities.push_back({which, p});
    const std::string name = nameOf(*data_, wrong.index);
    Json picture;
    if (const std::string pixels = pixelsOf(wrong.index); !pixels.empty())
      picture = {{"width", width_}, {"height", height_}, {"channels", channels_}, {"pixels", base64(pixels)}};
    worst.push_back({{"index", wrong.index},
                     {"truth", wrong.truth},
                     {"answer", wrong.answer},
                     {"loss", wrong.loss},
                     {"probabilities", std::move(probabilities)},
                     {"file", name.empty() ? Json() : Json(name)},
                     {"picture", std::move(picture)}});
  }
  json["worst"] = std::move(worst);
  json["data"] = data_->fingerprint();
  if (!answers_.empty()) {
    json["truths"] = base64(truths_);
    json["answers"] = base64(answers_);
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace stepscope
