#include "core/data/kinds/numpy_dataset.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/cancelled.h"
#include "core/data/arrays/array_answers.h"
#include "core/data/arrays/array_parts.h"
#include "core/data/counted_sentence.h"
#include "core/data/draw_parts.h"
#include "core/data/kinds/memory_dataset.h"
#include "core/data/transforms/transform_table.h"

namespace stepscope {
namespace {

constexpr std::uint32_t kSplitStream = 0x0ABBA4A5u;
constexpr const char *kPicturesKind = "numpy", *kRowsKind = "numpy_table";
constexpr double kBytesApart = 1e-3;  // greatest distance of 255 * value from a whole number for bytes; more than float32 rounds

template <typename T>
std::uint32_t checksumOf(const std::vector<T>& values) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(values.data()), values.size() * sizeof(T)));
}

// How the dimensions of pictures lie in an array.
struct PictureLayoutOf {
  PixelShape shape;
  bool channelsLast = false;
  bool doubtful = false;  // the second dimension could be the channels as well as the last, which is taken
};

std::optional<PictureLayoutOf> pictureShapeOf(const NumpyArray& array, const std::string& where) {
  const std::vector<std::int64_t>& d = array.shape;
  if (d.size() == 3) return PictureLayoutOf{{1, d[1], d[2]}, false, false};
  if (d.size() != 4) return std::nullopt;
  const auto channels = [](std::int64_t count) { return count == 1 || count == 3 || count == 4; };
  if (channels(d[3])) return PictureLayoutOf{{d[3], d[1], d[2]}, true, channels(d[1])};
  if (channels(d[1])) return PictureLayoutOf{{d[1], d[2], d[3]}, false, false};
  throw Error(ErrorKind::Input, where,
              fmt::format("\"{}\" is {}: neither its second nor its last dimension is 1, 3 or 4 channels", array.name, array.title()),
              "Save pictures as (N, H, W), (N, H, W, C) or (N, C, H, W)");
}

// The values of all pictures in planar order; take(i) gives value number i of the array.
template <typename T, typename Take>
std::vector<T> planar(const NumpyArray& array, const PictureLayoutOf& layout, const Take& take) {
  std::vector<T> values(static_cast<std::size_t>(array.size()));
  const std::int64_t plane = layout.shape.height * layout.shape.width, channels = layout.shape.channels;
  for (std::int64_t i = 0; i < array.size(); ++i) {
    std::int64_t to = i;
    if (layout.channelsLast) {
      const std::int64_t sample = i / (plane * channels), rest = i % (plane * channels);
      to = (sample * channels + rest % channels) * plane + rest / channels;
    }
    values[static_cast<std::size_t>(to)] = take(i);
  }
  return values;
}

// The difference of two neighbouring byte values in the array: 1 or 1/255; empty: the values are not bytes.
std::optional<double> byteStepOf(const NumpyArray& array) {
  double least = 0, most = 0;
  bool whole = true, parts = array.itemBytes >= 4 || array.whole();  // a 16-bit float cannot hold multiples of 1/255 exactly enough
  for (std::int64_t i = 0; i < array.size() && (whole || parts); ++i) {
    const double value = array.number(i);
    least = std::min(least, value);
    most = std::max(most, value);
    whole = whole && value == std::floor(value);
    parts = parts && std::abs(value * 255 - std::round(value * 255)) < kBytesApart;
    if (!(least >= 0 && most <= 255)) return std::nullopt;
  }
  if (parts && most <= 1) return 1.0 / 255;
  return whole ? std::optional<double>(1.0) : std::nullopt;
}

bool fits(const NumpyArray& array, double step) {
  for (std::int64_t i = 0; i < array.size(); ++i) {
    const double value = array.number(i) / step;
    if (!(value >= -kBytesApart && value <= 255 + kBytesApart && std::abs(value - std::round(value)) < kBytesApart)) return false;
  }
  return true;
}

// Samples as floats: rows of a table or pictures.
struct FloatSamples {
  std::vector<float> values;
  std::vector<std::int32_t> labels;  // Classification
  std::vector<double> targets;       // Regression: as stored
  std::size_t size = 0;
};

FloatSamples samplesOf(const FloatSamples& all, const std::vector<std::size_t>& indices) {
  FloatSamples some;
  some.size = indices.size();
  const auto copy = [&](const auto& from, auto& to) {
    const std::size_t each = all.size > 0 ? from.size() / all.size : 0;
    to.reserve(indices.size() * each);
    for (const std::size_t i : indices)
      to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(i * each), from.begin() + static_cast<std::ptrdiff_t>((i + 1) * each));
  };
  copy(all.values, some.values);
  copy(all.labels, some.labels);
  copy(all.targets, some.targets);
  return some;
}

