// Dates and times in cells, as numbers: 2024-03-05, 05.03.2024, 3/5/2024 14:30, 5-Mar-2024, 2024年3月5日, 14:30.
#pragma once

#include <optional>
#include <string_view>

namespace stepscope {

// How a column writes them. Which of two numbers is the day cannot be told from "03/05/2024" alone, nor which of three from "04-07-08".
// MonthYear: "Dec-23", "12/2020", "2017Q1", as their first day.
enum class DateStyle { YearFirst, DayFirst, MonthFirst, Compact, TimeOfDay, ShortYearFirst, MonthYear };
inline constexpr int kUsualFirstYear = 1969;

// Days since 1970-01-01, with a fraction where a time is given; hours of a time of day. Nothing where the cell is none in that style. A year
// of two digits is the one that they stand for in the hundred years from firstShortYear on.
std::optional<double> dateIn(std::string_view cell, DateStyle style, int firstShortYear = kUsualFirstYear);

// The two digits that stand for the year in such a date; -1: it has four, or is none.
int shortYearIn(std::string_view cell, DateStyle style);
// Whether a word in it begins as the name of a month does.
bool saysMonthByName(std::string_view cell);

}  // namespace stepscope
