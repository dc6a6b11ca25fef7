// A table before it is trained on. The first megabytes at once, then all of it; the figures of the end are those that training opens.
#include <fmt/format.h>

#include <algorithm>

#include "core/data/csv_document.h"
#include "core/data/gz_file.h"
#include "core/data/preview/preview_parts.h"
#include "core/data/table_dataset.h"

namespace stepscope {
namespace {

constexpr std::size_t kFirstPart = std::size_t{1} << 21;

// The file's first rows; empty where that is all of it.
std::string firstPart(const std::string& path) {
  GzFile in(path);
  std::string text(kFirstPart, '\0');
  const std::size_t got = in.read(reinterpret_cast<std::uint8_t*>(text.data()), text.size());
  if (got < text.size()) return {};
  text.erase(std::min(text.rfind('\n'), text.size()));
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

void lookAtColumns(DataPreview& preview, const std::string& text, bool guess) {
  const CsvDocument document(text, preview.spec.path, tableDelimiter(preview.spec.delimiter), preview.spec.cancel);
  const Table table = tableOf(document, preview.spec.header);
  preview.columns = columnFacts(table);
  preview.train = static_cast<std::int64_t>(table.rows());
  if (!guess) return;
  const TargetGuess found = guessTarget(preview.columns, table.headerRows > 0);
  preview.spec.target = found.target.empty() ? std::vector<std::string>() : std::vector<std::string>{found.target};
  preview.spec.ignore = found.ignore;
  preview.targetReason = found.reason;
}

void tellWhatIsOdd(DataPreview& preview) {
  if (!preview.spec.ignore.empty()) {
    DataFinding note;
    note.count = static_cast<std::int64_t>(preview.spec.ignore.size());
    note.what = fmt::format("{} left out: a running number, or a text that differs in nearly every row",
                            note.count == 1 ? "one column is" : fmt::format("{} columns are", note.count));
    for (const std::string& name : preview.spec.ignore) addExample(note, name);
    preview.findings.push_back(std::move(note));
  }
  DataFinding missing, constant;
  std::int64_t emptyCells = 0;
  for (const ColumnFacts& column : preview.columns) {
    const bool left = std::find(preview.spec.ignore.begin(), preview.spec.ignore.end(), column.name) != preview.spec.ignore.end();
    if (left) continue;
    if (column.missing > 0) {
      ++missing.count;
      emptyCells += column.missing;
      addExample(missing, fmt::format("{}: {} of {}", column.name, column.missing, column.rows));
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
  if (const std::string part = firstPart(preview.spec.path); !part.empty()) {
    preview.doing = "reading the table";
    lookAtColumns(preview, part, guess);
    progress.tell(preview);
    if (progress.cancelled()) return;
  }
  lookAtColumns(preview, readTextFile(preview.spec.path, kMostTableBytes, preview.spec.cancel), guess);
  tellWhatIsOdd(preview);
  progress.tell(preview);
  if (progress.cancelled()) return;
  if (guess && preview.columns.size() >= 2 && preview.spec.target.empty())
    throw Error(ErrorKind::Input, preview.spec.path, "no column can be predicted: each has one value, or another one in every row",
                "Use a table with a column to predict");
  const DataSplits splits = openTable(preview.spec);
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
