// The parts of a preview, one per kind of data. Each fills in its members and throws Error for whatever prevents training, which becomes a finding.
// Private to core/data/preview.
#pragma once

#include <chrono>

#include "core/data/preview/data_preview.h"

namespace stepscope {

// Passes the growing preview on, and says when to stop.
class PreviewProgress {
 public:
  explicit PreviewProgress(const PreviewWatch& watch) : watch_(watch) {}
  bool whole() const { return watch_.whole; }
  bool cancelled() const { return watch_.cancelled && watch_.cancelled->load(std::memory_order_relaxed); }
  void tell(const DataPreview& preview) {  // at once
    if (watch_.partial) {
      DataPreview told = preview;
      told.spec.cancel = nullptr;  // it may be deleted before the preview
      watch_.partial(told);
    }
    last_ = std::chrono::steady_clock::now();
  }
  bool due() const { return watch_.partial && std::chrono::steady_clock::now() - last_ >= std::chrono::milliseconds(100); }

 private:
  const PreviewWatch& watch_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Adds an example, up to kMostExamples.
void addExample(DataFinding& finding, std::string example);

// Adds a note about an encoding other than UTF-8.
void tellEncoding(DataPreview& preview, const std::string& encoding);

void previewImages(DataPreview& preview, PreviewProgress& progress);
void previewTable(DataPreview& preview, PreviewProgress& progress, bool guess);
void previewText(DataPreview& preview, PreviewProgress& progress);
void previewOpened(DataPreview& preview, PreviewProgress& progress);  // for a kind that must be opened to be counted

// Adds a finding: the test files choose the best checkpoint, because the project does not say what they are for.
void tellTestValidates(DataPreview& preview, const std::string& files);

// Adds a finding that prevents training.
void stop(DataPreview& preview, std::string what, std::string cure, std::string betterPath = {}, std::string command = {});

// Recognizes a file of TensorFlow records: sets the kind, or adds a finding about what they contain. Returns false if it is not such a file.
bool recognizeRecords(const std::string& file, DataPreview& preview);
// The same for a folder of shards: TensorFlow records or WebDataset archives.
bool recognizeShards(const std::string& folder, DataPreview& preview);

// Finds kind and path of the data at the path. If there are none, the kind is empty and a finding says why.
void recognize(const std::string& path, DataPreview& preview);

}  // namespace stepscope
