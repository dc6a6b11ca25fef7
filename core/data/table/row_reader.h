// Reads single rows that a user gives as a model's input: each cell is read, scaled and encoded as the column was in training.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/data/table/table_parts.h"

namespace stepscope {

class TableRowReader {
 public:
  struct Column {
    std::string name;
    std::vector<std::string> categories;  // the texts that training rows have, sorted; empty: numbers or dates
    std::string example;                  // the cell of the first training row
  };

  // Opens the table of the training, and fits medians, means, deviations and categories to its training rows, as openTable() does. Throws Error
  // (Input) as openTable() does; Cancelled soon after spec.cancel became true.
  explicit TableRowReader(const DataSpec& spec);
  ~TableRowReader();

  const std::vector<Column>& columns() const { return columns_; }  // the inputs, in the order of the file
  std::size_t width() const { return width_; }                     // numbers that the model is given

  // `line`: one cell for each input column, in their order, as CSV with commas; a cell with a comma or a quote in it is quoted (RFC 4180). An empty
  // cell of a column of numbers or dates becomes the median. Writes width() numbers. Throws Error (Input): for another number of cells with the names
  // of the columns; naming the column for a text where numbers are, and for a category that no training row has.
  void read(const std::string& line, std::span<float> out) const;

 private:
  struct Fitted;
  std::unique_ptr<const Fitted> fitted_;
  std::vector<Column> columns_;
  std::size_t width_ = 0;
};

// The cells of one line of CSV with commas (RFC 4180), without the blanks around them. Throws Error (Input) naming the cell ("cell 2") if a quote is
// not closed or text follows a closing quote.
std::vector<std::string> csvCells(const std::string& line);
// One line of CSV with these cells, which csvCells() can read again: those with commas, quotes, line breaks or a blank in front are quoted.
std::string csvLine(const std::vector<std::string>& cells);

}  // namespace stepscope
