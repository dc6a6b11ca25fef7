// Reads numbers from text with a decimal point, whatever the locale (text::exact writes them). strtod, sscanf and std::to_string(double) depend on
// the locale, which a desktop program sets; the test `house` forbids strtod and sscanf in the sources.
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace stepscope {

// The real number at the start of a text, with an optional sign, and the text after it. Nothing if the text does not begin with a number.
struct NumberInFront {
  double value = 0;
  std::string_view rest;
};
inline std::optional<NumberInFront> numberInFront(std::string_view text) {
  const bool plus = text.size() > 1 && text.front() == '+' && text[1] != '-';
  if (plus) text.remove_prefix(1);
  NumberInFront found;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), found.value);
  if (status == std::errc::invalid_argument) return std::nullopt;
  if (status == std::errc::result_out_of_range) found.value = text.front() == '-' ? -HUGE_VAL : HUGE_VAL;
  found.rest = text.substr(static_cast<std::size_t>(end - text.data()));
  return found;
}

}  // namespace stepscope
