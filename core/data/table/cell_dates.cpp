#include "core/data/table/cell_dates.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <initializer_list>
#include <string>

#include "core/data/cell_numbers.h"

namespace stepscope {
namespace {

// First letters of month names, in lower case: English, then where they differ German, French, Spanish, Italian, Dutch, Portuguese, Swedish, Chinese,
// Polish, Czech, Russian and Turkish. If two match, the first one is used.
struct Month {
  std::string_view name;
  unsigned number;
};
// clang-format off
constexpr std::array<Month, 100> kMonths = {{
    {"jan", 1}, {"feb", 2}, {"mar", 3}, {"apr", 4}, {"may", 5}, {"jun", 6}, {"jul", 7}, {"aug", 8}, {"sep", 9}, {"oct", 10}, {"nov", 11}, {"dec", 12},
    {"j\xC3\xA4n", 1}, {"m\xC3\xA4r", 3}, {"mrz", 3}, {"mai", 5}, {"okt", 10}, {"dez", 12},
    {"f\xC3\xA9v", 2}, {"fev", 2}, {"avr", 4}, {"juin", 6}, {"juil", 7}, {"ao\xC3\xBB", 8}, {"aou", 8}, {"d\xC3\xA9" "c", 12},
    {"ene", 1}, {"abr", 4}, {"ago", 8}, {"set", 9}, {"dic", 12},
    {"gen", 1}, {"mag", 5}, {"giu", 6}, {"lug", 7}, {"ott", 10},
    {"mrt", 3}, {"maa", 3}, {"mei", 5},
    {"out", 10},
    {"maj", 5},
    {"\xE4\xB8\x80\xE6\x9C\x88", 1}, {"\xE4\xBA\x8C\xE6\x9C\x88", 2}, {"\xE4\xB8\x89\xE6\x9C\x88", 3}, {"\xE5\x9B\x9B\xE6\x9C\x88", 4},
    {"\xE4\xBA\x94\xE6\x9C\x88", 5}, {"\xE5\x85\xAD\xE6\x9C\x88", 6}, {"\xE4\xB8\x83\xE6\x9C\x88", 7}, {"\xE5\x85\xAB\xE6\x9C\x88", 8},
    {"\xE4\xB9\x9D\xE6\x9C\x88", 9}, {"\xE5\x8D\x81\xE6\x9C\x88", 10}, {"\xE5\x8D\x81\xE4\xB8\x80", 11}, {"\xE5\x8D\x81\xE4\xBA\x8C", 12},
    {"sty", 1}, {"lut", 2}, {"kwi", 4}, {"czerwiec", 6}, {"czerwca", 6}, {"cze", 6}, {"lip", 7}, {"sie", 8}, {"wrz", 9}, {"pa\xC5\xBA", 10}, {"lis", 11}, {"grud", 12},
    {"led", 1}, {"\xC3\xBAno", 2}, {"b\xC5\x99" "e", 3}, {"dub", 4}, {"kv\xC4\x9B", 5}, {"\xC4\x8D" "ervenec", 7}, {"\xC4\x8D" "ervence", 7}, {"\xC4\x8D" "erv", 6}, {"srp", 8},
    {"z\xC3\xA1\xC5\x99", 9}, {"\xC5\x99\xC3\xADj", 10}, {"pro", 12},
    {"янв", 1}, {"фев", 2}, {"мар", 3}, {"апр", 4}, {"мая", 5}, {"май", 5}, {"июн", 6}, {"июл", 7}, {"авг", 8}, {"сен", 9}, {"окт", 10}, {"ноя", 11}, {"дек", 12},
    {"oca", 1}, {"\xC5\x9Fub", 2}, {"nis", 4}, {"haz", 6}, {"tem", 7}, {"a\xC4\x9Fu", 8}, {"eyl", 9}, {"eki", 10}, {"kas", 11}, {"ara", 12}}};
// clang-format on
constexpr std::array<std::string_view, 7> kWeekdays = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};

// Makes the capitals above ASCII that occur in names of months small: "FÉVRIER", "Şubat", "Červen", "МАЯ".
void makeSmall(std::string& letters) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(letters[i]); };
  for (std::size_t i = 0; i + 1 < letters.size(); ++i) {
    const unsigned char second = byte(i + 1);
    if (byte(i) == 0xC3 && second < 0xA0) letters[i + 1] = static_cast<char>(second + 0x20);
    if ((byte(i) == 0xC5 && (second == 0x9E || second == 0x98)) || (byte(i) == 0xC4 && second == 0x8C))
      letters[i + 1] = static_cast<char>(second + 1);
    if (byte(i) != 0xD0 || second < 0x90 || second > 0xAF) continue;
    letters[i] = static_cast<char>(second < 0xA0 ? 0xD0 : 0xD1);
    letters[i + 1] = static_cast<char>(second < 0xA0 ? second + 0x20 : second - 0x20);
    ++i;
  }
}

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
  // Reads up to `most` digits; returns how many there were.
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
  // Reads the name of a month, long or short; returns its number, or 0 if there is none.
  unsigned month() {
    std::string letters;
    std::size_t end = at_;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) >= 0x80 || ((text_[end] | 0x20) >= 'a' && (text_[end] | 0x20) <= 'z'))) {
      letters += static_cast<unsigned char>(text_[end]) >= 0x80 ? text_[end] : static_cast<char>(text_[end] | 0x20);
      ++end;
    }
    makeSmall(letters);
    for (const Month& month : kMonths)
      if (letters.starts_with(month.name)) {
        at_ = end;
        return month.number;
      }
    return 0;
  }
  // Skips a weekday: "Sat, ", "samedi, ", and "Wed " before a month or a day.
  void weekday() {
    const std::size_t begin = at_;
    std::string letters;
    while (!atEnd() && !digitNext() && peek() != ',' && peek() != ' ' && peek() != '.') letters += static_cast<char>(text_[at_++] | 0x20);
    constexpr std::size_t kLongest = 16;
    const bool known = std::any_of(kWeekdays.begin(), kWeekdays.end(), [&](std::string_view day) { return letters.starts_with(day); });
    take('.');
    if (!letters.empty() && letters.size() <= kLongest && (take(',') || (known && peek() == ' '))) blanks();
    else at_ = begin;
  }
  std::string_view capitals() {
    const std::size_t begin = at_;
    while (peek() >= 'A' && peek() <= 'Z') ++at_;
    return text_.substr(begin, at_ - begin);
  }
  // Skips "[Europe/Berlin]"; false if the closing bracket is missing.
  bool brackets() {
    const std::size_t end = text_.find(']', at_);
    if (end == std::string_view::npos) return false;
    at_ = end + 1;
    return true;
  }
  // Reads a unit of time, and a point after it; returns its length in hours, or 0 if there is none.
  double timeUnit();
  // Skips a Chinese weekday after the day: 星期三, 周三.
  void weekdayBehind() {
    const std::size_t begin = at_;
    blanks();
    constexpr std::size_t kCharacter = 3;  // bytes
    if ((take("\xE6\x98\x9F\xE6\x9C\x9F") || take("\xE5\x91\xA8")) && at_ + kCharacter <= text_.size()) at_ += kCharacter;
    else at_ = begin;
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

// Hours east of UTC. CST, IST and BST are left out, since each is the name of several zones.
struct Zone {
  std::string_view name;
  double hours;
};
constexpr std::array<Zone, 26> kZones = {{{"UTC", 0},  {"GMT", 0},  {"WET", 0},  {"WEST", 1},  {"CET", 1},   {"CEST", 2},  {"MEZ", 1},
                                          {"MESZ", 2}, {"EET", 2},  {"EEST", 3}, {"MSK", 3},   {"EST", -5},  {"EDT", -4},  {"CDT", -5},
                                          {"MST", -7}, {"MDT", -6}, {"PST", -8}, {"PDT", -7},  {"AKST", -9}, {"AKDT", -8}, {"HKT", 8},
                                          {"SGT", 8},  {"JST", 9},  {"KST", 9},  {"AEST", 10}, {"AEDT", 11}}};

// "Z", "CET", "+02:00", "-0500", "UTC+8", and after a number the region: "+01:00[Europe/Berlin]". 0 if there is none; nothing: it is not known.
std::optional<double> zoneOf(Reader& in) {
  double hours = 0;
  if (in.take('Z')) return 0;
  bool universal = false;
  if (in.peek() >= 'A' && in.peek() <= 'Z') {
    const std::string_view name = in.capitals();
    const auto* const zone = std::find_if(kZones.begin(), kZones.end(), [&](const Zone& one) { return one.name == name; });
    if (zone == kZones.end()) return std::nullopt;
    hours = zone->hours;
    universal = hours == 0;
    if (!universal) return hours;
  }
  const char sign = in.peek();
  if (sign != '+' && sign != '-') return hours;
  in.take(sign);
  unsigned away = 0, minutes = 0;
  const std::size_t digits = in.number(away, 2);
  if (digits == 0 || (digits == 1 && !universal)) return std::nullopt;
  in.take(':');
  if (in.digitNext() && in.number(minutes, 2) != 2) return std::nullopt;
  hours = away + minutes / 60.0;
  if (in.peek() == '[' && !in.brackets()) return std::nullopt;
  return sign == '+' ? hours : -hours;
}

// Seconds with a fraction after a point or a comma; nothing if there are no digits.
std::optional<double> secondsOf(Reader& in, std::size_t digits) {
  unsigned second = 0;
  if (const std::size_t found = in.number(second, digits); found == 0 || (digits == 2 && found != 2)) return std::nullopt;
  double seconds = second;
  if (in.peek() != '.' && in.peek() != ',') return seconds;
  in.take(in.peek());
  double place = 0.1;
  if (!in.digitNext()) return std::nullopt;
  for (unsigned digit = 0; in.number(digit, 1) == 1; place /= 10) seconds += digit * place;
  return seconds;
}

// "14:30", "14:30:05.25", "2:30 PM", "下午2:30", with a zone: hours of the day in UTC, or as written if there is no zone.
std::optional<double> timeOf(Reader& in) {
  unsigned hour = 0, minute = 0;
  const auto any = [&](std::initializer_list<const char*> words) {
    return std::any_of(words.begin(), words.end(), [&](const char* word) { return in.take(word); });
  };
  bool afternoon = any({"\xE4\xB8\x8B\xE5\x8D\x88", "\xE5\x8D\x88\xE5\xBE\x8C", "\xEC\x98\xA4\xED\x9B\x84"});            // 下午, 午後, 오후
  bool halves = afternoon || any({"\xE4\xB8\x8A\xE5\x8D\x88", "\xE5\x8D\x88\xE5\x89\x8D", "\xEC\x98\xA4\xEC\xA0\x84"});  // 上午, 午前, 오전
  if (halves) in.blanks();
  const std::size_t digits = in.number(hour, 2);
  if (digits == 0 || hour > 24 || !in.take(':') || in.number(minute, 2) != 2 || minute > 59) return std::nullopt;
  double seconds = 0;
  if (in.take(':')) {
    const auto read = secondsOf(in, 2);
    if (!read || *read >= 61) return std::nullopt;
    seconds = *read;
  }
  in.blanks();
  if (!halves) {
    afternoon = any({"PM", "pm", "p.m."});
    halves = afternoon || any({"AM", "am", "a.m."});
    if (halves) in.blanks();
  }
  if (halves) {
    if (hour > 12 || (hour < 1 && afternoon)) return std::nullopt;
    hour = hour % 12 + (afternoon ? 12 : 0);
  }
  const auto zone = zoneOf(in);
  return zone ? std::optional<double>(hour + minute / 60.0 + seconds / 3600 - *zone) : std::nullopt;
}

struct TimeUnit {
  std::string_view name;
  double hours;
};
constexpr double kMinute = 1.0 / 60, kSecond = 1.0 / 3600;
// A name stands before its own prefix (分钟 before 分); Latin names match whole words only.
constexpr std::array<TimeUnit, 34> kTimeUnits = {{{"milliseconds", kSecond / 1000},
                                                  {"minutes", kMinute},
                                                  {"seconds", kSecond},
                                                  {"minuten", kMinute},
                                                  {"sekunden", kSecond},
                                                  {"stunden", 1},
                                                  {"minute", kMinute},
                                                  {"second", kSecond},
                                                  {"hours", 1},
                                                  {"weeks", 7 * 24},
                                                  {"hour", 1},
                                                  {"days", 24},
                                                  {"tage", 24},
                                                  {"week", 7 * 24},
                                                  {"mins", kMinute},
                                                  {"secs", kSecond},
                                                  {"hrs", 1},
                                                  {"std", 1},
                                                  {"day", 24},
                                                  {"tag", 24},
                                                  {"min", kMinute},
                                                  {"sec", kSecond},
                                                  {"sek", kSecond},
                                                  {"hr", 1},
                                                  {"ms", kSecond / 1000},
                                                  {"d", 24},
                                                  {"h", 1},
                                                  {"m", kMinute},
                                                  {"s", kSecond},
                                                  {"\xE5\xB0\x8F\xE6\x97\xB6", 1},        // 小时
                                                  {"\xE5\x88\x86\xE9\x92\x9F", kMinute},  // 分钟
                                                  {"\xE5\x88\x86", kMinute},              // 分
                                                  {"\xE7\xA7\x92", kSecond},              // 秒
                                                  {"\xE5\xA4\xA9", 24}}};                 // 天

double Reader::timeUnit() {
  std::string letters;
  for (std::size_t i = at_; i < text_.size() && letters.size() < 16; ++i)
    letters += text_[i] >= 'A' && text_[i] <= 'Z' ? static_cast<char>(text_[i] | 0x20) : text_[i];
  for (const TimeUnit& unit : kTimeUnits) {
    if (!letters.starts_with(unit.name)) continue;
    const char next = letters.size() > unit.name.size() ? letters[unit.name.size()] : ' ';
    if (next >= 'a' && next <= 'z') continue;
    at_ += unit.name.size();
    take('.');
    return unit.hours;
  }
  return 0;
}

// "36:15:00", "45:30": hours, minutes and seconds.
std::optional<double> clockOf(Reader& in) {
  constexpr std::size_t kMostDigits = 6;
  unsigned hour = 0, minute = 0;
  if (in.number(hour, kMostDigits) == 0 || !in.take(':') || in.number(minute, 2) != 2 || minute > 59) return std::nullopt;
  if (!in.take(':')) return hour + minute * kMinute;
  const auto seconds = secondsOf(in, 2);
  return seconds && *seconds < 60 ? std::optional<double>(hour + minute * kMinute + *seconds * kSecond) : std::nullopt;
}

// Reads a duration, in hours. Years and months have no fixed length and are not supported.
std::optional<double> durationOf(Reader& in) {
  constexpr std::size_t kMostDigits = 8;
  const bool negative = in.peek() == '-';
  if (negative || in.peek() == '+') in.take(in.peek());
  const bool iso = in.take('P');
  bool clock = !iso, any = false;  // `clock`: in ISO 8601, whether the T before hours, minutes and seconds was read
  double hours = 0, last = HUGE_VAL;
  while (!in.atEnd()) {
    if (iso && !clock && in.take('T')) clock = true;
    if (any && !iso) {
      in.take(',');
      in.blanks();
      in.take('+');  // pandas: "-1 days +23:00:00"
    }
    Reader ahead = in;
    if (const auto read = iso ? std::nullopt : clockOf(ahead); read && ahead.atEnd()) {
      in = ahead;
      // pandas' and Python's negative durations: the days alone are negative.
      return any && negative ? *read - hours : negative ? -*read : hours + *read;
    }
    const auto number = secondsOf(in, kMostDigits);
    if (!number) return std::nullopt;
    if (!iso) in.blanks();
    double unit = 0;
    if (iso) {
      const char letter = in.peek();
      unit = clock ? (letter == 'H' ? 1 : letter == 'M' ? kMinute : letter == 'S' ? kSecond : 0) : (letter == 'W' ? 7 * 24 : letter == 'D' ? 24 : 0);
      in.take(letter);
    } else if (in.atEnd() && last == 1) {
      unit = *number < 60 ? kMinute : 0;  // "14h30"
    } else {
      unit = in.timeUnit();
    }
    if (unit <= 0 || unit >= last) return std::nullopt;
    hours += *number * unit;
    last = unit;
    any = true;
  }
  return any ? std::optional<double>(negative ? -hours : hours) : std::nullopt;
}

// Two-digit years are in the hundred years from `first` on. `met`: the last one that was read, -1: none.
struct ShortYears {
  int first;
  int met = -1;

  unsigned year(unsigned twoDigits) {
    met = static_cast<int>(twoDigits);
    const int begin = first - first % 100;
    return static_cast<unsigned>(begin + met + (begin + met < first ? 100 : 0));
  }
  // A year of two or four digits.
  std::optional<unsigned> of(std::size_t digits, unsigned number) {
    if (digits == 4) return number;
    return digits == 2 ? std::optional<unsigned>(year(number)) : std::nullopt;
  }
};

// The first day of a month or quarter: "12/2020", "Dec-23", "May 2022", "2017Q1", "Q1 2017".
std::optional<double> monthOf(Reader& in, ShortYears& years) {
  unsigned a = 0, b = 0;
  const auto mark = [&] { return in.take('-') || in.take('/') || in.take(' '); };
  const auto quarter = [](unsigned number) { return number >= 1 && number <= 4 ? number * 3 - 2 : 0U; };
  if (in.take('Q') || in.take('q')) {
    if (in.number(b, 1) != 1 || quarter(b) == 0) return std::nullopt;
    mark();
    return in.number(a, 4) == 4 && in.atEnd() ? daysOf(a, quarter(b), 1) : std::nullopt;
  }
  if (const unsigned month = in.month()) {
    const bool point = in.take('.');
    const bool close = in.peek() == '-' || in.peek() == '/';  // "Dec 23" may be a day
    if (!mark() && !point) return std::nullopt;
    in.take('\'');
    in.take("de ");
    const std::size_t digits = in.number(a, 4);
    if (!in.atEnd() || (digits == 2 && !close)) return std::nullopt;
    const auto year = years.of(digits, a);
    return year ? daysOf(*year, month, 1) : std::nullopt;
  }
  const std::size_t digits = in.number(a, 4);
  if (digits == 4) {
    mark();
    if (in.take('Q') || in.take('q')) return in.number(b, 1) == 1 && quarter(b) > 0 && in.atEnd() ? daysOf(a, quarter(b), 1) : std::nullopt;
    return std::nullopt;  // "2024-03" belongs to DateStyle::YearFirst
  }
  if (digits == 0 || digits > 2 || !mark() || in.number(b, 4) != 4 || !in.atEnd()) return std::nullopt;
  return a >= 1 && a <= 12 ? daysOf(b, a, 1) : std::nullopt;
}

// Reads what ISO 8601 allows after the year: "-W10" and "W10" (their Monday), "-W10-3", and "-065" (that day of the year).
std::optional<double> weekOrDayOfYear(Reader& in, unsigned year) {
  const auto first = daysOf(year, 1, 1), next = daysOf(year + 1, 1, 1);
  Reader ahead = in;
  unsigned number = 0, day = 1;
  const bool dash = ahead.take('-');
  if (!first || !next) return std::nullopt;
  if (!ahead.take('W')) {
    if (!dash || ahead.number(number, 3) != 3 || ahead.digitNext() || number < 1 || number > *next - *first) return std::nullopt;
    in = ahead;
    return *first + number - 1;
  }
  if (ahead.number(number, 2) != 2) return std::nullopt;
  ahead.take('-');
  if (ahead.digitNext() && (ahead.number(day, 1) != 1 || day < 1 || day > 7)) return std::nullopt;
  // Week 1 holds January 4. 1970-01-01 was a Thursday: Monday is day 4 of the count modulo 7.
  const auto mondayOf = [](double days) { return days - std::fmod(std::fmod(days + 3, 7) + 7, 7); };
  const double monday = mondayOf(*first + 3) + 7.0 * (number - 1);
  if (number < 1 || monday >= mondayOf(*next + 3)) return std::nullopt;
  in = ahead;
  return monday + day - 1;
}

// Skips text that may follow the number of a day: "1st", "2nd", "1er", "5 de enero".
void afterDay(Reader& in) {
  for (const char* end : {"st", "nd", "rd", "th", "er", "\xC2\xBA"})
    if (in.take(end)) break;
  in.blanks();
  if (in.take("de ") || in.take("of ")) in.blanks();
}

std::optional<double> dayOf(Reader& in, DateStyle style, ShortYears& years) {
  unsigned a = 0, b = 0, c = 0;
  if (style == DateStyle::Compact) {
    if (in.number(a, 4) != 4 || in.number(b, 2) != 2 || in.number(c, 2) != 2 || in.digitNext()) return std::nullopt;
    return a < 1900 || a > 2100 ? std::nullopt : daysOf(a, b, c);
  }
  if (style == DateStyle::MonthYear) return monthOf(in, years);
  const bool yearFirst = style == DateStyle::YearFirst, shortFirst = style == DateStyle::ShortYearFirst;
  in.weekday();
  if (const unsigned month = in.month()) {  // "Mar 5, 2024", "Jan  3 05:00:00 2024"
    if (yearFirst || shortFirst) return std::nullopt;
    in.take('.');
    in.blanks();
    if (in.number(b, 2) == 0) return std::nullopt;
    afterDay(in);
    in.take(',');
    in.blanks();
    Reader ahead = in;
    if (const auto hours = timeOf(ahead)) {
      ahead.blanks();
      if (ahead.number(c, 4) != 4) return std::nullopt;
      ahead.blanks();
      const auto zone = zoneOf(ahead);  // git: "Tue Mar 5 14:30:00 2024 +0100"
      if (!zone || !ahead.atEnd()) return std::nullopt;
      in = ahead;
      const auto day = daysOf(c, month, b);
      return day ? std::optional<double>(*day + (*hours - *zone) / 24) : std::nullopt;
    }
    return in.number(c, 4) == 4 ? daysOf(c, month, b) : std::nullopt;
  }
  const std::size_t first = in.number(a, 4);
  if (first == 0) return std::nullopt;
  if (const auto day = first == 4 ? weekOrDayOfYear(in, a) : std::nullopt) return yearFirst ? day : std::nullopt;
  if (first == 4 && in.take("\xE5\xB9\xB4")) {                                                // 年
    if (!yearFirst || in.number(b, 2) == 0 || !in.take("\xE6\x9C\x88")) return std::nullopt;  // 月
    if (!in.digitNext()) return daysOf(a, b, 1);
    return in.number(c, 2) > 0 && in.take("\xE6\x97\xA5") ? daysOf(a, b, c) : std::nullopt;  // 日
  }
  Reader named = in;  // "5-Mar-2024", "5. März 2024", "18AUG2021", "5 de enero de 2024"
  const char between = named.peek();
  if (between == '-' || between == '/' || between == '.') named.take(between);
  afterDay(named);
  if (const unsigned month = named.month()) {
    in = named;
    if (yearFirst || shortFirst || first > 2) return std::nullopt;
    in.take('.');
    if (between == '-' || between == '/') in.take(between);
    in.take('-');
    in.blanks();
    in.take("de ");
    const std::size_t digits = in.number(c, 4);
    const auto year = years.of(digits, c);
    return year && !in.digitNext() ? daysOf(*year, month, a) : std::nullopt;
  }
  const char mark = in.peek();
  if (mark != '-' && mark != '/' && mark != '.') return std::nullopt;
  in.take(mark);
  if (mark == '.') in.blanks();
  if (in.number(b, 2) == 0) return std::nullopt;
  if (!in.take(mark)) return yearFirst && first == 4 && mark != '.' && b >= 1 && b <= 12 && in.atEnd() ? daysOf(a, b, 1) : std::nullopt;
  if (mark == '.') in.blanks();
  const std::size_t last = in.number(c, 4);
  if (in.digitNext()) return std::nullopt;
  if (yearFirst) return first == 4 && last >= 1 && last <= 2 ? daysOf(a, b, c) : std::nullopt;
  if (shortFirst) return mark != '.' && first == 2 && last >= 1 && last <= 2 ? daysOf(years.year(a), b, c) : std::nullopt;
  if (first > 2 || (last != 4 && last != 2)) return std::nullopt;
  c = *years.of(last, c);
  return style == DateStyle::DayFirst ? daysOf(c, b, a) : daysOf(c, a, b);
}

std::optional<double> dateOf(std::string_view cell, DateStyle style, ShortYears& years) {
  Reader in(trimmedCell(cell));
  if (style == DateStyle::TimeOfDay || style == DateStyle::Duration) {
    const auto hours = style == DateStyle::TimeOfDay ? timeOf(in) : durationOf(in);
    return in.atEnd() ? hours : std::nullopt;
  }
  auto days = dayOf(in, style, years);
  if (days) in.weekdayBehind();
  if (!days || in.atEnd()) return days;
  if (!in.take('T')) {
    if (in.peek() != ' ' && in.peek() != ',' && in.peek() != ':') return std::nullopt;
    in.take(in.peek());
    in.blanks();
  }
  const auto hours = timeOf(in);
  if (!hours || !in.atEnd()) return std::nullopt;
  return *days + *hours / 24;
}

}  // namespace

std::optional<double> dateIn(std::string_view cell, DateStyle style, int firstShortYear) {
  ShortYears years{firstShortYear};
  return dateOf(cell, style, years);
}

int shortYearIn(std::string_view cell, DateStyle style) {
  ShortYears years{kUsualFirstYear};
  return dateOf(cell, style, years) ? years.met : -1;
}

bool saysMonthByName(std::string_view cell) {
  const std::string_view text = trimmedCell(cell);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool letter = static_cast<unsigned char>(text[at]) >= 0x80 || ((text[at] | 0x20) >= 'a' && (text[at] | 0x20) <= 'z');
    if (!letter) continue;
    if (Reader in(text.substr(at)); in.month() > 0) return true;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) >= 0x80 || ((text[at] | 0x20) >= 'a' && (text[at] | 0x20) <= 'z'))) ++at;
  }
  return false;
}

}  // namespace stepscope
