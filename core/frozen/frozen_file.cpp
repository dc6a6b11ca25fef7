#include "core/frozen/frozen_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/error.h"
#include "core/base/whole_file.h"
#include "core/frozen/graph_json.h"
#include "core/frozen/mapped_file.h"
#include "core/graph/model_outputs.h"

namespace stepscope {

namespace {

using Json = nlohmann::json;

static_assert(std::endian::native == std::endian::little, "weights are written as they lie in memory, and the format is little-endian");

constexpr std::size_t kHead = 64, kWeightAlignment = 64, kWeightsAlignment = 4096;
constexpr std::uint64_t kMostDescription = std::uint64_t{256} << 20;
constexpr std::array<char, 8> kMagic = {'s', 's', 'm', 'o', 'd', 'e', 'l', '\n'};

struct Head {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kFrozenVersion, zero = 0;
  std::uint64_t fileBytes = 0, descriptionBytes = 0;
  std::uint32_t descriptionSum = 0, weightsSum = 0;
  std::uint64_t weightsBegin = 0, weightsBytes = 0;
  std::uint32_t alsoZero = 0, headSum = 0;
};
static_assert(sizeof(Head) == kHead);

std::uint32_t sumOf(std::span<const std::byte> bytes, std::uint32_t begin = 0) {
  return static_cast<std::uint32_t>(::crc32_z(begin, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}
std::uint32_t headSum(const Head& head) {
  return sumOf(std::as_bytes(std::span(&head, 1)).first(kHead - 4));
}

constexpr std::uint64_t roundedUp(std::uint64_t bytes, std::uint64_t to) {
  return (bytes + to - 1) / to * to;
}

class Writer {
 public:
  explicit Writer(const std::string& file) : file_(file), temporary_(nameBeside(file)) {
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) refuse(errno);
  }
  ~Writer() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!done_) ::unlink(temporary_.c_str());
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t wrote = ::write(descriptor_, bytes.data(), bytes.size());
      if (wrote < 0 && errno != EINTR) refuse(errno);
      if (wrote > 0) bytes = bytes.subspan(static_cast<std::size_t>(wrote));
    }
  }
  void finish() {
    if (::close(std::exchange(descriptor_, -1)) != 0) refuse(errno);
    putInPlace(temporary_, file_);
    done_ = true;
  }

 private:
  [[noreturn]] void refuse(int why) const {
    const bool place = why == ENOENT || why == ENOTDIR || why == EISDIR;
    throw Error(place ? ErrorKind::Input : ErrorKind::Resource, file_, std::string("the file cannot be written: ") + std::strerror(why),
                why == ENOSPC || why == EDQUOT ? "Free some disk space, or choose another place"
                                               : "Choose a folder that exists, may be written and has free space");
  }

  std::string file_, temporary_;
  int descriptor_ = -1;
  bool done_ = false;
};

[[noreturn]] void damaged(const std::string& path, const std::string& what) {
  throw Error(ErrorKind::Input, path, "the frozen model is damaged: " + what,
              "Copy it again, or freeze the model again: stepscope-cli freeze MODEL OUT.ssmodel");
}

Head headOf(const std::string& path, std::span<const std::byte> bytes) {
  const std::string foreign = "Name a file that was written by: stepscope-cli freeze MODEL OUT.ssmodel";
  if (bytes.empty()) throw Error(ErrorKind::Input, path, "the file is empty", foreign);
  const std::size_t begun = std::min(bytes.size(), kMagic.size());
  if (std::memcmp(bytes.data(), kMagic.data(), begun) != 0) throw Error(ErrorKind::Input, path, "this is no frozen model", foreign);
  if (bytes.size() < kHead) damaged(path, fmt::format("it was cut off, it has {} bytes", bytes.size()));
  Head head;
  std::memcpy(&head, bytes.data(), kHead);
  if (headSum(head) != head.headSum) damaged(path, "its head was changed");
  if (head.version > kFrozenVersion)
    throw Error(ErrorKind::Input, path,
                fmt::format("the frozen model has format version {}; this program reads up to {}", head.version, kFrozenVersion),
                "Update Stepscope, or freeze the model again with this version");
  if (head.version < 1 || head.zero != 0 || head.alsoZero != 0) damaged(path, "its head makes no sense");
  if (head.fileBytes != bytes.size()) damaged(path, fmt::format("it has {} bytes and should have {}", bytes.size(), head.fileBytes));
  const bool fits = head.descriptionBytes <= kMostDescription && head.weightsBegin % kWeightsAlignment == 0 && head.weightsBegin >= kHead &&
                    head.weightsBegin <= head.fileBytes && head.descriptionBytes <= head.weightsBegin - kHead &&
                    head.weightsBytes == head.fileBytes - head.weightsBegin;
  if (!fits) damaged(path, "its head makes no sense");
  return head;
}

}  // namespace

