// The answers of a classifier on the validation data: a confusion matrix and the samples with the largest loss. Kept with the run as its artefact
// "predictions":
//   {samples, classes: ["name"], confusion: [[n]] (row: the truth, column: the answer), worst: [{index, truth, answer, loss,
//    probabilities: [[class, p]], file, picture: {width, height, channels, pixels}}], data, truths, answers}
// Classes are numbers. Worst first, by cross-entropy. pixels: base64 of bytes, row by row, channels together, each sample's smallest value as 0
// and its largest as 255; picture is null if the samples are no images. file: its name (named_samples.h), null if it has none. data: the fingerprint
// of the validation data. truths, answers: base64 of one byte a sample, in the order of the data, its class; 255: it was not asked. Both are absent
// for more than kMostKeptAnswers samples.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/data/dataset.h"

namespace stepscope {

inline constexpr std::int64_t kMostPredictedClasses = 200;  // a matrix of more classes cannot be read
inline constexpr std::int64_t kMostKeptAnswers = 100'000;

class PredictionLog {
 public:
  // Whether a log is possible: a classifier with not too many classes, whose program gives its answers in f32 or bf16.
  static bool serves(const SampleInfo& info, const Program& program);
  explicit PredictionLog(std::shared_ptr<const Dataset> data);

  // Call after the evaluation program has run on `count` samples of the data, starting with `first`.
  void see(const Program& program, std::int64_t count, std::int64_t first);
  // The same for given logits: rows with one logit per class.
  void see(std::span<const float> logits, std::int64_t first);

  std::int64_t samples() const { return samples_; }
  std::int64_t count(std::int64_t truth, std::int64_t answer) const { return confusion_[static_cast<std::size_t>(truth * classes_ + answer)]; }
  std::string json() const;  // reads the images of the worst samples from the data

 private:
  struct Wrong {
    std::int64_t index = 0;
    std::int32_t truth = 0, answer = 0;
    double loss = 0;
    std::vector<std::pair<std::int32_t, double>> probabilities;  // the largest ones
  };
  void keep(std::span<const float> logits, std::int32_t truth, std::int32_t answer, double loss, std::int64_t index);
  std::string pixelsOf(std::int64_t index) const;  // bytes, at most kThumbnail a side; empty: there is no image

  std::shared_ptr<const Dataset> data_;
  SampleInfo info_;
  std::int64_t classes_, samples_ = 0;
  std::int64_t width_ = 0, height_ = 0, channels_ = 0, stride_ = 1;  // of a thumbnail; every stride_-th pixel
  std::vector<std::int64_t> confusion_;
  std::string truths_, answers_;        // one byte a sample; empty: too many samples
  std::multimap<double, Wrong> worst_;  // by loss
};

}  // namespace stepscope
