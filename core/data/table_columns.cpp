#include "core/data/table_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "core/base/error.h"

namespace stepscope {

namespace {

constexpr std::size_t kMostCategories = 256;
constexpr std::string_view kNoValue = "(empty)";  // the category of an empty cell in a column of texts

std::string_view trimmed(std::string_view text) {
  const auto isSpace = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
  return text;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string shown;
  for (const char c : text.substr(0, kLongest)) shown += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return text.size() > kLongest ? shown + "..." : shown;
}

std::string categoryIn(std::string_view cell) {
  return std::string(isMissing(cell) ? kNoValue : trimmed(cell));
}

}  // namespace

bool isMissing(std::string_view cell) {
  static constexpr std::string_view kNames[] = {"", "NA", "N/A", "n/a", "NaN", "nan", "NAN", "null", "NULL", "None", "?"};
  return std::find(std::begin(kNames), std::end(kNames), trimmed(cell)) != std::end(kNames);
}

std::optional<double> numberIn(std::string_view cell) {
  std::string_view text = trimmed(cell);
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (rest != text.data() + text.size() || text.empty()) return std::nullopt;
  if (status == std::errc::result_out_of_range) return HUGE_VAL;
  if (status != std::errc() || std::isnan(value)) return std::nullopt;
  return value;
}

Table tableOf(const CsvDocument& document, const std::string& header) {
  Table table;
  table.document = &document;
  bool named = header == "yes";
  if (header == "auto" && document.rows() > 0) {
    named = true;
    for (std::size_t c = 0; c < document.columns(); ++c) named = named && !isMissing(document.cell(0, c)) && !numberIn(document.cell(0, c));
  }
  table.headerRows = named && document.rows() > 0 ? 1 : 0;
  std::set<std::string> seen;
  for (std::size_t c = 0; c < document.columns(); ++c) {
    std::string name = table.headerRows ? std::string(trimmed(document.cell(0, c))) : std::to_string(c + 1);
    if (name.empty()) name = std::to_string(c + 1);
    if (!seen.insert(name).second)
      throw Error(ErrorKind::Input, document.place(0, c), fmt::format("there are two columns \"{}\"", shortened(name)),
                  "Rename one of them, or set data.header = \"no\" if the first row is no header");
    table.names.push_back(std::move(name));
  }
  return table;
}

TableColumn::TableColumn(const Table& table, std::size_t column, std::span<const std::size_t> rows) : name_(table.names[column]) {
  std::vector<double> values;
  values.reserve(rows.size());
  std::size_t given = 0;
  const std::size_t* firstText = nullptr;
  for (const std::size_t& row : rows) {
    const std::string_view cell = table.cell(row, column);
    if (isMissing(cell)) {
      ++missing_;
      continue;
    }
    ++given;
    const std::optional<double> value = numberIn(cell);
    if (!value) {
      if (!firstText) firstText = &row;
    } else if (!std::isfinite(*value)) {
      throw Error(ErrorKind::Input, table.place(row, column), fmt::format("the value {} of \"{}\" is infinite", shortened(cell), name_),
                  "Mend the cell, or leave it empty");
    } else {
      values.push_back(*value);
    }
  }
  if (!firstText) {
    fitNumbers(std::move(values));
    if (!std::isfinite(median_) || !std::isfinite(mean_) || !std::isfinite(deviation_))
      throw Error(ErrorKind::Input, table.document->file(),
                  fmt::format("the values of the column \"{}\" are so large that their deviation cannot be computed", name_),
                  "Mend the cells, or name the column in data.ignore");
    return;
  }
  if (values.size() * 10 >= given * 9) {
    throw Error(ErrorKind::Input, table.place(*firstText, column),
                fmt::format("\"{}\" is not a number, while {} of the {} values of the column \"{}\" are",
                            shortened(table.cell(*firstText, column)), values.size(), given, name_),
                "Mend the cell, leave it empty, or name the column in data.ignore");
  }
  fitTexts(table, column, rows);
}

void TableColumn::fitNumbers(std::vector<double> values) {
  if (values.empty()) return;  // a column without a value: zeros, which the model cannot use and which do no harm
  const std::size_t middle = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle), values.end());
  median_ = values[middle];
  if (values.size() % 2 == 0)
    median_ = (median_ + *std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle))) / 2;
  // Of the column as the model sees it, with the median in the empty cells.
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
    if (seen.size() > kMostCategories)
      throw Error(ErrorKind::Input, table.place(row, column),
                  fmt::format("the column \"{}\" has more than {} different texts, too many for one input each", name_, kMostCategories),
                  fmt::format("Leave it out: data.ignore = [\"{}\"]", name_));
  }
  categories_.assign(seen.begin(), seen.end());
}

bool TableColumn::encode(const Table& table, std::size_t row, std::size_t column, std::span<float> out) const {
  const std::string_view cell = table.cell(row, column);
  if (!numeric()) {
    std::fill(out.begin(), out.end(), 0.0f);
    const auto found = std::lower_bound(categories_.begin(), categories_.end(), categoryIn(cell));
    if (found == categories_.end() || *found != categoryIn(cell)) return false;
    out[static_cast<std::size_t>(found - categories_.begin())] = 1.0f;
    return true;
  }
  double value = median_;
  if (!isMissing(cell)) {
    const std::optional<double> number = numberIn(cell);
    if (!number || !std::isfinite(*number))
      throw Error(
          ErrorKind::Input, table.place(row, column),
          fmt::format("\"{}\" is not a number, while every value of the column \"{}\" in the training rows is", shortened(cell), name_),
          "Mend the cell, leave it empty, or name the column in data.ignore");
    value = *number;
  }
  out[0] = static_cast<float>((value - mean_) / deviation_);
  if (!std::isfinite(out[0]))
    throw Error(ErrorKind::Input, table.place(row, column),
                fmt::format("\"{}\" is too far from the other values of the column \"{}\"", shortened(cell), name_),
                "Mend the cell, or leave it empty");
  return true;
}

}  // namespace stepscope
