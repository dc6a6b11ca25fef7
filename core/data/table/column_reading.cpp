#include "core/data/table/column_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/data/table/column_evidence.h"

namespace stepscope {
namespace {

constexpr double kNearlyAll = 0.9;
constexpr std::size_t kLongestMark = 24;  // bytes
constexpr std::int64_t kLeastTold = 20;   // from this many rows on, "differs in nearly every row" is meaningful

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Whether a name is one that programs give to a column of row numbers: pandas' "Unnamed: 0".
bool isIndexName(const std::string& name) {
  return name.starts_with("Unnamed: ") || name == "rownames" || name == "row.names" || name == "__index_level_0__";
}

bool says(const std::string& name, std::initializer_list<const char*> words) {
  std::string small;
  for (const char c : name) small += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return small.find(word) != std::string::npos; });
}
bool saysDate(const std::string& name) {
  return says(name, {"date", "datum", "day", "tag", "dt", "fecha", "日期", "时间"});
}
bool saysBirth(const std::string& name) {
  return says(name, {"birth", "born", "dob", "gebur", "naiss", "nacim", "nasc", "出生", "生日"});
}
bool saysDuration(const std::string& name) {
  return says(name, {"duration", "elapsed", "runtime", "run_time", "laptime", "lap_time", "time_taken", "delta", "dauer", "laufzeit", "durée",
                     "duree", "durac", "durata", "时长", "用时", "耗时"});
}
bool saysPartOfDate(const std::string& name) {
  return says(name, {"month", "hour", "day", "minute", "second", "monat", "stunde", "tag", "mois", "heure", "mes", "hora", "week", "woche", "月",
                     "日", "时"});
}

// 0000-00-00 and 9999-12-31: databases use them for "no date".
bool isNoDate(std::string_view text) {
  return text.find_first_not_of("0-/.: T") == std::string_view::npos || text.starts_with("9999-12-31");
}

class Reader {
 public:
  Reader(const Table& table, const DataSpec& spec) : table_(table), spec_(spec), result_(MissingMarks(spec.missing)) {
    checkNames();
    for (std::size_t c = 0; c < table.names.size(); ++c) {
      evidence_.push_back(evidenceOf(table, c, result_.marks, {}, spec.cancel));
      own_.push_back(ownMarks(c));
      if (!own_[c].empty()) evidence_[c] = evidenceOf(table, c, result_.marks, own_[c], spec.cancel);
    }
    for (const Evidence& e : evidence_) {
      commaVotes_ += e.commaOnly > 0 && e.pointOnly == 0 ? 1 : 0;
      pointVotes_ += e.pointOnly > 0 && e.commaOnly == 0 ? 1 : 0;
      if (e.others > 0 && e.dateCells == e.values()) {
        dayVotes_ += e.dates[1] == e.values() && e.dates[2] < e.values() ? 1 : 0;
        monthVotes_ += e.dates[2] == e.values() && e.dates[1] < e.values() ? 1 : 0;
      }
    }
  }

  TableReading read() {
    for (std::size_t c = 0; c < table_.names.size(); ++c) result_.columns.push_back(readColumn(c));
    return std::move(result_);
  }

