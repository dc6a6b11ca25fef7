// The samples of a project's data as they are shown: with class and file name, as validation reads them and as training draws them. Reads files, so
// it is used off the GUI thread; testable without a window.
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
  std::int64_t index = 0;  // in its part of the data
  QString name;            // the file with its folder, "cat/7.jpg", or file and line of a row; empty: it has none
  QString file;            // the path of a file of its own; empty: it has none
  QString answer;          // its class or target values
  QImage plain, drawn;     // a picture as validation reads it, and as training draws it (null: training changes no picture)
  QStringList cells;       // of a row: one for each of SampleSource::columns(); of a text: its window
  QString problem;         // why it cannot be read: a sentence; empty: it was read
};

// The values of a sample as a picture: value * deviation + mean, as 8 bits. Without a scale the smallest value is black and the largest white. One or
// three channels are shown, of others the first. values: {C, H, W}.
QImage pictureOf(std::span<const float> values, const Shape& shape, const ChannelScale& scale);

class SampleSource {
 public:
  enum class Form { Pictures, Rows, Texts };

  // Opens all parts of the data, with the seed of the training for its transforms. Throws Error (Input), Cancelled.
  SampleSource(const Project& project, const std::atomic<bool>* cancelled);
  ~SampleSource();

  Form form() const { return form_; }
  bool augments() const { return !splits_.transforms.list.empty(); }  // training changes its pictures
  std::int64_t size(Split part) const;
  const std::vector<std::string>& classNames() const { return info_.classNames; }
  const QStringList& columns() const { return columns_; }  // of rows and texts
  const SampleInfo& info() const { return info_; }
  std::string fingerprint(Split part) const;            // as a run keeps it; empty: there is no such part. Of a table it is encoded for that
  const ChannelScale& scale() const { return scale_; }  // of the pixels; empty: no pictures
  bool scaledRows() const { return scaledRows_; }       // cells are the numbers that the model is given, not those of a file

  // `count` different samples of a part, or all if there are fewer: spread over it, the next ones for another page. wanted: of one class only; -1:
  // all.
  std::vector<std::int64_t> pick(Split part, int wanted, std::int64_t page, std::int64_t count) const;
  // epoch, from 0: whose draws of the transforms, and of the windows of a text, are shown. Of other parts than training nothing is drawn.
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
  std::unique_ptr<TableParts> table_;  // of a CSV file: its cells, and no data sets
  SampleInfo info_;
  ChannelScale scale_;
  QStringList columns_;
  bool scaledRows_ = false;
};

}  // namespace stepscope
