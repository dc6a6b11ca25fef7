// How good a model is on one part of its data: loss and metrics with their intervals, figures of every class, and the confusion matrix.
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
  Interval interval;   // 95 %
  const char* method;  // "Wilson", "bootstrap over samples": how the interval was found
};

// Precision is right / answered, recall right / samples, F1 their harmonic mean; NaN where the divisor is 0.
struct EvaluatedClass {
  std::string name;
  std::int64_t samples = 0, answered = 0, right = 0;  // samples of the class; samples that were taken for it
  double precision = 0, recall = 0, f1 = 0;
  Interval recallInterval;  // Wilson
};

struct Evaluation {
  Task task = Task::Classification;
  std::int64_t samples = 0, right = 0;  // right: of a classifier; the samples that count
  double loss = 0;
  std::vector<EvaluatedMetric> metrics;
  std::vector<EvaluatedClass> classes;          // empty: no classifier, or more than kMostPredictedClasses classes
  std::vector<std::int64_t> confusion;          // classes x classes, row: the truth, column: the answer; empty as above
  ChannelScale pixels;                          // of images: how they were normalised
  std::vector<std::string> warnings;            // of the data: files left out; of a frozen model: what is otherwise than it was frozen for
  std::int64_t batch = 0, firstNotFinite = -1;  // firstNotFinite: the first sample of a batch whose loss is not finite; -1: none
  double seconds = 0;                           // reading and computing, without preparation
  DType precision = DType::F32;                 // of the products
};

struct EvaluationOptions {
  Split split = Split::Validation;
  std::int64_t batch = 64;  // of a frozen model: the largest of its sizes that is not above it
  int threads = 0;          // 0: all cores this process may use
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string&)> preparing = {};                      // what is being done before the first sample
  std::function<void(std::int64_t done, std::int64_t samples)> progress = {};  // after every batch
};

// Opens the data and asks the model for every sample of the part, without transforms, in f32 or as it was frozen. Throws Error (Input): there is no
// such part, a sample cannot be read, model and data do not fit; Cancelled soon after `cancel` became true.
Evaluation evaluate(const AskedModel& model, const Backend& backend, const EvaluationOptions& options);

}  // namespace stepscope
