#include "app/cli/data_output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/base/units.h"
#include "core/data/counted_sentence.h"
#include "core/data/kinds/dataset_table.h"

namespace stepscope::cli {
namespace {

constexpr std::size_t kMostClassesShown = 20;

Json findingJson(const DataFinding& finding) {
  return {{"severity", nameOf(finding.weight)},
          {"what", finding.what},
          {"cure", finding.cure},
          {"count", finding.count},
          {"examples", finding.examples},
          {"command", finding.command.empty() ? Json() : Json(finding.command)},
          {"better_path", finding.betterPath.empty() ? Json() : Json(finding.betterPath)}};
}

// Fraction of the rows that have a value.
double shareOf(const ColumnFacts& column) {
  return column.rows > 0 ? static_cast<double>(column.rows - column.missing) / static_cast<double>(column.rows) : 0.0;
}

// Width in a terminal: Chinese characters take two columns (approximately: all from U+3000 on).
std::size_t widthOf(const std::string& text) {
  std::size_t width = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    width += (byte & 0xC0U) == 0x80U ? 0 : byte >= 0xE3 ? 2 : 1;
  }
  return width;
}

std::string cut(std::string text, std::size_t most) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';  // a line break within a name
  if (widthOf(text) <= most) return text;
  while (widthOf(text) > most - 3) {
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) text.pop_back();
    text.pop_back();
  }
  return text + "...";
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width > widthOf(text) ? width - widthOf(text) : 0, ' ');
}

// How each column is read: name, kind, an example, and the reason if it is unusual.
void printColumns(const DataPreview& data) {
  constexpr std::size_t kMostColumns = 60, kWidestName = 28, kWidestReading = 44, kWidestExample = 34;
  std::vector<std::array<std::string, 5>> rows{{"column", "read as", "for example", "values", ""}};
  for (const ColumnFacts& column : data.columns) {
    if (rows.size() > kMostColumns) break;
    const bool target = std::find(data.spec.target.begin(), data.spec.target.end(), column.name) != data.spec.target.end();
    std::string reading(nameOf(column.kind));
    if (!column.how.empty()) reading += fmt::format(", {}", fmt::join(column.how, ", "));
    if (column.kind == ColumnKind::Category)
      reading += fmt::format(" of {}{}", column.different, column.different == 1 && column.missing > 0 ? ", or none" : "");
    const std::string missing = column.marks.empty() ? "" : fmt::format(" (no value: {})", fmt::join(column.marks, " "));
    rows.push_back({cut(column.name, kWidestName), cut(reading, kWidestReading),
                    cut(column.value.empty() ? column.example : column.example + " -> " + column.value, kWidestExample),
                    text::percent(shareOf(column), 3) + missing, target ? "to predict" : column.why});
  }
  std::array<std::size_t, 5> widths{};
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], widthOf(row[c]));
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t c = 0; c < row.size(); ++c) line += ' ' + padded(row[c], c + 1 < row.size() ? widths[c] + 1 : 0);
    while (line.ends_with(' ')) line.pop_back();
    fmt::print("{}\n", line);
  }
  if (data.columns.size() > kMostColumns) fmt::print("  and {} more columns (--json lists all)\n", data.columns.size() - kMostColumns);
}

const char* markOf(DataFinding::Weight weight) {
  return weight == DataFinding::Weight::Stop ? "stops it" : weight == DataFinding::Weight::Warning ? "warning" : "note";
}

std::string splitOf(const DataPreview& data) {
  return fmt::format("{} for training, {} for validation", text::count(data.train), data.validation > 0 ? text::count(data.validation) : "none");
}

// How many of the images were read.
std::string lookedAt(const DataPreview& data) {
  const std::int64_t all = data.train + data.validation;
  if (data.decoded == 0) return {};
  if (data.pixelsCompared) return "Every picture was decoded, and their pixels were compared.";
  if (data.decoded >= all) return "Every picture was decoded, and equal files were looked for; --whole compares the pixels too.";
  return fmt::format(
      "The headers of all pictures were read, {} pictures drawn at random were decoded, and equal files were looked for; --whole decodes "
      "every one and compares their pixels.",
      text::count(data.decoded));
}

}  // namespace

Json jsonOf(const DataPreview& data) {
  Json json = {{"ok", data.trainable()},
               {"kind", data.spec.kind.empty() ? Json() : Json(data.spec.kind)},
               {"path", data.spec.path},
               {"task", data.trainable() ? Json(infoOf(data.task).name) : Json()},
               {"samples", data.train + data.validation},
               {"train_samples", data.train},
               {"validation_samples", data.validation},
               {"outputs", data.outputs()}};
  Json& classes = json["classes"] = Json::array();
  for (const ClassCount& one : data.classes) classes.push_back({{"name", one.name}, {"train", one.train}, {"validation", one.validation}});
  if (data.width > 0) json["picture"] = {{"width", data.width}, {"height", data.height}, {"channels", data.channels}};
  if (data.decoded > 0) json["decoded"] = data.decoded;
  if (data.decoded > 0) json["pixels_compared"] = data.pixelsCompared;
  if (!data.columns.empty()) {
    json["target"] = data.spec.target;
    json["target_reason"] = data.targetReason;
    json["target_sure"] = data.targetSure;
    json["ignore"] = data.spec.ignore;
    Json& columns = json["columns"] = Json::array();
    for (const ColumnFacts& column : data.columns)
      columns.push_back({{"name", column.name},
                         {"read_as", nameOf(column.kind)},
                         {"how", column.how},
                         {"why", column.why},
                         {"numeric", column.numeric()},
                         {"different", column.different},
                         {"missing", column.missing},
                         {"missing_marks", column.marks},
                         {"share", shareOf(column)},
                         {"example", column.example},
                         {"value", column.value.empty() ? column.example : column.value}});
  }
  if (data.characters > 0) {
    json["characters"] = data.characters;
    json["vocabulary"] = data.vocabulary;
    json["lines"] = data.lines;
  }
  Json& findings = json["findings"] = Json::array();
  for (const DataFinding& finding : data.findings) findings.push_back(findingJson(finding));
  return json;
}