// Writes the answer of a sample: its class, or its targets.
void readAnswer(const SampleInfo& info, const FloatSamples& samples, std::int64_t index, std::span<std::byte> out) {
  if (info.task == Task::Classification) {
    integersOf(out)[0] = samples.labels[static_cast<std::size_t>(index)];
    return;
  }
  const std::span<float> values = floatsOf(out);
  for (std::size_t t = 0; t < values.size(); ++t)
    values[t] = static_cast<float>((samples.targets[static_cast<std::size_t>(index) * values.size() + t] - info.targetMean[t]) / info.targetStd[t]);
}

std::string fingerprintOf(const SampleInfo& info, const FloatSamples& samples) {
  return fmt::format("numpy:{}:{}:{:08x}:{:08x}", toString(info.input().shape), samples.size, checksumOf(samples.values),
                     info.task == Task::Classification ? checksumOf(samples.labels) : checksumOf(samples.targets));
}

class NumpyRows : public Dataset {
 public:
  NumpyRows(SampleInfo info, FloatSamples samples, std::vector<std::string> warnings)
      : info_(std::move(info)), samples_(std::move(samples)), warnings_(std::move(warnings)) {}
  const SampleInfo& info() const override { return info_; }
  std::int64_t size() const override { return static_cast<std::int64_t>(samples_.size); }
  bool read(std::int64_t index, std::int64_t, FieldMemory out, const std::atomic<bool>&) const override {
    checkRead(index, out);
    if (!out[1].empty()) readAnswer(info_, samples_, index, out[1]);
    const std::span<float> values = floatsOf(out[0]);
    std::copy_n(samples_.values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(index) * values.size()), values.size(),
                values.begin());
    return true;
  }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::string fingerprint() const override { return fingerprintOf(info_, samples_); }

 private:
  SampleInfo info_;
  FloatSamples samples_;
  std::vector<std::string> warnings_;
};

class NumpyPictures : public PictureDataset {
 public:
  NumpyPictures(const PixelShape& shape, SampleInfo info, FloatSamples samples, ChannelScale scale, std::vector<std::string> warnings)
      : shape_(shape), info_(std::move(info)), samples_(std::move(samples)), scale_(std::move(scale)), warnings_(std::move(warnings)) {
    normalization_.padding.assign(scale_.mean.size(), 0.0F);  // outside is the mean
  }
  const SampleInfo& info() const override { return info_; }
  std::int64_t size() const override { return static_cast<std::int64_t>(samples_.size); }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::string fingerprint() const override { return fingerprintOf(info_, samples_); }
  ChannelScale pixelScale(const std::atomic<bool>*) const override { return scale_; }
  std::span<const std::uint8_t> keptBytes(std::int64_t index) const override {
    const auto bytes = static_cast<std::size_t>(shape_.bytes()) * sizeof(float);
    return std::span(reinterpret_cast<const std::uint8_t*>(samples_.values.data()), samples_.values.size() * sizeof(float))
        .subspan(static_cast<std::size_t>(index) * bytes, bytes);
  }

 protected:
  std::int32_t labelOf(std::int64_t index) const override { return samples_.labels[static_cast<std::size_t>(index)]; }
  SampleView viewOf(std::int64_t) const override {
    return {shape_, shape_, {0, 0, static_cast<double>(shape_.width), static_cast<double>(shape_.height)}, {}, {}, {}};
  }
  bool readPixels(std::int64_t index, const SampleView& view, std::span<float> out, const std::atomic<bool>&) const override {
    const std::int64_t height = shape_.height, width = shape_.width;
    const float* from = samples_.values.data() + index * shape_.bytes();
    const Placement& place = view.placement;
    for (std::int64_t c = 0; c < shape_.channels; ++c) {
      const double mean = scale_.mean[static_cast<std::size_t>(c)], deviation = scale_.std[static_cast<std::size_t>(c)];
      for (std::int64_t y = 0; y < height; ++y)
        for (std::int64_t x = 0; x < width; ++x) {
          const std::int64_t sy = y + place.dy, sx = x + place.dx;
          const bool inside = sy >= 0 && sy < height && sx >= 0 && sx < width;  // outside is the mean
          const double value = inside ? (from[(c * height + sy) * width + sx] - mean) / deviation : 0;
          out[static_cast<std::size_t>((c * height + y) * width + (place.mirrored ? width - 1 - x : x))] = static_cast<float>(value);
        }
    }
    return true;
  }
  // The values are not pixels from 0 to 255, so there are no transforms on pixels; only `padding` is set.
  const Normalization* normalizationUnless(const std::atomic<bool>&) const override { return &normalization_; }

