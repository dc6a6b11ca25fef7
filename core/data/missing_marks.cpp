#include "core/data/missing_marks.h"

#include <algorithm>

#include "core/data/cell_numbers.h"

namespace stepscope {
namespace {

// Marks that count only in a column of numbers or dates.
// clang-format off
constexpr std::array<std::string_view, 40> kAmongNumbers = {
    "-", "--", "---", "–", "—", "－", ".", "..", "...", "*", "**", "x", "X",
    "unknown", "Unknown", "UNKNOWN", "missing", "Missing", "MISSING", "none", "NONE", "empty", "blank", "not available", "not measured",
    "TBD", "tbd", "n.d.", "N.D.", "nd", "unbekannt", "k.A.", "k. A.", "n.v.", "n. v.", "inconnu", "未知", "无", "缺失", "暂无"};
// clang-format on

// A bit of MissingMarks::lengths_: some mark ends with a digit. Most numbers do and marks almost never do, so numbers need not be looked up.
constexpr std::uint64_t kEndsWithDigit = std::uint64_t{1} << 63;

bool endsWithDigit(std::string_view text) {
  return text.back() >= '0' && text.back() <= '9';
}

}  // namespace

const std::vector<std::string>& usualMissingMarks() {
  static const std::vector<std::string> marks = [] {
    std::vector<std::string> all = {"NA",     "N/A",     "n/a",      "N.A.",     "n.a.",    "NaN",     "nan",      "NAN",       "-nan",
                                    "NaT",    "null",    "NULL",     "Null",     "None",    "nil",     "?",        "\\N",       "<NA>",
                                    "(null)", "[NULL]",  "#N/A",     "#N/A N/A", "#NA",     "#DIV/0!", "#VALUE!",  "#REF!",     "#NAME?",
                                    "#NUM!",  "1.#QNAN", "-1.#QNAN", "1.#IND",   "-1.#IND", "1.#SNAN", "nan(ind)", "-nan(ind)", "NaN(Ind)",
                                    "#NULL!", "#NV",     "#WERT!",   "#BEZUG!",  "#ZAHL!"};
    all.insert(all.end(), kAmongNumbers.begin(), kAmongNumbers.end());
    return all;
  }();
  return marks;
}

MissingMarks::MissingMarks(const std::vector<std::string>& more) {
  for (const std::string& mark : more)
    if (const std::string_view text = trimmedCell(mark); text.size() > 1 && text.front() == '!') values_.emplace(trimmedCell(text.substr(1)));
  std::vector<std::string> marks = usualMissingMarks();
  marks.insert(marks.end(), more.begin(), more.end());
  for (const std::string& mark : marks) {
    const std::string_view text = trimmedCell(mark);
    if (text.empty() || isValue(text) || (text.size() > 1 && text.front() == '!')) continue;
    const bool numbersOnly = std::find(kAmongNumbers.begin(), kAmongNumbers.end(), text) != kAmongNumbers.end();
    (numbersOnly ? amongNumbers_ : always_).emplace(text);
    lengths_[static_cast<unsigned char>(text.front())] |= lengthBit(text) | (endsWithDigit(text) ? kEndsWithDigit : 0);
  }
}

bool MissingMarks::has(const Set& set, std::string_view cell) const {
  const std::string_view text = trimmedCell(cell);
  if (text.empty()) return true;
  const std::uint64_t lengths = lengths_[static_cast<unsigned char>(text.front())];
  if ((lengths & lengthBit(text)) == 0 || (endsWithDigit(text) && (lengths & kEndsWithDigit) == 0)) return false;
  return set.find(text) != set.end();
}

}  // namespace stepscope
