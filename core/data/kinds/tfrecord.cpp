#include "core/data/kinds/tfrecord.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <regex>
#include <string_view>

#include "core/base/crc32c.h"
#include "core/base/error.h"
#include "core/base/lower.h"
#include "core/data/images/image_codecs.h"
#include "core/data/records/example.h"
#include "core/data/records/shard_file.h"
#include "core/data/records/shards.h"

namespace stepscope {
namespace {

constexpr std::int64_t kMostRecord = std::int64_t{1} << 30;
constexpr const char* kUnpack = "gunzip -k FILE";

// Reads the records of a file, one after the other. Each is stored as its length, the length's checksum, the record, the record's checksum; all
// numbers are little endian.
class Records {
 public:
  explicit Records(const std::string& file) : in_(file), file_(file) {}

  enum class Next { Record, Damaged, End, Cut, BadLength };
  Next next() {
    std::array<std::uint8_t, 12> head{};
    const std::size_t got = in_.read(head.data(), head.size());
    if (got == 0) return Next::End;
    if (got < head.size()) return Next::Cut;
    std::uint64_t length = 0;
    std::uint32_t sum = 0;
    std::memcpy(&length, head.data(), sizeof length);
    std::memcpy(&sum, head.data() + 8, sizeof sum);
    if (sum != maskedCrc(crc32c({reinterpret_cast<const char*>(head.data()), 8})) || length > static_cast<std::uint64_t>(kMostRecord))
      return Next::BadLength;
    if (!in_.has(static_cast<std::int64_t>(length) + 4)) return Next::Cut;
    begin_ = in_.position();
    bytes_ = in_.read(static_cast<std::int64_t>(length));
    std::array<std::uint8_t, 4> foot{};
    if (bytes_.size() < length || in_.read(foot.data(), foot.size()) < foot.size()) return Next::Cut;
    std::memcpy(&sum, foot.data(), sizeof sum);
    return sum == maskedCrc(crc32c(text())) ? Next::Record : Next::Damaged;
  }
  std::string_view text() const { return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()}; }
  bool packed() const { return in_.packed(); }
  // The place of `view`, a part of the current record, in the file.
  ImagePart part(std::string_view view) const {
    const std::int64_t within = view.data() - text().data();
    return in_.part(begin_ + within, bytes_.data() + within, static_cast<std::int64_t>(view.size()));
  }