 private:
  PixelShape shape_;
  SampleInfo info_;
  FloatSamples samples_;
  ChannelScale scale_;
  Normalization normalization_;
  std::vector<std::string> warnings_;
};

// Mean and standard deviation of `count` groups of values; value i is in group groupOf(i). NaN is left out. A deviation of 0 becomes 1.
template <typename Value, typename GroupOf>
ChannelScale scaleOf(const std::vector<Value>& values, std::size_t count, const GroupOf& groupOf) {
  ChannelScale scale{std::vector<double>(count, 0), std::vector<double>(count, 0)};
  std::vector<double> numbers(count, 0);
  for (const bool deviations : {false, true}) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto value = static_cast<double>(values[i]);
      if (std::isnan(value)) continue;
      const std::size_t g = groupOf(i);
      if (deviations) scale.std[g] += (value - scale.mean[g]) * (value - scale.mean[g]);
      else scale.mean[g] += value, ++numbers[g];
    }
    for (std::size_t g = 0; g < count; ++g) {
      double& result = deviations ? scale.std[g] : scale.mean[g];
      result = numbers[g] > 0 ? result / numbers[g] : 0;
      if (deviations) result = result > 0 ? std::sqrt(result) : 1;
    }
  }
  return scale;
}

// The parts of a NumPy file on their way to data sets.
class Opening {
 public:
  Opening(const DataSpec& spec, ArrayParts parts, bool ownTest)
      : spec_(spec), parts_(std::move(parts)), ownValidation_(parts_.validation.has_value()), ownTest_(ownTest) {
    for (const std::string& name : parts_.others)
      warnings_.push_back(fmt::format("{}: the array \"{}\" is left out; its name says nothing about it.", spec.path, name));
  }

  DataSplits open() {
    DataSplits splits = openParts();
    splits.ownValidation = ownValidation_;
    splits.ownTest = ownTest_;
    return splits;
  }

 private:
  DataSplits openParts() {
    const NumpyArray& inputs = parts_.train->inputs;
    if (inputs.type == NumpyArray::Type::Text)
      throw Error(ErrorKind::Input, place(inputs), fmt::format("the inputs are {}", inputs.title()), "Save numbers, or use a table (CSV)");
    if (inputs.size() == 0)
      throw Error(ErrorKind::Input, place(inputs), fmt::format("is empty ({})", inputs.title()), "Save an array with data in it");
    const std::optional<PictureLayoutOf> layout = pictureShapeOf(inputs, place(inputs));
    if (!layout && inputs.shape.size() > 2)
      throw Error(ErrorKind::Input, place(inputs), fmt::format("the inputs are {}", inputs.title()),
                  "Save rows as (N, F), pictures as (N, H, W), (N, H, W, C) or (N, C, H, W)");
    if (const char* kind = layout ? kPicturesKind : kRowsKind; spec_.kind != kind)
      throw Error(ErrorKind::Input, "data.kind",
                  fmt::format("is \"{}\", but the inputs are {} ({})", spec_.kind, layout ? "pictures" : "rows of numbers", inputs.title()),
                  fmt::format("Set data.kind = \"{}\"", kind));
    for (const auto* part : {&parts_.validation, &parts_.test})
      if (*part && !std::equal(inputs.shape.begin() + 1, inputs.shape.end(), (*part)->inputs.shape.begin() + 1, (*part)->inputs.shape.end()))
        throw Error(ErrorKind::Input, place((*part)->inputs),
                    fmt::format("is {}, and \"{}\" for training is {}", (*part)->inputs.title(), inputs.name, inputs.title()),
                    "Save samples of one shape");
    kind_ = answerKindOf(parts_.train->answers, layout.has_value(), spec_.tableTask, place(parts_.train->answers));
    if (!layout) return openRows();
    if (layout->doubtful)
      warnings_.push_back(fmt::format("{}: \"{}\" is read as (N, H, W, C); its second dimension could be channels too.", spec_.path, inputs.name));
    if (const std::optional<double> step = byteStepOf(inputs))
      if ((!parts_.validation || fits(parts_.validation->inputs, *step)) && (!parts_.test || fits(parts_.test->inputs, *step)))
        return openBytes(*layout, *step);
    return openFloats(*layout);
  }

  std::string place(const NumpyArray& array) const { return spec_.path + (array.name.empty() ? "" : ": " + array.name); }

