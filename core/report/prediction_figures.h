// A classifier's answers as figures: read from what a run keeps of them (core/train/record/prediction_log.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

// precision: right answers of those that name the class; recall: of the samples that are of it; F1: their harmonic mean. NaN where nothing
// names the class, or nothing is of it.
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
  std::string picture;                                        // a data: address of a bitmap; empty: there is none
  std::string file = {};                                      // where the sample comes from (named_samples.h); empty: not kept
};

struct PredictionFigures {
  std::int64_t samples = 0, right = 0;
  double macroF1 = 0;  // mean of the classes' F1 that are known
  std::vector<ClassFigures> classes;
  std::vector<std::vector<std::int64_t>> confusion;  // [truth][answer]
  std::vector<WrongSample> worst;
  std::string data;                  // fingerprint of the validation data; empty: not kept
  std::vector<int> truths, answers;  // classes of every sample, in the order of the data; -1: it was not asked. Empty: not kept

  // The samples of a cell, by their index in the validation data. Empty without `answers`.
  std::vector<std::int64_t> samplesOf(std::size_t truth, std::size_t answer) const;
};

// Nothing for a text that is no such JSON, or whose matrix does not fit its classes.
std::optional<PredictionFigures> predictionFiguresOf(const std::string& json);

}  // namespace stepscope
