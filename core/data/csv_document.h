// Comma-separated values (RFC 4180): quoted cells, doubled quotes, newlines in cells, CRLF, LF or CR; also with ; tab or | for the comma.
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
  // delimiter 0: the one of , ; tab | that cuts the first rows into the most columns of equal number. Empty lines are left out. Throws
  // Error (Input) with file:line:column: an open quote, text after a closing quote, a row of another length, a zero byte.
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

 private:
  struct Cell {
    std::string_view text;
    std::size_t at;  // in text_
  };

  void parse(const std::atomic<bool>* cancel);
  std::size_t parseCell(std::size_t at);  // appends the cell that begins at `at`; returns where it ends
  std::string placeOf(std::size_t at) const;

  std::string text_, file_;
  char delimiter_;
  std::size_t columns_ = 0;
  std::vector<Cell> cells_;
  std::deque<std::string> unescaped_;  // cells with doubled quotes
};

}  // namespace stepscope
