// Dates, times and durations in cells, as numbers: 2024-03-05, 05.03.2024, 3/5/2024 14:30, 5-Mar-2024, 2024年3月5日, 14:30, 2024-W10, 36:15:00.
#pragma once

#include <optional>
#include <string_view>

namespace stepscope {

// The date style of a column. "03/05/2024" alone does not show which number is the day, nor "04-07-08" which one is the year. MonthYear: "Dec-23",
// "12/2020", "2017Q1", as their first day. Duration: "36:15:00", "1h 30m", "2 days 03:00:00" (pandas), "PT1H30M" (ISO 8601).
enum class DateStyle { YearFirst, DayFirst, MonthFirst, Compact, TimeOfDay, ShortYearFirst, MonthYear, Duration };
inline constexpr int kUsualFirstYear = 1969;

// Days since 1970-01-01, with a fraction if there is a time; for a time of day or a duration its hours. Nothing if the cell does not have that style.
// A two-digit year is the one in the hundred years from firstShortYear on.
std::optional<double> dateIn(std::string_view cell, DateStyle style, int firstShortYear = kUsualFirstYear);

// The two-digit year in such a date; -1: it has four digits, or it is not such a date.
int shortYearIn(std::string_view cell, DateStyle style);
// Whether a word in it begins like the name of a month.
bool saysMonthByName(std::string_view cell);

}  // namespace stepscope
