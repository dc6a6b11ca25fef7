// Comma-separated values (RFC 4180): quoted cells, doubled quotes, newlines in cells, CRLF, LF or CR; also with ; tab | or blanks instead of the
// comma, and ' instead of ". Lines that are not rows (a title above the table, a row count below it) are kept separately and can be reported.
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
  // `delimiter` 0: the one in a first line "sep=;", or else detectDelimiter(). Empty lines are skipped. Throws Error (Input) with file:line:column
  // for a quote that is not closed, text after a closing quote, a row with another number of cells, or a zero byte.
  CsvDocument(std::string text, std::string file, char delimiter = 0, const std::atomic<bool>* cancel = nullptr);
  CsvDocument(const CsvDocument&) = delete;
  CsvDocument& operator=(const CsvDocument&) = delete;

  const std::string& file() const { return file_; }
  char delimiter() const { return delimiter_; }
  std::size_t rows() const { return columns_ == 0 ? 0 : cells_.size() / columns_; }
  std::size_t columns() const { return columns_; }
  // The text of a cell without its quotes; blanks are kept.
  std::string_view cell(std::size_t row, std::size_t column) const { return cells_[row * columns_ + column].text; }
  // "houses.csv:12:31", the beginning of the cell.
  std::string place(std::size_t row, std::size_t column) const { return placeOf(cells_[row * columns_ + column].at); }
  std::size_t line(std::size_t row) const { return lineOf(cells_[row * columns_].at); }
  std::vector<std::size_t> lines() const;  // of every row, in one pass over the text

  // A line that is not a row of the table.
  struct Aside {
    std::size_t line;
    std::string text;  // shortened
  };
  const std::vector<Aside>& above() const { return above_; }
  const std::vector<Aside>& below() const { return below_; }
  const std::vector<Aside>& comments() const { return comments_; }  // between the rows, with a # in front
  // Whether the first row had one cell less than the others, whose first cells are row names. An empty cell was inserted before it.
  bool namesRows() const { return namesRows_; }

 private:
  struct Cell {
    std::string_view text;
    std::size_t at;  // in text_
  };

  void skipSeparatorLine(bool take);
  void parse(const std::atomic<bool>* cancel);
  bool parseRow(std::size_t& at);                 // appends its cells; false: there is no row at `at`
  std::size_t parseCell(std::size_t at);          // appends the cell that begins at `at`; returns where it ends
  void settle(std::vector<std::size_t>& starts);  // decides by the first rows how many columns the table has, and where it begins
  void settleHeader(std::vector<std::size_t>& starts, std::size_t width);
  bool isHeaderOver(const std::vector<std::size_t>& starts, std::size_t row) const;  // whether it has only names, above a row with numbers
  bool holdsNames(std::size_t begin, std::size_t end) const;                         // whether these cells all differ and none is empty
  bool isRule(std::size_t at) const;                                                 // whether a line of dashes begins at `at`
  bool isComment(std::size_t cell) const;                                            // whether the row that begins with this cell begins with #
  bool leaveComment(std::size_t begin, std::size_t end);                             // whether these cells are a comment; keeps it separately
  Aside asideAt(std::size_t at) const;
  std::size_t lineOf(std::size_t at) const;
  std::string placeOf(std::size_t at) const;

  std::string text_, file_;
  char delimiter_, quote_ = '"';
  std::size_t begin_ = 0;  // begin of the table in text_
  std::size_t columns_ = 0;
  std::vector<Cell> cells_;
  std::deque<std::string> unescaped_;  // cells with doubled quotes
  std::vector<Aside> above_, below_, comments_;
  bool numbersFirst_ = false;  // the first column contains numbers
  bool marksFirst_ = false;    // many rows begin with a #, so these are data
  bool namesRows_ = false;
};

// The delimiter of a table: the one of , ; tab | with which at least 60 % of the first rows have equally many cells, two or more. If two are equally
// good, the one whose cells are numbers: "1,5;2,5" is two cells. If none fits: a blank if at most one row differs and the cells have many numbers; or
// one of \x01 \x1F ^ ~ if no row differs; else the one of , ; tab | that gives the first row most cells; a comma if none cuts it.
char detectDelimiter(std::string_view text, char quote = '"');

// The quote character: ", or ' if many cells have one on both sides and none has ".
char detectQuote(std::string_view text);

// Whether a line is a rule of dashes, as drawn by psql, MySQL and Markdown: "----+----", "+---+---+", "|---|:--:|".
bool isRuleOfDashes(std::string_view line);

}  // namespace stepscope
