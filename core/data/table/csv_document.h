// Comma-separated values (RFC 4180): quoted cells, doubled quotes, newlines in cells, CRLF, LF or CR; also with ; tab | or blanks for the
// comma, and ' for ". Lines that are no rows (a title above the table, a count of rows below it) are set aside and can be told.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

class CsvDocument {
 public:
  // delimiter 0: that of a first line "sep=;", or the one of , ; tab | blank that cuts the first rows best into cells of equal number. Empty
  // lines are left out. Throws Error (Input) with file:line:column: an open quote, text after a closing quote, a row of another length, a
  // zero byte.
  CsvDocument(std::string text, std::string file, char delimiter = 0, const std::atomic<bool>* cancel = nullptr);
  CsvDocument(const CsvDocument&) = delete;
  CsvDocument& operator=(const CsvDocument&) = delete;

  const std::string& file() const { return file_; }
  char delimiter() const { return delimiter_; }
  std::size_t rows() const { return columns_ == 0 ? 0 : cells_.size() / columns_; }
  std::size_t columns() const { return columns_; }
  // Without its quotes; spaces stay.
  std::string_view cell(std::size_t row, std::size_t column) const { return cells_[row * columns_ + column].text; }
  // "houses.csv:12:31", where the cell begins.
  std::string place(std::size_t row, std::size_t column) const { return placeOf(cells_[row * columns_ + column].at); }
  std::size_t line(std::size_t row) const { return lineOf(cells_[row * columns_].at); }

  // A line that is no row of the table.
  struct Aside {
    std::size_t line;
    std::string text;  // shortened
  };
  const std::vector<Aside>& above() const { return above_; }
  const std::vector<Aside>& below() const { return below_; }
  const std::vector<Aside>& comments() const { return comments_; }  // among the rows, with a # in front
  // The first row has a cell less than the others, whose first ones are names of rows: an empty cell stands before it now.
  bool namesRows() const { return namesRows_; }

 private:
  struct Cell {
    std::string_view text;
    std::size_t at;  // in text_
  };

  void skipSeparatorLine(bool take);
  void parse(const std::atomic<bool>* cancel);
  bool parseRow(std::size_t& at);                 // appends its cells; false: there is none at `at`
  std::size_t parseCell(std::size_t at);          // appends the cell that begins at `at`; returns where it ends
  void settle(std::vector<std::size_t>& starts);  // by the first rows: how wide the table is, and where it begins
  void settleHeader(std::vector<std::size_t>& starts, std::size_t width);
  bool isHeaderOver(const std::vector<std::size_t>& starts, std::size_t row) const;  // names alone, above a row with numbers
  bool holdsNames(std::size_t begin, std::size_t end) const;                         // cells that all differ, and none is empty
  bool isRule(std::size_t at) const;                                                 // a line of dashes between header and rows
  bool isComment(std::size_t cell) const;                                            // whether the row that begins with this cell has a # in front
  bool leaveComment(std::size_t begin, std::size_t end);                             // whether these cells were a comment, which is set aside
  Aside asideAt(std::size_t at) const;
  std::size_t lineOf(std::size_t at) const;
  std::string placeOf(std::size_t at) const;

  std::string text_, file_;
  char delimiter_, quote_ = '"';
  std::size_t begin_ = 0;  // of the table in text_
  std::size_t columns_ = 0;
  std::vector<Cell> cells_;
  std::deque<std::string> unescaped_;  // cells with doubled quotes
  std::vector<Aside> above_, below_, comments_;
  bool numbersFirst_ = false;  // the first column is one of numbers
  bool marksFirst_ = false;    // so many rows begin with a # that these are data
  bool namesRows_ = false;
};

// What stands between the cells of a table.
// The one of , ; tab | blank that cuts the first rows best into cells of equal number, two at least. Of two that do it equally well the one
// whose cells are numbers: "1,5;2,5" is two cells. A comma where none does.
char detectDelimiter(std::string_view text, char quote = '"');

// What stands round cells: ", or ' where many cells have one on both sides and none has the other.
char detectQuote(std::string_view text);

// Whether a line is a rule of dashes, as psql, MySQL and Markdown draw it: "----+----", "+---+---+", "|---|:--:|".
bool isRuleOfDashes(std::string_view line);

}  // namespace stepscope
