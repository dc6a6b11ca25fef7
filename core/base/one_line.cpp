#include "core/base/one_line.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace stepscope {

namespace {

constexpr int kMarksOnALetter = 6;

// The character at `at`, or one byte if it is not valid UTF-8. Moves `at` to the position after it.
std::string_view nextCharacter(std::string_view text, std::size_t& at) {
  const std::string_view one = text.substr(at, std::max<std::size_t>(1, utf8Length(text, at)));
  at += one.size();
  return one;
}

// Characters that change the direction of the text after them: U+202A to U+202E and U+2066 to U+2069.
bool turnsDirection(std::string_view one) {
  return (one > "\xE2\x80\xA9" && one <= "\xE2\x80\xAE") || (one >= "\xE2\x81\xA6" && one <= "\xE2\x81\xA9");
}

// Control characters (U+0000 to U+001F, U+007F to U+009F) and the separators of lines and paragraphs (U+2028, U+2029).
bool isControl(std::string_view one) {
  if (one.size() == 1) return static_cast<std::uint8_t>(one[0]) < 0x20 || one[0] == 0x7F;
  return (one >= "\xC2\x80" && one <= "\xC2\x9F") || one == "\xE2\x80\xA8" || one == "\xE2\x80\xA9";
}

}  // namespace

std::size_t utf8Length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> std::uint8_t { return i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0; };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const std::uint8_t first = byte(at), second = byte(at + 1);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return tail(at + 1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    if (!tail(at + 1) || !tail(at + 2)) return 0;
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F)) return 0;
    return 3;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    if (!tail(at + 1) || !tail(at + 2) || !tail(at + 3)) return 0;
    if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) return 0;
    return 4;
  }
  return 0;
}

std::string oneLine(std::string_view text) {
  std::string line;
  bool blank = false;
  int shown = 0, marks = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view one = nextCharacter(text, i);
    if (turnsDirection(one)) continue;
    if (isControl(one) || one == " ") {
      blank = !line.empty();
      continue;
    }
    // U+0300 to U+036F combine with the letter before them, as U+200D and U+FE0F do in emoji.
    const bool mark = one == "\xE2\x80\x8D" || one == "\xEF\xB8\x8F" || (one >= "\xCC\x80" && one <= "\xCD\xAF");
    marks = mark ? marks + 1 : 0;
    if (marks > kMarksOnALetter) continue;
    if (!mark && ++shown > kLineCharacters) {
      line += "…";
      break;
    }
    if (std::exchange(blank, false)) line += ' ';
    line += one;
  }
  return line.empty() ? "(unnamed)" : line;
}

std::string withoutControls(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8Length(text, i);
    const std::string_view one = nextCharacter(text, i);
    if (turnsDirection(one)) continue;
    if (length == 0) out += "\xEF\xBF\xBD";
    else if (one != "\n" && one != "\t" && isControl(one)) out += ' ';
    else out += one;
  }
  return out;
}

}  // namespace stepscope
