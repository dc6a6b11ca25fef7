// Numbers as people and programs write them into cells: 1234.5, "1,234.5", 1.234,5, 1 234,5, 1'234.50, 3,5 %, $12.30, 12 kg, (1,000), 12-, <0.5. The
// style of a column is found from all its cells (column_reading.h); then every cell is read in that style only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope {

// Removes blanks around the text, also Unicode blanks that spreadsheets write (no-break, narrow, ideographic, zero-width), and the ="..." with which
// a spreadsheet marks digits as text.
std::string_view trimmedCell(std::string_view cell);

// The number in a cell in the notation of programs (a point, no groups); nothing if it is not a number. Not finite for "inf".
std::optional<double> numberIn(std::string_view cell);

struct NumberStyle {
  char decimal = '.';         // '.' or ','
  std::string before, after;  // "$", "%", "kg": the same in every cell
  bool operator==(const NumberStyle&) const = default;
};
std::optional<double> numberIn(std::string_view cell, const NumberStyle& style);

// How a cell could be read as a number.
struct NumberShape {
  bool point = false, comma = false;  // a number with a decimal point, with a decimal comma
  bool separated = false;             // contains a point, a comma or a group mark
  bool grouped = false;               // contains group marks that cannot be decimal marks: "1,234,567", "1'234", "1.234,5"
  bool leadingZeros = false;          // "00123": only digits, at least two
  bool bound = false;                 // "<0.5": a limit, read as the number itself
  std::string before, after;          // "$", "%", "kg"
};
NumberShape numberShapeOf(std::string_view cell);

}  // namespace stepscope
