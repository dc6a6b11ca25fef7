// A dataset has size() and read(i), which gives the fields of a sample. The first field is the model's input: an image (f32 CHW), a row of numbers
// (f32) or a window of text (i32); the last one is the expected answer. Samples are decoded and normalised into memory that the caller owns.
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
#include "core/data/augmentation.h"
#include "core/data/fields.h"
#include "core/data/missing_marks.h"
#include "core/data/sample_view.h"

namespace stepscope {

// Training never opens the test part, so that no best checkpoint, schedule or early stop depends on it.
enum class Split { Train, Validation, Test };

// [data] of a project file, with absolute paths.
struct DataSpec {
  std::string kind;  // a key of dataset_table.h: "mnist", "image_folder"
  std::string path;
  double validationSplit = 0.2;  // of all samples, if the data have no validation part of their own
  double testShare = 0;          // of all samples, if the data have no test part of their own
  std::string testPath;          // the test part: a folder of images, a table, a list or a file of arrays; empty: found automatically
  // Test files beside the training data (t10k-*, test_batch.bin, a folder "test"): "test" or "validation"; "auto" is "validation", as it was
  // before there was a test part, so that old projects keep their meaning.
  std::string testAs = "auto";
  std::int64_t limit = 0;                               // at most this many samples for training; 0: all
  std::string group;                                    // table: rows with equal values in this column stay in one part
  bool openTest = false;                                // openData() opens the test part too
  double maxBadShare = 0.01;                            // limit for the fraction of unreadable samples in a split during a run (quarantine.h)
  std::int64_t imageSize = 0;                           // image_folder, shapes: resize and crop to imageSize x imageSize
  bool flip = false;                                    // horizontal flip, training only
  std::int64_t cropPadding = 0;                         // random crop after padding by this many pixels, training only
  double cropScale = 1.0;                               // random resized crop of at least this fraction of the area, training only; 1 = off
  Augmentation augmentation{};                          // other random changes of images, training only
  std::vector<double> mean, std;                        // per channel, of pixels in [0, 1]; empty: see `normalize`
  std::string normalize = "measured";                   // "measured" on the training images, or the "usual" values of the kind
  std::int64_t count = 0;                               // shapes: images to render; synthetic: samples; 0 = default
  std::int64_t contextLength = 128;                     // text: characters in a window
  std::vector<std::string> target, ignore;              // table: columns by name; no target: the last column
  std::string tableTask = "auto";                       // table: "classification", "regression"
  std::string header = "auto";                          // table: "yes", "no"
  std::string delimiter = "auto";                       // table: "comma", "semicolon", "tab", "pipe", "space"
  std::string encoding = "auto";                        // table, text: a name of text_encoding.h
  std::string decimal = "auto";                         // table: the decimal mark: "point", "comma"
  std::string dateOrder = "auto";                       // table: the first part of 03/05/2024: "day", "month"
  std::vector<std::string> numbers, dates, categories;  // table: columns that must be read as numbers, dates, categories
  std::vector<std::string> missing;                     // table: further texts for a missing value; "!NA": NA is a value
  std::string validationPath;                       // the validation part: a file of a table or list, a folder of images; empty: found automatically
  std::string trainPath;                            // image_folder: the folder with the class folders for training; empty: found automatically
  std::int64_t cacheBytes = std::int64_t{1} << 30;  // decoded samples kept in memory up to this; 0 = none
  std::uint64_t seed = 0;                           // decides which images are for validation
  std::uint64_t augmentationSeed = 0;               // for transforms and for the windows of a text; a trainer sets its run's seed
  std::map<std::string, std::int64_t> own;          // keys of a single kind (data_key.h), by their dotted name
  const std::atomic<bool>* cancel = nullptr;        // openData() throws Cancelled soon after it became true
};

struct SampleInfo {
  std::vector<Field> fields;            // set by setFields(); the model's input first, the expected answer last
  std::vector<std::string> classNames;  // Classification: its size is the number of classes
  Task task = Task::Classification;
  std::vector<std::string> vocabulary;   // LanguageModel: the text of each token
  std::vector<std::string> targetNames;  // Regression
  // Regression, one entry per target: targets are trained as (value - mean) / std, so a value is mean + std * (the model's answer).
  std::vector<double> targetMean, targetStd;

