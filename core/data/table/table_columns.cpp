#include "core/data/table/table_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/error.h"

namespace stepscope {

namespace {

constexpr std::string_view kNoValue = "(empty)";  // the category of an empty cell in a text column

const char* valueWord(const ColumnReading& reading) {
  return reading.kind == ColumnKind::Date ? "date" : "number";
}

}  // namespace

std::string shownCell(std::string_view cell) {
  constexpr std::size_t kLongest = 40;
  std::size_t length = std::min(cell.size(), kLongest);
  while (length < cell.size() && length > 0 && (static_cast<unsigned char>(cell[length]) & 0xC0U) == 0x80U) --length;
  std::string shown;
  for (const char c : cell.substr(0, length)) shown += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return length < cell.size() ? shown + "..." : shown;
}

void throwOdd(const Table& table, const ColumnReading& reading, std::size_t column, const char* what, const std::string& cure) {
  const std::int64_t given = reading.rows - reading.missing;
  throw Error(ErrorKind::Input, table.place(reading.odd, column),
              fmt::format("\"{}\" is not a {}, while {} of the {} values of the {} \"{}\" are", shownCell(table.cell(reading.odd, column)),
                          valueWord(reading), given - static_cast<std::int64_t>(reading.oddCount), given, what, table.names[column]),
              cure);
}

TableColumn::TableColumn(const Table& table, const TableReading& reading, std::size_t column, std::span<const std::size_t> rows)
    : name_(table.names[column]), reading_(reading), read_(column) {
  const ColumnReading& own = reading.columns[column];
  if (own.kind != ColumnKind::Number && own.kind != ColumnKind::Date) {
    for (const std::size_t row : rows) missing_ += reading.missing(column, table.cell(row, column)) ? 1 : 0;
    fitTexts(table, column, rows);
    return;
  }
  if (own.odd != ColumnReading::kNone)
    throwOdd(table, own, column, "column", "Correct the cell, leave it empty, add it to data.missing, or name the column in data.ignore");
  std::vector<double> values;
  values.reserve(rows.size());
  for (const std::size_t row : rows) {
    const std::string_view cell = table.cell(row, column);
    if (reading.missing(column, cell)) {
      ++missing_;
      continue;
    }
    const double value = valueIn(cell, reading, {&table, row, column});
    if (!std::isfinite(value))
      throw Error(ErrorKind::Input, table.place(row, column), fmt::format("the value {} of \"{}\" is infinite", shownCell(cell), name_),
                  "Correct the cell, or leave it empty");
    values.push_back(value);
  }
  fitNumbers(std::move(values));
  if (!std::isfinite(median_) || !std::isfinite(mean_) || !std::isfinite(deviation_))
    throw Error(ErrorKind::Input, table.document->file(),
                fmt::format("the values of the column \"{}\" are so large that their deviation cannot be computed", name_),
                "Correct the cells, or name the column in data.ignore");
}

double TableColumn::valueIn(std::string_view cell, const TableReading& reading, const Place& place) const {
  const auto value = reading.value(read_, cell);
  if (value) return *value;
  throw Error(ErrorKind::Input, textOf(place),
              fmt::format("\"{}\" is not a {}, while every value of the column \"{}\" in the training rows is", shownCell(cell),
                          valueWord(reading_.columns[read_]), name_),
              "Correct the cell, leave it empty, add it to data.missing, or name the column in data.ignore");
}

std::string TableColumn::categoryIn(std::string_view cell) const {
  return std::string(reading_.missing(read_, cell) ? kNoValue : trimmedCell(cell));
}

void TableColumn::fitNumbers(std::vector<double> values) {
  if (values.empty()) return;  // a column without values: zeros, which the model cannot use and which do no harm
  const std::size_t middle = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle), values.end());
  median_ = values[middle];
  if (values.size() % 2 == 0) median_ = (median_ + *std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle))) / 2;
  // Mean and deviation of the model's input, with the median in the empty cells.
  const double count = static_cast<double>(values.size()) + static_cast<double>(missing_);
  double sum = median_ * static_cast<double>(missing_);
  for (const double value : values) sum += value;
  mean_ = sum / count;
  double squares = (median_ - mean_) * (median_ - mean_) * static_cast<double>(missing_);
  for (const double value : values) squares += (value - mean_) * (value - mean_);
  deviation_ = std::sqrt(squares / count);
  if (!(deviation_ > 0)) deviation_ = 1;
}

void TableColumn::fitTexts(const Table& table, std::size_t column, std::span<const std::size_t> rows) {
  std::set<std::string> seen;
  for (const std::size_t row : rows) {
    seen.insert(categoryIn(table.cell(row, column)));
    if (static_cast<std::int64_t>(seen.size()) > kMostCategories)
      throw Error(ErrorKind::Input, table.place(row, column),
                  fmt::format("the column \"{}\" has more than {} different texts, too many for one input each", name_, kMostCategories),
                  fmt::format("Leave it out: data.ignore = [\"{}\"]", name_));
  }
  categories_.assign(seen.begin(), seen.end());
}

bool TableColumn::encode(std::string_view cell, const TableReading& reading, const Place& place, std::span<float> out) const {
  if (!numeric()) {
    std::fill(out.begin(), out.end(), 0.0f);
    const std::string category = categoryIn(cell);
    const auto found = std::lower_bound(categories_.begin(), categories_.end(), category);
    if (found == categories_.end() || *found != category) return false;
    out[static_cast<std::size_t>(found - categories_.begin())] = 1.0f;
    return true;
  }
  const double value = reading.missing(read_, cell) ? median_ : valueIn(cell, reading, place);
  out[0] = static_cast<float>((value - mean_) / deviation_);
  if (!std::isfinite(out[0]))
    throw Error(ErrorKind::Input, textOf(place), fmt::format("\"{}\" is too far from the other values of the column \"{}\"", shownCell(cell), name_),
                "Correct the cell, or leave it empty");
  return true;
}

}  // namespace stepscope