 private:
  ShardFile in_;
  std::string file_;
  std::int64_t begin_ = 0;
  std::vector<std::uint8_t> bytes_;
};

bool isPicture(std::string_view bytes) {
  return codecOf({reinterpret_cast<const std::uint8_t*>(bytes.data()), std::min<std::size_t>(bytes.size(), 64)}) != nullptr;
}

// The features of a set: those of its first record with a picture.
struct Features {
  std::string picture, label, names;  // `names`: the class as a text beside its number; empty: none
};

std::optional<Features> featuresOf(const Example& example) {
  static constexpr std::array<std::string_view, 12> labels = {"image/class/label", "label",    "labels",     "class", "target", "class_id",
                                                              "image/label",       "category", "fine_label", "cls",   "y",      "class_label"};
  static constexpr std::array<std::string_view, 8> texts = {"image/class/text", "label_text",       "class_text", "class_name",
                                                            "label_name",       "image/class/name", "text",       "name"};
  static constexpr std::array<std::string_view, 3> lastWords = {"label", "class", "target"};
  Features found;
  for (const std::string_view wanted : {"image/encoded", "image", "image_raw", "encoded", "jpg", "png"})
    if (const ExampleFeature* one = example.find(wanted); found.picture.empty() && one && one->texts.size() == 1 && isPicture(one->texts[0]))
      found.picture = wanted;
  for (const ExampleFeature& one : example.features)
    if (found.picture.empty() && one.texts.size() == 1 && isPicture(one.texts[0])) found.picture = one.name;
  if (found.picture.empty()) return std::nullopt;
  const auto single = [&](const ExampleFeature& one) { return one.name != found.picture && one.texts.size() + one.numbers.size() == 1; };
  for (const std::string_view wanted : labels)
    if (const ExampleFeature* one = example.find(wanted); found.label.empty() && one && single(*one)) found.label = wanted;
  for (const ExampleFeature& one : example.features)
    if (found.label.empty() && single(one) && std::ranges::any_of(lastWords, [&](std::string_view word) { return one.name.ends_with(word); }))
      found.label = one.name;
  if (found.label.empty()) return found;
  if (example.find(found.label)->numbers.empty()) return found;
  for (const std::string_view wanted : texts)
    if (const ExampleFeature* one = example.find(wanted); found.names.empty() && one && one->texts.size() == 1 && wanted != found.picture)
      found.names = wanted;
  return found;
}

bool holdsBoxes(const Example& example) {
  return std::ranges::any_of(example.features, [](const ExampleFeature& one) {
    return one.name.find("bbox") != std::string_view::npos || one.name.find("xmin") != std::string_view::npos ||
           one.name.find("mask") != std::string_view::npos;
  });
}

std::string listed(const Example& example) {
  constexpr std::size_t kMost = 8;
  std::string names;
  for (std::size_t i = 0; i < std::min(kMost, example.features.size()); ++i) names += (i ? ", " : "") + std::string(example.features[i].name);
  return example.features.size() > kMost ? names + ", ..." : names;
}

// The first record of a file; nothing if it is damaged or the file has none.
std::optional<std::string> firstRecord(const std::string& file) {
  Records records(file);
  return records.next() == Records::Next::Record ? std::optional(std::string(records.text())) : std::nullopt;
}

Features featuresIn(const std::vector<Shard>& shards) {
  std::optional<Error> problem;
  for (const Shard& shard : shards) {
    Records records(shard.file);
    for (Records::Next next = records.next(); next == Records::Next::Record || next == Records::Next::Damaged; next = records.next()) {
      if (next == Records::Next::Damaged) continue;
      const std::optional<Example> example = readExample(records.text());
      if (!example) throw Error(ErrorKind::Input, shard.file, "holds TensorFlow records that are not Examples", "Write them as tf.train.Example");
      if (example->sequence)
        throw Error(ErrorKind::Input, shard.file, "holds SequenceExamples, which are not read",
                    "Write each step as a tf.train.Example, or the values as CSV");
      const std::optional<Features> found = featuresOf(*example);
      if (!found)
        throw Error(ErrorKind::Input, shard.file, fmt::format("holds records without an encoded picture; their features are {}", listed(*example)),
                    "Write JPEG or PNG bytes into the feature image/encoded; values without pictures can be written as CSV");
      if (found->label.empty())
        throw Error(ErrorKind::Input, shard.file,
                    holdsBoxes(*example) ? "holds pictures with boxes or masks: a set for detection or segmentation"
                                         : fmt::format("holds pictures without a class; their features are {}", listed(*example)),
                    "Only one class for each picture is learnt: write it into the feature image/class/label");
      return *found;
    }
  }
  throw Error(ErrorKind::Input, shards.front().file, "is not a valid file of TensorFlow records", "Download the file again");
}

ShardContent readShard(const Shard& shard, const Features& features, std::map<std::string, std::string>& names, std::mutex& mutex,
                       const std::atomic<bool>* cancel) {
  ShardContent content;
  Records records(shard.file);
  for (std::int64_t number = 0;; ++number) {
    if (cancel && cancel->load(std::memory_order_relaxed)) return content;
    const Records::Next next = records.next();
    const std::string name = fmt::format("{}, record {}", shard.file, number);
    const auto leaveOut = [&](const std::string& why) { content.leftOut.push_back(name + ": left out, because " + why); };
    if (next == Records::Next::End) return content;
    if (next == Records::Next::Cut || next == Records::Next::BadLength) {
      content.leftOut.push_back(fmt::format("{} and all after it: left out, because {}", name,
                                            next == Records::Next::Cut ? "the file ends too early" : "its length is damaged"));
      return content;
    }
    if (next == Records::Next::Damaged) {
      leaveOut("its checksum is wrong");
      continue;
    }
    const std::optional<Example> example = readExample(records.text());
    const ExampleFeature* picture = example ? example->find(features.picture) : nullptr;
    const ExampleFeature* label = example ? example->find(features.label) : nullptr;
    if (!picture || picture->texts.size() != 1) {
      leaveOut(example ? "it has no picture" : "it is not an Example");
      continue;
    }
    if (!label || label->texts.size() + label->numbers.size() != 1) {
      leaveOut("it does not have exactly one class");
      continue;
    }
    std::string of = label->numbers.empty() ? std::string(label->texts[0]) : std::to_string(label->numbers[0]);
    if (!features.names.empty())
      if (const ExampleFeature* text = example->find(features.names); text && text->texts.size() == 1) {
        const std::lock_guard lock(mutex);
        names.emplace(of, std::string(text->texts[0]));
      }
    content.samples.push_back({name, std::move(of), records.part(picture->texts[0])});
    if (records.packed()) content.keptBytes += static_cast<std::int64_t>(picture->texts[0].size());
  }
}

}  // namespace

