#include "core/data/kinds/text_dataset.h"

#include <fmt/format.h>
#include <zlib.h>

#include <cmath>
#include <utility>

#include "core/base/philox.h"
#include "core/data/characters.h"
#include "core/data/gz_file.h"
#include "core/data/text_encoding.h"

namespace stepscope {

namespace {

constexpr std::uint32_t kWindowStream = 0x7E470000u;

class TextDataset : public Dataset {
 public:
  // Tokens [begin, end) of the text. Without `random`, window i begins at begin + i * context.
  TextDataset(std::shared_ptr<const CharacterText> text, std::size_t begin, std::size_t end, std::int64_t context, bool random, std::uint64_t seed,
              std::vector<std::string> warnings = {})
      : text_(std::move(text)),
        begin_(static_cast<std::int64_t>(begin)),
        starts_(static_cast<std::int64_t>(end - begin) - context),
        context_(context),
        random_(random),
        seed_(seed),
        count_((static_cast<std::int64_t>(end - begin) - 1) / context),
        warnings_(std::move(warnings)) {
    info_.task = Task::LanguageModel;
    info_.vocabulary = text_->vocabulary;
    info_.setFields({context}, DType::I32);
  }

  const SampleInfo& info() const override { return info_; }
  std::int64_t size() const override { return count_; }
  bool read(std::int64_t index, std::int64_t epoch, FieldMemory out, const std::atomic<bool>&) const override {
    checkRead(index, out);
    const std::int64_t start = startOf(index, epoch);
    copy(start, out[0]);
    copy(start + 1, out[1]);
    return true;
  }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::string fingerprint() const override {
    const auto checksum = crc32_z(0, reinterpret_cast<const Bytef*>(text_->tokens.data()), text_->tokens.size() * sizeof(std::uint16_t));
    return fmt::format("text:{}:{}:{}:{}:{:08x}", context_, text_->vocabulary.size(), begin_, starts_, checksum);
  }

 private:
  // Every window starts inside its own part of the possible positions, so that an epoch covers the whole text evenly.
  std::int64_t startOf(std::int64_t index, std::int64_t epoch) const {
    if (!random_) return begin_ + index * context_;
    const std::int64_t first = starts_ * index / count_, next = starts_ * (index + 1) / count_;
    PhiloxStream random(seed_, static_cast<std::uint64_t>(index), kWindowStream ^ static_cast<std::uint32_t>(epoch));
    return begin_ + first + random.below(static_cast<std::uint32_t>(std::max<std::int64_t>(1, next - first)));
  }

  void copy(std::int64_t start, std::span<std::byte> bytes) const {
    const std::span<std::int32_t> out = integersOf(bytes);
    const std::uint16_t* tokens = text_->tokens.data() + start;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = tokens[i];
  }

  std::shared_ptr<const CharacterText> text_;
  std::int64_t begin_, starts_, context_;
  bool random_;
  std::uint64_t seed_;
  std::int64_t count_;
  SampleInfo info_;
  std::vector<std::string> warnings_;
};

}  // namespace

std::vector<DataKey> textKeys() {
  std::vector<DataKey> keys{DataKeys::integer("data.context_length", 1, 65536, &DataSpec::contextLength), encodingKey()};
  for (DataKey& key : partKeys()) keys.push_back(std::move(key));
  return keys;
}

DataSplits openText(const DataSpec& spec) {
  const std::int64_t context = spec.contextLength;
  const ReadText read = readTextFile(spec.path, kMostTextBytes, spec.encoding, spec.cancel);
  auto text = std::make_shared<CharacterText>(tokenizeCharacters(read.text, spec.path, spec.cancel));
  std::vector<std::string> warnings;
  if (!read.encoding.empty() && read.encoding != "utf-8" && spec.encoding == "auto")
    warnings.push_back(fmt::format("{}: read as {}; data.encoding decides.", spec.path, encodingTitle(read.encoding)));
  const std::size_t length = text->tokens.size();
  const auto charactersOf = [&](double share) { return static_cast<std::size_t>(std::llround(static_cast<double>(length) * share)); };
  const std::size_t held = charactersOf(spec.validationSplit), tested = charactersOf(spec.testShare), kept = length - held - tested;
  // A window needs one more character than the context: the answer to its last character.
  const auto needed = static_cast<std::size_t>(context) + 1;
  if (kept < needed) {
    throw Error(ErrorKind::Input, spec.path,
                fmt::format("has {} characters for training, fewer than one window of data.context_length + 1 = {}", kept, needed),
                "Use a longer text, or lower data.context_length or data.validation_split");
  }
  if (held > 0 && held < needed) {
    throw Error(ErrorKind::Input, spec.path,
                fmt::format("has {} characters for validation, fewer than one window of data.context_length + 1 = {}", held, needed),
                "Use a longer text, raise data.validation_split, or set it to 0 to train without validation");
  }
  if (tested > 0 && tested < needed)
    throw Error(ErrorKind::Input, spec.path,
                fmt::format("has {} characters for the test, fewer than one window of data.context_length + 1 = {}", tested, needed),
                "Use a longer text, raise data.test_share, or set it to 0");
  if (text->vocabulary.size() < 2)
    throw Error(ErrorKind::Input, spec.path,
                fmt::format("holds only one character, {}, so there is nothing to learn", shownCharacter(text->vocabulary[0])), "Use a real text");
  DataSplits splits;
  // A text of n * context + 1 characters has n windows, each of which begins at a multiple of the context.
  const std::size_t limit = spec.limit > 0 ? static_cast<std::size_t>(spec.limit) : kept;
  const std::size_t trained = limit < (kept - 1) / static_cast<std::size_t>(context) ? limit * static_cast<std::size_t>(context) + 1 : kept;
  splits.train = std::make_shared<TextDataset>(text, 0, trained, context, true, spec.augmentationSeed, std::move(warnings));
  if (held > 0) splits.validation = std::make_shared<TextDataset>(text, kept, kept + held, context, false, spec.augmentationSeed);
  if (tested > 0 && spec.openTest) splits.test = std::make_shared<TextDataset>(text, kept + held, length, context, false, spec.augmentationSeed);
  return splits;
}

}  // namespace stepscope
