#include "core/words/width.h"

#include <algorithm>

#include "core/base/one_line.h"

namespace stepscope {
namespace {

struct Range {
  char32_t first, last;
};

// EastAsianWidth.txt of Unicode 15, wide and full-width, joined where only unassigned characters are between.
constexpr Range kWide[] = {{0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},  {0x23E9, 0x23EC}, {0x2E80, 0x303E},   {0x3041, 0x33FF},
                           {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},  {0xA960, 0xA97F}, {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
                           {0xFE10, 0xFE19},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},  {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
                           {0x1F900, 0x1F9FF}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD}};
constexpr Range kNoWidth[] = {{0x0300, 0x036F}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2064},
                              {0x2066, 0x2069}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};

template <std::size_t N>
bool within(const Range (&ranges)[N], char32_t c) {
  return std::any_of(std::begin(ranges), std::end(ranges), [c](const Range& range) { return c >= range.first && c <= range.last; });
}

// Returns the character at `at` and moves `at` behind it. A byte that is not valid UTF-8 counts as a character.
char32_t next(std::string_view text, std::size_t& at) {
  const std::size_t length = utf8Length(text, at);
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  char32_t c = byte(0);
  if (length > 1) {
    c &= 0xFFU >> (length + 1);
    for (std::size_t i = 1; i < length; ++i) c = (c << 6) | (byte(i) & 0x3FU);
  }
  at += std::max<std::size_t>(length, 1);
  return c;
}

}  // namespace

int widthOf(char32_t character) {
  return within(kWide, character) ? 2 : within(kNoWidth, character) ? 0 : 1;
}

std::size_t widthOf(std::string_view utf8) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < utf8.size();) width += static_cast<std::size_t>(widthOf(next(utf8, at)));
  return width;
}

std::string cutToWidth(std::string_view utf8, std::size_t columns) {
  std::size_t width = 0, end = 0;
  for (std::size_t at = 0; at < utf8.size(); end = at) {
    width += static_cast<std::size_t>(widthOf(next(utf8, at)));
    if (width > columns) break;
  }
  return std::string(utf8.substr(0, end));
}

}  // namespace stepscope
