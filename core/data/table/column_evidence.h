// Counts of the cells of a column, from which column_reading.h decides how the column is read. Private to core/data/table.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/data/cell_numbers.h"
#include "core/data/table/cell_dates.h"
#include "core/data/table/table_layout.h"

namespace stepscope {

// Of two styles that fit as many cells the first one is used.
inline constexpr std::array<DateStyle, 7> kDateStyles = {DateStyle::YearFirst,      DateStyle::DayFirst,  DateStyle::MonthFirst, DateStyle::TimeOfDay,
                                                         DateStyle::ShortYearFirst, DateStyle::MonthYear, DateStyle::Duration};
inline constexpr std::size_t kTimesOfDay = 3, kDurations = 6;
inline constexpr std::size_t kMostMarks = 2;  // most marks of its own that a column may have; more different texts are words

struct Affixes {
  std::string before, after;
  std::int64_t count = 0;
  std::size_t first = 0;  // row
};

struct Evidence {
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::int64_t given = 0, missing = 0, marked = 0;  // marked: marks that count only among numbers
  std::int64_t numbers = 0, pointOnly = 0, commaOnly = 0, eitherPoint = 0, eitherComma = 0;
  std::int64_t codes = 0;   // only digits, with a leading zero
  std::int64_t powers = 0;  // "29E25": digits, an E, digits
  std::int64_t bounds = 0;  // "<0.5"
  std::unordered_set<std::string_view> differentBounds;
  bool grouped = false;
  std::vector<Affixes> affixes;
  std::int64_t others = 0;                                // neither missing nor a number; includes dates
  std::map<std::string_view, std::int64_t> placeholders;  // texts that are not dates: the first few
  std::map<std::string_view, std::int64_t> sentinels;     // -9999 and the like
  std::map<std::string_view, std::int64_t> farDates;      // 9999-12-31 and the like
  std::int64_t figured = 0;                               // the part of `others` that begins with digits or is a time span
  std::size_t firstOther = kNone;
  std::array<std::int64_t, kDateStyles.size()> dates{};
  std::int64_t dateCells = 0, compactDates = 0, namedMonths = 0;
  std::int64_t spans = 0;                            // the part of numbers with a unit of time: "90 min"
  std::size_t twoParts = kNone;                      // the first row with a time such as "45:30"
  std::size_t firstDate = kNone, otherDate = kNone;  // otherDate: the first one in a style that firstDate does not have
  bool slashes = false, dashes = false;
  std::size_t shortest = std::string_view::npos, longest = 0;
  std::unordered_set<std::string_view> different;  // up to kMostDifferent
  std::vector<std::string> marks, numberMarks;
  std::string example;

  std::int64_t values() const { return given - marked; }
  const Affixes* usual() const;
  std::int64_t mostDates() const;
  // The number of cells that are durations. If all are numbers with the same unit, none is: "90 min" is the number 90 in min.
  std::int64_t durations() const { return dates[kDurations] + (others > 0 || affixes.size() > 1 ? spans : 0); }
};

// `own`: additional marks for a missing value in this column.
Evidence evidenceOf(const Table& table, std::size_t column, const MissingMarks& marks, const std::vector<std::string>& own,
                    const std::atomic<bool>* cancel);

void addMark(std::vector<std::string>& marks, std::string_view mark);

}  // namespace stepscope
