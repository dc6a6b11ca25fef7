#include "core/data/table/column_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_set>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/base/nearest.h"

namespace stepscope {
namespace {

constexpr std::array<DateStyle, 4> kDateStyles = {DateStyle::YearFirst, DateStyle::DayFirst, DateStyle::MonthFirst, DateStyle::TimeOfDay};
constexpr double kNearlyAll = 0.9;
constexpr std::size_t kLongestMark = 24;  // bytes
constexpr std::size_t kMostMarks = 2;  // of a column's own: more different texts are words
constexpr std::int64_t kLeastTold = 20;  // rows from which on "differs in nearly every row" says something

struct Affixes {
  std::string_view before, after;
  std::int64_t count = 0;
  std::size_t first = 0;  // row
};

// What the cells of a column are, counted.
struct Evidence {
  std::int64_t given = 0, missing = 0, marked = 0;  // marked: by what is a mark among numbers alone
  std::int64_t numbers = 0, pointOnly = 0, commaOnly = 0, eitherPoint = 0, eitherComma = 0, codes = 0;
  std::size_t firstPointOnly = 0, firstCommaOnly = 0;
  bool grouped = false;
  std::vector<Affixes> affixes;
  std::int64_t others = 0;
  std::map<std::string_view, std::int64_t> otherTexts;  // the first few
  std::size_t firstOther = ColumnReading::kNone;
  std::array<std::int64_t, 4> dates{};
  std::int64_t dateCells = 0, compactDates = 0;
  bool slashes = false;
  std::size_t shortest = std::string_view::npos, longest = 0;
  std::unordered_set<std::string_view> different;
  std::vector<std::string> marks, numberMarks;
  std::string example;

