#include "core/data/text_encoding.h"

#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "core/base/error.h"
#include "core/data/eight_bit_encoding.h"
#include "core/data/script_guess.h"

namespace stepscope {
namespace {

struct Encoding {
  const char* name;   // in a project file
  const char* iconv;  // its name in the C library
  const char* title;
};

constexpr std::array<Encoding, 31> kEncodings = {{
    {"utf-8", "UTF-8", "UTF-8"},
    {"utf-16le", "UTF-16LE", "UTF-16"},
    {"utf-16be", "UTF-16BE", "UTF-16, big-endian"},
    {"utf-32le", "UTF-32LE", "UTF-32"},
    {"utf-32be", "UTF-32BE", "UTF-32, big-endian"},
    {"gb18030", "GB18030", "GB18030 (Chinese)"},
    {"cp1252", "CP1252", "CP1252 (Western European)"},
    {"latin-1", "ISO-8859-1", "Latin-1 (Western European)"},
    {"latin-9", "ISO-8859-15", "Latin-9 (Western European)"},
    {"mac-roman", "MACINTOSH", "Mac Roman (Western European)"},
    {"cp850", "CP850", "CP850 (DOS, Western European)"},
    {"latin-2", "ISO-8859-2", "Latin-2 (Central European)"},
    {"cp1250", "CP1250", "CP1250 (Central European)"},
    {"cp852", "CP852", "CP852 (DOS, Central European)"},
    {"cp1251", "CP1251", "CP1251 (Cyrillic)"},
    {"koi8-r", "KOI8-R", "KOI8-R (Cyrillic)"},
    {"cp866", "CP866", "CP866 (DOS, Cyrillic)"},
    {"iso-8859-5", "ISO-8859-5", "ISO 8859-5 (Cyrillic)"},
    {"cp1253", "CP1253", "CP1253 (Greek)"},
    {"iso-8859-7", "ISO-8859-7", "ISO 8859-7 (Greek)"},
    {"cp1254", "CP1254", "CP1254 (Turkish)"},
    {"latin-5", "ISO-8859-9", "Latin-5 (Turkish)"},
    {"cp1255", "CP1255", "CP1255 (Hebrew)"},
    {"cp1256", "CP1256", "CP1256 (Arabic)"},
    {"cp1257", "CP1257", "CP1257 (Baltic)"},
    {"cp1258", "CP1258", "CP1258 (Vietnamese)"},
    {"cp874", "CP874", "CP874 (Thai)"},
    {"big5", "BIG5", "Big5 (Chinese)"},
    {"shift_jis", "CP932", "Shift JIS (Japanese)"},
    {"euc-jp", "EUC-JP", "EUC-JP (Japanese)"},
    {"euc-kr", "CP949", "EUC-KR (Korean)"},
}};

constexpr std::size_t kLookedAt = std::size_t{1} << 20;  // bytes examined to find an 8-bit encoding

const Encoding* find(const std::string& name) {
  const auto found = std::find_if(kEncodings.begin(), kEncodings.end(), [&](const Encoding& one) { return name == one.name; });
  return found == kEncodings.end() ? nullptr : &*found;
}

unsigned char byteAt(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

// The number of valid multi-byte characters in UTF-8, and of invalid bytes.
struct Utf8Count {
  std::size_t good = 0, bad = 0;
};
Utf8Count countUtf8(std::string_view text, bool cut) {
  Utf8Count count;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8LengthAt(text, at);
    if (length == 0 && cut && at + 4 > text.size()) break;
    if (length > 1) ++count.good;
    if (length == 0) ++count.bad;
    at += std::max<std::size_t>(length, 1);
  }
  return count;
}

// Whether the only non-ASCII bytes are an incomplete UTF-8 character of at least two bytes at the end.
bool endsWithinCharacter(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  const std::size_t left = text.size() - at;
  const unsigned char first = byteAt(text, at);
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || left < 2 || left >= length) return false;
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at) + 1, text.end(),
                     [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; });
}

// UTF-16 texts of mostly Latin letters have a zero byte at every second position, other texts at least in each comma and line end.
std::string byZeros(std::string_view bytes) {
  const std::string_view part = bytes.substr(0, kLookedAt & ~std::size_t{1});
  std::size_t even = 0, odd = 0, controls = 0;
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (part[i] != '\0') continue;
    ++(i % 2 == 0 ? even : odd);
    // The other byte of its pair must be a letter, because an array of small numbers is not text.
    const unsigned char other = byteAt(part, i ^ 1U);
    controls += other < 0x20 && other != '\t' && other != '\n' && other != '\r' ? 1 : 0;
  }
  if (controls * 50 > even + odd) return {};
  constexpr std::size_t kLeast = 4;
  const std::size_t units = part.size() / 2;
  const auto enough = [&](std::size_t here, std::size_t other) { return here >= kLeast && here * 33 >= units && other * 100 <= here; };
  if (enough(odd, even)) return "utf-16le";
  if (enough(even, odd)) return "utf-16be";
  return {};
}

}  // namespace