  DataSplits openBytes(const PictureLayoutOf& layout, double step) {
    const auto samplesOf = [&](std::optional<ArrayPair>& pair) -> std::optional<MemorySamples> {
      if (!pair) return std::nullopt;
      throwIfCancelled(spec_.cancel);
      MemorySamples samples;
      samples.shape = layout.shape;
      samples.format = "numpy";
      samples.classNames = kind_.classNames;
      samples.labels = classesOf(pair->answers, kind_, place(pair->answers));
      const NumpyArray& from = pair->inputs;
      samples.pixels =
          planar<std::uint8_t>(from, layout, [&](std::int64_t i) { return static_cast<std::uint8_t>(std::lround(from.number(i) / step)); });
      pair.reset();
      return samples;
    };
    MemoryParts parts;
    parts.train = *samplesOf(parts_.train);
    parts.validation = samplesOf(parts_.validation);
    parts.test = samplesOf(parts_.test);
    parts.train.warnings = std::move(warnings_);
    drawMissingParts(spec_, parts, ownValidation_, ownTest_);
    const auto channels = static_cast<std::size_t>(layout.shape.channels);
    return memorySplits(spec_, std::move(parts), {std::vector<double>(channels, 0.5), std::vector<double>(channels, 0.5)});
  }

  struct FloatParts {
    FloatSamples train;
    std::optional<FloatSamples> validation, test;
  };

  template <typename Convert>
  FloatParts floatParts(const Convert& convert) {
    const auto samplesFrom = [&](std::optional<ArrayPair>& pair) -> std::optional<FloatSamples> {
      if (!pair) return std::nullopt;
      throwIfCancelled(spec_.cancel);
      FloatSamples samples;
      samples.size = static_cast<std::size_t>(pair->inputs.shape[0]);
      samples.values = convert(pair->inputs);
      if (kind_.task == Task::Classification) samples.labels = classesOf(pair->answers, kind_, place(pair->answers));
      else samples.targets = targetsOf(pair->answers, kind_, place(pair->answers));
      pair.reset();
      return samples;
    };
    FloatParts parts;
    parts.train = *samplesFrom(parts_.train);
    parts.validation = samplesFrom(parts_.validation);
    parts.test = samplesFrom(parts_.test);
    const PartShares shares = sharesOf(spec_, kSplitStream, ownValidation_, ownTest_);
    const std::vector<std::int32_t> labels = parts.train.labels.empty() ? std::vector<std::int32_t>(parts.train.size, 0) : parts.train.labels;
    const DrawnParts drawn = drawParts(labels, shares);
    if (const auto held = drawn.samples(Split::Validation); !held.empty()) parts.validation = stepscope::samplesOf(parts.train, held);
    if (const auto held = drawn.samples(Split::Test); !held.empty() && spec_.openTest) parts.test = stepscope::samplesOf(parts.train, held);
    if (const auto kept = drawn.samples(Split::Train); kept.size() < parts.train.size) parts.train = stepscope::samplesOf(parts.train, kept);
    return parts;
  }

  // A value of an array as float. Throws if it is not finite; `mayLack`: NaN is allowed, for rows.
  float valueOf(const NumpyArray& array, std::int64_t index, bool mayLack) const {
    const auto value = static_cast<float>(array.number(index));
    if (std::isfinite(value) || (mayLack && std::isnan(value))) return value;
    throw Error(ErrorKind::Input, place(array), fmt::format("sample {} holds a number that is not finite", index / (array.size() / array.shape[0])),
                "Remove the sample, or replace the number");
  }

  DataSplits openFloats(const PictureLayoutOf& layout) {
    FloatParts parts =
        floatParts([&](const NumpyArray& array) { return planar<float>(array, layout, [&](std::int64_t i) { return valueOf(array, i, false); }); });
    const auto plane = static_cast<std::size_t>(layout.shape.height * layout.shape.width), channels = static_cast<std::size_t>(layout.shape.channels);
    const ChannelScale usual{std::vector<double>(channels, 0.5), std::vector<double>(channels, 0.5)};
    const ChannelScale scale =
        pixelScaleOf(spec_, usual, [&] { return scaleOf(parts.train.values, channels, [&](std::size_t i) { return i / plane % channels; }); });
    SampleInfo info;
    info.classNames = kind_.classNames;
    info.setFields(layout.shape.shape());
    const auto made = [&](FloatSamples& samples, std::vector<std::string> warnings) {
      return std::make_shared<NumpyPictures>(layout.shape, info, std::move(samples), scale, std::move(warnings));
    };
    DataSplits splits;
    splits.transforms = openTransforms(spec_, layout.shape, false);
    if (splits.transforms.has(Transform::When::OnPixels))
      throw Error(ErrorKind::Input, "data.brightness, contrast, saturation, hue, grayscale, auto_augment",
                  "change colours, but the pictures are numbers that are neither bytes nor from 0 to 1",
                  "Set them to 0 (auto_augment to \"off\"), or save pictures as bytes");
    splits.train = made(parts.train, std::move(warnings_));
    if (parts.validation) splits.validation = made(*parts.validation, {});
    if (parts.test) splits.test = made(*parts.test, {});
    return splits;
  }

