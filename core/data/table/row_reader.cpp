#include "core/data/table/row_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/data/table/table_columns.h"

namespace stepscope {

std::vector<std::string> csvCells(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t at = 0;
  const auto skipBlanks = [&] {
    while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
  };
  do {
    std::string& cell = cells.emplace_back();
    skipBlanks();
    if (at < line.size() && line[at] == '"') {
      for (++at; at < line.size() && (line[at] != '"' || (at + 1 < line.size() && line[at + 1] == '"')); ++at) {
        cell += line[at];
        if (line[at] == '"') ++at;
      }
      if (at++ >= line.size())
        throw Error(ErrorKind::Input, fmt::format("cell {}", cells.size()), "its quote is never closed", "Close it, or double a quote inside a cell");
      skipBlanks();
      if (at < line.size() && line[at] != ',')
        throw Error(ErrorKind::Input, fmt::format("cell {}", cells.size()), "text follows its closing quote", "Double a quote inside a cell");
    } else {
      const std::size_t end = std::min(line.find(',', at), line.size());
      cell = line.substr(at, end - at);
      while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t' || cell.back() == '\r' || cell.back() == '\n')) cell.pop_back();
      at = end;
    }
  } while (at++ < line.size());
  return cells;
}

struct TableRowReader::Fitted {
  explicit Fitted(const DataSpec& spec) : parts(openTableParts(spec)) {}
  TableParts parts;
  std::vector<TableColumn> columns;
};

TableRowReader::TableRowReader(const DataSpec& spec) {
  auto fitted = std::make_unique<Fitted>(spec);
  const TableFile& file = fitted->parts.file;
  for (const std::size_t column : file.roles.inputs) {
    throwIfCancelled(spec.cancel);
    const TableColumn& made = fitted->columns.emplace_back(file.table, fitted->parts.reading, column, file.rows);
    width_ += made.width();
    columns_.push_back({made.name(), made.categories(), std::string(file.table.cell(file.rows.front(), column))});
  }
  fitted_ = std::move(fitted);
}

TableRowReader::~TableRowReader() = default;

void TableRowReader::read(const std::string& line, std::span<float> out) const {
  const std::vector<std::string> cells = csvCells(line);
  if (cells.size() != columns_.size()) {
    std::string names;
    for (const Column& column : columns_) names += (names.empty() ? "" : ",") + column.name;
    throw Error(ErrorKind::Input, "", fmt::format("the row has {} cells, and the model takes {}", cells.size(), columns_.size()),
                "Give the input columns in this order, separated by commas: " + names);
  }
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const TableColumn& column = fitted_->columns[c];
    if (!column.encode(cells[c], out.first(column.width())))
      throw Error(ErrorKind::Input, column.name(), fmt::format("no training row has \"{}\" in this column", shownCell(cells[c])),
                  suggestName(cells[c], column.categories()));
    out = out.subspan(column.width());
  }
}

std::string csvLine(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) {
    if (&cell != &cells.front()) line += ',';
    if (cell.find_first_of(",\"\r\n") == std::string::npos && cell.find_first_not_of(' ') != std::string::npos && cell.front() != ' ') {
      line += cell;
      continue;
    }
    if (cell.empty()) continue;
    line += '"';
    for (const char c : cell) line += c == '"' ? std::string("\"\"") : std::string(1, c);
    line += '"';
  }
  return line;
}

}  // namespace stepscope
