#include "views/data/sample_source.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/base/error.h"
#include "core/data/named_samples.h"
#include "core/data/picture_dataset.h"
#include "core/data/table/csv_document.h"
#include "core/data/table/table_parts.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

constexpr std::int64_t kMostRawNumbers = 12;  // numbers that are shown of a sample that is no picture

// The file's name with that of its folder: "cat/7.jpg".
QString shortName(const std::string& name) {
  const std::filesystem::path path(name);
  const std::string folder = path.parent_path().filename().string();
  return text(folder.empty() ? name : folder + "/" + path.filename().string());
}

}  // namespace

QImage pictureOf(std::span<const float> values, const Shape& shape, const ChannelScale& scale) {
  if (shape.size() != 3 || values.size() < static_cast<std::size_t>(numel(shape))) return {};
  const std::int64_t channels = shape[0] == 3 ? 3 : 1, area = shape[1] * shape[2];
  const auto shown = values.first(static_cast<std::size_t>(channels * area));
  const bool known = scale.mean.size() >= static_cast<std::size_t>(channels) && scale.std.size() >= static_cast<std::size_t>(channels);
  const auto [least, most] = std::minmax_element(shown.begin(), shown.end());
  const double low = *least, range = *most > *least ? *most - low : 1;
  QImage picture(static_cast<int>(shape[2]), static_cast<int>(shape[1]), channels == 3 ? QImage::Format_RGB888 : QImage::Format_Grayscale8);
  for (std::int64_t y = 0; y < shape[1]; ++y) {
    uchar* line = picture.scanLine(static_cast<int>(y));
    for (std::int64_t x = 0; x < shape[2]; ++x)
      for (std::int64_t c = 0; c < channels; ++c) {
        const double value = shown[static_cast<std::size_t>(c * area + y * shape[2] + x)];
        const auto at = static_cast<std::size_t>(c);
        const double share = known ? value * scale.std[at] + scale.mean[at] : (value - low) / range;
        line[x * channels + c] = share > 0 ? static_cast<uchar>(std::lround(std::min(share, 1.0) * 255)) : 0;  // NaN is 0
      }
  }
  return picture;
}

SampleSource::SampleSource(const Project& project, const std::atomic<bool>* cancelled) {
  spec_ = project.data;
  spec_.augmentationSeed = project.train.seed;
  spec_.openTest = true;
  DataSpec spec = spec_;
  spec.cancel = cancelled;
  if (spec.kind == "table") {
    form_ = Form::Rows;
    table_ = std::make_unique<TableParts>(openTableParts(spec));
    info_.task = table_->task;
    const Table& file = table_->file.table;
    if (info_.task == Task::Classification) info_.classNames = classesOf(*table_, table_->file.rows, table_->file.roles.targets[0]).names;
    for (const std::size_t column : table_->file.roles.targets) columns_ << text(file.names[column]);
    for (const std::size_t column : table_->file.roles.inputs) columns_ << text(file.names[column]);
    return;
  }
  splits_ = openData(spec);
  info_ = splits_.train->info();
  const Shape& shape = info_.input().shape;
  if (info_.task == Task::LanguageModel) {
    form_ = Form::Texts;
    columns_ << tr("Window");
  } else if (shape.size() == 3) {
    scale_ = splits_.train->pixelScale(cancelled);
  } else {
    form_ = Form::Rows;
    scaledRows_ = true;
    columns_ << (info_.task == Task::Classification ? tr("Class") : tr("To predict"));
    for (std::int64_t i = 0; i < std::min(numel(shape), kMostRawNumbers); ++i) columns_ << QString::number(i + 1);
  }
}

SampleSource::~SampleSource() = default;

std::string SampleSource::fingerprint(Split part) const {
  if (!table_) return dataset(part) ? dataset(part)->fingerprint() : std::string();
  const DataSplits encoded = openData(spec_);
  const auto& data = part == Split::Train ? encoded.train : part == Split::Validation ? encoded.validation : encoded.test;
  return data ? data->fingerprint() : std::string();
}

const Dataset* SampleSource::dataset(Split part) const {
  return part == Split::Train ? splits_.train.get() : part == Split::Validation ? splits_.validation.get() : splits_.test.get();
}

const std::vector<std::size_t>& SampleSource::rowsOf(Split part) const {
  if (const TableFile& file = fileOf(part); &file != &table_->file) return file.rows;
  return part == Split::Train ? table_->file.rows : part == Split::Validation ? table_->held : table_->tested;
}

std::int64_t SampleSource::size(Split part) const {
  if (table_) return static_cast<std::int64_t>(rowsOf(part).size());
  const Dataset* data = dataset(part);
  return data ? data->size() : 0;
}

