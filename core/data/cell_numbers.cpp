#include "core/data/cell_numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace stepscope {
namespace {

// The last two have no width: the zero-width space, which web pages put into cells, and a byte order mark inside a text.
constexpr std::array<std::string_view, 7> kBlanks = {" ", "\t", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89", "\xE2\x80\x8B", "\xEF\xBB\xBF"};
constexpr std::string_view kWideBlank = "\xE3\x80\x80";  // ideographic
// Minus signs besides the hyphen: U+2212, and the en dash of text processors.
constexpr std::array<std::string_view, 3> kMinuses = {"-", "\xE2\x88\x92", "\xE2\x80\x93"};
// "<0.5": a detection limit.
constexpr std::array<std::string_view, 8> kBounds = {"<=", ">=", "<", ">", "\xE2\x89\xA4", "\xE2\x89\xA5", "~", "\xE2\x89\x88"};
// Separators between groups of three digits, besides the point and the comma.
constexpr std::array<std::string_view, 6> kGroupMarks = {" ", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89", "'", "\xE2\x80\x99"};
// They stand before or after an amount. isCurrency() also accepts one to three capitals and a $ ("NT$").
constexpr std::array kCurrencies = std::to_array<std::string_view>(
    {"$",   "€",   "£",   "¥",   "￥",  "₹",   "₽", "₩",   "₺",   "₪",   "₫",   "฿",    "₴",   "₸",   "₱",   "₦",   "₡",   "₲",   "₵",   "₾",
     "元",  "円",  "圓",  "USD", "EUR", "CHF", "GBP", "CNY", "JPY", "RMB", "INR", "SEK",  "NOK", "DKK", "AUD", "CAD", "BRL", "PLN", "CZK", "HUF",
     "RON", "BGN", "RUB", "UAH", "KZT", "TRY", "TWD", "HKD", "SGD", "KRW", "THB", "IDR",  "MYR", "PHP", "VND", "MXN", "ARS", "CLP", "COP", "ZAR",
     "ILS", "AED", "SAR", "EGP", "NZD", "ISK", "kr",  "kr.", "Kr.", "zł",  "Kč",  "руб.", "Rs.", "Rp.", "S/",  "S/.", "Fr.", "DM"});
constexpr std::size_t kLongestUnit = 12;  // bytes

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool dropFront(std::string_view& text, std::string_view part) {
  if (!text.starts_with(part)) return false;
  text.remove_prefix(part.size());
  return true;
}

bool isCurrency(std::string_view text) {
  if (text == "\\") return true;  // the yen sign in Shift JIS
  if (text.size() > 1 && text.size() <= 4 && text.back() == '$')
    return std::all_of(text.begin(), text.end() - 1, [](char c) { return c >= 'A' && c <= 'Z'; });
  return std::find(kCurrencies.begin(), kCurrencies.end(), text) != kCurrencies.end();
}

// Whether the text is empty, a percent sign, a currency or a unit. A unit has letters, signs outside of ASCII, slashes and powers ("m2", "m^2"), no
// blanks, and digits only at its end or after a slash ("l/100km").
bool isUnit(std::string_view text) {
  if (text.empty() || text == "%" || text == "\xE2\x80\xB0" || text == "\xEF\xBC\x85" || isCurrency(text)) return true;
  if (text.size() > kLongestUnit || (text.size() == 2 && text[0] == 'Q')) return false;  // "2017Q1" is a date
  if (text.size() > 2 && text.back() == '.') text.remove_suffix(1);                      // "шт."
  bool letter = false, power = false, divided = false;                                   // "m2": the digit is the last character
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool one = byte >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (power && !divided) return false;
    letter = letter || one;
    power = isDigit(c);
    divided = c == '/' || (divided && power);
    if (!one && c != '/' && c != '^' && !(letter && power)) return false;
  }
  return letter;
}

bool dropMinus(std::string_view& text) {
  return std::any_of(kMinuses.begin(), kMinuses.end(), [&](std::string_view minus) { return dropFront(text, minus); });
}

// Full-width digits and signs of Chinese and Japanese input (U+FF01 to U+FF3F) as ASCII.
std::string_view narrowed(std::string_view text, std::string& kept) {
  constexpr std::string_view kWide = "\xEF\xBC";
  if (text.find(kWide) == std::string_view::npos) return text;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at).starts_with(kWide) && at + 2 < text.size()) {
      kept += static_cast<char>(static_cast<unsigned char>(text[at + 2]) - 0x60);
      at += 2;
    } else {
      kept += text[at];
    }
  }
  return kept;
}

