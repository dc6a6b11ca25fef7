#include "core/data/arrays/zip_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>

#include "core/base/cancelled.h"
#include "core/base/error.h"

namespace stepscope {
namespace {

constexpr std::int64_t kMostEntries = 100'000;
constexpr std::int64_t kMostFactor = 1032;  // deflate expands one byte to at most this many
constexpr std::size_t kPart = std::size_t{1} << 20;
constexpr const char* kCure = "Copy or download it again";

std::uint64_t numberAt(std::span<const std::uint8_t> bytes, std::size_t at, std::size_t count) {
  std::uint64_t number = 0;
  for (std::size_t i = count; i-- > 0;) number = number << 8 | bytes[at + i];
  return number;
}

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file), in_(file, std::ios::binary) {
    std::error_code failed;
    size_ = static_cast<std::int64_t>(std::filesystem::file_size(file, failed));
    if (failed || !in_)
      throw Error(ErrorKind::Input, file, failed ? "cannot be read (" + failed.message() + ")" : "cannot be read", "Check that the file is there");
  }
  std::int64_t size() const { return size_; }
  [[noreturn]] void damaged(const std::string& why) const { throw Error(ErrorKind::Input, file_, "is damaged: " + why, kCure); }

  void read(std::int64_t at, std::span<std::uint8_t> out) {
    if (at < 0 || at > size_ - static_cast<std::int64_t>(out.size())) damaged("a part of the archive is beyond the end of the file");
    in_.seekg(at);
    if (!in_.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(out.size()))) damaged("it cannot be read to its end");
  }
  std::vector<std::uint8_t> read(std::int64_t at, std::int64_t bytes) {
    if (bytes < 0 || at < 0 || at > size_ - bytes) damaged("a part of the archive is beyond the end of the file");
    std::vector<std::uint8_t> out(static_cast<std::size_t>(bytes));
    read(at, std::span(out));
    return out;
  }

 private:
  std::string file_;
  std::ifstream in_;
  std::int64_t size_ = 0;
};

// The central directory: where it begins, its bytes, and how many entries it has.
struct Directory {
  std::int64_t at = 0, bytes = 0, entries = 0;
};

Directory directoryOf(Reader& in) {
  constexpr std::int64_t kEnd = 22, kMostComment = 65535, kLocator = 20;
  if (in.size() < kEnd) in.damaged("it is too short for an archive");
  const std::int64_t tail = std::min(in.size(), kEnd + kMostComment);
  const std::vector<std::uint8_t> bytes = in.read(in.size() - tail, tail);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::size_t end = text.rfind(std::string_view("PK\5\6", 4), bytes.size() - static_cast<std::size_t>(kEnd));
  if (end == std::string_view::npos) in.damaged("the end of the archive is missing");
  Directory found{static_cast<std::int64_t>(numberAt(bytes, end + 16, 4)), static_cast<std::int64_t>(numberAt(bytes, end + 12, 4)),
                  static_cast<std::int64_t>(numberAt(bytes, end + 10, 2))};
  if (found.at != 0xFFFFFFFF && found.bytes != 0xFFFFFFFF && found.entries != 0xFFFF) return found;
  const std::int64_t locator = in.size() - tail + static_cast<std::int64_t>(end) - kLocator;
  if (locator < 0) return found;
  const std::vector<std::uint8_t> pointer = in.read(locator, kLocator);
  if (numberAt(pointer, 0, 4) != 0x07064b50) return found;
  const std::vector<std::uint8_t> wide = in.read(static_cast<std::int64_t>(numberAt(pointer, 8, 8)), 56);
  if (numberAt(wide, 0, 4) != 0x06064b50) in.damaged("the end of the archive is not where it should be");
  return {static_cast<std::int64_t>(numberAt(wide, 48, 8)), static_cast<std::int64_t>(numberAt(wide, 40, 8)),
          static_cast<std::int64_t>(numberAt(wide, 32, 8))};
}

// Reads the sizes that do not fit 32 bits from the extra field. A size is there only if all bits of its 32-bit field are 1.
void readZip64(std::span<const std::uint8_t> extra, ZipEntry& entry) {
  for (std::size_t at = 0; at + 4 <= extra.size();) {
    const std::uint64_t kind = numberAt(extra, at, 2), bytes = numberAt(extra, at + 2, 2);
    at += 4;
    if (at + bytes > extra.size()) return;
    if (kind == 1) {
      std::size_t next = at;
      for (std::int64_t* size : {&entry.bytes, &entry.packed, &entry.at})
        if (*size == 0xFFFFFFFF && next + 8 <= at + bytes) {
          *size = static_cast<std::int64_t>(numberAt(extra, next, 8));
          next += 8;
        }
    }
    at += bytes;
  }
}