  DataSplits openRows() {
    const auto width = static_cast<std::size_t>(parts_.train->inputs.size() / parts_.train->inputs.shape[0]);
    FloatParts parts = floatParts([&](const NumpyArray& array) {
      std::vector<float> values(static_cast<std::size_t>(array.size()));
      for (std::int64_t i = 0; i < array.size(); ++i) values[static_cast<std::size_t>(i)] = valueOf(array, i, true);
      return values;
    });
    const ChannelScale scale = scaleOf(parts.train.values, width, [&](std::size_t i) { return i % width; });
    std::int64_t lacking = 0;
    const auto standardize = [&](FloatSamples& samples, bool count) {
      for (std::size_t i = 0; i < samples.values.size(); ++i) {
        float& value = samples.values[i];
        if (count && std::isnan(value)) ++lacking;
        value = std::isnan(value) ? 0.0f : static_cast<float>((value - scale.mean[i % width]) / scale.std[i % width]);
      }
    };
    standardize(parts.train, true);
    if (parts.validation) standardize(*parts.validation, false);
    if (parts.test) standardize(*parts.test, false);
    if (lacking > 0)
      warnings_.push_back(spec_.path + ": " +
                          countedSentence(lacking, "one value for training is not a number and takes the mean of its column.",
                                          "{} values for training are not numbers and take the mean of their column."));
    SampleInfo info;
    info.task = kind_.task;
    info.classNames = kind_.classNames;
    if (info.task == Task::Regression) {
      const auto targets = static_cast<std::size_t>(kind_.targets);
      const ChannelScale unit = scaleOf(parts.train.targets, targets, [&](std::size_t i) { return i % targets; });
      for (std::size_t t = 0; t < targets; ++t) info.targetNames.push_back(targets == 1 ? "y" : fmt::format("y{}", t + 1));
      info.targetMean = unit.mean;
      info.targetStd = unit.std;
    }
    info.setFields({static_cast<std::int64_t>(width)});
    DataSplits splits;
    splits.train = std::make_shared<NumpyRows>(info, std::move(parts.train), std::move(warnings_));
    if (parts.validation) splits.validation = std::make_shared<NumpyRows>(info, std::move(*parts.validation), std::vector<std::string>());
    if (parts.test) splits.test = std::make_shared<NumpyRows>(info, std::move(*parts.test), std::vector<std::string>());
    return splits;
  }

  const DataSpec& spec_;
  ArrayParts parts_;
  bool ownValidation_, ownTest_;  // arrays of their own
  AnswerKind kind_;
  std::vector<std::string> warnings_;
};

}  // namespace

std::vector<DataKey> numpyPictureKeys() {
  std::vector<DataKey> keys = pictureKeys();
  for (DataKey& key : numpyRowKeys()) keys.push_back(std::move(key));
  return keys;
}

std::vector<DataKey> numpyRowKeys() {
  std::vector<DataKey> keys;
  keys.push_back(DataKeys::choice("data.task", {"auto", "classification", "regression"}, &DataSpec::tableTask));
  keys.push_back(testPathKey());
  keys.push_back(testAsKey());
  for (DataKey& key : partKeys()) keys.push_back(std::move(key));
  return keys;
}

DataSplits openNumpy(const DataSpec& spec) {
  ArrayParts parts = arrayPartsOf(spec.path, spec.cancel);
  if (spec.testAs == "validation" && !parts.validation) parts.validation = std::exchange(parts.test, std::nullopt);
  bool ownTest = parts.test.has_value();
  if (!spec.testPath.empty()) {
    ownTest = true;
    parts.test.reset();
    if (spec.openTest) {
      ArrayParts other = arrayPartsOf(spec.testPath, spec.cancel);
      parts.test = other.test ? std::move(other.test) : std::move(other.train);
    }
  }
  if (ownTest) requireNoTestShare(spec, spec.testPath.empty() ? parts.test->inputs.name : spec.testPath);
  if (!spec.openTest) parts.test.reset();
  return Opening(spec, std::move(parts), ownTest).open();
}

}  // namespace stepscope