 private:
  // The marks for a missing value that this column uses although they are not in the list: a text without digits in a column of numbers or dates (if
  // it fills more than a fifth of the cells, only if the other values are certainly amounts), a date such as 9999-12-31, or a number such as -9999
  // far away from all others. Each must occur at least twice.
  std::vector<std::string> ownMarks(std::size_t c) const {
    constexpr double kMostOfThem = 0.8;
    const Evidence& e = evidence_[c];
    const Affixes* usual = e.usual();
    std::vector<std::string> marks;
    if (contains(spec_.categories, table_.names[c])) return marks;
    if (e.others > 0 && e.farDates.size() == 1 && e.farDates.begin()->second >= 2 && e.mostDates() == e.others)
      return {std::string(e.farDates.begin()->first)};
    if (e.others == 0) {
      for (const auto& [text, count] : e.sentinels)
        if (!result_.marks.isValue(text) && count >= 2 && isFarOff(c, text)) marks.emplace_back(text);
      return marks;
    }
    const std::int64_t dates = e.mostDates(), good = dates > 0 ? dates : e.numbers;
    const bool oneKind = dates > 0 ? e.numbers == 0 && dates == e.dateCells : usual && usual->count == e.numbers;
    if (!oneKind || e.placeholders.empty() || e.placeholders.size() > kMostMarks) return marks;
    if (static_cast<double>(good) < kMostOfThem * static_cast<double>(e.values()) && !(e.placeholders.size() == 1 && surelyAmounts(e, good)))
      return marks;
    for (const auto& [text, count] : e.placeholders) {
      const bool noDate = dates > 0 && isNoDate(text);
      const bool fits = count >= 2 && text.size() <= kLongestMark && (noDate || text.find_first_of("0123456789") == std::string_view::npos);
      if (!fits || result_.marks.isValue(text)) return {};
      marks.emplace_back(text);
    }
    return marks;
  }

  // For a column with one text among its numbers or dates: whether these are amounts, not the steps of a scale.
  static bool surelyAmounts(const Evidence& e, std::int64_t good) {
    constexpr std::int64_t kLeast = 4, kLeastDifferent = 6;
    const auto different = static_cast<std::int64_t>(e.different.size()) - 1;
    return good >= kLeast &&
           (e.dateCells > 0 || e.pointOnly + e.commaOnly + e.eitherPoint > 0 ? different >= 3
                                                                             : different >= kLeastDifferent && different * 2 >= good);
  }

