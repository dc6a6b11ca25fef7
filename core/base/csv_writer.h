// Comma-separated values as in RFC 4180: fields with a comma, a quote or a line end are quoted, rows end with CR LF. Numbers keep their exact value
// and always have a decimal point, whatever the locale.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <ostream>
#include <string_view>

namespace stepscope {

class CsvWriter {
 public:
  explicit CsvWriter(std::ostream& out) : out_(out) {}

  CsvWriter& field(std::string_view text) {
    separate();
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
      out_ << text;
      return *this;
    }
    out_ << '"';
    for (const char c : text) {
      if (c == '"') out_ << '"';
      out_ << c;
    }
    out_ << '"';
    return *this;
  }
  CsvWriter& field(const char* text) { return field(std::string_view(text)); }
  // Writes an empty field if `value` is not finite.
  CsvWriter& field(double value) {
    separate();
    return std::isfinite(value) ? number(value) : *this;
  }
  template <std::integral Integer>
  CsvWriter& field(Integer value) {
    separate();
    return number(value);
  }
  void endRow() {
    out_ << "\r\n";
    first_ = true;
  }
  template <typename... Fields>
  void row(const Fields&... fields) {
    (field(fields), ...);
    endRow();
  }

 private:
  void separate() {
    if (!first_) out_ << ',';
    first_ = false;
  }
  template <typename Number>
  CsvWriter& number(Number value) {
    char digits[32];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
    out_ << std::string_view(digits, static_cast<std::size_t>(end - digits));
    return *this;
  }

  std::ostream& out_;
  bool first_ = true;
};

}  // namespace stepscope