  // Sets two fields, the input and the answer. Shape and type of the answer: classification {} i32, the class; regression {targets} f32; language
  // model the shape of the input, i32, the next token at every position. Set `task` and `targetNames` before.
  void setFields(Shape input, DType dtype = DType::F32);
  const Field& input() const { return fields.front(); }  // {C, H, W}, {columns} or {context length}
  const Field& target() const { return fields.back(); }
  // Classes, targets or tokens of the vocabulary: how many numbers the model outputs for each answer.
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
  // Decodes the wanted fields of sample `index` into out, each with Field::bytes() bytes, aligned for any element. The window of a text depends only
  // on `epoch` and the augmentation seed; an image is the same in every epoch (picture_dataset.h). May stop soon after `stop` becomes true: then it
  // returns false, and the contents of `out` are undefined. Thread safe. Throws Error (Input) naming the file.
  virtual bool read(std::int64_t index, std::int64_t epoch, FieldMemory out, const std::atomic<bool>& stop) const = 0;
  // The sample that replaces `index` if that one cannot be read: the next one by index (after the last comes the first) with the same answer. -1:
  // there is none, and an unreadable sample ends the run.
  virtual std::int64_t substitute(std::int64_t) const { return -1; }
  // Sentences for the user: files that were left out when the dataset was opened, with the reason, and how the data were read.
  virtual const std::vector<std::string>& warnings() const = 0;
  // A fingerprint of the content (sizes, names), saved in checkpoints; a resumed run compares it.
  virtual std::string fingerprint() const = 0;

  // The scale of the pixels; empty if the samples are not images. It may be measured by the first call, or when a sample is first read. Throws
  // Cancelled soon after `cancel` became true.
  virtual ChannelScale pixelScale(const std::atomic<bool>* cancel = nullptr) const {
    static_cast<void>(cancel);
    return {};
  }
  // The pixels of a sample as kept in memory, before they are scaled; empty if the data set does not keep them. Equal bytes mean equal samples.
  virtual std::span<const std::uint8_t> keptBytes(std::int64_t) const { return {}; }

  // The most memory that the cache takes, in bytes, when all samples were read.
  virtual std::int64_t cacheBytes() const { return 0; }

  // Reads only one field, by its index in SampleInfo::fields.
  void readField(std::int64_t index, std::int64_t epoch, std::size_t field, std::span<std::byte> out) const;
  void readInput(std::int64_t index, std::int64_t epoch, std::span<std::byte> out) const { readField(index, epoch, 0, out); }
  void readTarget(std::int64_t index, std::int64_t epoch, std::span<std::byte> out) const { readField(index, epoch, info().fields.size() - 1, out); }
  // readInput() of an f32 input, and the class of a sample (Classification).
  void readFloats(std::int64_t index, std::int64_t epoch, std::span<float> out) const { readInput(index, epoch, std::as_writable_bytes(out)); }
  std::int32_t label(std::int64_t index) const;

 protected:
  // Checks that the sample exists, and that the memory of each wanted field has the field's size.
  void checkRead(std::int64_t index, FieldMemory out) const;
};

struct DataSplits {
  std::shared_ptr<const Dataset> train, validation;  // validation may be null
  Transforms transforms{};                           // for training samples; a loader applies them
  bool ownValidation = false, ownTest = false;       // the data contain such a part; some kinds leave these false
  std::shared_ptr<const Dataset> test{};             // null unless DataSpec::openTest is set and the data have a test part
};

// Opens and checks the files. Throws Error (Input) that names the file or key and the cure.
DataSplits openData(const DataSpec& spec);

// The test part of the data, with the classes, the scales and the medians of the training part. Throws Error (Input) naming data.test_path with the
// ways to get one if the data have none.
std::shared_ptr<const Dataset> openTestPart(const DataSpec& spec);

}  // namespace stepscope
