// The parts of a preview, one a kind of data. Each fills what it is for and throws Error for what stops it, which becomes a finding.
// Private to core/data/preview.
#pragma once

#include <chrono>

#include "core/data/preview/data_preview.h"

namespace stepscope {

// Hands the preview on while it grows, and says when to stop.
class PreviewProgress {
 public:
  explicit PreviewProgress(const PreviewWatch& watch) : watch_(watch) {}
  bool whole() const { return watch_.whole; }
  bool cancelled() const { return watch_.cancelled && watch_.cancelled->load(std::memory_order_relaxed); }
  void tell(const DataPreview& preview) {  // at once
    if (watch_.partial) {
      DataPreview told = preview;
      told.spec.cancel = nullptr;  // it need not live as long as what is told
      watch_.partial(told);
    }
    last_ = std::chrono::steady_clock::now();
  }
  bool due() const { return watch_.partial && std::chrono::steady_clock::now() - last_ >= std::chrono::milliseconds(100); }

 private:
  const PreviewWatch& watch_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// One of kMostExamples.
void addExample(DataFinding& finding, std::string example);

// A note of an encoding other than UTF-8 that was found.
void tellEncoding(DataPreview& preview, const std::string& encoding);

void previewImages(DataPreview& preview, PreviewProgress& progress);
void previewTable(DataPreview& preview, PreviewProgress& progress, bool guess);
void previewText(DataPreview& preview, PreviewProgress& progress);
void previewOpened(DataPreview& preview, PreviewProgress& progress);  // of a kind that is opened to be counted

// Kind and path of what the path holds. An empty kind with a finding that stops it where it holds no data.
void recognize(const std::string& path, DataPreview& preview);

}  // namespace stepscope
