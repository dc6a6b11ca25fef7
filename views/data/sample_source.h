// The samples of a project's data, prepared for display: with class and file name, as validation reads them, and as training changes them at random.
// It reads files, so it is used off the GUI thread. Testable without a window.
#pragma once

#include <QImage>
#include <QString>
#include <QStringList>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/data/dataset.h"
#include "core/project/project.h"

namespace stepscope {

struct TableFile;
struct TableParts;

struct ShownSample {
  std::int64_t index = 0;  // within its part of the data
  QString name;            // file with folder ("cat/7.jpg"), or file and line of a row ("a.csv:7"); empty: none
  QString file;            // path of the sample's own file; empty: none
  QString answer;          // its class or target values
  QImage plain, drawn;     // a picture as validation reads it, and as training changes it (null: it does not)
  QStringList cells;       // of a row: one per SampleSource::columns(); of a text: its window
  QString problem;         // a sentence that says why it cannot be read; empty: it was read
};

// The values of a sample ({C, H, W}, f32) as a picture with 8 bits per channel: value * standard deviation + mean, where 0 is black and 1 white.
// Without a scale, the smallest value is black and the largest white. Three channels are shown as colours; of any other number only the first one.
// Null for another rank.
QImage pictureOf(std::span<const float> values, const Shape& shape, const ChannelScale& scale);

class SampleSource {
 public:
  enum class Form { Pictures, Rows, Texts };

  // Opens all parts of the data, with the training's seed for the random transforms. Throws Error (Input), Cancelled.
  SampleSource(const Project& project, const std::atomic<bool>* cancelled);
  ~SampleSource();

  Form form() const { return form_; }
  bool augments() const { return !splits_.transforms.list.empty(); }  // training changes pictures at random
  std::int64_t size(Split part) const;
  const std::vector<std::string>& classNames() const { return info_.classNames; }
  const QStringList& columns() const { return columns_; }  // titles, of rows and texts
  const SampleInfo& info() const { return info_; }
  std::string fingerprint(Split part) const;            // as stored with a run; empty: there is no such part. Encodes a table for this
  const ChannelScale& scale() const { return scale_; }  // mean and deviation of the pixels; empty: no pictures
  bool scaledRows() const { return scaledRows_; }       // cells are the model's scaled inputs, not the cells of a file

  // The indices of `count` different samples, spread evenly over a part, or all if there are fewer. Each page shifts them by one sample. `wanted`:
  // only this class; -1: every class.
  std::vector<std::int64_t> pick(Split part, int wanted, std::int64_t page, std::int64_t count) const;
  // Reads a sample. `epoch` (from 0) determines the random transforms of a training picture, and the window of a text. Errors are in `problem`.
  ShownSample read(Split part, std::int64_t index, std::int64_t epoch) const;

 private:
  const Dataset* dataset(Split part) const;
  const TableFile& fileOf(Split part) const;
  const std::vector<std::size_t>& rowsOf(Split part) const;
  ShownSample readRow(Split part, std::int64_t index) const;
  bool isOf(Split part, std::int64_t index, int wanted) const;
  QString answerOf(const Dataset& data, std::int64_t index) const;

  DataSpec spec_;
  Form form_ = Form::Pictures;
  DataSplits splits_;
  std::unique_ptr<TableParts> table_;  // of a CSV file: its cells; then splits_ is empty
  SampleInfo info_;
  ChannelScale scale_;
  QStringList columns_;
  bool scaledRows_ = false;
};

}  // namespace stepscope
