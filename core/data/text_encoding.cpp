#include "core/data/text_encoding.h"

#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <unordered_set>
#include <utility>

#include "core/base/error.h"
#include "core/data/eight_bit_encoding.h"

namespace stepscope {
namespace {

struct Encoding {
  const char* name;   // in a project file
  const char* iconv;  // as the C library has it
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

constexpr std::size_t kLookedAt = std::size_t{1} << 20;  // bytes that tell an encoding of eight bits

const Encoding* find(const std::string& name) {
  const auto found = std::find_if(kEncodings.begin(), kEncodings.end(), [&](const Encoding& one) { return name == one.name; });
  return found == kEncodings.end() ? nullptr : &*found;
}

unsigned char byteAt(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

// How many characters of more bytes than one are valid UTF-8, and how many bytes are not.
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

// Whether all that is not ASCII are the first bytes of a character, two at least, at the end.
bool endsWithinCharacter(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  const std::size_t left = text.size() - at;
  const unsigned char first = byteAt(text, at);
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || left < 2 || left >= length) return false;
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at) + 1, text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; });
}

// Texts of mostly Latin letters in UTF-16 have a zero byte in every second place, and others one in each comma and line end at least.
std::string byZeros(std::string_view bytes) {
  const std::string_view part = bytes.substr(0, kLookedAt & ~std::size_t{1});
  std::size_t even = 0, odd = 0, controls = 0;
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (part[i] != '\0') continue;
    ++(i % 2 == 0 ? even : odd);
    // The other byte of its pair is a letter, or an array of small numbers is no text.
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

// Chinese by GB18030: pairs of bytes, nearly all of them among the characters of GB 2312 that are in daily use (its first level, its
// punctuation). The accented letters of a Western text make other pairs, or none.
bool looksChinese(std::string_view text) {
  std::size_t common = 0, rare = 0;
  for (std::size_t at = 0; at < text.size();) {
    const unsigned char first = byteAt(text, at), second = byteAt(text, at + 1);
    if (first < 0x80) {
      ++at;
      continue;
    }
    if (at + 1 >= text.size()) break;  // cut
    if (first == 0x80 || first == 0xFF) return false;
    if (second >= 0x30 && second <= 0x39) {  // one of four bytes
      const unsigned char third = byteAt(text, at + 2), fourth = byteAt(text, at + 3);
      if (at + 4 > text.size()) break;
      if (third < 0x81 || third == 0xFF || fourth < 0x30 || fourth > 0x39) return false;
      ++rare;
      at += 4;
      continue;
    }
    if (second < 0x40 || second == 0x7F || second == 0xFF) return false;
    const bool daily = second >= 0xA1 && ((first >= 0xB0 && first <= 0xD7) || (first >= 0xA1 && first <= 0xA3));
    ++(daily ? common : rare);
    at += 2;
  }
  return common > 0 && common >= 3 * rare;
}

// Japanese in EUC or Shift JIS by its kana, Korean by its syllables, and Chinese in Big5 by the characters of its first level. Empty: none.
std::string otherEastAsian(std::string_view text) {
  const auto within = [](unsigned char byte, unsigned char first, unsigned char last) { return byte >= first && byte <= last; };
  std::size_t pairs = 0, wide = 0, kana = 0, shifted = 0, shiftedKana = 0, big = 0, common = 0;
  bool shift = true;
  std::unordered_set<std::string_view> syllables;
  std::size_t hangul = 0;
  for (std::size_t at = 0; at < text.size();) {  // pairs of bytes from 0xA1 on
    const unsigned char first = byteAt(text, at), second = byteAt(text, at + 1);
    if (first < 0x80) {
      ++at;
      continue;
    }
    if (at + 1 >= text.size()) break;
    ++pairs;
    wide += within(first, 0xA1, 0xFE) && within(second, 0xA1, 0xFE) ? 1 : 0;
    kana += (first == 0xA4 || first == 0xA5) && within(second, 0xA1, 0xF6) ? 1 : 0;
    if (within(first, 0xB0, 0xC8) && within(second, 0xA1, 0xFE)) {
      ++hangul;
      syllables.insert(text.substr(at, 2));
    }
    const bool level = within(first, 0xA1, 0xC6), behind = within(second, 0x40, 0x7E) || within(second, 0xA1, 0xFE);
    big += behind ? 1 : 0;
    common += level && behind ? 1 : 0;
    at += 2;
  }
  for (std::size_t at = 0; at < text.size() && shift;) {
    const unsigned char first = byteAt(text, at), second = byteAt(text, at + 1);
    if (first < 0x80 || within(first, 0xA1, 0xDF)) {  // the latter: kana of half a width
      ++at;
      continue;
    }
    if (at + 1 >= text.size()) break;
    shift = (within(first, 0x81, 0x9F) || within(first, 0xE0, 0xFC)) && (within(second, 0x40, 0x7E) || within(second, 0x80, 0xFC));
    ++shifted;
    shiftedKana += (first == 0x82 && within(second, 0x9F, 0xF1)) || (first == 0x83 && within(second, 0x40, 0x96)) ? 1 : 0;
    at += 2;
  }
  constexpr std::size_t kLeast = 4, kLeastSyllables = 10;
  if (wide == pairs && kana >= kLeast && kana * 5 >= pairs) return "euc-jp";
  if (shift && shiftedKana >= kLeast && shiftedKana * 5 >= shifted) return "shift_jis";
  if (wide == pairs && hangul == pairs && syllables.size() >= kLeastSyllables) return "euc-kr";
  return big == pairs && common * 10 >= pairs * 9 && pairs >= kLeast && wide < pairs ? "big5" : "";
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
    if (length == 0)
      throw Error(ErrorKind::Input, fmt::format("{}:{}:{}", file, line, at - lineBegin + 1),
                  fmt::format("the byte 0x{:02X} is not UTF-8", static_cast<unsigned>(static_cast<unsigned char>(text[at]))),
                  "Mend it, or set data.encoding to the one that the file is in");
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
  // Other encodings make characters of UTF-8 by chance, but fewer than bytes that are none: this is UTF-8 that was damaged, or cut.
  if (bytes.starts_with("\xEF\xBB\xBF"sv) || utf8.good > 2 * utf8.bad) return {};
  if (!cut && utf8.good == 0 && endsWithinCharacter(bytes)) return {};
  const std::string_view part = bytes.substr(0, kLookedAt);
  const std::string eastAsian = otherEastAsian(part);
  if (!eastAsian.empty() && eastAsian != "big5") return eastAsian;
  if (looksChinese(part)) return "gb18030";
  EightBitEncoding found = eightBitEncodingOf(bytes);
  return found.exact || eastAsian.empty() ? std::move(found.name) : eastAsian;
}

std::string toUtf8(std::string bytes, const std::string& encoding, const std::string& file, bool cut) {
  if (encoding == "utf-8") {
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);
    return bytes;
  }
  const Encoding* known = find(encoding);
  require(known != nullptr, "a text is to be read in an encoding that there is not");
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
      if (errno == EINVAL && cut) break;  // a character is cut at the end
      bad = true;
    }
  }
  iconv_close(converter);
  if (bad)
    throw Error(ErrorKind::Input, file, fmt::format("byte {} is not {}", bytes.size() - left + 1, known->title),
                "Set data.encoding to the one that the file is in, or save it as UTF-8");
  if (result.starts_with("\xEF\xBB\xBF")) result.erase(0, 3);
  return result;
}

}  // namespace stepscope