std::int64_t writeFrozenFile(const std::string& file, const std::string& about, const std::vector<FrozenGraph>& graphs,
                             const std::vector<FrozenWeight>& weights) {
  Json description = {{"about", Json::parse(about)}, {"graphs", Json::array()}, {"weights", Json::array()}};
  for (const FrozenGraph& one : graphs) description["graphs"].push_back({{"batch", one.batch}, {"graph", jsonOfGraph(one.graph)}});
  const std::array<std::byte, kWeightsAlignment> zeros{};
  const auto padding = [&](std::uint64_t bytes, std::uint64_t to) { return std::span(zeros).first(roundedUp(bytes, to) - bytes); };
  Head head;
  for (const FrozenWeight& weight : weights) {
    const std::span<const std::byte> bytes = std::as_bytes(weight.numbers);
    require(static_cast<std::int64_t>(weight.numbers.size()) == numel(weight.shape), "a frozen weight has other numbers than its shape says");
    description["weights"].push_back({{"name", weight.name}, {"shape", weight.shape}, {"at", head.weightsBytes}, {"bytes", bytes.size()}});
    const auto rest = padding(bytes.size(), kWeightAlignment);
    head.weightsSum = sumOf(rest, sumOf(bytes, head.weightsSum));
    head.weightsBytes += bytes.size() + rest.size();
  }
  const std::string text = description.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::span<const std::byte> written = std::as_bytes(std::span(text));
  head.descriptionBytes = text.size();
  require(head.descriptionBytes <= kMostDescription, "the description of a frozen model is too long");
  head.weightsBegin = roundedUp(kHead + text.size(), kWeightsAlignment);
  const auto rest = padding(kHead + text.size(), kWeightsAlignment);
  head.descriptionSum = sumOf(rest, sumOf(written));
  head.fileBytes = head.weightsBegin + head.weightsBytes;
  head.headSum = headSum(head);

  Writer out(file);
  out.write(std::as_bytes(std::span(&head, 1)));
  out.write(written);
  out.write(rest);
  for (const FrozenWeight& weight : weights) {
    out.write(std::as_bytes(weight.numbers));
    out.write(padding(weight.numbers.size_bytes(), kWeightAlignment));
  }
  out.finish();
  return static_cast<std::int64_t>(head.fileBytes);
}

FrozenFile::FrozenFile(const std::string& path) : path_(path), file_(std::make_unique<MappedFile>(path)) {
  const std::span<const std::byte> bytes = file_->bytes();
  const Head head = headOf(path, bytes);
  if (sumOf(bytes.subspan(kHead, head.weightsBegin - kHead)) != head.descriptionSum) damaged(path, "its description was changed");
  if (sumOf(bytes.subspan(head.weightsBegin)) != head.weightsSum) damaged(path, "its weights were changed");
  try {
    readDescription(bytes.subspan(kHead, head.descriptionBytes), bytes.subspan(head.weightsBegin));
  } catch (const Json::exception&) {
    damaged(path, "its description cannot be read");
  } catch (const Error& error) {
    if (error.where() == path) throw;
    damaged(path, error.happened());
  }
  file_->forgetPages();  // computing the checksums has read all of them
}

FrozenFile::~FrozenFile() = default;

std::int64_t FrozenFile::bytes() const {
  return static_cast<std::int64_t>(file_->bytes().size());
}

void FrozenFile::forgetPages() const {
  file_->forgetPages();
}

void FrozenFile::readDescription(std::span<const std::byte> text, std::span<const std::byte> weights) {
  const auto* begin = reinterpret_cast<const char*>(text.data());
  const Json description = Json::parse(begin, begin + text.size());
  for (const Json& entry : description.at("weights")) {
    FrozenWeight weight{entry.at("name").get<std::string>(), entry.at("shape").get<Shape>(), {}};
    const auto at = entry.at("at").get<std::uint64_t>(), size = entry.at("bytes").get<std::uint64_t>();
    if (at % kWeightAlignment != 0 || at > weights.size() || size > weights.size() - at ||
        static_cast<std::uint64_t>(numel(weight.shape)) * sizeof(float) != size)
      damaged(path_, "the weight " + weight.name + " is not where it should be");
    weight.numbers = {reinterpret_cast<const float*>(weights.data() + at), size / sizeof(float)};
    const std::string name = weight.name;
    if (!weights_.emplace(name, std::move(weight)).second) damaged(path_, "two weights are named " + name);
  }
  for (const Json& entry : description.at("graphs")) {
    FrozenGraph one{entry.at("batch").get<std::int64_t>(), graphOfJson(entry.at("graph"))};
    for (const Value& value : one.graph.values()) {
      if (value.role == Role::Input && (value.name != "x" || value.shape.empty() || value.shape[0] != one.batch))
        damaged(path_, "a graph has another input than its batch size says");
      if (value.role != Role::Frozen) continue;
      const auto weight = weights_.find(value.name);
      if (weight == weights_.end() || weight->second.shape != value.shape || value.dtype != DType::F32)
        damaged(path_, "there are no numbers for the weight " + value.name);
    }
    if (one.graph.find("x") == kNone || modelOutputs(one.graph).prediction == kNone) damaged(path_, "a graph has no answer");
    if (!graphs_.empty() && one.batch <= graphs_.back().batch) damaged(path_, "its graphs are not in the order of their batch sizes");
    graphs_.push_back(std::move(one));
  }
  if (graphs_.empty()) damaged(path_, "it has no graph");
  about_ = description.at("about").dump();
}

}  // namespace stepscope
