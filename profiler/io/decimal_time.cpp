#include "profiler/io/decimal_time.h"

namespace stepscope {
namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isSpace(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

}  // namespace

std::optional<std::int64_t> nanosecondsOf(std::string_view text) {
  while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  const char* at = text.data();
  const char* const end = at + text.size();
  const bool negative = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) ++at;

  // value = digits * 10^exponent nanoseconds; digits beyond 19 are counted, not kept.
  std::uint64_t digits = 0;
  int kept = 0, exponent = 3;
  bool any = false;
  const auto take = [&](char c, bool fraction) {
    any = true;
    if (kept < 19) {
      digits = digits * 10 + static_cast<std::uint64_t>(c - '0');
      if (digits != 0) ++kept;
      if (fraction) --exponent;
    } else if (!fraction) {
      ++exponent;
    }
  };
  for (; at < end && isDigit(*at); ++at) take(*at, false);
  if (at < end && *at == '.')
    for (++at; at < end && isDigit(*at); ++at) take(*at, true);
  if (!any) return std::nullopt;
  if (at < end && (*at == 'e' || *at == 'E')) {
    ++at;
    const bool minus = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) ++at;
    if (at == end) return std::nullopt;
    int power = 0;
    for (; at < end && isDigit(*at); ++at)
      if (power < 10'000) power = power * 10 + (*at - '0');
    exponent += minus ? -power : power;
  }
  if (at != end) return std::nullopt;

  for (; exponent > 0 && digits != 0; --exponent)
    if (__builtin_mul_overflow(digits, std::uint64_t{10}, &digits)) return std::nullopt;
  bool up = false;
  for (; exponent < 0 && (digits != 0 || up); ++exponent) {
    up = digits % 10 >= 5;
    digits /= 10;
  }
  digits += up ? 1 : 0;
  if (digits > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
  return negative ? -static_cast<std::int64_t>(digits) : static_cast<std::int64_t>(digits);
}

}  // namespace stepscope
