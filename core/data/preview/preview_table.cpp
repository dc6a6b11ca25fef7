// A table before it is trained on. The first megabytes at once, then all of it; the figures of the end are those that training opens.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/data/gz_file.h"
#include "core/data/preview/preview_parts.h"
#include "core/data/preview/table_leaks.h"
#include "core/data/table/table_dataset.h"
#include "core/data/table/table_parts.h"

namespace stepscope {
namespace {

constexpr std::size_t kFirstPart = std::size_t{1} << 21;

// Columns, and in a guess target and what is left out. What the lines say that are no rows is told once, of the whole file.
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
  return column.kind == ColumnKind::LeftOut || std::find(preview.spec.ignore.begin(), preview.spec.ignore.end(), column.name) != preview.spec.ignore.end();
}

bool isTarget(const DataPreview& preview, const ColumnFacts& column) {
  return preview.spec.target.empty() ? &column == &preview.columns.back()
                                     : std::find(preview.spec.target.begin(), preview.spec.target.end(), column.name) != preview.spec.target.end();
}

void tellLeftOut(DataPreview& preview) {
  DataFinding note;
  for (ColumnFacts& column : preview.columns) {
    if (!isLeftOut(preview, column)) continue;
    if (const std::string why = column.kind == ColumnKind::LeftOut ? column.why : whyIdentifier(column); !why.empty()) column.why = why;
    column.kind = ColumnKind::LeftOut;
    ++note.count;
    addExample(note, column.name + ": " + column.why);
  }
  if (note.count == 0) return;
  note.what = note.count == 1 ? "one column is left out" : fmt::format("{} columns are left out", note.count);
  preview.findings.push_back(std::move(note));
}

// Columns that are read in a way that a person might not mean.
void tellReadings(DataPreview& preview) {
  DataFinding numbers, texts, counting;
  bool onlyCodes = true;
  for (const ColumnFacts& column : preview.columns) {
    if (!column.doubt.empty()) preview.findings.push_back({DataFinding::Weight::Warning, column.doubt, {}, 0, {}, {}});
    if (isLeftOut(preview, column) || column.asked) continue;
    const bool likeNumbers = column.kind != ColumnKind::Number && column.kind != ColumnKind::Date && column.numbers * 2 >= column.rows - column.missing && column.numbers > 0;
    DataFinding* told = likeNumbers ? &numbers : column.kind == ColumnKind::Text ? &texts : column.counts && column.rows > 20 && !isTarget(preview, column) ? &counting : nullptr;
    if (!told) continue;
    ++told->count;
    if (likeNumbers) onlyCodes = onlyCodes && column.numbers == column.rows - column.missing && column.kind == ColumnKind::Category;
    addExample(*told, likeNumbers || told == &texts ? column.name + ": " + column.why : column.name);
  }
  texts.weight = counting.weight = DataFinding::Weight::Warning;
  // Figures with zeros in front are surely codes where they are few.
  numbers.weight = onlyCodes ? DataFinding::Weight::Note : DataFinding::Weight::Warning;
  if (numbers.count > 0) {
    numbers.what = numbers.count == 1 ? "one column looks like numbers and is read as texts" : fmt::format("{} columns look like numbers and are read as texts", numbers.count);
    numbers.cure = "Add what stands for no value to data.missing, or name it in data.numbers, data.categories or data.ignore";
    preview.findings.push_back(std::move(numbers));
  }
  if (texts.count > 0) {
    texts.what = texts.count == 1 ? "one column of texts has another one in nearly every row" : fmt::format("{} columns of texts have another one in nearly every row", texts.count);
    texts.cure = "A model learns such rows by heart: name it in data.ignore";
    preview.findings.push_back(std::move(texts));
  }
  if (counting.count > 0) {
    counting.what = counting.count == 1 ? "one column counts the rows" : fmt::format("{} columns count the rows", counting.count);
    counting.cure = "A model learns the order of the rows from it: name it in data.ignore";
    preview.findings.push_back(std::move(counting));
  }
}

void tellWhatIsOdd(DataPreview& preview) {
  tellLeftOut(preview);
  tellReadings(preview);
  DataFinding missing, constant;
  std::int64_t emptyCells = 0;
  for (const ColumnFacts& column : preview.columns) {
    if (isLeftOut(preview, column)) continue;
    if (column.missing > 0) {
      ++missing.count;
      emptyCells += column.missing;
      const std::string marks = column.marks.empty() ? std::string() : fmt::format(" ({})", fmt::join(column.marks, ", "));
      addExample(missing, fmt::format("{}: {} of {}{}", column.name, column.missing, column.rows, marks));
    }
    if (column.different < 2) {
      ++constant.count;
      addExample(constant, column.name);
    }
  }
  if (missing.count > 0) {
    missing.what = fmt::format("{} cells are empty; numbers take the median of their column", emptyCells);
    preview.findings.push_back(std::move(missing));
  }
  if (constant.count > 0) {
    constant.what = constant.count == 1 ? "one column has the same value in every row" : fmt::format("{} columns have the same value in every row", constant.count);
    preview.findings.push_back(std::move(constant));
  }
}

}  // namespace

void previewTable(DataPreview& preview, PreviewProgress& progress, bool guess) {
  if (TextHead head = readTextHead(preview.spec.path, kFirstPart, preview.spec.encoding); !head.whole) {
    head.text.erase(std::min(head.text.rfind('\n'), head.text.size()));
    preview.doing = "reading the table";
    try {
      lookAtColumns(preview, std::move(head.text), guess, false);
    } catch (const Error&) {  // a cell with lines in it may be cut; all of it is read below
    }
    progress.tell(preview);
    if (progress.cancelled()) return;
  }
  ReadText read = readTextFile(preview.spec.path, kMostTableBytes, preview.spec.encoding, preview.spec.cancel);
  tellEncoding(preview, read.encoding);
  lookAtColumns(preview, std::move(read.text), guess, true);
  tellWhatIsOdd(preview);
  progress.tell(preview);
  if (progress.cancelled()) return;
  if (guess && preview.columns.size() >= 2 && preview.spec.target.empty())
    throw Error(ErrorKind::Input, preview.spec.path, "no column can be predicted: each has one value, or another one in every row",
                "Use a table with a column to predict");
  if (guess && preview.columns.size() >= 2 && !preview.targetSure) {
    DataFinding note;
    note.what = fmt::format("that \"{}\" is to be predicted is a guess: {}", preview.spec.target.front(), preview.targetReason);
    note.cure = "Choose another column if it is not what you want (--target, data.target)";
    preview.findings.push_back(std::move(note));
  }
  TableParts parts = openTableParts(preview.spec);
  for (DataFinding& leak : leaksOf(parts, preview.spec.cancel)) preview.findings.push_back(std::move(leak));
  const DataSplits splits = datasetsOf(preview.spec, std::move(parts));
  const SampleInfo& info = splits.train->info();
  preview.task = info.task;
  preview.inputs = info.shape[0];
  preview.train = splits.train->size();
  preview.validation = splits.validation ? splits.validation->size() : 0;
  preview.ownValidation = !preview.spec.validationPath.empty();
  if (info.task == Task::Classification) {
    for (const std::string& name : info.classNames) preview.classes.push_back({name});
    for (std::int64_t i = 0; i < splits.train->size(); ++i) ++preview.classes[static_cast<std::size_t>(splits.train->label(i))].train;
    if (splits.validation)
      for (std::int64_t i = 0; i < splits.validation->size(); ++i)
        ++preview.classes[static_cast<std::size_t>(splits.validation->label(i))].validation;
  }
}

}  // namespace stepscope
