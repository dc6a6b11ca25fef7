#include "core/data/table/missing_marks.h"

#include <algorithm>

#include "core/data/table/cell_numbers.h"

namespace stepscope {
namespace {

constexpr std::array<std::string_view, 20> kAmongNumbers = {"-",       "--",     "---",     ".",    "..",   "...",  "*",    "unknown", "Unknown", "UNKNOWN",
                                                            "missing", "Missing", "none",   "k.A.", "k. A.", "n.v.", "n. v.", "\xE6\x9C\xAA\xE7\x9F\xA5", "\xE6\x97\xA0", "\xE7\xBC\xBA\xE5\xA4\xB1"};  // 未知, 无, 缺失

}  // namespace

const std::vector<std::string>& usualMissingMarks() {
  static const std::vector<std::string> marks = [] {
    std::vector<std::string> all = {"NA",   "N/A",    "n/a",    "N.A.", "n.a.", "NaN",     "nan",      "NAN",    "-nan",   "NaT",    "null",  "NULL",    "Null",      "None",
                                    "nil",  "?",      "\\N",    "<NA>", "(null)", "[NULL]", "#N/A",     "#N/A N/A", "#NA",  "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!",
                                    "#NULL!", "#NV", "#WERT!", "#BEZUG!", "#ZAHL!"};
    all.insert(all.end(), kAmongNumbers.begin(), kAmongNumbers.end());
    return all;
  }();
  return marks;
}

MissingMarks::MissingMarks(const std::vector<std::string>& marks) {
  for (const std::string& mark : marks) {
    const std::string_view text = trimmedCell(mark);
    if (text.empty()) continue;
    const bool numbersOnly = std::find(kAmongNumbers.begin(), kAmongNumbers.end(), text) != kAmongNumbers.end();
    (numbersOnly ? amongNumbers_ : always_).emplace(text);
    begins_[static_cast<unsigned char>(text.front())] = true;
  }
}

bool MissingMarks::has(const Set& set, std::string_view cell) const {
  const std::string_view text = trimmedCell(cell);
  if (text.empty()) return true;
  return begins_[static_cast<unsigned char>(text.front())] && set.find(text) != set.end();
}

}  // namespace stepscope
