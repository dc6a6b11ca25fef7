// The predictions of a classifier in numbers, read from the JSON that a run keeps (core/train/record/prediction_log.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

// Precision: the right part of the samples that were predicted as the class (NaN: there are none). Recall: the right part of the samples of the class
// (NaN: there are none). F1: 2 TP / (2 TP + FP + FN), their harmonic mean (NaN: both are).
struct ClassFigures {
  std::string name;
  std::int64_t samples = 0;
  double precision = 0, recall = 0, f1 = 0;
};

struct WrongSample {
  std::int64_t index = 0;  // in the validation data
  std::size_t truth = 0, answer = 0;
  double loss = 0;
  std::vector<std::pair<std::size_t, double>> probabilities;  // the greatest first
  std::string picture;                                        // a data: URL of a bitmap; empty: there is none
  std::string file = {};                                      // where the sample comes from (named_samples.h); empty: not kept
};

struct PredictionFigures {
  std::int64_t samples = 0, right = 0;
  double macroF1 = 0;  // mean of the F1 of all classes that have one
  std::vector<ClassFigures> classes;
  std::vector<std::vector<std::int64_t>> confusion;  // [truth][answer]
  std::vector<WrongSample> worst;
  std::string data;                  // fingerprint of the validation data; empty: not kept
  std::vector<int> truths, answers;  // classes of every sample, in the order of the data; -1: it was not predicted. Empty: not kept

  // The samples of one cell of `confusion`, as indices into the validation data. Empty without `answers`.
  std::vector<std::int64_t> samplesOf(std::size_t truth, std::size_t answer) const;
};

// Empty for a text that is not such JSON, whose matrix does not fit its classes, or without samples.
std::optional<PredictionFigures> predictionFiguresOf(const std::string& json);

}  // namespace stepscope
