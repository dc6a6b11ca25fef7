#include "core/data/table/column_evidence.h"

#include <algorithm>

#include "core/base/cancelled.h"
#include "core/data/table/column_reading.h"

namespace stepscope {
namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

// Whether a number looks like one that programs write for "not measured": only nines, at least three, or two after a minus sign (-99, 999, 9999.0).
bool looksLikeSentinel(std::string_view text) {
  if (const std::size_t point = text.find('.'); point != std::string_view::npos && text.find_first_not_of("09", point + 1) == std::string_view::npos)
    text = text.substr(0, point);
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  return text.size() >= (negative ? 2U : 3U) && text.size() <= 8 && text.find_first_not_of('9') == std::string_view::npos;
}

bool isPower(std::string_view text) {
  const std::size_t at = text.find('E');
  const auto digits = [](std::string_view part) { return !part.empty() && std::all_of(part.begin(), part.end(), isDigit); };
  return at != std::string_view::npos && digits(text.substr(0, at)) && digits(text.substr(at + 1));
}

// Whether a text is a time span in ISO 8601: "PT1H20M", "P3D".
bool isTimeSpan(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (!text.starts_with('P')) return false;
  text.remove_prefix(text.starts_with("PT") ? 2 : 1);
  return text.size() >= 2 && isDigit(text.front()) && text.find_first_not_of("0123456789.,TYMWDHS") == std::string_view::npos;
}

// Whether a text begins with digits, perhaps after a few signs, or is a time span: "6'3\"", "10x20 cm", "12-15".
bool beginsWithFigures(std::string_view text) {
  constexpr std::size_t kLongestSigns = 6;  // bytes
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '#' || c == '_' || c == '/'; };
  std::size_t at = 0;
  while (at < text.size() && at < kLongestSigns && !isDigit(text[at]) && !letter(text[at])) ++at;
  return (at < text.size() && isDigit(text[at])) || isTimeSpan(text);
}

void countNumber(Evidence& e, std::string_view text, const NumberShape& shape, std::size_t row) {
  ++e.numbers;
  const bool hasPoint = text.find('.') != std::string_view::npos;
  if (shape.separated && shape.point != shape.comma) {
    ++(shape.point ? e.pointOnly : e.commaOnly);
  } else if (shape.separated && (hasPoint || text.find(',') != std::string_view::npos)) {
    ++(hasPoint ? e.eitherPoint : e.eitherComma);
  }
  e.grouped = e.grouped || shape.grouped;
  e.codes += shape.leadingZeros ? 1 : 0;
  if (shape.bound) {
    ++e.bounds;
    e.differentBounds.insert(text);
  }
  e.spans += !shape.after.empty() && dateIn(text, DateStyle::Duration) ? 1 : 0;
  if (text.size() > 2 && looksLikeSentinel(text)) ++e.sentinels[text];
  e.powers += isPower(text) ? 1 : 0;
  const auto same =
      std::find_if(e.affixes.begin(), e.affixes.end(), [&](const Affixes& a) { return a.before == shape.before && a.after == shape.after; });
  constexpr std::size_t kMostKept = 8;
  if (same != e.affixes.end()) ++same->count;
  else if (e.affixes.size() < kMostKept) e.affixes.push_back({shape.before, shape.after, 1, row});
}

void countOther(Evidence& e, std::string_view text, std::size_t row) {
  if (e.others++ == 0) e.firstOther = row;
  e.figured += beginsWithFigures(text) ? 1 : 0;
  constexpr std::size_t kLongestDate = 60;
  bool date = false, asFirst = e.firstDate == Evidence::kNone;
  if (text.size() <= kLongestDate && text.find_first_of("0123456789") != std::string_view::npos)
    for (std::size_t s = 0; s < kDateStyles.size(); ++s)
      if (dateIn(text, kDateStyles[s])) {
        asFirst = asFirst || e.dates[s] == e.dateCells;  // all dates so far are valid in this style
        ++e.dates[s];
        date = true;
      }
  if (!date) {
    if (e.placeholders.size() < kMostMarks + 1 || e.placeholders.contains(text)) ++e.placeholders[text];
    return;
  }
  if (e.firstDate == Evidence::kNone) e.firstDate = row;
  if (!asFirst && e.otherDate == Evidence::kNone) e.otherDate = row;
  ++e.dateCells;
  if (e.twoParts == Evidence::kNone && std::count(text.begin(), text.end(), ':') == 1 &&
      text.find_first_not_of("0123456789:") == std::string_view::npos)
    e.twoParts = row;
  if (text.starts_with("9999-") || text.find("31.12.9999") == 0 || text.find("12/31/9999") == 0 || text.find("31/12/9999") == 0) ++e.farDates[text];
  e.namedMonths += saysMonthByName(text) ? 1 : 0;
  e.slashes = e.slashes || text.find('/') != std::string_view::npos;
  e.dashes = e.dashes || text.find('-') != std::string_view::npos;
}

}  // namespace

const Affixes* Evidence::usual() const {
  const auto most = std::max_element(affixes.begin(), affixes.end(), [](const Affixes& a, const Affixes& b) { return a.count < b.count; });
  return most == affixes.end() ? nullptr : &*most;
}

std::int64_t Evidence::mostDates() const {
  return *std::max_element(dates.begin(), dates.end());
}

void addMark(std::vector<std::string>& marks, std::string_view mark) {
  constexpr std::size_t kTold = 5;
  if (!mark.empty() && marks.size() < kTold && std::find(marks.begin(), marks.end(), mark) == marks.end()) marks.emplace_back(mark);
}

Evidence evidenceOf(const Table& table, std::size_t column, const MissingMarks& marks, const std::vector<std::string>& own,
                    const std::atomic<bool>* cancel) {
  Evidence e;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (row % 4096 == 0) throwIfCancelled(cancel);
    const std::string_view text = trimmedCell(table.cell(row, column));
    if (marks.always(text)) {
      ++e.missing;
      addMark(e.marks, text);
      continue;
    }
    ++e.given;
    if (static_cast<std::int64_t>(e.different.size()) < kMostDifferent) e.different.insert(text);
    if (marks.amongNumbers(text) || (!own.empty() && std::find(own.begin(), own.end(), text) != own.end())) {
      ++e.marked;
      addMark(e.numberMarks, text);
      continue;
    }
    if (e.example.empty()) e.example = text;
    e.shortest = std::min(e.shortest, text.size());
    e.longest = std::max(e.longest, text.size());
    const NumberShape shape = numberShapeOf(text);
    if (!shape.point && !shape.comma) {
      countOther(e, text, row);
      continue;
    }
    countNumber(e, text, shape, row);
    if (text.size() == 8 && !shape.separated && dateIn(text, DateStyle::Compact)) ++e.compactDates;
  }
  return e;
}

}  // namespace stepscope