bool mayBeRecords(const std::filesystem::path& file) {
  static const std::regex number(".*-\\d{5}-of-\\d{5}(\\.gz)?");
  const std::string name = lower(file.filename().string());
  return name.find("tfrec") != std::string::npos || std::regex_match(name, number);
}

RecordContent recordContentOf(const std::string& file) {
  try {
    const std::optional<std::string> record = firstRecord(file);
    if (!record) return RecordContent::Other;
    const std::optional<Example> example = readExample(*record);
    if (!example) return RecordContent::Unknown;
    if (example->sequence) return RecordContent::Sequences;
    const std::optional<Features> features = featuresOf(*example);
    if (!features) return RecordContent::Values;
    return features->label.empty() && holdsBoxes(*example) ? RecordContent::Boxes : RecordContent::Pictures;
  } catch (const Error&) {
    return RecordContent::Other;
  }
}

PictureSet locateRecords(const DataSpec& spec) {
  std::vector<Shard> shards = shardsAt(spec.path, mayBeRecords);
  if (shards.empty()) throw Error(ErrorKind::Input, spec.path, "holds no file of TensorFlow records", "Choose a folder with *.tfrecord files");
  for (const auto& [path, part] : {std::pair(spec.validationPath, Split::Validation), std::pair(spec.testPath, Split::Test)}) {
    if (path.empty()) continue;
    std::erase_if(shards, [part = part](const Shard& shard) { return shard.part == part; });
    for (Shard& shard : shardsAt(path, mayBeRecords)) shards.push_back({std::move(shard.file), part});
  }
  const Features features = featuresIn(shards);
  std::map<std::string, std::string> names;  // label -> name of the class
  std::mutex mutex;
  const std::string what = fmt::format("TensorFlow records, with pictures in \"{}\" and their classes in \"{}\"", features.picture, features.label);
  PictureSet set = readShards(
      spec, std::move(shards), [&](const Shard& shard) { return readShard(shard, features, names, mutex, spec.cancel); }, kUnpack, what);
  // The names replace the labels only if each class has a name that no other class has.
  std::map<std::string, int> used;
  for (const std::string& label : set.classes) ++used[names[label]];
  if (std::ranges::all_of(set.classes, [&](const std::string& label) { return !names[label].empty() && used[names[label]] == 1; }))
    for (std::string& label : set.classes) label = names[label];
  return set;
}

DataSplits openTfRecord(const DataSpec& spec) {
  return openPictureSet(spec, locateRecords(spec));
}

std::vector<DataKey> tfRecordKeys() {
  return pictureSetKeys();
}

}  // namespace stepscope