  std::int64_t values() const { return given - marked; }
  const Affixes* usual() const {
    const auto most = std::max_element(affixes.begin(), affixes.end(), [](const Affixes& a, const Affixes& b) { return a.count < b.count; });
    return most == affixes.end() ? nullptr : &*most;
  }
};

void addMark(std::vector<std::string>& marks, std::string_view mark) {
  constexpr std::size_t kTold = 5;
  if (!mark.empty() && marks.size() < kTold && std::find(marks.begin(), marks.end(), mark) == marks.end()) marks.emplace_back(mark);
}

void countNumber(Evidence& e, std::string_view text, const NumberShape& shape, std::size_t row) {
  ++e.numbers;
  const bool hasPoint = text.find('.') != std::string_view::npos;
  if (shape.separated && shape.point != shape.comma) {
    std::int64_t& count = shape.point ? e.pointOnly : e.commaOnly;
    if (count++ == 0) (shape.point ? e.firstPointOnly : e.firstCommaOnly) = row;
  } else if (shape.separated && (hasPoint || text.find(',') != std::string_view::npos)) {
    ++(hasPoint ? e.eitherPoint : e.eitherComma);
  }
  e.grouped = e.grouped || shape.grouped;
  e.codes += shape.leadingZeros ? 1 : 0;
  const auto same = std::find_if(e.affixes.begin(), e.affixes.end(), [&](const Affixes& a) { return a.before == shape.before && a.after == shape.after; });
  constexpr std::size_t kMostKept = 8;
  if (same != e.affixes.end())
    ++same->count;
  else if (e.affixes.size() < kMostKept)
    e.affixes.push_back({shape.before, shape.after, 1, row});
}

Evidence evidenceOf(const Table& table, std::size_t column, const MissingMarks& marks, const std::atomic<bool>* cancel) {
  Evidence e;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (row % 4096 == 0) throwIfCancelled(cancel);
    const std::string_view text = trimmedCell(table.cell(row, column));
    if (marks.always(text)) {
      ++e.missing;
      addMark(e.marks, text);
      continue;
    }
    ++e.given;
    if (static_cast<std::int64_t>(e.different.size()) < kMostDifferent) e.different.insert(text);
    if (marks.amongNumbers(text)) {
      ++e.marked;
      addMark(e.numberMarks, text);
      continue;
    }
    if (e.example.empty()) e.example = text;
    e.shortest = std::min(e.shortest, text.size());
    e.longest = std::max(e.longest, text.size());
    const NumberShape shape = numberShapeOf(text);
    if (shape.point || shape.comma) {
      countNumber(e, text, shape, row);
      if (text.size() == 8 && !shape.separated && dateIn(text, DateStyle::Compact)) ++e.compactDates;
      // "05.03.24" is no number, but "2024-03" has figures too.
      continue;
    }
    if (e.others++ == 0) e.firstOther = row;
    if (e.otherTexts.size() < kMostMarks + 1 || e.otherTexts.contains(text)) ++e.otherTexts[text];
    bool date = false;
    for (std::size_t s = 0; s < kDateStyles.size(); ++s)
      if (dateIn(text, kDateStyles[s])) {
        ++e.dates[s];
        date = true;
      }
    e.dateCells += date ? 1 : 0;
    e.slashes = e.slashes || text.find('/') != std::string_view::npos;
  }
  return e;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Whether a name is that which programs give to a column of row numbers: pandas' "Unnamed: 0".
bool isIndexName(const std::string& name) {
  return name.starts_with("Unnamed: ") || name == "rownames" || name == "row.names" || name == "__index_level_0__";
}

bool saysDate(const std::string& name) {
  std::string small;
  for (const char c : name) small += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (const char* word : {"date", "datum", "day", "tag", "dt", "fecha", "日期", "时间"})
    if (small.find(word) != std::string::npos) return true;
  return false;
}

class Reader {
 public:
  Reader(const Table& table, const DataSpec& spec) : table_(table), spec_(spec), result_(MissingMarks(spec.missing)) {
    checkNames();
    for (std::size_t c = 0; c < table.names.size(); ++c) evidence_.push_back(evidenceOf(table, c, result_.marks, spec.cancel));
    for (const Evidence& e : evidence_) {
      commaVotes_ += e.commaOnly > 0 && e.pointOnly == 0 ? 1 : 0;
      pointVotes_ += e.pointOnly > 0 && e.commaOnly == 0 ? 1 : 0;
      if (e.others > 0 && e.dateCells == e.values()) {
        dayVotes_ += e.dates[1] == e.values() && e.dates[2] < e.values() ? 1 : 0;
        monthVotes_ += e.dates[2] == e.values() && e.dates[1] < e.values() ? 1 : 0;
      }
    }
  }

  // A text without a figure that stands here and there in a column of numbers is a mark of its own for no value, were it not listed: by
  // column.
  std::vector<std::pair<std::size_t, std::string>> ownMarks() const {
    constexpr double kMostOfThem = 0.8;
    std::vector<std::pair<std::size_t, std::string>> marks;
    for (std::size_t c = 0; c < evidence_.size(); ++c) {
      const Evidence& e = evidence_[c];
      const Affixes* usual = e.usual();
      if (e.others == 0 || e.dateCells > 0 || !usual || usual->count < e.numbers || e.otherTexts.size() > kMostMarks) continue;
      if (static_cast<double>(e.numbers) < kMostOfThem * static_cast<double>(e.values())) continue;
      const bool fit = std::all_of(e.otherTexts.begin(), e.otherTexts.end(), [](const auto& one) {
        return one.second >= 2 && one.first.size() <= kLongestMark && one.first.find_first_of("0123456789") == std::string_view::npos;
      });
      if (fit)
        for (const auto& [text, count] : e.otherTexts) marks.emplace_back(c, text);
    }
    return marks;
  }

  TableReading read() {
    for (std::size_t c = 0; c < table_.names.size(); ++c) result_.columns.push_back(readColumn(c));
    return std::move(result_);
  }

 private:
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
      r.different -= std::count_if(e.different.begin(), e.different.end(), [&](std::string_view text) { return result_.marks.amongNumbers(text); });
    } else if (r.example.empty() && !e.different.empty()) {
      r.example = *e.different.begin();
    }
    if (r.kind == ColumnKind::Number) look(r, c);
    leaveOut(r, c);
    return r;
  }