std::size_t utf8LengthAt(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u; };
  const auto follows = [&](std::size_t i, unsigned least = 0x80, unsigned most = 0xBF) { return byte(i) >= least && byte(i) <= most; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const unsigned least = first == 0xE0 ? 0xA0 : 0x80, most = first == 0xED ? 0x9F : 0xBF;
    return follows(1, least, most) && follows(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const unsigned least = first == 0xF0 ? 0x90 : 0x80, most = first == 0xF4 ? 0x8F : 0xBF;
    return follows(1, least, most) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

void throwNotUtf8(std::string_view text, const std::string& file) {
  std::size_t line = 1, lineBegin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8LengthAt(text, at);
    if (length == 0) {
      std::string perhaps;
      for (const std::string& name : possibleEncodings(text)) perhaps += (perhaps.empty() ? "\"" : ", \"") + name + '"';
      throw Error(ErrorKind::Input, fmt::format("{}:{}:{}", file, line, at - lineBegin + 1),
                  fmt::format("the byte 0x{:02X} is not UTF-8", static_cast<unsigned>(static_cast<unsigned char>(text[at]))),
                  perhaps.empty() ? "Correct it, or set data.encoding to the encoding of the file"
                                  : "Correct it, or set data.encoding to the encoding of the file, perhaps one of " + perhaps);
    }
    if (text[at] == '\n') {
      ++line;
      lineBegin = at + 1;
    }
    at += length;
  }
}

const std::vector<std::string>& encodingNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"auto"};
    for (const Encoding& one : kEncodings) all.emplace_back(one.name);
    return all;
  }();
  return names;
}

std::string encodingTitle(const std::string& name) {
  const Encoding* found = find(name);
  return found ? found->title : name;
}

std::string encodingOf(std::string_view bytes, bool cut) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xFF\xFE\0\0"sv)) return "utf-32le";
  if (bytes.starts_with("\0\0\xFE\xFF"sv)) return "utf-32be";
  if (bytes.starts_with("\xFF\xFE"sv)) return "utf-16le";
  if (bytes.starts_with("\xFE\xFF"sv)) return "utf-16be";
  if (std::string wide = byZeros(bytes); !wide.empty()) return wide;
  const Utf8Count utf8 = countUtf8(bytes, cut);
  if (utf8.bad == 0) return "utf-8";
  // A text in another encoding contains UTF-8 characters only by chance, and more invalid bytes. This is UTF-8 that was damaged or cut.
  if (bytes.starts_with("\xEF\xBB\xBF"sv) || utf8.good > 2 * utf8.bad) return {};
  if (!cut && utf8.good == 0 && endsWithinCharacter(bytes)) return {};
  const ScriptEncoding script = scriptEncodingOf(bytes, cut);
  if (script.certain) return script.name;
  return script.likely ? std::string() : eightBitEncodingOf(bytes);
}

std::vector<std::string> possibleEncodings(std::string_view bytes) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> names;
  for (const EncodingGuess& guess : scriptGuesses(bytes, false))
    if (names.size() < kMost && std::find(names.begin(), names.end(), guess.name) == names.end()) names.push_back(guess.name);
  if (std::string latin = eightBitEncodingOf(bytes); !latin.empty()) names.push_back(std::move(latin));
  return names;
}

std::string toUtf8(std::string bytes, const std::string& encoding, const std::string& file, bool cut) {
  if (encoding == "utf-8") {
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);
    return bytes;
  }
  const Encoding* known = find(encoding);
  require(known != nullptr, "a text was to be read in an unknown encoding");
  iconv_t converter = iconv_open("UTF-8", known->iconv);
  if (converter == reinterpret_cast<iconv_t>(-1))  // NOLINT(performance-no-int-to-ptr): what POSIX says
    throw Error(ErrorKind::Resource, file, fmt::format("this system cannot convert {} to UTF-8", known->title), "Save the file as UTF-8");
  std::string result;
  result.reserve(bytes.size() + bytes.size() / 2);
  char* in = bytes.data();
  std::size_t left = bytes.size();
  std::array<char, std::size_t{1} << 16> buffer;
  bool bad = false;
  while (left > 0 && !bad) {
    char* out = buffer.data();
    std::size_t room = buffer.size();
    const std::size_t status = iconv(converter, &in, &left, &out, &room);
    result.append(buffer.data(), buffer.size() - room);
    if (status == static_cast<std::size_t>(-1) && errno != E2BIG) {
      if (errno == EINVAL && cut) break;  // the last character is cut
      bad = true;
    }
  }
  iconv_close(converter);
  if (bad)
    throw Error(ErrorKind::Input, file, fmt::format("byte {} is not {}", bytes.size() - left + 1, known->title),
                "Set data.encoding to the encoding of the file, or save it as UTF-8");
  if (result.starts_with("\xEF\xBB\xBF")) result.erase(0, 3);
  return result;
}

}  // namespace stepscope
