// Dates and times in cells, as numbers: 2024-03-05, 05.03.2024, 3/5/2024 14:30, 5-Mar-2024, 2024年3月5日, 14:30.
#pragma once

#include <optional>
#include <string_view>

namespace stepscope {

// How a column writes them. Which of two numbers is the day cannot be told from "03/05/2024" alone.
enum class DateStyle { YearFirst, DayFirst, MonthFirst, Compact, TimeOfDay };

// Days since 1970-01-01, with a fraction where a time is given; hours of a time of day. Nothing where the cell is none in that style.
std::optional<double> dateIn(std::string_view cell, DateStyle style);

}  // namespace stepscope