// Inflates an entry, which has no zlib header. The output grows with the bytes that are really there, since the stated size may be false.
std::vector<std::uint8_t> inflated(Reader& in, std::int64_t at, const ZipEntry& entry, const std::atomic<bool>* cancel) {
  z_stream stream{};
  require(inflateInit2(&stream, -MAX_WBITS) == Z_OK, "zlib does not start");
  struct End {
    z_stream* stream;
    ~End() { inflateEnd(stream); }
  } const end{&stream};
  std::vector<std::uint8_t> out, part(static_cast<std::size_t>(std::min<std::int64_t>(entry.packed, static_cast<std::int64_t>(kPart))));
  std::int64_t left = entry.packed;
  int result = Z_OK;
  while (result != Z_STREAM_END) {
    throwIfCancelled(cancel);
    if (stream.avail_in == 0) {
      const std::int64_t count = std::min<std::int64_t>(left, static_cast<std::int64_t>(part.size()));
      if (count == 0) in.damaged(fmt::format("the member \"{}\" ends too early", entry.name));
      in.read(at, std::span(part).first(static_cast<std::size_t>(count)));
      at += count;
      left -= count;
      stream.next_in = part.data();
      stream.avail_in = static_cast<uInt>(count);
    }
    const std::size_t filled = out.size();
    const auto room = static_cast<std::size_t>(
        std::min<std::int64_t>(entry.bytes + 1 - static_cast<std::int64_t>(filled), static_cast<std::int64_t>(std::max(filled, kPart))));
    if (room == 0) in.damaged(fmt::format("the member \"{}\" is longer than the archive says", entry.name));
    out.resize(filled + room);
    stream.next_out = out.data() + filled;
    stream.avail_out = static_cast<uInt>(std::min<std::size_t>(room, std::size_t{1} << 30));
    const uInt offered = stream.avail_out;
    result = inflate(&stream, Z_NO_FLUSH);
    out.resize(filled + offered - stream.avail_out);
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
      in.damaged(fmt::format("the member \"{}\" cannot be unpacked", entry.name));
  }
  return out;
}

}  // namespace

std::vector<ZipEntry> zipEntries(const std::string& file) {
  constexpr std::int64_t kHeader = 46;
  Reader in(file);
  const Directory directory = directoryOf(in);
  if (directory.entries < 0 || directory.entries > kMostEntries || directory.bytes < 0 || directory.bytes > in.size() ||
      directory.entries * kHeader > directory.bytes)
    in.damaged("its list of members does not fit into the file");
  const std::vector<std::uint8_t> bytes = in.read(directory.at, directory.bytes);
  std::vector<ZipEntry> entries;
  std::size_t at = 0;
  for (std::int64_t i = 0; i < directory.entries; ++i) {
    if (at + static_cast<std::size_t>(kHeader) > bytes.size() || numberAt(bytes, at, 4) != 0x02014b50) in.damaged("its list of members is broken");
    const std::span<const std::uint8_t> header = std::span(bytes).subspan(at);
    const std::size_t name = numberAt(header, 28, 2), extra = numberAt(header, 30, 2), comment = numberAt(header, 32, 2);
    const std::size_t whole = static_cast<std::size_t>(kHeader) + name + extra + comment;
    if (whole > header.size()) in.damaged("its list of members is broken");
    ZipEntry entry;
    entry.name.assign(reinterpret_cast<const char*>(header.data()) + kHeader, name);
    entry.method = static_cast<std::uint16_t>(numberAt(header, 10, 2));
    entry.crc = static_cast<std::uint32_t>(numberAt(header, 16, 4));
    entry.packed = static_cast<std::int64_t>(numberAt(header, 20, 4));
    entry.bytes = static_cast<std::int64_t>(numberAt(header, 24, 4));
    entry.at = static_cast<std::int64_t>(numberAt(header, 42, 4));
    readZip64(header.subspan(static_cast<std::size_t>(kHeader) + name, extra), entry);
    if ((numberAt(header, 8, 2) & 1) != 0)
      throw Error(ErrorKind::Input, file, fmt::format("the member \"{}\" is encrypted", entry.name), "Save it without a password");
    entries.push_back(std::move(entry));
    at += whole;
  }
  return entries;
}

std::vector<std::uint8_t> readZipEntry(const std::string& file, const ZipEntry& entry, const std::atomic<bool>* cancel) {
  constexpr std::int64_t kHeader = 30;
  Reader in(file);
  if (entry.packed < 0 || entry.bytes < 0 || entry.packed > in.size() || entry.bytes > in.size() * kMostFactor)
    in.damaged(fmt::format("the member \"{}\" cannot have {} bytes in a file of {}", entry.name, entry.bytes, in.size()));
  if (entry.method != 0 && entry.method != 8)
    throw Error(ErrorKind::Input, file, fmt::format("the member \"{}\" is compressed by method {}, which is not supported", entry.name, entry.method),
                "Save it with numpy.savez or numpy.savez_compressed");
  const std::vector<std::uint8_t> header = in.read(entry.at, kHeader);
  if (numberAt(header, 0, 4) != 0x04034b50) in.damaged(fmt::format("the member \"{}\" is not where it should be", entry.name));
  const std::int64_t at = entry.at + kHeader + static_cast<std::int64_t>(numberAt(header, 26, 2) + numberAt(header, 28, 2));
  if (entry.method == 0 && entry.packed != entry.bytes) in.damaged(fmt::format("the member \"{}\" has two sizes", entry.name));
  std::vector<std::uint8_t> out = entry.method == 0 ? in.read(at, entry.packed) : inflated(in, at, entry, cancel);
  if (static_cast<std::int64_t>(out.size()) != entry.bytes)
    in.damaged(fmt::format("the member \"{}\" has {} bytes instead of {}", entry.name, out.size(), entry.bytes));
  if (static_cast<std::uint32_t>(crc32_z(0, out.data(), out.size())) != entry.crc)
    in.damaged(fmt::format("the checksum of the member \"{}\" is wrong", entry.name));
  return out;
}

}  // namespace stepscope