// A cell cut into the text before the number, the digits with their marks, and the text after them.
struct Parts {
  bool valid = false, negative = false, bound = false;
  std::string_view before, figures, after;
};

bool isFigure(std::string_view text, std::size_t at, std::size_t& length) {
  length = 1;
  if (isDigit(text[at]) || text[at] == '.' || text[at] == ',') return true;
  // A group mark counts only between two digits.
  if (at == 0 || !isDigit(text[at - 1])) return false;
  for (const std::string_view mark : kGroupMarks)
    if (text.substr(at).starts_with(mark) && at + mark.size() < text.size() && isDigit(text[at + mark.size()])) {
      length = mark.size();
      return true;
    }
  return false;
}

// `narrow` stores the converted cell if it has full-width digits; the parts may point into it.
Parts partsOf(std::string_view cell, std::string& narrow) {
  Parts parts;
  std::string_view text = narrowed(trimmedCell(cell), narrow);
  if (text.size() > 1 && text.front() == '\'' && text.find('\'', 1) == std::string_view::npos) text.remove_prefix(1);  // Excel's mark for a text
  parts.bound = std::any_of(kBounds.begin(), kBounds.end(), [&](std::string_view bound) { return dropFront(text, bound); });
  if (parts.bound) text = trimmedCell(text);
  const auto unwrap = [&] {
    if (text.size() <= 2 || text.front() != '(' || text.back() != ')') return;
    parts.negative = true;
    text = trimmedCell(text.substr(1, text.size() - 2));
  };
  unwrap();  // negative amounts as accountants write them
  const auto sign = [&] {
    if (dropMinus(text)) {
      if (parts.negative) return false;
      parts.negative = true;
    } else {
      dropFront(text, "+");
    }
    text = trimmedCell(text);
    return true;
  };
  const std::string_view whole = text;
  if (!sign()) return parts;
  const bool signedInFront = whole.size() != text.size();
  std::size_t begin = 0, length = 0;
  for (const std::string_view dotted : kCurrencies)
    if (dotted.ends_with('.') && text.starts_with(dotted)) begin = dotted.size();
  while (begin < text.size() && !isDigit(text[begin]) &&
         !((text[begin] == '.' || text[begin] == ',') && begin + 1 < text.size() && isDigit(text[begin + 1])))
    ++begin;
  std::string_view before = text.substr(0, begin);
  text = text.substr(begin);
  if (!signedInFront && !before.empty()) {  // "$-5"
    for (const std::string_view minus : kMinuses)
      if (before.ends_with(minus)) {
        parts.negative = true;
        before.remove_suffix(minus.size());
        break;
      }
    if (!parts.negative && before.ends_with('(') && text.ends_with(')')) {  // "$ (5)"
      parts.negative = true;
      before.remove_suffix(1);
      text.remove_suffix(1);
    }
  }
  parts.before = trimmedCell(before);
  if (!parts.before.empty() && !isCurrency(parts.before)) return parts;
  std::size_t end = 0;
  while (end < text.size() && isFigure(text, end, length)) end += length;
  if (end == 0) return parts;
  // An exponent, if digits follow it.
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    std::size_t at = end + 1;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const std::size_t digits = at;
    while (at < text.size() && isDigit(text[at])) ++at;
    if (at > digits) end = at;
  }
  parts.figures = text.substr(0, end);
  parts.after = trimmedCell(text.substr(end));
  if (parts.after == "/-") parts.after = {};           // "Rs.610/-": zero paise
  if (!parts.bound && parts.after.starts_with('+')) {  // "3,000+": this many or more
    parts.bound = true;
    parts.after = trimmedCell(parts.after.substr(1));
  }
  if (std::string_view rest = parts.after; dropMinus(rest) && (rest.empty() || isCurrency(trimmedCell(rest)))) {
    const char last = parts.figures.back();
    if (parts.figures.size() > 1 && (last == ',' || last == '.')) {  // "6.265,-": no cents after the comma
      parts.after = trimmedCell(rest);
    } else if (!parts.negative && !signedInFront && rest.empty()) {  // "76.45-", as SAP writes it
      parts.negative = true;
      parts.after = rest;
    }
  }
  parts.valid = isUnit(parts.after);
  return parts;
}

