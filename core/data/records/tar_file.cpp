#include "core/data/records/tar_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "core/base/error.h"

namespace stepscope {
namespace {

constexpr std::int64_t kBlock = 512, kMostName = std::int64_t{1} << 20;  // bytes of a block; most bytes of a long name or a pax header
constexpr std::size_t kSizeAt = 124, kSumAt = 148, kTypeAt = 156, kMagicAt = 257, kPrefixAt = 345;

using Block = std::array<std::uint8_t, kBlock>;

std::string textAt(const Block& block, std::size_t at, std::size_t most) {
  const auto* begin = reinterpret_cast<const char*>(block.data()) + at;
  return {begin, std::find(begin, begin + most, '\0')};
}

// A number of a header: octal digits, or binary (big-endian) if its highest bit is set (GNU). Nothing if it is neither.
std::optional<std::int64_t> numberAt(const Block& block, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  if (block[at] & 0x80) {
    if (block[at] != 0x80) return std::nullopt;  // negative, or larger than any file
    for (std::size_t i = 1; i < width; ++i) {
      if (value >> 54) return std::nullopt;
      value = value << 8 | block[at + i];
    }
    return static_cast<std::int64_t>(value);
  }
  std::size_t i = at;
  while (i < at + width && block[i] == ' ') ++i;
  const std::size_t first = i;
  for (; i < at + width && block[i] >= '0' && block[i] <= '7'; ++i) {
    if (value >> 60) return std::nullopt;
    value = value << 3 | static_cast<std::uint64_t>(block[i] - '0');
  }
  if (i == first || (i < at + width && block[i] != ' ' && block[i] != '\0')) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

bool soundSum(const Block& block) {
  const std::optional<std::int64_t> told = numberAt(block, kSumAt, 8);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < block.size(); ++i) sum += i >= kSumAt && i < kSumAt + 8 ? ' ' : block[i];
  return told && *told == sum;
}

// Reads name and size from the records of a pax header, such as "27 path=a/long/name.jpg\n".
void readPax(std::string_view text, std::string& name, std::optional<std::int64_t>& bytes) {
  while (!text.empty()) {
    std::size_t length = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), length);
    const auto digits = static_cast<std::size_t>(end - text.data());
    if (failed != std::errc() || length <= digits + 1 || length > text.size() || text[digits] != ' ') return;
    std::string_view record = text.substr(digits + 1, length - digits - 1);
    if (record.ends_with('\n')) record.remove_suffix(1);
    if (record.starts_with("path=")) name = record.substr(5);
    if (record.starts_with("size=")) {
      std::int64_t value = -1;
      std::from_chars(record.data() + 5, record.data() + record.size(), value);
      bytes = value;
    }
    text.remove_prefix(length);
  }
}

}  // namespace

bool beginsAsTar(std::string_view bytes) {
  if (bytes.size() < static_cast<std::size_t>(kBlock)) return false;
  Block block{};
  std::copy_n(bytes.begin(), kBlock, block.begin());
  return soundSum(block) && block[0] != 0;
}

void readTar(ShardFile& in, const std::string& file, const std::function<bool(const TarMember&)>& each) {
  const auto refuse = [&](const std::string& what) { throw Error(ErrorKind::Input, file, what, kDownloadAgain); };
  std::string longName;
  std::optional<std::int64_t> longBytes;
  for (std::int64_t number = 0;; ++number) {
    Block block{};
    const std::size_t got = in.read(block.data(), block.size());
    if (got == 0 && number > 0) return;  // some writers leave out the two empty blocks at the end
    if (got < block.size()) refuse(number == 0 ? "is not a tar archive" : "is a tar archive that is cut off");
    if (std::all_of(block.begin(), block.end(), [](std::uint8_t byte) { return byte == 0; })) return;
    if (!soundSum(block))
      refuse(number == 0 ? "is not a tar archive" : fmt::format("is a tar archive that is damaged at byte {}", in.position() - kBlock));
    const char type = static_cast<char>(block[kTypeAt]);
    std::optional<std::int64_t> bytes = numberAt(block, kSizeAt, 12);
    const bool file0 = type == '0' || type == '\0' || type == '7';
    if (file0 && longBytes) bytes = longBytes;
    if (!bytes || *bytes < 0 || *bytes > (std::int64_t{1} << 60))
      refuse(fmt::format("is a tar archive that is damaged at byte {}", in.position() - kBlock));
    const std::int64_t begin = in.position(), padded = (*bytes + kBlock - 1) / kBlock * kBlock;
    const bool linked = type >= '1' && type <= '6';  // links, devices and folders have no content
    const std::int64_t content = linked ? 0 : padded;
    if (type == 'L' || type == 'x') {
      if (*bytes > kMostName) refuse("is a tar archive with a name of more than a mebibyte");
      const std::vector<std::uint8_t> text = in.read(*bytes);
      if (static_cast<std::int64_t>(text.size()) < *bytes) refuse("is a tar archive that is cut off");
      const std::string_view view(reinterpret_cast<const char*>(text.data()), text.size());
      if (type == 'L') longName = view.substr(0, view.find('\0'));
      else readPax(view, longName, longBytes);
    } else if (file0) {
      TarMember member{textAt(block, 0, 100), begin, *bytes};
      if (textAt(block, kMagicAt, 5) == "ustar" && block[kMagicAt + 5] == '\0')
        if (const std::string prefix = textAt(block, kPrefixAt, 155); !prefix.empty()) member.name = prefix + '/' + member.name;
      if (!longName.empty()) member.name = longName;
      if (!in.has(*bytes)) refuse(fmt::format("is a tar archive that is cut off in \"{}\"", member.name));
      if (!each(member)) return;
      longName.clear();
      longBytes.reset();
    } else {
      if (type != 'g' && type != 'K') {
        longName.clear();
        longBytes.reset();
      }
    }
    if (!in.skip(begin + content - in.position())) refuse("is a tar archive that is cut off");
  }
}

}  // namespace stepscope
