// Numbers as people and programs write them into cells: 1234.5, "1,234.5", 1.234,5, 1 234,5, 1'234.50, 3,5 %, $12.30, 12 kg, (1,000), 12-, <0.5. How
// a column writes them is found from all its cells (column_reading.h); a cell is then read in that style alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope {

// Without blanks around it, also those of Unicode that spreadsheets write (no-break, narrow, ideographic, of no width), and without the
// ="..." by which a spreadsheet is told that figures are a text.
std::string_view trimmedCell(std::string_view cell);

// The number in a cell that is written as programs write it (a point, no groups); nothing when it is none. Not finite for "inf".
std::optional<double> numberIn(std::string_view cell);

struct NumberStyle {
  char decimal = '.';         // '.' or ','
  std::string before, after;  // "$", "%", "kg": the same in every cell
  bool operator==(const NumberStyle&) const = default;
};
std::optional<double> numberIn(std::string_view cell, const NumberStyle& style);

// What a cell could be as a number.
struct NumberShape {
  bool point = false, comma = false;  // it is one with a decimal point, with a decimal comma
  bool separated = false;             // it has a point, a comma or a mark between groups of digits
  bool grouped = false;               // it has groups of digits that can be nothing else: "1,234,567", "1'234", "1.234,5"
  bool leadingZeros = false;          // "00123": digits alone, two at least
  bool bound = false;                 // "<0.5": a limit, read as it stands
  std::string before, after;          // "$", "%", "kg"
};
NumberShape numberShapeOf(std::string_view cell);

}  // namespace stepscope
