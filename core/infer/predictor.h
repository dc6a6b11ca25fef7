// Predicts the answers for single samples that have no label: pictures, rows of a table, or texts.
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

// The samples that a model takes: from the record kept with the checkpoint or in the frozen model; else from the data, which are opened (an older
// checkpoint, an ONNX file with data); else from the ONNX file, with numbers as names of the classes unless the export wrote names. `scale`: of
// pixels; empty if the model takes no pictures or the scale is not known. Throws Error (Input).
SampleInfo sampleOf(const AskedModel& model, ChannelScale& scale, const std::atomic<bool>* cancel = nullptr);

struct Prediction {
  std::string input;        // the file, the row, or the text
  std::string error, cure;  // clauses: why the sample could not be read; empty: it was
  // The most probable classes (or next characters), the likeliest first, with their probabilities (softmax).
  std::vector<std::pair<std::string, double>> top;
  std::vector<std::pair<std::string, double>> values;  // regression: each target by name, in its own unit
  double readMs = 0;                                   // time of reading, decoding and scaling, ms
  double computeMs = 0;                                // time of computing its batch, divided by the samples in it, ms
};

struct PredictorOptions {
  std::int64_t batch = 1;                 // a frozen model uses the size that batchFor() gives
  int threads = 0;                        // 0: all cores this process may use
  std::size_t top = 5;                    // the number of classes in Prediction::top
  std::vector<std::string> classNames{};  // replace the names in the model; empty: they are kept
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string&)> preparing = {};
};

class Predictor {
 public:
  // For a table the file of the training is opened, since columns are scaled by its training rows (TableRowReader). Throws Error (Input) if the model
  // takes neither pictures nor rows of a CSV file nor text, the scale of its pixels is not known, or `classNames` has another number of names than
  // there are classes; Cancelled.
  Predictor(const AskedModel& model, const Backend& backend, const PredictorOptions& options);
  ~Predictor();

  // Sentences for the user, if a frozen model runs differently on this machine or with another batch size.
  const std::vector<std::string>& notes() const;

  // The samples for the inputs that the user gave. For pictures: a file itself; for a folder all pictures below it, sorted by path, then those in
  // unsupported formats, for which predict() gives an error. For a text model each input is a text, for a table a row (TableRowReader::read). Throws
  // Error (Input) naming a folder that has no picture or cannot be read.
  std::vector<std::string> samplesOf(const std::vector<std::string>& inputs) const;
  // Calls tell() for every sample, in order, as soon as its batch is computed. A sample that cannot be read has an error, and the others are
  // answered. Stops soon after options.cancel became true, and then returns false.
  bool predict(const std::vector<std::string>& samples, const std::function<void(const Prediction&)>& tell);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stepscope
