// Previews a table: first its first megabytes, then all of it. The final numbers are those of the rows that training opens.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "core/data/counted_sentence.h"
#include "core/data/gz_file.h"
#include "core/data/preview/class_counts.h"
#include "core/data/preview/preview_parts.h"
#include "core/data/preview/table_leaks.h"
#include "core/data/table/table_dataset.h"
#include "core/data/table/table_parts.h"

namespace stepscope {
namespace {

constexpr std::size_t kFirstPart = std::size_t{1} << 21;

// Fills in the columns, and guesses target and ignored columns. Lines that are not rows are reported once, for the whole file.
void lookAtColumns(DataPreview& preview, std::string text, bool guess, bool whole) {
  if (guess) preview.spec.ignore = preview.asked.ignore;
  if (guess) preview.spec.target = preview.asked.target;
  const MissingMarks marks(preview.spec.missing);
  const CsvDocument document(std::move(text), preview.spec.path, tableDelimiter(preview.spec.delimiter), preview.spec.cancel);
  const Table table = tableOf(document, preview.spec.header, marks);
  preview.columns = columnFacts(table, readingOf(table, preview.spec));
  preview.train = static_cast<std::int64_t>(table.rows());
  if (whole)
    for (const std::string& note : table.notes) preview.findings.push_back({DataFinding::Weight::Note, note, {}, 0, {}, {}});
  if (!guess) return;
  const TargetGuess found = guessTarget(preview.columns, table.hasHeader);
  if (preview.asked.target.empty()) {
    preview.spec.target = found.target.empty() ? std::vector<std::string>() : std::vector<std::string>{found.target};
    preview.targetReason = found.reason;
    preview.targetSure = found.sure;
  } else {
    preview.targetReason = "asked for";
  }
  preview.spec.ignore = found.ignore;
  std::erase_if(preview.spec.ignore, [&](const std::string& name) {
    return std::find(preview.spec.target.begin(), preview.spec.target.end(), name) != preview.spec.target.end();
  });
}

bool isLeftOut(const DataPreview& preview, const ColumnFacts& column) {
  return column.kind == ColumnKind::LeftOut ||
         std::find(preview.spec.ignore.begin(), preview.spec.ignore.end(), column.name) != preview.spec.ignore.end();
}

bool isTarget(const DataPreview& preview, const ColumnFacts& column) {
  return preview.spec.target.empty() ? &column == &preview.columns.back()
                                     : std::find(preview.spec.target.begin(), preview.spec.target.end(), column.name) != preview.spec.target.end();
}

// Adds the finding with a sentence for its count; adds nothing if the count is 0.
void tellCounted(DataPreview& preview, DataFinding& finding, DataFinding::Weight weight, const char* one, const char* several,
                 const char* cure = "") {
  if (finding.count == 0) return;
  finding.weight = weight;
  finding.what = countedSentence(finding.count, one, several);
  finding.cure = cure;
  preview.findings.push_back(std::move(finding));
}

// How to make a column that is left out into an input.
std::string cureOf(const DataPreview& preview, const ColumnFacts& column) {
  const std::string keys = keysThatRead(column);
  if (!column.name.empty() && column.name == preview.spec.group) return "Name it in data.categories or data.numbers too to use it as an input";
  if (column.ignored) return "Take it out of data.ignore to use it";
  if (keys.empty()) return column.likeness == ColumnReading::Likeness::None ? std::string() : "Write its cells as plain numbers or dates to use it";
  return fmt::format(fmt::runtime(keys.find(',') == std::string::npos ? "Name it in {} to use it anyway" : "Name it in one of {} to use it anyway"),
                     keys);
}

// Columns with the same cure are reported together.
void tellLeftOut(DataPreview& preview) {
  std::vector<std::pair<std::string, DataFinding>> notes;
  for (ColumnFacts& column : preview.columns) {
    if (!isLeftOut(preview, column)) continue;
    const std::string cure = cureOf(preview, column);
    if (const std::string why = column.kind == ColumnKind::LeftOut ? column.why : whyIdentifier(column); !why.empty()) column.why = why;
    column.kind = ColumnKind::LeftOut;
    auto note = std::find_if(notes.begin(), notes.end(), [&](const auto& one) { return one.first == cure; });
    if (note == notes.end()) note = notes.insert(notes.end(), {cure, {}});
    ++note->second.count;
    addExample(note->second, column.name + ": " + column.why);
  }
  for (auto& [cure, note] : notes)
    tellCounted(preview, note, DataFinding::Weight::Note, "one column is left out", "{} columns are left out", cure.c_str());
}

// Reports columns that may be read in another way than the user expects.
void tellReadings(DataPreview& preview) {
  bool onlyCodes = true;
  DataFinding codes, numbers, placeholders, dates, figures, texts, counting, alike;
  for (const ColumnFacts& column : preview.columns) {
    if (!column.doubt.empty()) preview.findings.push_back({DataFinding::Weight::Warning, column.doubt, {}, 0, {}, {}});
    if (isLeftOut(preview, column)) continue;
    if (!isTarget(preview, column)) {  // for the target, tellClasses() reports them
      alike.count += static_cast<std::int64_t>(column.alike.size());
      for (const std::string& pair : column.alike) addExample(alike, column.name + ": " + pair);
    }
    if (column.asked) continue;
    const bool likeNumbers = column.likeness == ColumnReading::Likeness::Number && !column.why.empty(),
               likeDates = column.likeness == ColumnReading::Likeness::Date;
    DataFinding* told = likeNumbers                                                       ? (column.fitsNumbers ? &codes
                                                                                             : column.oddTexts  ? &placeholders
                                                                                                                : &numbers)
                        : likeDates                                                       ? &dates
                        : column.likeness == ColumnReading::Likeness::Figures             ? &figures
                        : column.kind == ColumnKind::Text                                 ? &texts
                        : column.counts && column.rows > 20 && !isTarget(preview, column) ? &counting
                                                                                          : nullptr;
    if (!told) continue;
    ++told->count;
    if (likeNumbers && column.fitsNumbers) onlyCodes = onlyCodes && column.kind == ColumnKind::Category;
    addExample(*told, told != &counting ? column.name + ": " + column.why : column.name);
  }
  using Weight = DataFinding::Weight;
  // Numbers with leading zeros are certainly codes if there are only a few different ones.
  const char *one = "one column looks like numbers and is read as texts", *several = "{} columns look like numbers and are read as texts";
  tellCounted(preview, codes, onlyCodes ? Weight::Note : Weight::Warning, one, several,
              "Name it in data.numbers if it holds amounts, or in data.categories");
  tellCounted(preview, placeholders, Weight::Warning, one, several,
              "Add the marks of missing values to data.missing, or write all cells as numbers of one form");
  tellCounted(preview, numbers, Weight::Warning, one, several, "Write all cells in one form and unit");
  tellCounted(preview, dates, Weight::Warning, "one column looks like dates and is read as texts", "{} columns look like dates and are read as texts",
              "Write them all in one form, such as 2024-03-05");
  tellCounted(preview, figures, Weight::Warning, "one column of numbers is read as texts", "{} columns of numbers are read as texts",
              "Write them as plain numbers or dates");
  tellCounted(preview, texts, Weight::Warning, "one column of texts has a different one in nearly every row",
              "{} columns of texts have a different one in nearly every row", "A model memorises such rows: name it in data.ignore");
  tellCounted(preview, counting, Weight::Warning, "one column counts the rows", "{} columns count the rows",
              "A model learns the order of the rows from it: name it in data.ignore");
  tellCounted(preview, alike, Weight::Warning, "two texts of a column differ only in capital letters or blanks",
              "{} texts differ from another one of their column only in capital letters or blanks", "Write each in one way in the file");
}

void tellWhatIsOdd(DataPreview& preview) {
  tellLeftOut(preview);
  tellReadings(preview);
  DataFinding missing, constant;
  std::int64_t emptyCells = 0;
  for (const ColumnFacts& column : preview.columns) {
    if (isLeftOut(preview, column)) continue;
    const bool numbers = column.kind == ColumnKind::Number || column.kind == ColumnKind::Date;
    if (column.missing > 0 && isTarget(preview, column)) {
      const std::string what =
          column.missing == 1
              ? fmt::format("one row has no value of \"{}\", which is to be predicted, and is left out", column.name)
              : fmt::format("{} rows have no value of \"{}\", which is to be predicted, and are left out", column.missing, column.name);
      // A word such as None may be a class.
      const std::string cure =
          column.kind == ColumnKind::Category && !column.marks.empty() && std::isalpha(static_cast<unsigned char>(column.marks[0][0]))
              ? fmt::format("If \"{}\" is a class, set data.missing = \"!{}\"", column.marks[0], column.marks[0])
              : std::string();
      preview.findings.push_back({DataFinding::Weight::Note, what, cure, column.missing, {}, {}});
    } else if (column.missing > 0) {
      ++missing.count;
      emptyCells += column.missing;
      const std::string marks = column.marks.empty() ? std::string() : fmt::format(" ({})", fmt::join(column.marks, ", "));
      addExample(missing, fmt::format("{}: {} of {}{}", column.name, column.missing, column.rows, marks));
    }
    // A text and an empty cell count as two values.
    if (column.different + (column.missing > 0 && !numbers ? 1 : 0) < 2) {
      ++constant.count;
      addExample(constant, column.name);
    }
  }
  if (missing.count > 0) {
    missing.what = countedSentence(emptyCells, "one cell is empty; a number takes the median of its column, a text is a category of its own",
                                   "{} cells are empty; numbers take the median of their column, among texts they are a category of their own");
    preview.findings.push_back(std::move(missing));
  }
  tellCounted(preview, constant, DataFinding::Weight::Note, "one column has the same value in every row",
              "{} columns have the same value in every row");
}

// The cure for a table without inputs: the key that reads the first of the columns left out, if there is one.
std::string useOneOf(const DataPreview& preview) {
  bool likely = false;
  for (const ColumnFacts& column : preview.columns) {
    const std::string keys = keysThatRead(column);
    if (isTarget(preview, column) || column.ignored) continue;
    likely = likely || column.likeness != ColumnReading::Likeness::None;
    if (keys.empty()) continue;
    return fmt::format("Name \"{}\" in {}, or use a table with more columns", column.name, keys.substr(0, keys.find(',')));
  }
  return likely ? "Write the cells of one of them as plain numbers or dates, or use a table with more columns" : "Use a table with more columns";
}

// Throws if the guess leaves no inputs; the error lists the columns that were left out, and why.
void refuseNoInputs(DataPreview& preview) {
  std::string out;
  for (const ColumnFacts& column : preview.columns) {
    if (isTarget(preview, column)) continue;
    if (!isLeftOut(preview, column)) return;
    out += fmt::format("{}\"{}\": {}", out.empty() ? "" : "; ", column.name, column.why);
  }
  std::erase_if(preview.findings, [](const DataFinding& finding) { return finding.what.ends_with(" left out"); });  // the error below lists them
  throw Error(ErrorKind::Input, preview.spec.path, "leaves no column to predict the target from" + fmt::format(": left out are {}", out),
              useOneOf(preview));
}

// Reports classes with a single row, and classes whose names look the same: "Cat" and "cat".
void tellClasses(DataPreview& preview) {
  DataFinding single, alike;
  std::vector<std::string> names;
  for (const ClassCount& one : preview.classes) {
    names.push_back(one.name);
    if (one.train + one.validation + one.test != 1) continue;
    ++single.count;
    addExample(single, one.name);
  }
  for (const std::string& pair : alikeNames(names)) {
    ++alike.count;
    addExample(alike, pair);
  }
  tellCounted(preview, single, DataFinding::Weight::Warning, "one class has one row, so none is left for validation",
              "{} classes have one row each, so none is left for validation",
              "Set data.task = \"regression\" if they are amounts; otherwise add rows, or leave the class out");
  tellCounted(preview, alike, DataFinding::Weight::Warning, "two classes differ only in capital letters or blanks",
              "{} classes differ from another one only in capital letters or blanks", "Write each class in one way in the file");
}

}  // namespace

void previewTable(DataPreview& preview, PreviewProgress& progress, bool guess) {
  if (TextHead head = readTextHead(preview.spec.path, kFirstPart, preview.spec.encoding); !head.whole) {
    head.text.erase(std::min(head.text.rfind('\n'), head.text.size()));
    preview.doing = "reading the table";
    try {
      lookAtColumns(preview, std::move(head.text), guess, false);
    } catch (const Error&) {  // a cell with newlines may be cut; all of it is read below
    }
    progress.tell(preview);
    if (progress.cancelled()) return;
  }
  ReadText read = readTextFile(preview.spec.path, kMostTableBytes, preview.spec.encoding, preview.spec.cancel);
  tellEncoding(preview, read.encoding);
  lookAtColumns(preview, std::move(read.text), guess, true);
  if (preview.columns.size() >= 2 && preview.train == 0) {
    preview.columns.clear();
    throw Error(ErrorKind::Input, preview.spec.path, "has no rows", "Use a file with data in it");
  }
  if (preview.columns.size() >= 2) tellWhatIsOdd(preview);
  progress.tell(preview);
  if (progress.cancelled()) return;
  if (guess && preview.columns.size() >= 2 && preview.spec.target.empty())
    throw Error(ErrorKind::Input, preview.spec.path, "no column can be predicted: each has one value, or a different one in every row",
                "Use a table with a column to predict");
  if (guess && preview.columns.size() >= 2 && !preview.targetSure) {
    DataFinding note;
    note.what = fmt::format("\"{}\" was guessed as the column to predict: {}", preview.spec.target.front(), preview.targetReason);
    note.cure = "Choose another column if it is not what you want (--target, data.target)";
    preview.findings.push_back(std::move(note));
  }
  if (guess && preview.columns.size() >= 2 && !preview.spec.target.empty() && preview.asked.ignore.empty()) refuseNoInputs(preview);
  DataSpec whole = preview.spec;
  whole.openTest = true;
  TableParts parts = openTableParts(whole);
  for (DataFinding& leak : leaksOf(parts, preview.spec.cancel)) preview.findings.push_back(std::move(leak));
  for (const TableFile* file : {parts.validation.get(), parts.test.get()})
    for (const std::string& warning : file ? file->warnings : std::vector<std::string>())
      preview.findings.push_back(
          {DataFinding::Weight::Warning, warning.ends_with('.') ? warning.substr(0, warning.size() - 1) : warning, {}, 0, {}, {}});
  const DataSplits splits = datasetsOf(whole, std::move(parts));
  const SampleInfo& info = splits.train->info();
  preview.task = info.task;
  preview.inputs = info.input().shape[0];
  preview.train = splits.train->size();
  preview.validation = splits.validation ? splits.validation->size() : 0;
  preview.test = splits.test ? splits.test->size() : 0;
  preview.ownValidation = !preview.spec.validationPath.empty();
  preview.ownTest = !preview.spec.testPath.empty();
  if (info.task == Task::Classification) {
    for (const std::string& name : info.classNames) preview.classes.push_back({name});
    const auto count = [&](const Dataset& part, std::int64_t ClassCount::*field) {
      for (std::int64_t i = 0; i < part.size(); ++i) ++(preview.classes[static_cast<std::size_t>(part.label(i))].*field);
    };
    count(*splits.train, &ClassCount::train);
    if (splits.validation) count(*splits.validation, &ClassCount::validation);
    if (splits.test) count(*splits.test, &ClassCount::test);
    judgeClassCounts(preview);
    tellClasses(preview);
  }
}

}  // namespace stepscope
