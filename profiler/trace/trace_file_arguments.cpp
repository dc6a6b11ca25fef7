#include "profiler/trace/trace_file_arguments.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <memory>
#include <mutex>
#include <tuple>

namespace stepscope::trace_file {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10;
constexpr std::size_t kLargestBlock = std::size_t{64} << 20;  // a text may be longer than a block
constexpr std::uint64_t kMostRatio = 1100;                    // deflate compresses at most 1032 to 1

struct Block {
  std::uint64_t first = 0;  // number of its first text
  std::uint64_t at = 0;     // offset in the file
  std::uint32_t bytes = 0, packed = 0;
};

class FileArguments : public ArgumentSource {
 public:
  FileArguments(std::string path, struct stat opened, std::vector<Block> blocks)
      : path_(std::move(path)), opened_(opened), blocks_(std::move(blocks)) {}

  std::string json(std::uint64_t handle) const override {
    const std::lock_guard lock(mutex_);
    auto block = std::upper_bound(blocks_.begin(), blocks_.end(), handle, [](std::uint64_t wanted, const Block& b) { return wanted < b.first; });
    if (block == blocks_.begin()) return "{}";
    --block;
    if (cached_ != &*block) load(*block);
    std::size_t at = 0;
    for (std::uint64_t number = block->first; at + 4 <= text_.size(); ++number) {
      std::uint32_t size = 0;
      std::memcpy(&size, text_.data() + at, 4);
      at += 4;
      if (size > text_.size() - at) break;
      if (number == handle) return text_.substr(at, size);
      at += size;
    }
    return "{}";
  }

 private:
  void load(const Block& block) const {
    const auto fail = [&](const char* why) { throw Error(ErrorKind::Input, path_, why, "Open the trace again"); };
    const int file = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat now {};
    std::string packed(block.packed, '\0');
    const bool same = file >= 0 && ::fstat(file, &now) == 0 && now.st_size == opened_.st_size && now.st_mtim.tv_sec == opened_.st_mtim.tv_sec &&
                      now.st_mtim.tv_nsec == opened_.st_mtim.tv_nsec;
    const bool read = same && ::pread(file, packed.data(), packed.size(), static_cast<off_t>(block.at)) == static_cast<ssize_t>(packed.size());
    if (file >= 0) ::close(file);
    if (!same) fail("the file has changed since it was opened");
    cached_ = nullptr;
    text_.resize(block.bytes);
    uLongf size = block.bytes;
    if (!read || uncompress(reinterpret_cast<Bytef*>(text_.data()), &size, reinterpret_cast<const Bytef*>(packed.data()), packed.size()) != Z_OK ||
        size != block.bytes)
      fail("the arguments in the file are damaged");
    cached_ = &block;
  }

  std::string path_;
  struct stat opened_;
  std::vector<Block> blocks_;
  mutable std::mutex mutex_;
  mutable const Block* cached_ = nullptr;
  mutable std::string text_;
};

}  // namespace

void encodeArguments(Writer& out, const Trace& trace) {
  out.put(static_cast<std::uint8_t>(trace.arguments != nullptr));
  if (!trace.arguments) return;
  struct Owner {
    std::uint64_t handle;
    std::uint32_t list, index;  // `list`: number of the lane; marks come after the lanes
  };
  std::vector<Owner> owners;
  std::vector<std::vector<std::uint32_t>> numbers;  // for each record the number of its text, from 1; 0: none
  const auto gather = [&](const auto& list) {
    numbers.emplace_back(list.size(), 0);
    for (std::size_t i = 0; i < list.size(); ++i)
      if (list.argumentsOf(i) != kNoArguments)
        owners.push_back({list.argumentsOf(i), static_cast<std::uint32_t>(numbers.size() - 1), static_cast<std::uint32_t>(i)});
  };
  for (const TraceLane& lane : trace.lanes) gather(lane);
  for (const TraceMarks& marks : trace.marks) gather(marks);
  std::sort(owners.begin(), owners.end(),
            [](const Owner& a, const Owner& b) { return std::tie(a.handle, a.list, a.index) < std::tie(b.handle, b.list, b.index); });
  for (std::size_t i = 0; i < owners.size(); ++i) numbers[owners[i].list][owners[i].index] = static_cast<std::uint32_t>(i + 1);
  for (const auto& column : numbers) out.column(column);
  numbers = {};

  Writer block;
  std::uint64_t first = 0;
  const auto close = [&](std::uint64_t next) {
    const std::vector<char>& text = block.buffer();
    if (text.empty()) return;
    std::vector<char> packed(compressBound(text.size()));
    uLongf size = packed.size();
    compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(text.data()), text.size(), 3);
    out.put(first);
    out.put(static_cast<std::uint32_t>(text.size()));
    out.put(static_cast<std::uint32_t>(size));
    out.bytes(packed.data(), size);
    block = Writer();
    first = next;
  };
  for (std::size_t i = 0; i < owners.size(); ++i) {
    block.text(trace.arguments->json(owners[i].handle));
    if (block.buffer().size() >= kBlockBytes) close(i + 1);
  }
  close(owners.size());
  out.put(kNoArguments);  // marks the end of the blocks
}

void decodeArguments(Reader& in, Trace& trace, const std::string& path, std::size_t payloadAt) {
  if (in.get<std::uint8_t>() == 0) return;
  const auto column = [&](auto& list) {
    list.arguments = in.column<std::uint64_t>(list.size());
    for (std::uint64_t& number : list.arguments) number = number == 0 ? kNoArguments : number - 1;
  };
  for (TraceLane& lane : trace.lanes) column(lane);
  for (TraceMarks& marks : trace.marks) column(marks);
  std::vector<Block> blocks;
  for (std::uint64_t next = 0;;) {
    Block block;
    block.first = in.get<std::uint64_t>();
    if (block.first == kNoArguments) break;
    block.bytes = in.get<std::uint32_t>();
    block.packed = in.get<std::uint32_t>();
    in.check(block.first >= next && block.bytes <= kLargestBlock && block.bytes / kMostRatio <= block.packed);
    next = block.first + 1;
    block.at = payloadAt + in.position();
    in.bytes(block.packed);
    blocks.push_back(block);
  }
  struct stat opened {};
  ::stat(path.c_str(), &opened);
  trace.arguments = std::make_shared<FileArguments>(path, opened, std::move(blocks));
}

}  // namespace stepscope::trace_file
