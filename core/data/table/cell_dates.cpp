#include "core/data/table/cell_dates.h"

#include <array>
#include <chrono>
#include <string>

#include "core/data/table/cell_numbers.h"

namespace stepscope {
namespace {

// The first three letters of a month's name, in small letters: English, then German where it differs.
struct Month {
  std::string_view name;
  unsigned number;
};
constexpr std::array<Month, 17> kMonths = {{{"jan", 1}, {"feb", 2}, {"mar", 3}, {"apr", 4}, {"may", 5}, {"jun", 6}, {"jul", 7}, {"aug", 8}, {"sep", 9},
                                            {"oct", 10}, {"nov", 11}, {"dec", 12}, {"m\xC3\xA4r", 3}, {"mrz", 3}, {"mai", 5}, {"okt", 10}, {"dez", 12}}};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool atEnd() const { return at_ >= text_.size(); }
  char peek() const { return atEnd() ? '\0' : text_[at_]; }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view part) {
    if (!text_.substr(at_).starts_with(part)) return false;
    at_ += part.size();
    return true;
  }
  void blanks() {
    while (peek() == ' ') ++at_;
  }
  // Digits, most of them at most; how many there were.
  std::size_t number(unsigned& value, std::size_t most) {
    std::size_t digits = 0;
    value = 0;
    while (digits < most && peek() >= '0' && peek() <= '9') {
      value = value * 10 + static_cast<unsigned>(text_[at_++] - '0');
      ++digits;
    }
    return digits;
  }
  bool digitNext() const { return peek() >= '0' && peek() <= '9'; }
  // The name of a month, whole or short; 0: none.
  unsigned month() {
    std::string letters;
    std::size_t end = at_;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) >= 0x80 || ((text_[end] | 0x20) >= 'a' && (text_[end] | 0x20) <= 'z'))) {
      letters += static_cast<unsigned char>(text_[end]) >= 0x80 ? text_[end] : static_cast<char>(text_[end] | 0x20);
      ++end;
    }
    for (const Month& month : kMonths)
      if (letters.starts_with(month.name)) {
        at_ = end;
        return month.number;
      }
    return 0;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

std::optional<double> daysOf(unsigned year, unsigned month, unsigned day) {
  using namespace std::chrono;
  const year_month_day date{std::chrono::year(static_cast<int>(year)), std::chrono::month(month), std::chrono::day(day)};
  if (!date.ok() || year < 1) return std::nullopt;
  return static_cast<double>(sys_days(date).time_since_epoch().count());
}

// "14:30", "14:30:05.25", "2:30 PM", with "Z" or "+02:00": hours.
std::optional<double> timeOf(Reader& in) {
  unsigned hour = 0, minute = 0, second = 0;
  const std::size_t digits = in.number(hour, 2);
  if (digits == 0 || hour > 24 || !in.take(':') || in.number(minute, 2) != 2 || minute > 59) return std::nullopt;
  double seconds = 0;
  if (in.take(':')) {
    if (in.number(second, 2) != 2 || second > 60) return std::nullopt;
    seconds = second;
    if (in.peek() == '.' || in.peek() == ',') {
      in.take(in.peek());
      double place = 0.1;
      if (!in.digitNext()) return std::nullopt;
      for (unsigned digit = 0; in.number(digit, 1) == 1; place /= 10) seconds += digit * place;
    }
  }
  in.blanks();
  const bool afternoon = in.take("PM") || in.take("pm") || in.take("p.m.");
  if (afternoon || in.take("AM") || in.take("am") || in.take("a.m.")) {
    if (hour < 1 || hour > 12) return std::nullopt;
    hour = hour % 12 + (afternoon ? 12 : 0);
  }
  double hours = hour + minute / 60.0 + seconds / 3600;
  if (in.take('Z')) return hours;
  if (in.take("UTC")) return hours;
  if (const bool east = in.peek() == '+'; in.peek() == '+' || in.peek() == '-') {
    in.take(in.peek());
    unsigned away = 0, minutes = 0;
    if (in.number(away, 2) != 2) return std::nullopt;
    in.take(':');
    if (in.digitNext() && in.number(minutes, 2) != 2) return std::nullopt;
    const double zone = away + minutes / 60.0;
    hours += east ? -zone : zone;
  }
  return hours;
}