  // Whether a number is farther from all others than twice their range, or negative while no other number is.
  bool isFarOff(std::size_t c, std::string_view text) const {
    const auto value = numberIn(text);
    if (!value) return false;
    std::set<double> others;
    double least = HUGE_VAL, most = -HUGE_VAL;
    constexpr std::size_t kLeastDifferent = 3;
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      const auto one = numberIn(table_.cell(row, c));
      if (!one || *one == *value || evidence_[c].sentinels.contains(trimmedCell(table_.cell(row, c)))) continue;
      least = std::min(least, *one);
      most = std::max(most, *one);
      if (others.size() < kLeastDifferent) others.insert(*one);
    }
    if (others.size() < kLeastDifferent) return false;
    const double range = most - least;
    return *value > most + 2 * range || *value < least - 2 * range || (*value < 0 && least >= 0);
  }

  bool noValue(std::size_t c, std::string_view cell) const {
    return result_.marks.amongNumbers(cell) || (!own_[c].empty() && contains(own_[c], std::string(trimmedCell(cell))));
  }

  void checkNames() const {
    const std::pair<const char*, const std::vector<std::string>*> lists[] = {
        {"data.numbers", &spec_.numbers}, {"data.categories", &spec_.categories}, {"data.dates", &spec_.dates}, {"data.ignore", &spec_.ignore}};
    for (const auto& [key, names] : lists)
      for (const std::string& name : *names) {
        if (!contains(table_.names, name))
          throw Error(ErrorKind::Input, key, fmt::format("{} has no column \"{}\"", table_.document->file(), name),
                      suggestName(name, table_.names) + (table_.hasHeader ? "" : ". The file has no header, so its columns are numbered from 1"));
        for (const auto& [other, others] : lists)
          if (other != key && contains(*others, name))
            throw Error(ErrorKind::Input, key, fmt::format("\"{}\" is named in {} too", name, other), "Take it out of one of them");
      }
  }

  ColumnReading readColumn(std::size_t c) const {
    const Evidence& e = evidence_[c];
    const std::string& name = table_.names[c];
    ColumnReading r;
    r.rows = static_cast<std::int64_t>(table_.rows());
    r.missing = e.missing;
    r.different = static_cast<std::int64_t>(e.different.size());
    r.numbers = e.numbers;
    r.example = e.example;
    r.marks = e.marks;
    r.fitsNumbers =
        e.values() > 0 && e.numbers == e.values() && e.affixes.size() == 1 && (e.pointOnly == 0 || e.commaOnly == 0 || spec_.decimal != "auto");
    r.fitsDates = e.values() > 0 && (e.mostDates() == e.values() || e.durations() == e.values() || e.compactDates == e.values());
    if (contains(spec_.numbers, name)) {
      r.asked = true;
      asNumber(r, c);
    } else if (contains(spec_.dates, name)) {
      r.asked = true;
      asDate(r, c);
    } else if (contains(spec_.categories, name)) {
      r.asked = true;
      r.kind = ColumnKind::Category;
    } else {
      choose(r, c);
    }
    if (r.kind == ColumnKind::Number || r.kind == ColumnKind::Date) {
      r.missing += e.marked;
      for (const std::string& mark : e.numberMarks) addMark(r.marks, mark);
      r.different -= std::count_if(e.different.begin(), e.different.end(), [&](std::string_view text) { return noValue(c, text); });
      r.own = own_[c];
      if (!r.own.empty() && r.doubt.empty())
        r.doubt = fmt::format("\"{}\" in the column \"{}\"{} is read as no value; data.missing decides", r.own.front(), name,
                              numberIn(r.own.front()) ? ", far from its other values," : "");
    } else if (r.example.empty() && !e.different.empty()) {
      r.example = *e.different.begin();
    }
    if (r.kind == ColumnKind::Number) look(r, c);
    if (r.kind == ColumnKind::Category) r.alike = alikeNames({e.different.begin(), e.different.end()});
    leaveOut(r, c);
    return r;
  }

  // Finds out whether all numbers are integers, and whether they count the rows.
  void look(ColumnReading& r, std::size_t c) const {
    r.whole = r.numbers > 0;
    r.counts = r.whole && r.missing == 0 && table_.rows() > 1;
    double before = 0;
    for (std::size_t row = 0; row < table_.rows() && r.whole; ++row) {
      const std::string_view cell = table_.cell(row, c);
      if (noValue(c, cell)) continue;
      const auto value = numberIn(cell, r.number);
      if (!value) continue;
      r.whole = *value == std::floor(*value);
      r.counts = r.counts && r.whole && (row == 0 || *value == before + 1);
      before = *value;
    }
    r.counts = r.counts && r.whole;
  }

  void leaveOut(ColumnReading& r, std::size_t c) const {
    if (r.asked || contains(spec_.target, table_.names[c])) return;
    const auto leave = [&](const char* why) {
      r.kind = ColumnKind::LeftOut;
      r.why = why;
    };
    const bool groups = !spec_.group.empty() && table_.names[c] == spec_.group;
    r.ignored = groups || contains(spec_.ignore, table_.names[c]);
    if (r.rows > 0 && r.missing == r.rows) return leave("it is empty in every row");
    if (c == 0 && table_.namesRows) return leave("it contains names of rows, and the header has no name for it");
    const bool nameless = table_.hasHeader && (!table_.named[c] || isIndexName(table_.names[c])) && r.rows >= 3;
    const bool allDiffer = r.different >= std::min<std::int64_t>(r.rows, kMostDifferent);
    if (nameless && r.counts) return leave("it has no name and counts the rows");
    if (nameless && allDiffer && (r.kind != ColumnKind::Number || r.whole))
      return leave("it has no name and another value in every row, as an index has");
    if (groups) leave("its equal values keep rows in one part (data.group)");
    else if (r.ignored) leave("data.ignore names it");
  }

  void choose(ColumnReading& r, std::size_t c) const {
    const Evidence& e = evidence_[c];
    const std::int64_t values = e.values();
    const auto most = static_cast<std::int64_t>(std::ceil(kNearlyAll * static_cast<double>(values)));
    if (values == 0) return asTexts(r, c);
    const Affixes* usual = e.usual();
    // Codes with leading zeros, such as postal codes, are not amounts.
    constexpr std::size_t kShortestCode = 3;
    const bool figuresAlone = e.numbers == values && e.shortest == e.longest;
    if (e.codes > 0 && figuresAlone && e.longest >= kShortestCode) {
      asTexts(r, c);
      r.why = "its numbers begin with 0, so they are codes";
      r.codes = true;
      r.likeness = ColumnReading::Likeness::Number;
      return;
    }
    const bool allCompact = e.compactDates == values && (values >= kLeastTold || saysDate(table_.names[c]));
    if (allCompact) {
      r.kind = ColumnKind::Date;
      r.date = DateStyle::Compact;
      r.how = {"year, month and day in one number"};
      return;
    }
    const bool mixed = e.pointOnly > 0 && e.commaOnly > 0 && std::max(e.pointOnly, e.commaOnly) < most && spec_.decimal == "auto";
    const bool isUnit = usual && !usual->after.empty() && usual->after != "%";
    const bool oneUnit = !isUnit || (usual->count == e.numbers && e.different.size() > 1);
    // "<=50K" and ">50K" are class names; if there are also plain numbers, or many different limits, they are numbers.
    constexpr std::size_t kManyBounds = 12;
    const bool limits = e.bounds > 0 && e.bounds * 2 >= values && e.differentBounds.size() <= kManyBounds;
    if (usual && usual->count >= most && !mixed && oneUnit && !limits) {
      asNumber(r, c);
      if (r.doubt.empty()) r.doubt = doubtOf(e, c, figuresAlone && !saysPartOfDate(table_.names[c]));
      return;
    }
    const std::int64_t dates = std::max(e.mostDates(), e.durations());
    if (dates > 0 && dates >= most) return asDate(r, c);
    asTexts(r, c);
    tellLikeness(r, c, mixed, limits);
  }

  // Another possible meaning of a column of numbers.
  std::string doubtOf(const Evidence& e, std::size_t c, bool figuresAlone) const {
    if (e.bounds > 0)
      return fmt::format("limits in the column \"{}\" such as \"{}\" are read as the number that they name; data.missing or data.categories decides",
                         table_.names[c], *e.differentBounds.begin());
    if ((e.codes > 0 && figuresAlone) || (e.powers == e.values() && e.powers > 1))
      return fmt::format("\"{}\" in the column \"{}\" is read as a number, and may be a code; data.categories decides", e.example, table_.names[c]);
    return {};
  }

  // For a text column whose cells look like numbers or dates: stores in `r` what they look like and why they are not read as such.
  void tellLikeness(ColumnReading& r, std::size_t c, bool mixed, bool limits) const {
    const Evidence& e = evidence_[c];
    const std::int64_t values = e.values();
    const auto nearly = [&](std::int64_t count) { return static_cast<double>(count) >= kNearlyAll * static_cast<double>(values); };
    const Affixes* usual = e.usual();
    r.likeness = ColumnReading::Likeness::Number;
    if (nearly(e.dateCells)) {
      r.likeness = ColumnReading::Likeness::Date;
      r.why = fmt::format("it looks like dates, but not all in one form: \"{}\", \"{}\"", cellAt(e.firstDate, c),
                          cellAt(e.otherDate == Evidence::kNone ? e.firstDate : e.otherDate, c));
    } else if (e.numbers * 2 >= values && limits) {
      r.likeness = ColumnReading::Likeness::None;
      r.why = fmt::format("its cells are limits, so each is a class: \"{}\"", *e.differentBounds.begin());
    } else if (e.numbers * 2 >= values && mixed) {
      r.why = "it looks like numbers, but some have a decimal comma and some a point";
    } else if (e.numbers * 2 >= values && e.others > 0) {
      r.oddTexts = true;
      r.why = fmt::format("{} of {} cells look like numbers, but \"{}\" does not", e.numbers, values, cellAt(e.firstOther, c));
    } else if (e.numbers * 2 >= values && usual && e.affixes.size() > 1) {
      r.why =
          fmt::format("it looks like numbers, but not all in one unit: \"{}\", \"{}\"", cellAt(e.affixes[0].first, c), cellAt(e.affixes[1].first, c));
    } else if (e.numbers * 2 >= values) {
      // "12m", a single unit in a column with one value.
    } else if (constexpr std::size_t kFewTexts = 12; nearly(e.figured + e.numbers) && e.figured > 0 && e.different.size() > kFewTexts) {
      r.likeness = ColumnReading::Likeness::Figures;  // a few values such as "18-25" are classes
      r.why = fmt::format("its cells hold figures, in a form that is not read as a number or a date: \"{}\"", cellAt(e.firstOther, c));
    } else {
      r.likeness = ColumnReading::Likeness::None;
    }
  }

  std::string cellAt(std::size_t row, std::size_t c) const {
    constexpr std::size_t kLongest = 40;
    const std::string_view text = trimmedCell(table_.cell(row, c));
    std::size_t length = std::min(text.size(), kLongest);
    while (length < text.size() && length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U) --length;
    return std::string(text.substr(0, length)) + (length < text.size() ? "..." : "");
  }

  void asTexts(ColumnReading& r, std::size_t c) const {
    const Evidence& e = evidence_[c];
    const bool nearlyAll =
        e.given > kLeastTold && static_cast<double>(e.different.size()) >= kNearlyAll * static_cast<double>(std::min(e.given, kMostDifferent));
    const bool many = static_cast<std::int64_t>(e.different.size()) > kMostCategories;
    r.kind = nearlyAll || many ? ColumnKind::Text : ColumnKind::Category;
    if (nearlyAll) r.why = "its text differs in nearly every row";
    else if (many) r.why = fmt::format("it has more than {} different texts", kMostCategories);
  }

  void asNumber(ColumnReading& r, std::size_t c) const {
    const Evidence& e = evidence_[c];
    r.kind = ColumnKind::Number;
    if (const Affixes* usual = e.usual()) {
      r.number.before = usual->before;
      r.number.after = usual->after;
    }
    r.number.decimal = decimalOf(r, e);
    for (const std::string* affix : {&r.number.before, &r.number.after})
      if (!affix->empty()) r.how.push_back("in " + *affix);
    if (r.number.decimal == ',' && e.commaOnly + e.eitherComma > 0) r.how.emplace_back("decimal comma");
    const bool groups =
        e.grouped || (r.number.decimal == '.' ? e.eitherComma : e.eitherPoint) > 0 || (r.number.decimal == '.' ? e.commaOnly : e.pointOnly) > 0;
    if (groups) r.how.emplace_back("groups of digits");
    // If all cells are numbers with a point and the same unit, no style has to be searched.
    const bool allAlike =
        e.numbers == e.values() && e.affixes.size() == 1 && e.affixes.front().count == e.numbers && e.commaOnly == 0 && r.number.decimal == '.';
    if (!allAlike) findOdd(r, c, [&](std::string_view cell) { return numberIn(cell, r.number).has_value(); });
  }

  char decimalOf(ColumnReading& r, const Evidence& e) const {
    if (spec_.decimal != "auto") return spec_.decimal == "comma" ? ',' : '.';
    if (e.commaOnly != e.pointOnly) return e.commaOnly > e.pointOnly ? ',' : '.';
    if (e.eitherComma + e.eitherPoint == 0) return '.';
    // "1,234" and "1.234" alone are ambiguous: the other columns decide, then the delimiter.
    if (commaVotes_ > 0 && pointVotes_ == 0) return ',';
    if (pointVotes_ > 0 && commaVotes_ == 0) return '.';
    const bool semicolon = table_.document->delimiter() == ';';
    if (e.eitherComma == 0) return pointAlone(r, e, semicolon);
    const char decimal = semicolon ? ',' : '.';
    r.doubt = fmt::format("the comma of \"{}\" is read as {}; data.decimal decides", exampleWith(r, ','),
                          decimal == ',' ? "a decimal comma" : "a mark between groups of digits");
    return decimal;
  }

  // Numbers such as 19.297, all with three digits after the point. In a file with semicolons between the cells the point is read as a mark between
  // groups of digits, otherwise as a decimal point. `doubt` is set, except without semicolons if all or fewer than three numbers have a point.
  char pointAlone(ColumnReading& r, const Evidence& e, bool semicolon) const {
    constexpr std::int64_t kLeast = 3;
    const std::int64_t plain = e.numbers - e.eitherPoint;
    if (!semicolon && (plain == 0 || e.eitherPoint < kLeast)) return '.';
    const char decimal = semicolon ? ',' : '.';
    r.doubt = fmt::format("the point of \"{}\" is read as {}; data.decimal decides", exampleWith(r, '.'),
                          decimal == '.' ? "a decimal point" : "a mark between groups of digits");
    return decimal;
  }

  // The first value that contains the mark.
  std::string exampleWith(const ColumnReading& r, char mark) const {
    const auto c = static_cast<std::size_t>(result_.columns.size());  // the current column
    for (std::size_t row = 0; row < table_.rows(); ++row)
      if (const std::string_view text = trimmedCell(table_.cell(row, c)); text.find(mark) != std::string_view::npos && !noValue(c, text))
        return std::string(text);
    return r.example;
  }

  void asDate(ColumnReading& r, std::size_t c) const {
    const Evidence& e = evidence_[c];
    r.kind = ColumnKind::Date;
    const auto most = std::max_element(e.dates.begin(), e.dates.end());
    r.date = kDateStyles[static_cast<std::size_t>(most - e.dates.begin())];
    const bool both = e.dates[1] > 0 && e.dates[1] == *most && e.dates[2] == *most, named = e.namedMonths == e.dateCells;
    if (both) r.date = dayOrMonth(r, c);
    if (e.dates[4] > 0 && e.dates[4] == *most) r.date = yearOrDay(r, c);
    if (e.compactDates > 0 && *most == 0) r.date = DateStyle::Compact;
    // "0:45:10" is a time of day and a duration.
    if (e.durations() > *most || (e.durations() == *most && *most > 0 && saysDuration(table_.names[c]))) asDuration(r, c);
    if (r.date == DateStyle::DayFirst && !named && r.doubt.empty() && !e.slashes && !e.dashes && yearsStandFirst(c))
      r.doubt = fmt::format("\"{}\" is read with the {} first; data.date_order decides", r.example, "day");
    if (r.date == DateStyle::DayFirst && !named) r.how = {"day before month"};
    if (r.date == DateStyle::MonthFirst && !named) r.how = {"month before day"};
    if (r.date == DateStyle::ShortYearFirst) r.how = {"year before month"};
    if (r.date == DateStyle::TimeOfDay) r.how = {"time of day"};
    if (r.date == DateStyle::Duration && r.how.empty()) asDuration(r, c);
    if (r.date == DateStyle::MonthYear) r.how = {"the first day of a month"};
    findYears(r, c);
    findOdd(r, c, [&](std::string_view cell) { return dateIn(cell, r.date, r.firstYear).has_value(); });
  }

  void asDuration(ColumnReading& r, std::size_t c) const {
    r.date = DateStyle::Duration;
    r.how = {"a duration in hours"};
    if (const std::size_t row = evidence_[c].twoParts; row != Evidence::kNone && r.doubt.empty())
      r.doubt = fmt::format("\"{0}\" in the column \"{1}\" is read as hours and minutes; write \"0:{0}\" in the file if it is minutes and seconds",
                            cellAt(row, c), table_.names[c]);
  }

  // Finds the century of two-digit years: the largest gap between them is assumed to be before the first year.
  void findYears(ColumnReading& r, std::size_t c) const {
    std::bitset<100> met;
    for (std::size_t row = 0; row < table_.rows(); ++row)
      if (const int year = shortYearIn(table_.cell(row, c), r.date); year >= 0) met.set(static_cast<std::size_t>(year));
    if (met.none()) return;
    constexpr int kSoon = 40;  // years in the future are at most this far away
    int first = 0, gap = 0, latest = 0;
    for (int year = 0; year < 100; ++year) {
      if (!met.test(static_cast<std::size_t>(year))) continue;
      latest = year;
      int before = 1;
      while (before < 100 && !met.test(static_cast<std::size_t>((year - before + 100) % 100))) ++before;
      if (before <= gap) continue;
      gap = before;
      first = year;
    }
    if (latest <= kSoon) return;
    // The latest of the years, counted from `first`.
    int until = first + 100;
    for (int away = 99; away > 0; --away)
      if (met.test(static_cast<std::size_t>((first + away) % 100))) {
        until = first + away;
        break;
      }
    if (until == first + 100) until = first;  // only one year
    r.firstYear = 1900 + first;
    bool others = false;
    for (int year = 0; year < 100; ++year) {
      const int usual = year + (year < kUsualFirstYear % 100 ? 2000 : 1900), now = year + (year < first ? 2000 : 1900);
      others = others || (met.test(static_cast<std::size_t>(year)) && usual != now);
    }
    if (!others) r.firstYear = kUsualFirstYear;
    if ((others || saysBirth(table_.names[c])) && r.doubt.empty())
      r.doubt = fmt::format("the years of two digits in the column \"{}\" are read as {} to {}; write them with four digits if they are others",
                            table_.names[c], 1900 + first, 1900 + until);
  }

  // "22-03-16": the year is the number with little variation, the day the one with much.
  DateStyle yearOrDay(ColumnReading& r, std::size_t c) const {
    const DateStyle otherwise = r.date;
    if (spec_.dateOrder == "year") return DateStyle::ShortYearFirst;
    const Evidence& e = evidence_[c];
    if (spec_.dateOrder != "auto" || (e.dates[1] < e.dates[4] && e.dates[2] < e.dates[4]))
      return spec_.dateOrder == "auto" ? DateStyle::ShortYearFirst : otherwise;
    int least[2] = {100, 100}, most[2] = {-1, -1};
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      const int first = shortYearIn(table_.cell(row, c), DateStyle::ShortYearFirst), last = shortYearIn(table_.cell(row, c), DateStyle::DayFirst);
      const int parts[2] = {first, last};
      for (int i = 0; i < 2; ++i) {
        if (parts[i] < 0) continue;
        least[i] = std::min(least[i], parts[i]);
        most[i] = std::max(most[i], parts[i]);
      }
    }
    constexpr int kTogether = 12;
    const int spreadFirst = most[0] - least[0], spreadLast = most[1] - least[1];
    const bool year = spreadFirst < spreadLast && spreadFirst <= kTogether;
    r.doubt = fmt::format("\"{}\" is read with the {} first; data.date_order decides", r.example,
                          year                                 ? "year"
                          : otherwise == DateStyle::MonthFirst ? "month"
                                                               : "day");
    return year ? DateStyle::ShortYearFirst : otherwise;
  }

  // Whether dates such as "23.06.22" seem to begin with the year: the first number has few values, all above 12, and the last one has many. In dates
  // with points the day is usually first.
  bool yearsStandFirst(std::size_t c) const {
    std::set<int> first, last;
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      const std::string_view cell = trimmedCell(table_.cell(row, c));
      const int year = shortYearIn(cell, DateStyle::DayFirst);
      if (year < 0 || cell.size() < 2) continue;
      last.insert(year);
      first.insert((cell[0] - '0') * 10 + (cell[1] - '0'));
    }
    constexpr std::size_t kFew = 6, kMany = 12;
    return !first.empty() && first.size() <= kFew && last.size() >= kMany && *first.begin() > 12;
  }

  // Decides the order of day and month if the dates are valid in both.
  DateStyle dayOrMonth(ColumnReading& r, std::size_t c) const {
    if (spec_.dateOrder == "day" || spec_.dateOrder == "month") return spec_.dateOrder == "day" ? DateStyle::DayFirst : DateStyle::MonthFirst;
    const Evidence& e = evidence_[c];
    bool same = true;  // "5-Mar-2024" and "03/03/2024" mean the same date in both orders
    std::array<std::int64_t, 2> back{};
    std::array<double, 2> before{-1e300, -1e300};
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      const auto day = dateIn(table_.cell(row, c), DateStyle::DayFirst), month = dateIn(table_.cell(row, c), DateStyle::MonthFirst);
      if (!day || !month) continue;
      same = same && *day == *month;
      const std::array<double, 2> now{*day, *month};
      for (std::size_t i = 0; i < 2; ++i) {
        back[i] += now[i] < before[i] ? 1 : 0;
        before[i] = now[i];
      }
    }
    if (same) return DateStyle::DayFirst;
    if (dayVotes_ > 0 && monthVotes_ == 0) return DateStyle::DayFirst;
    if (monthVotes_ > 0 && dayVotes_ == 0) return DateStyle::MonthFirst;
    if (!e.slashes && !e.dashes) return DateStyle::DayFirst;      // 05.03.2024
    if (back[0] == 0 && back[1] > 0) return DateStyle::DayFirst;  // sorted only in this order
    if (back[1] == 0 && back[0] > 0) return DateStyle::MonthFirst;
    const bool day = commaVotes_ > 0 || !e.slashes;
    r.doubt = fmt::format("\"{}\" is read with the {} first; data.date_order decides", r.example, day ? "day" : "month");
    return day ? DateStyle::DayFirst : DateStyle::MonthFirst;
  }

  template <class Fits>
  void findOdd(ColumnReading& r, std::size_t c, const Fits& fits) const {
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      const std::string_view cell = table_.cell(row, c);
      if (noValue(c, cell) || fits(cell)) continue;
      if (r.oddCount++ == 0) r.odd = row;
    }
  }

  const Table& table_;
  const DataSpec& spec_;
  TableReading result_;
  std::vector<Evidence> evidence_;
  std::vector<std::vector<std::string>> own_;  // marks for a missing value, for each column
  int commaVotes_ = 0, pointVotes_ = 0, dayVotes_ = 0, monthVotes_ = 0;
};

}  // namespace

