// A dataset answers size() and read(i): the fields of a sample. The first is what the model reads: an image (f32 CHW), a row of numbers (f32) or
// a window of text (i32); the last is what it is to answer. Samples are decoded and normalised into memory that the caller owns.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/data/fields.h"
#include "core/data/missing_marks.h"
#include "core/data/sample_view.h"

namespace stepscope {

enum class Split { Train, Validation };

// [data] of a project file. Paths are absolute by now.
struct DataSpec {
  std::string kind;  // of dataset_table.h: "mnist", "image_folder"
  std::string path;
  double validationSplit = 0.2;                         // image_folder without split folders
  double maxBadShare = 0.01;                            // of a split's samples may turn out unreadable while a run reads them (quarantine.h)
  std::int64_t imageSize = 0;                           // image_folder, shapes: resize and crop to imageSize x imageSize
  bool flip = false;                                    // horizontal flip, training only
  std::int64_t cropPadding = 0;                         // random crop after padding by this many pixels, training only
  double cropScale = 1.0;                               // random resized crop of at least this share of the area, training only; 1 = off
  std::vector<double> mean, std;                        // per channel, of pixels in [0, 1]; empty: as `normalize` says
  std::string normalize = "measured";                   // "measured" on the training pictures, or "usual" for the kind
  std::int64_t count = 0;                               // shapes: images to render; synthetic: samples; 0 = default
  std::int64_t contextLength = 128;                     // text: characters in a window
  std::vector<std::string> target, ignore;              // table: columns by name; no target: the last column
  std::string tableTask = "auto";                       // table: "classification", "regression"
  std::string header = "auto";                          // table: "yes", "no"
  std::string delimiter = "auto";                       // table: "comma", "semicolon", "tab", "pipe", "space"
  std::string encoding = "auto";                        // table, text: a name of text_encoding.h
  std::string decimal = "auto";                         // table: what stands before decimals: "point", "comma"
  std::string dateOrder = "auto";                       // table: what comes first in 03/05/2024: "day", "month"
  std::vector<std::string> numbers, dates, categories;  // table: columns that are to be read so
  std::vector<std::string> missing;                     // table: what stands for no value besides the usual marks; "!NA": it is a value
  std::string validationPath;                           // table: a file of its own for validation; image_folder: a folder; empty: by itself
  std::string trainPath;                                // image_folder: where the class folders for training are; empty: by itself
  std::int64_t cacheBytes = std::int64_t{1} << 30;      // decoded samples kept in memory up to this; 0 = none
  std::uint64_t seed = 0;                               // which images are for validation
  std::uint64_t augmentationSeed = 0;                   // of transforms and of windows of a text; a trainer puts its run's seed here
  std::map<std::string, std::int64_t> own;              // keys that one kind alone has (data_key.h), by their dotted name
  const std::atomic<bool>* cancel = nullptr;            // openData() gives up with Cancelled soon after it became true
};

struct SampleInfo {
  std::vector<Field> fields;            // setFields(); what the model reads first, what it is to answer last
  std::vector<std::string> classNames;  // Classification: its size is the number of classes
  Task task = Task::Classification;
  std::vector<std::string> vocabulary;   // LanguageModel: the text of each token
  std::vector<std::string> targetNames;  // Regression
  // Regression: the unit a target is trained in. A target's own value is mean + std * (what the model answers); one entry a target.
  std::vector<double> targetMean, targetStd;

  // One input, and the answer of the task: {} i32 a class; {targets} f32; {context length} i32, the next token at every place. Task, names and
  // targets are set before.
  void setFields(Shape input, DType dtype = DType::F32);
  const Field& input() const { return fields.front(); }  // {C, H, W}, {columns} or {context length}
  const Field& target() const { return fields.back(); }
  // Classes, targets or tokens of the vocabulary: how many numbers the model gives for each answer.
  std::int64_t outputs() const;
  std::int64_t sampleBytes() const;  // of all fields
};

inline std::span<float> floatsOf(std::span<std::byte> bytes) {
  return {reinterpret_cast<float*>(bytes.data()), bytes.size() / sizeof(float)};
}
inline std::span<std::int32_t> integersOf(std::span<std::byte> bytes) {
  return {reinterpret_cast<std::int32_t*>(bytes.data()), bytes.size() / sizeof(std::int32_t)};
}

// Mean and standard deviation of each channel, of pixels in [0, 1]: a model reads (pixel - mean) / std.
struct ChannelScale {
  std::vector<double> mean, std;
};

class Dataset {
 public:
  virtual ~Dataset() = default;
  virtual const SampleInfo& info() const = 0;
  virtual std::int64_t size() const = 0;
  // Decodes the wanted fields of sample `index` into out, each as many bytes as Field::bytes() says, aligned for any element. `epoch` and the
  // augmentation seed alone decide which window of a text it is; a picture is the same in every epoch (picture_dataset.h). May give up soon
  // after `stop` becomes true: it then answers false, and `out` holds nothing of use. Thread safe. Throws Error (Input) naming the file.
  virtual bool read(std::int64_t index, std::int64_t epoch, FieldMemory out, const std::atomic<bool>& stop) const = 0;
  // The sample read in the place of `index` where that cannot be read: the next one by index, from the last on to the first, that has the
  // same answer. -1: there is none, and an unreadable sample ends the run.
  virtual std::int64_t substitute(std::int64_t) const { return -1; }
  // Files left out of the dataset when it was opened, with the reason: shown to the user.
  virtual const std::vector<std::string>& warnings() const = 0;
  // A fingerprint of the content (sizes, names), saved in checkpoints; a resumed run compares it.
  virtual std::string fingerprint() const = 0;

  // What the pixels of pictures are scaled by. It may be measured when it is first asked for, or first needed; throws Cancelled soon
  // after `cancel` became true. Empty: not pictures.
  virtual ChannelScale pixelScale(const std::atomic<bool>* cancel = nullptr) const {
    static_cast<void>(cancel);
    return {};
  }
  // A sample as it is kept, before it is scaled; empty where none is kept. Equal bytes are equal samples.
  virtual std::span<const std::uint8_t> keptBytes(std::int64_t) const { return {}; }

  // Memory that cached samples will take when all were read; what is in the cache already is not counted again.
  virtual std::int64_t cacheBytes() const { return 0; }

  // One field alone, by its place in SampleInfo::fields.
  void readField(std::int64_t index, std::int64_t epoch, std::size_t field, std::span<std::byte> out) const;
  void readInput(std::int64_t index, std::int64_t epoch, std::span<std::byte> out) const { readField(index, epoch, 0, out); }
  void readTarget(std::int64_t index, std::int64_t epoch, std::span<std::byte> out) const { readField(index, epoch, info().fields.size() - 1, out); }
  // The same for callers who know what the data are: f32 samples, and the class of a sample.
  void readFloats(std::int64_t index, std::int64_t epoch, std::span<float> out) const { readInput(index, epoch, std::as_writable_bytes(out)); }
  std::int32_t label(std::int64_t index) const;

 protected:
  // That the sample is there, and that what is wanted of it fits its memory.
  void checkRead(std::int64_t index, FieldMemory out) const;
};

struct DataSplits {
  std::shared_ptr<const Dataset> train, validation;  // validation may be null
  Transforms transforms{};                           // of the samples for training; a loader applies them
};

// Opens and checks the files. Throws Error (Input) that names the file or key and the cure.
DataSplits openData(const DataSpec& spec);

}  // namespace stepscope
