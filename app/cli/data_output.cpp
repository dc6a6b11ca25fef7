#include "app/cli/data_output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "app/cli/speech.h"
#include "core/base/units.h"
#include "core/data/kinds/dataset_table.h"
#include "core/words/width.h"

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

// The fraction of the rows that have a value in the column.
double shareOf(const ColumnFacts& column) {
  return column.rows > 0 ? static_cast<double>(column.rows - column.missing) / static_cast<double>(column.rows) : 0.0;
}

std::string cut(std::string text, std::size_t most) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';  // for example a line break in a name
  if (widthOf(text) <= most) return text;
  return cutToWidth(text, most - 3) + "...";
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width > widthOf(text) ? width - widthOf(text) : 0, ' ');
}

// Prints how each column is read: name, kind, an example, the rows with values, and the reason if it is unusual.
void printColumns(const DataPreview& data) {
  constexpr std::size_t kMostColumns = 60, kWidestName = 28, kWidestReading = 44, kWidestExample = 34;
  std::vector<std::array<std::string, 5>> rows{{spoken("column"), spoken("read as"), spoken("for example"), spoken("values"), ""}};
  for (const ColumnFacts& column : data.columns) {
    if (rows.size() > kMostColumns) break;
    const bool target = std::find(data.spec.target.begin(), data.spec.target.end(), column.name) != data.spec.target.end();
    std::string reading = words().sentence(nameOf(column.kind));
    for (const std::string& how : column.how) reading += ", " + words().sentence(how);
    if (column.kind == ColumnKind::Category)
      reading += spoken(" of {}{}", column.different, column.different == 1 && column.missing > 0 ? ", or none" : "");
    const std::string missing = column.marks.empty() ? "" : spoken(" (no value: {})", fmt::join(column.marks, " "));
    rows.push_back({cut(column.name, kWidestName), cut(reading, kWidestReading),
                    cut(column.value.empty() ? column.example : column.example + " -> " + column.value, kWidestExample),
                    text::percent(shareOf(column), 3) + missing, target ? spoken("to predict") : words().sentence(column.why)});
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
  if (data.columns.size() > kMostColumns) say("  and {} more columns (--json lists all)\n", data.columns.size() - kMostColumns);
}

std::string markOf(DataFinding::Weight weight) {
  return weight == DataFinding::Weight::Stop ? spoken("stops it") : weight == DataFinding::Weight::Warning ? spoken("warning") : spoken("note");
}

std::string splitOf(const DataPreview& data) {
  const std::string validation = data.validation > 0 ? text::count(data.validation) : spoken("none");
  if (data.test == 0) return spoken("{} for training, {} for validation", text::count(data.train), validation);
  return spoken("{} for training, {} for validation, {} for the test", text::count(data.train), validation, text::count(data.test));
}

// A sentence about how many pictures were decoded and compared; empty if none was decoded.
std::string lookedAt(const DataPreview& data) {
  const std::int64_t all = data.samples();
  if (data.decoded == 0) return {};
  if (data.pixelsCompared) return spoken("Every picture was decoded, and their pixels were compared.");
  if (data.decoded >= all) return spoken("Every picture was decoded, and equal files were looked for; --whole compares the pixels too.");
  return spoken(
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
               {"samples", data.samples()},
               {"train_samples", data.train},
               {"validation_samples", data.validation},
               {"test_samples", data.test},
               {"outputs", data.outputs()}};
  Json& classes = json["classes"] = Json::array();
  for (const ClassCount& one : data.classes)
    classes.push_back({{"name", one.name}, {"train", one.train}, {"validation", one.validation}, {"test", one.test}});
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
  if (data.spec.kind.empty() || data.samples() == 0) return {};
  if (!data.columns.empty()) {
    const std::string target = data.spec.target.empty() ? spoken("the last column") : fmt::format("\"{}\"", fmt::join(data.spec.target, "\", \""));
    const std::string reason = data.targetReason.empty() ? std::string() : spoken(" ({}{})", data.targetSure ? "" : "a guess: ", data.targetReason);
    const std::string begin =
        spoken("{} and {}", text::counted(data.samples(), "row"), text::counted(static_cast<std::int64_t>(data.columns.size()), "column"));
    if (!data.trainable()) return begin;  // the finding that prevents training is printed later
    const std::string task =
        data.task == Task::Classification ? spoken("a classification of {} classes", data.classes.size()) : spoken("a regression");
    return spoken("{}; predicts {}{}, {}: {}", begin, target, reason, task, splitOf(data));
  }
  if (data.characters > 0)
    return spoken("{} characters, {} of them different: {} windows", text::count(data.characters), text::count(data.vocabulary), splitOf(data));
  if (data.inputs > 0) {
    const std::string task =
        data.task == Task::Classification ? spoken("a classification of {} classes", data.classes.size()) : spoken("a regression");
    return spoken("{} of {} numbers, {}: {}", text::counted(data.samples(), "row"), data.inputs, task, splitOf(data));
  }
  const std::string size = data.width > 0 ? spoken(", {}{} x {}", readsPictureFiles(data.spec.kind) ? "about " : "", data.width, data.height) : "";
  return spoken("{} pictures of {} classes{}: {}", text::count(data.samples()), data.classes.size(), size, splitOf(data));
}

void printPreview(const DataPreview& data, Stopping stopping) {
  const DatasetDef* def = findDataset(data.spec.kind);
  say("{}\n", Name{data.spec.path});
  if (const std::string sentence = sentenceOf(data); !sentence.empty())
    say("{}: {}{}\n", words().sentence(def ? def->title : "Data"), Name{sentence}, Name{words().english() ? "." : "。"});
  if (!data.columns.empty() && data.columns.front().rows > 0) printColumns(data);
  const bool counted = data.samples() > 0;  // an error may have ended the preview before samples were counted
  for (std::size_t i = 0; counted && i < data.classes.size(); ++i) {
    if (i == kMostClassesShown) {
      say("  and {} classes more\n", data.classes.size() - i);
      break;
    }
    const ClassCount& one = data.classes[i];
    if (data.test == 0) say("  {:<24} {:>9} for training {:>9} for validation\n", one.name, text::count(one.train), text::count(one.validation));
    else
      say("  {:<24} {:>9} for training {:>9} for validation {:>9} for the test\n", one.name, text::count(one.train), text::count(one.validation),
          text::count(one.test));
  }
  bool first = true;
  for (const DataFinding& finding : data.findings) {
    const bool told = first && stopping == Stopping::ToldAsError && finding.weight == DataFinding::Weight::Stop;
    first = false;
    if (told) {
      if (!finding.command.empty()) say("This command does it:\n    {}\n", Name{finding.command});
      if (!finding.betterPath.empty()) say("    try {}\n", Name{finding.betterPath});
      continue;
    }
    say("{}: {}{}\n", markOf(finding.weight), words().sentence(finding.what + "."),
        finding.cure.empty() ? std::string() : (words().english() ? " " : "") + words().sentence(finding.cure + "."));
    for (const std::string& example : finding.examples) say("    {}\n", example);
    if (!finding.command.empty()) say("    {}\n", Name{finding.command});
    if (!finding.betterPath.empty()) say("    try {}\n", Name{finding.betterPath});
  }
  const std::string looked = lookedAt(data);
  if (data.findings.empty()) say("Nothing unusual was found.\n");
  if (!looked.empty()) say("{}\n", looked);
}

std::string findingsOf(const DataSpec& spec, const std::string& project, const std::atomic<bool>* cancelled) {
  const DatasetDef* def = findDataset(spec.kind);
  if (!def || def->samples == DatasetDef::Samples::Tokens || !pathMustExist(*def)) return {};
  // Scanning a larger folder of pictures would take longer than starting the run, so then nothing is reported.
  constexpr std::int64_t kMostPictures = 20'000;
  std::atomic<bool> enough = false;
  PreviewWatch watch;
  watch.cancelled = &enough;
  watch.partial = [&](const DataPreview& seen) {
    const bool large = readsPictureFiles(spec.kind) && seen.train + seen.validation > kMostPictures;
    if (large || (cancelled && cancelled->load())) enough = true;
  };
  const DataPreview data = previewData(spec, watch);
  if (!data.finished || !data.trainable() || data.findings.empty()) return {};
  constexpr std::size_t kNamed = 3;
  std::string named;
  for (std::size_t i = 0; i < data.findings.size() && i < kNamed; ++i) {
    const DataFinding& finding = data.findings[i];
    named += (i == 0 ? "" : "; ") + words().sentence(finding.what) + (finding.examples.empty() ? "" : " (" + finding.examples.front() + ")");
  }
  if (data.findings.size() > kNamed) named += "; ...";
  const std::string count =
      data.findings.size() == 1 ? spoken("1 finding about the data") : spoken("{} findings about the data", data.findings.size());
  return spoken("{}: {}. Run `stepscope-cli data check {}`", count, Name{named}, Name{project});
}

}  // namespace stepscope::cli