std::string_view nameOf(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::Number: return "number";
    case ColumnKind::Date: return "date";
    case ColumnKind::Category: return "category";
    case ColumnKind::Text: return "text";
    case ColumnKind::LeftOut: return "left out";
  }
  return {};
}

std::string keysThatRead(const ColumnReading& reading) {
  std::string keys;
  const auto add = [&](bool works, const char* key) {
    if (works) keys += (keys.empty() ? "" : ", ") + std::string(key);
  };
  const bool numbers = reading.kind == ColumnKind::Number || reading.fitsNumbers;
  add(numbers && reading.odd == ColumnReading::kNone, "data.numbers");
  add(reading.fitsDates, "data.dates");
  // Texts that rarely repeat are not offered as categories: a model would learn the rows by heart.
  add(reading.different > 0 && reading.different <= kMostCategories && reading.different * 2 <= reading.rows - reading.missing, "data.categories");
  return keys;
}

std::vector<std::string> alikeNames(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  std::map<std::string, std::string> seen;  // by the name in lower case without blanks
  std::vector<std::string> pairs;
  for (const std::string& name : names) {
    std::string small;
    for (const char c : name)
      if (c != ' ') small += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (const auto [before, isNew] = seen.emplace(small, name); !isNew) pairs.push_back(before->second + ", " + name);
  }
  return pairs;
}

TableReading readingOf(const Table& table, const DataSpec& spec) {
  return Reader(table, spec).read();
}

}  // namespace stepscope