// Whether the digits before a decimal mark are grouped correctly: three in each group; fewer in the first one, without a leading zero; in India two
// in the middle groups.
bool groupsFit(const std::array<std::size_t, 16>& groups, std::size_t count, bool zeroFirst) {
  if (count < 2) return true;
  if (groups[0] == 0 || groups[0] > 3 || zeroFirst || groups[count - 1] != 3) return false;
  const auto all = [&](std::size_t size) {
    return std::all_of(groups.begin() + 1, groups.begin() + static_cast<std::ptrdiff_t>(count) - 1, [&](std::size_t g) { return g == size; });
  };
  return all(3) || (count > 2 && groups[0] <= 2 && all(2));
}

// A number in the form that from_chars reads. plainOf() returns false if `figures` is not a number with this decimal mark.
struct Plain {
  std::array<char, 64> text{};
  std::size_t size = 0;
  bool marks = false;  // has group marks or a decimal mark
  std::size_t groups = 0, decimals = 0;
  bool otherMark = false;  // has group marks other than point or comma
};
bool plainOf(std::string_view figures, char decimal, Plain& plain) {
  const char group = decimal == '.' ? ',' : '.';
  std::array<std::size_t, 16> groups{};
  std::size_t count = 1;
  char usedMark = 0;
  bool inDecimals = false, zeroFirst = false, exponent = false;
  for (std::size_t at = 0; at < figures.size();) {
    const char c = figures[at];
    if (plain.size + 1 >= plain.text.size()) return false;
    if (exponent || c == 'e' || c == 'E') {
      exponent = true;
      plain.text[plain.size++] = c;
      ++at;
    } else if (isDigit(c)) {
      if (inDecimals) {
        ++plain.decimals;
      } else {
        if (count == 1 && groups[0] == 0) zeroFirst = c == '0';
        ++groups[count - 1];
      }
      plain.text[plain.size++] = c;
      ++at;
    } else if (c == decimal) {
      if (inDecimals) return false;
      inDecimals = plain.marks = true;
      plain.text[plain.size++] = '.';
      ++at;
    } else {
      std::size_t length = 1;
      if (inDecimals || !isFigure(figures, at, length) || (c != group && (c == '.' || c == ','))) return false;
      if (usedMark != 0 && usedMark != c) return false;  // a number has only one kind of group mark
      usedMark = c;
      if (count == groups.size()) return false;
      ++count;
      plain.marks = true;
      plain.otherMark = plain.otherMark || c != group;
      at += length;
    }
  }
  plain.groups = count - 1;
  return groupsFit(groups, count, zeroFirst) && (groups[0] > 0 || plain.decimals > 0);
}

std::optional<double> valueOf(std::string_view text, bool negative) {
  double value = 0;
  const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (rest != text.data() + text.size()) return std::nullopt;
  if (status == std::errc::result_out_of_range) return negative ? -HUGE_VAL : HUGE_VAL;
  if (status != std::errc() || std::isnan(value)) return std::nullopt;
  return negative ? -value : value;
}

}  // namespace