std::optional<double> dayOf(Reader& in, DateStyle style) {
  unsigned a = 0, b = 0, c = 0;
  if (style == DateStyle::Compact) {
    if (in.number(a, 4) != 4 || in.number(b, 2) != 2 || in.number(c, 2) != 2 || in.digitNext()) return std::nullopt;
    return a < 1900 || a > 2100 ? std::nullopt : daysOf(a, b, c);
  }
  if (const unsigned month = in.month()) {  // "Mar 5, 2024"
    if (style == DateStyle::YearFirst) return std::nullopt;
    in.take('.');
    in.blanks();
    if (in.number(b, 2) == 0) return std::nullopt;
    in.take(',');
    in.blanks();
    return in.number(c, 4) == 4 ? daysOf(c, month, b) : std::nullopt;
  }
  const std::size_t first = in.number(a, 4);
  if (first == 0) return std::nullopt;
  if (first == 4 && in.take("\xE5\xB9\xB4")) {  // 年
    if (style != DateStyle::YearFirst || in.number(b, 2) == 0 || !in.take("\xE6\x9C\x88")) return std::nullopt;  // 月
    if (!in.digitNext()) return daysOf(a, b, 1);
    return in.number(c, 2) > 0 && in.take("\xE6\x97\xA5") ? daysOf(a, b, c) : std::nullopt;  // 日
  }
  const char mark = in.peek();
  if (mark != '-' && mark != '/' && mark != '.' && mark != ' ') return std::nullopt;
  in.take(mark);
  if (mark == '.') in.blanks();
  if (const unsigned month = in.month()) {  // "5-Mar-2024", "5. März 2024"
    if (style == DateStyle::YearFirst || first > 2) return std::nullopt;
    if (!in.take(mark)) in.take('-');
    in.blanks();
    const std::size_t digits = in.number(c, 4);
    if (digits == 2) c += c < 69 ? 2000 : 1900;
    return digits == 4 || digits == 2 ? daysOf(c, month, a) : std::nullopt;
  }
  if (mark == ' ' || in.number(b, 2) == 0) return std::nullopt;
  if (!in.take(mark)) return style == DateStyle::YearFirst && first == 4 && mark == '-' && b >= 1 && b <= 12 && in.atEnd() ? daysOf(a, b, 1) : std::nullopt;
  if (mark == '.') in.blanks();
  const std::size_t last = in.number(c, 4);
  if (in.digitNext()) return std::nullopt;
  if (style == DateStyle::YearFirst) return first == 4 && last >= 1 && last <= 2 ? daysOf(a, b, c) : std::nullopt;
  if (first > 2 || (last != 4 && last != 2)) return std::nullopt;
  if (last == 2) c += c < 69 ? 2000 : 1900;
  return style == DateStyle::DayFirst ? daysOf(c, b, a) : daysOf(c, a, b);
}

}  // namespace

std::optional<double> dateIn(std::string_view cell, DateStyle style) {
  Reader in(trimmedCell(cell));
  if (style == DateStyle::TimeOfDay) {
    const auto hours = timeOf(in);
    return in.atEnd() ? hours : std::nullopt;
  }
  auto days = dayOf(in, style);
  if (!days || in.atEnd()) return days;
  if (!in.take('T')) {
    if (in.peek() != ' ' && in.peek() != ',') return std::nullopt;
    in.take(',');
    in.blanks();
  }
  const auto hours = timeOf(in);
  if (!hours || !in.atEnd()) return std::nullopt;
  return *days + *hours / 24;
}

}  // namespace stepscope