  // Whole numbers, and those that count.
  void look(ColumnReading& r, std::size_t c) const {
    r.whole = r.numbers > 0;
    r.counts = r.whole && r.missing == 0 && table_.rows() > 1;
    double before = 0;
    for (std::size_t row = 0; row < table_.rows() && r.whole; ++row) {
      const std::string_view cell = table_.cell(row, c);
      if (result_.marks.amongNumbers(cell)) continue;
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
    r.ignored = contains(spec_.ignore, table_.names[c]);
    if (r.rows > 0 && r.missing == r.rows) return leave("it is empty in every row");
    if (c == 0 && table_.namesRows) return leave("it holds names of rows, and the header has none for it");
    const bool nameless = table_.hasHeader && (!table_.named[c] || isIndexName(table_.names[c])) && r.rows >= 3;
    const bool allDiffer = r.different >= std::min<std::int64_t>(r.rows, kMostDifferent);
    if (nameless && r.counts) return leave("it has no name and counts the rows");
    if (nameless && allDiffer && (r.kind != ColumnKind::Number || r.whole)) return leave("it has no name and another value in every row, as an index has");
    if (r.ignored) leave("data.ignore names it");
  }

  void choose(ColumnReading& r, std::size_t c) const {
    const Evidence& e = evidence_[c];
    const std::int64_t values = e.values();
    const auto most = static_cast<std::int64_t>(std::ceil(kNearlyAll * static_cast<double>(values)));
    if (values == 0) return asTexts(r, c);
    const Affixes* usual = e.usual();
    // Codes with zeros in front, such as those of places, are no amounts.
    if (e.codes > 0 && e.numbers == values && e.shortest == e.longest) {
      asTexts(r, c);
      r.why = "its figures begin with 0, so they are codes";
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
    if (usual && usual->count >= most && !mixed && oneUnit) return asNumber(r, c);
    const std::int64_t dates = *std::max_element(e.dates.begin(), e.dates.end());
    if (dates > 0 && dates >= most) return asDate(r, c);
    asTexts(r, c);
    if (e.numbers * 2 < values) return;
    if (mixed)
      r.why = "it looks like numbers, but some have a decimal comma and some a point";
    else if (usual && e.affixes.size() > 1)
      r.why = fmt::format("it looks like numbers, but not all in one unit: \"{}\", \"{}\"", cellAt(e.affixes[0].first, c), cellAt(e.affixes[1].first, c));
    else if (e.firstOther != ColumnReading::kNone)
      r.why = fmt::format("{} of {} cells look like numbers, but \"{}\" does not", e.numbers, values, cellAt(e.firstOther, c));
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
    const bool nearlyAll = e.given > kLeastTold && static_cast<double>(e.different.size()) >= kNearlyAll * static_cast<double>(std::min(e.given, kMostDifferent));
    const bool many = static_cast<std::int64_t>(e.different.size()) > kMostCategories;
    r.kind = nearlyAll || many ? ColumnKind::Text : ColumnKind::Category;
    if (nearlyAll)
      r.why = "its text differs in nearly every row";
    else if (many)
      r.why = fmt::format("it has more than {} different texts", kMostCategories);
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
    const bool groups = e.grouped || (r.number.decimal == '.' ? e.eitherComma : e.eitherPoint) > 0 ||
                        (r.number.decimal == '.' ? e.commaOnly : e.pointOnly) > 0;
    if (groups) r.how.emplace_back("groups of digits");
    findOdd(r, c, [&](std::string_view cell) { return numberIn(cell, r.number).has_value(); });
  }

  char decimalOf(ColumnReading& r, const Evidence& e) const {
    if (spec_.decimal != "auto") return spec_.decimal == "comma" ? ',' : '.';
    if (e.commaOnly != e.pointOnly) return e.commaOnly > e.pointOnly ? ',' : '.';
    if (e.eitherComma + e.eitherPoint == 0) return '.';
    // "1,234" and "1.234" alone say nothing: the other columns, then what stands between the cells.
    if (commaVotes_ > 0 && pointVotes_ == 0) return ',';
    if (pointVotes_ > 0 && commaVotes_ == 0) return '.';
    if (e.eitherComma == 0) return '.';
    const char decimal = table_.document->delimiter() == ';' ? ',' : '.';
    r.doubt = fmt::format("the comma of \"{}\" is read as {}; data.decimal decides", r.example,
                          decimal == ',' ? "a decimal comma" : "a mark between groups of digits");
    return decimal;
  }

  void asDate(ColumnReading& r, std::size_t c) const {
    const Evidence& e = evidence_[c];
    r.kind = ColumnKind::Date;
    const auto most = std::max_element(e.dates.begin(), e.dates.end());
    r.date = kDateStyles[static_cast<std::size_t>(most - e.dates.begin())];
    if (e.dates[1] > 0 && e.dates[1] == *most && e.dates[2] == *most)
      r.date = dayOrMonth(r, c);
    if (e.compactDates > 0 && *most == 0) r.date = DateStyle::Compact;
    if (r.date == DateStyle::DayFirst) r.how = {"day before month"};
    if (r.date == DateStyle::MonthFirst) r.how = {"month before day"};
    if (r.date == DateStyle::TimeOfDay) r.how = {"time of day"};
    findOdd(r, c, [&](std::string_view cell) { return dateIn(cell, r.date).has_value(); });
  }

  // Of dates that are valid both ways.
  DateStyle dayOrMonth(ColumnReading& r, std::size_t c) const {
    if (spec_.dateOrder != "auto") return spec_.dateOrder == "day" ? DateStyle::DayFirst : DateStyle::MonthFirst;
    const Evidence& e = evidence_[c];
    bool same = true;  // "5-Mar-2024" and "03/03/2024" are one date both ways
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
    if (!e.slashes) return DateStyle::DayFirst;  // 05.03.2024, 05-03-2024
    if (back[0] == 0 && back[1] > 0) return DateStyle::DayFirst;  // in order this way only
    if (back[1] == 0 && back[0] > 0) return DateStyle::MonthFirst;
    const bool day = commaVotes_ > 0;
    r.doubt = fmt::format("\"{}\" is read with the {} first; data.date_order decides", r.example, day ? "day" : "month");
    return day ? DateStyle::DayFirst : DateStyle::MonthFirst;
  }

  template <class Fits>
  void findOdd(ColumnReading& r, std::size_t c, const Fits& fits) const {
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      const std::string_view cell = table_.cell(row, c);
      if (result_.marks.amongNumbers(cell) || fits(cell)) continue;
      if (r.oddCount++ == 0) r.odd = row;
    }
  }

  const Table& table_;
  const DataSpec& spec_;
  TableReading result_;
  std::vector<Evidence> evidence_;
  int commaVotes_ = 0, pointVotes_ = 0, dayVotes_ = 0, monthVotes_ = 0;
};

}  // namespace

std::string_view nameOf(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::Number:
      return "number";
    case ColumnKind::Date:
      return "date";
    case ColumnKind::Category:
      return "category";
    case ColumnKind::Text:
      return "text";
    case ColumnKind::LeftOut:
      return "left out";
  }
  return {};
}

TableReading readingOf(const Table& table, const DataSpec& spec) {
  Reader reader(table, spec);
  const auto own = spec.missing == usualMissingMarks() ? reader.ownMarks() : std::vector<std::pair<std::size_t, std::string>>();
  if (own.empty()) return reader.read();
  DataSpec more = spec;
  for (const auto& [column, mark] : own) more.missing.push_back(mark);
  TableReading reading = Reader(table, more).read();
  for (const auto& [column, mark] : own)
    if (reading.columns[column].doubt.empty())
      reading.columns[column].doubt = fmt::format("\"{}\" in the column \"{}\" is read as no value; data.missing decides", mark, table.names[column]);
  return reading;
}

}  // namespace stepscope