std::vector<std::int64_t> SampleSource::pick(Split part, int wanted, std::int64_t page, std::int64_t count) const {
  std::vector<std::int64_t> from;
  const std::int64_t all = size(part);
  for (std::int64_t i = 0; wanted >= 0 && i < all; ++i)
    if (isOf(part, i, wanted)) from.push_back(i);
  const std::int64_t size = wanted >= 0 ? static_cast<std::int64_t>(from.size()) : all;
  std::vector<std::int64_t> picked;
  for (std::int64_t k = 0; k < std::min(count, size); ++k) {
    const std::int64_t at = size <= count ? k : (k * size / count + page) % size;
    picked.push_back(wanted >= 0 ? from[static_cast<std::size_t>(at)] : at);
  }
  return picked;
}

bool SampleSource::isOf(Split part, std::int64_t index, int wanted) const {
  if (!table_) return dataset(part)->label(index) == wanted;
  const TableFile& file = fileOf(part);
  const std::string_view cell = file.table.cell(rowsOf(part)[static_cast<std::size_t>(index)], file.roles.targets[0]);
  return className(table_->reading, table_->file.roles.targets[0], cell) == info_.classNames[static_cast<std::size_t>(wanted)];
}

const TableFile& SampleSource::fileOf(Split part) const {
  if (part == Split::Validation && table_->validation) return *table_->validation;
  return part == Split::Test && table_->test ? *table_->test : table_->file;
}

QString SampleSource::answerOf(const Dataset& data, std::int64_t index) const {
  if (info_.task == Task::LanguageModel) return {};
  if (info_.task == Task::Classification) {
    const std::int32_t label = data.label(index);
    const auto at = static_cast<std::size_t>(label);
    return label >= 0 && at < info_.classNames.size() ? text(info_.classNames[at]) : QString::number(label);
  }
  std::vector<float> values(static_cast<std::size_t>(info_.outputs()));
  data.readTarget(index, 0, std::as_writable_bytes(std::span(values)));
  QStringList parts;
  for (std::size_t t = 0; t < values.size(); ++t) {
    const double mean = t < info_.targetMean.size() ? info_.targetMean[t] : 0, deviation = t < info_.targetStd.size() ? info_.targetStd[t] : 1;
    parts << formatNumber(mean + deviation * values[t]);
  }
  return parts.join(tr(", "));
}

ShownSample SampleSource::readRow(Split part, std::int64_t index) const {
  const TableFile& file = fileOf(part);
  const std::size_t row = rowsOf(part)[static_cast<std::size_t>(index)];
  ShownSample sample;
  sample.index = index;
  sample.name = QStringLiteral("%1:%2")
                    .arg(text(std::filesystem::path(file.document->file()).filename().string()))
                    .arg(file.document->line(file.table.body[row]));
  QStringList answers;
  for (const std::size_t column : file.roles.targets) answers << text(file.table.cell(row, column));
  sample.answer = answers.join(tr(", "));
  sample.cells = answers;
  for (const std::size_t column : file.roles.inputs) sample.cells << text(file.table.cell(row, column));
  return sample;
}

ShownSample SampleSource::read(Split part, std::int64_t index, std::int64_t epoch) const {
  if (table_) return readRow(part, index);
  const Dataset& data = *dataset(part);
  ShownSample sample;
  sample.index = index;
  const std::string file = stepscope::nameOf(data, index);
  sample.name = shortName(file);
  sample.file = text(file);
  try {
    sample.answer = answerOf(data, index);
    const Shape& shape = info_.input().shape;
    if (form_ == Form::Texts) {
      std::vector<std::int32_t> tokens(static_cast<std::size_t>(numel(shape)));
      data.readInput(index, epoch, std::as_writable_bytes(std::span(tokens)));
      std::string window;
      for (const std::int32_t token : tokens) window += info_.vocabulary[static_cast<std::size_t>(token)];
      sample.cells << text(window);
      return sample;
    }
    std::vector<float> values(static_cast<std::size_t>(numel(shape)));
    data.readFloats(index, epoch, values);
    if (form_ == Form::Rows) {
      sample.cells << sample.answer;
      for (std::size_t i = 0; i < std::min(values.size(), static_cast<std::size_t>(kMostRawNumbers)); ++i) sample.cells << formatNumber(values[i]);
      return sample;
    }
    sample.plain = pictureOf(values, shape, scale_);
    const auto* pictures = dynamic_cast<const PictureDataset*>(&data);
    if (part != Split::Train || !augments() || !pictures) return sample;
    std::vector<std::byte> memory(static_cast<std::size_t>(splits_.transforms.bytesNeeded()));
    std::vector<std::span<std::byte>> fields(info_.fields.size());
    fields.front() = std::as_writable_bytes(std::span(values));
    if (pictures->readTransformed(index, epoch, splits_.transforms, memory, fields, std::atomic<bool>{false}))
      sample.drawn = pictureOf(values, shape, scale_);
  } catch (const Error& error) {
    sample.problem = asSentence(engineText(error.happened()));
  }
  return sample;
}

}  // namespace stepscope
