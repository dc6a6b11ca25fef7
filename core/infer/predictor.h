// Asks a model about single samples that have no known answer: pictures, rows of a table, or texts.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/backend/backend.h"
#include "core/infer/asked_model.h"

namespace stepscope {

// The samples that a model takes, as they were in its training; of an ONNX file as it says, with numbers as the names of its classes. Reads the
// record kept with the checkpoint; an older checkpoint has none, then the data of the training are opened.
// scale: of pixels; left empty if the model takes no pictures, or if the source does not say it. Throws Error (Input).
SampleInfo sampleOf(const AskedModel& model, ChannelScale& scale, const std::atomic<bool>* cancel = nullptr);

struct Prediction {
  std::string input;        // the file, the row, or the text
  std::string error, cure;  // why it could not be asked, clauses; empty: it was
  // The most probable classes (or next characters), the likeliest first, with their probabilities (softmax).
  std::vector<std::pair<std::string, double>> top;
  std::vector<std::pair<std::string, double>> values;  // of a regression: each target in its own unit
  double readMs = 0;                                   // reading, decoding and scaling
  double computeMs = 0;                                // of its batch, divided by the samples in it
};

struct PredictorOptions {
  std::int64_t batch = 1;                 // of a frozen model: the largest of its sizes that is not above it
  int threads = 0;                        // 0: all cores this process may use
  std::size_t top = 5;                    // classes to tell
  std::vector<std::string> classNames{};  // instead of the model's own; empty: those
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string&)> preparing = {};
};

class Predictor {
 public:
  // Of a table the file of the training is opened, since columns are scaled by its training rows (TableRowReader). Throws Error (Input): the model
  // takes neither pictures nor rows of a CSV file nor text, its pixels' scale is not known, names and classes differ in number; Cancelled.
  Predictor(const AskedModel& model, const Backend& backend, const PredictorOptions& options);
  ~Predictor();

  // Sentences for the user: what is otherwise than a frozen model was frozen for.
  const std::vector<std::string>& notes() const;

  // Pictures to ask about, from what the user named: a file is taken as it is, of a folder every picture below it, sorted by path. A model of text
  // takes every input as a text, one of a table as a row (TableRowReader::read). Throws Error (Input) naming a folder that has no picture or cannot
  // be read.
  std::vector<std::string> samplesOf(const std::vector<std::string>& inputs) const;
  // An answer for every sample, in order, as soon as its batch is computed. A sample that cannot be read has an error, and the others are answered.
  // Stops soon after options.cancel became true, and then returns false.
  bool predict(const std::vector<std::string>& samples, const std::function<void(const Prediction&)>& tell);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stepscope