std::string sentenceOf(const DataPreview& data) {
  if (data.spec.kind.empty() || data.train + data.validation == 0) return {};
  if (!data.columns.empty()) {
    const std::string target =
        data.spec.target.empty() ? std::string("the last column") : fmt::format("\"{}\"", fmt::join(data.spec.target, "\", \""));
    const std::string reason =
        data.targetReason.empty() ? std::string() : fmt::format(" ({}{})", data.targetSure ? "" : "a guess: ", data.targetReason);
    const std::string begin = fmt::format("{} row{} and {} column{}", text::count(data.train + data.validation),
                                          data.train + data.validation == 1 ? "" : "s", data.columns.size(), data.columns.size() == 1 ? "" : "s");
    if (!data.trainable()) return begin;  // the reason is printed below
    const std::string task =
        data.task == Task::Classification ? fmt::format("a classification of {} classes", data.classes.size()) : std::string("a regression");
    return fmt::format("{}; predicts {}{}, {}: {}", begin, target, reason, task, splitOf(data));
  }
  if (data.characters > 0)
    return fmt::format("{} characters, {} of them different: {} windows", text::count(data.characters), text::count(data.vocabulary), splitOf(data));
  const std::string size =
      data.width > 0 ? fmt::format(", {}{} x {}", data.spec.kind == "image_folder" ? "about " : "", data.width, data.height) : "";
  return fmt::format("{} pictures of {} classes{}: {}", text::count(data.train + data.validation), data.classes.size(), size, splitOf(data));
}

void printPreview(const DataPreview& data, Stopping stopping) {
  const DatasetDef* def = findDataset(data.spec.kind);
  fmt::print("{}\n", data.spec.path);
  if (const std::string sentence = sentenceOf(data); !sentence.empty()) fmt::print("{}: {}.\n", def ? def->title : "Data", sentence);
  if (!data.columns.empty() && data.columns.front().rows > 0) printColumns(data);
  const bool counted = data.train + data.validation > 0;  // an error may have come before the count
  for (std::size_t i = 0; counted && i < data.classes.size(); ++i) {
    if (i == kMostClassesShown) {
      fmt::print("  and {} classes more\n", data.classes.size() - i);
      break;
    }
    const ClassCount& one = data.classes[i];
    fmt::print("  {:<24} {:>9} for training {:>9} for validation\n", one.name, text::count(one.train), text::count(one.validation));
  }
  bool first = true;
  for (const DataFinding& finding : data.findings) {
    const bool told = first && stopping == Stopping::ToldAsError && finding.weight == DataFinding::Weight::Stop;
    first = false;
    if (told) {
      if (!finding.command.empty()) fmt::print("This command does it:\n    {}\n", finding.command);
      if (!finding.betterPath.empty()) fmt::print("    try {}\n", finding.betterPath);
      continue;
    }
    fmt::print("{}: {}.{}\n", markOf(finding.weight), finding.what, finding.cure.empty() ? std::string() : " " + finding.cure + ".");
    for (const std::string& example : finding.examples) fmt::print("    {}\n", example);
    if (!finding.command.empty()) fmt::print("    {}\n", finding.command);
    if (!finding.betterPath.empty()) fmt::print("    try {}\n", finding.betterPath);
  }
  const std::string looked = lookedAt(data);
  if (data.findings.empty()) fmt::print("Nothing unusual was found.\n");
  if (!looked.empty()) fmt::print("{}\n", looked);
}

std::string findingsOf(const DataSpec& spec, const std::string& project, const std::atomic<bool>* cancelled) {
  const DatasetDef* def = findDataset(spec.kind);
  if (!def || def->samples == DatasetDef::Samples::Tokens || !pathMustExist(*def)) return {};
  // Scanning a larger image folder takes longer than starting a run.
  constexpr std::int64_t kMostPictures = 20'000;
  std::atomic<bool> enough = false;
  PreviewWatch watch;
  watch.cancelled = &enough;
  watch.partial = [&](const DataPreview& seen) {
    const bool large = spec.kind == "image_folder" && seen.train + seen.validation > kMostPictures;
    if (large || (cancelled && cancelled->load())) enough = true;
  };
  const DataPreview data = previewData(spec, watch);
  if (!data.finished || !data.trainable() || data.findings.empty()) return {};
  constexpr std::size_t kNamed = 3;
  std::string named;
  for (std::size_t i = 0; i < data.findings.size() && i < kNamed; ++i) {
    const DataFinding& finding = data.findings[i];
    named += (i == 0 ? "" : "; ") + finding.what + (finding.examples.empty() ? "" : " (" + finding.examples.front() + ")");
  }
  if (data.findings.size() > kNamed) named += "; ...";
  return fmt::format("{}: {}. Run `stepscope-cli data check {}`",
                     countedSentence(static_cast<std::int64_t>(data.findings.size()), "1 finding about the data", "{} findings about the data"),
                     named, project);
}

}  // namespace stepscope::cli
