// How good a model is on one part of its data: loss, metrics with confidence intervals, precision and recall of every class, confusion matrix.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/base/dtype.h"
#include "core/base/task.h"
#include "core/infer/asked_model.h"
#include "core/infer/interval.h"

namespace stepscope {

struct EvaluatedMetric {
  Metric metric;
  double value = 0;
  Interval interval;   // the 95 % confidence interval
  const char* method;  // how the interval was computed: "Wilson", "bootstrap over samples"
};

// Precision is right / answered, recall right / samples, F1 their harmonic mean; NaN where the divisor is 0.
struct EvaluatedClass {
  std::string name;
  std::int64_t samples = 0, answered = 0, right = 0;  // samples of the class; samples for which the model answers this class; both
  double precision = 0, recall = 0, f1 = 0;
  Interval recallInterval;  // Wilson
};

struct Evaluation {
  Task task = Task::Classification;
  std::int64_t samples = 0, right = 0;  // samples that count; Classification: those that the model classified correctly
  double loss = 0;
  std::vector<EvaluatedMetric> metrics;
  std::vector<EvaluatedClass> classes;          // empty: not Classification, or more than kMostPredictedClasses classes
  std::vector<std::int64_t> confusion;          // samples, classes x classes; row: the true class, column: the answer; empty as above
  ChannelScale pixels;                          // how images were normalised
  std::vector<std::string> warnings;            // on the data (files left out), and on a frozen model that runs differently here
  std::int64_t batch = 0, firstNotFinite = -1;  // firstNotFinite: the first sample of a batch whose loss is not finite; -1: none
  double seconds = 0;                           // time of reading and computing, without preparation
  DType precision = DType::F32;                 // of matrix products and convolutions
};

struct EvaluationOptions {
  Split split = Split::Validation;
  std::int64_t batch = 64;  // a frozen model uses the size that batchFor() gives
  int threads = 0;          // 0: all cores this process may use
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string&)> preparing = {};                      // called with what is done before the first sample
  std::function<void(std::int64_t done, std::int64_t samples)> progress = {};  // after every batch
};

// Opens the data and computes the model's answers for every sample of the part, without transforms, in f32 or the precision of a frozen model. Throws
// Error (Input) if there is no such part, a sample cannot be read, or model and data do not fit; Cancelled soon after `cancel` became true.
Evaluation evaluate(const AskedModel& model, const Backend& backend, const EvaluationOptions& options);

}  // namespace stepscope