std::string_view trimmedCell(std::string_view cell) {
  // Most cells begin and end with a plain character, so nothing has to be removed.
  const auto plain = [](char c) { return c > ' ' && static_cast<unsigned char>(c) < 0x80 && c != '='; };
  if (!cell.empty() && plain(cell.front()) && plain(cell.back())) return cell;
  bool again = true;
  while (again) {
    again = false;
    for (const std::string_view blank : kBlanks)
      while (dropFront(cell, blank)) again = true;
    while (dropFront(cell, kWideBlank)) again = true;
  }
  again = true;
  while (again && !cell.empty()) {
    again = false;
    for (const std::string_view blank : kBlanks)
      while (cell.ends_with(blank)) {
        cell.remove_suffix(blank.size());
        again = true;
      }
    while (cell.ends_with(kWideBlank)) {
      cell.remove_suffix(kWideBlank.size());
      again = true;
    }
  }
  if (cell.size() > 3 && cell.starts_with("=\"") && cell.ends_with('"')) cell = cell.substr(2, cell.size() - 3);
  return cell;
}

std::optional<double> numberIn(std::string_view cell) {
  std::string_view text = trimmedCell(cell);
  if (text.empty()) return std::nullopt;
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  return valueOf(text, false);
}

std::optional<double> numberIn(std::string_view cell, const NumberStyle& style) {
  if (style.before.empty() && style.after.empty() && style.decimal == '.')
    if (const auto value = numberIn(cell)) return value;
  std::string narrow;
  const Parts parts = partsOf(cell, narrow);
  if (!parts.valid || parts.before != style.before || parts.after != style.after) return std::nullopt;
  Plain plain;
  if (!plainOf(parts.figures, style.decimal, plain)) return std::nullopt;
  return valueOf(std::string_view(plain.text.data(), plain.size), parts.negative);
}

namespace {

// A fast test for "-12" and "3.25": only a minus sign, digits and a point, as in nearly all cells. False: the cell must be examined in full.
bool plainShapeOf(std::string_view text, NumberShape& shape) {
  constexpr std::size_t kGroup = 3, kLongest = 32;
  const std::size_t begin = text.starts_with('-') ? 1 : 0;
  std::size_t at = begin;
  while (at < text.size() && isDigit(text[at])) ++at;
  const std::size_t digits = at - begin;
  if (digits == 0 || text.size() > kLongest) return false;
  if (at < text.size()) {
    if (text[at] != '.') return false;
    const std::size_t point = at++;
    while (at < text.size() && isDigit(text[at])) ++at;
    const std::size_t decimals = at - point - 1;
    if (at < text.size() || decimals == 0 || decimals == kGroup) return false;  // "19.297" may be a group of digits
    shape.separated = shape.point = true;
    return true;
  }
  shape.point = shape.comma = true;
  shape.leadingZeros = begin == 0 && digits > 1 && text.front() == '0';
  return true;
}

}  // namespace

NumberShape numberShapeOf(std::string_view cell) {
  NumberShape shape;
  const std::string_view text = trimmedCell(cell);
  if (plainShapeOf(text, shape)) return shape;
  std::string narrow;
  const Parts parts = partsOf(text, narrow);
  if (!parts.valid) {
    shape.point = shape.comma = numberIn(text).has_value();  // "inf"
    return shape;
  }
  Plain point, comma;
  shape.point = plainOf(parts.figures, '.', point);
  shape.comma = plainOf(parts.figures, ',', comma);
  if (!shape.point && !shape.comma) {
    // Any number of digits: "0.1000000000000000055511151231257827021181583404541015625".
    shape.point = numberIn(text).has_value();
    return shape;
  }
  shape.before = parts.before;
  shape.after = parts.after;
  shape.separated = parts.figures.find_first_not_of("0123456789") != std::string_view::npos;
  const auto surely = [](const Plain& plain) { return plain.groups > 1 || (plain.groups > 0 && (plain.otherMark || plain.decimals > 0)); };
  shape.grouped = (shape.point && surely(point)) || (shape.comma && surely(comma));
  shape.bound = parts.bound;
  constexpr std::size_t kShortestCode = 2;
  shape.leadingZeros = text.size() >= kShortestCode && text.front() == '0' && std::all_of(text.begin(), text.end(), isDigit);
  return shape;
}

}  // namespace stepscope
