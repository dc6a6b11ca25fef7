#include "core/data/preview/data_preview.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/data/data_key.h"
#include "core/data/kinds/dataset_table.h"
#include "core/data/kinds/idx.h"
#include "core/data/preview/class_counts.h"
#include "core/data/preview/equal_samples.h"
#include "core/data/preview/format_lines.h"
#include "core/data/preview/formats.h"
#include "core/data/preview/preview_parts.h"
#include "core/data/text_encoding.h"

namespace stepscope {
namespace {

// "is empty" follows the name of a file or a key in an Error; here the subject must be added.
std::string withSubject(const Error& error, const std::string& path) {
  static constexpr std::array<std::string_view, 14> kVerbs = {"is",     "has",  "holds", "leaves", "ends",  "contains", "lacks",
                                                              "cannot", "does", "was",   "names",  "makes", "begins",   "lists"};
  const std::string& what = error.happened();
  if (error.where().empty() || std::find(kVerbs.begin(), kVerbs.end(), what.substr(0, what.find(' '))) == kVerbs.end()) return what;
  const std::string name = std::filesystem::path(path).filename().string();
  return (error.where() == path && !name.empty() ? name : error.where()) + ": " + what;
}

// Adds the command that converts a set of IDX files to bytes, if `file` contains other numbers.
void addIdxLine(DataFinding& stop, const std::string& folder, const std::string& file) {
  const std::vector<IdxSet> sets = idxSetsIn(folder);
  if (sets.empty() || !sets.front().whole() || !holdsOtherNumbers(file)) return;
  const std::string out = folder + "-bytes";
  stop.cure = fmt::format("This command writes the set as bytes, from the least value of its pictures to the largest; then use {}", out);
  stop.command = std::string(lines::kIdxBytes) + shellQuoted(out);
  const IdxSet& set = sets.front();
  for (const std::string& one : {set.trainImages, set.testImages, set.trainLabels, set.testLabels}) stop.command += ' ' + shellQuoted(one);
}

DataPreview run(DataPreview preview, const PreviewWatch& watch, bool guess) {
  PreviewProgress progress(watch);
  const DatasetDef* def = findDataset(preview.spec.kind);
  preview.spec.cancel = watch.cancelled;
  try {
    if (def && preview.trainable()) {
      if (readsPictureFiles(preview.spec.kind)) previewImages(preview, progress);
      else if (preview.spec.kind == "table") previewTable(preview, progress, guess);
      else if (def->samples == DatasetDef::Samples::Tokens) previewText(preview, progress);
      else previewOpened(preview, progress);
    }
  } catch (const Cancelled&) {
  } catch (const Error& error) {
    DataFinding stop;
    stop.weight = DataFinding::Weight::Stop;
    stop.what = withSubject(error, preview.spec.path);
    stop.cure = error.cure();
    if (!error.where().empty() && error.where() != preview.spec.path) stop.examples.push_back(error.where());
    if (preview.spec.kind == "mnist") addIdxLine(stop, preview.spec.path, error.where());
    preview.findings.push_back(std::move(stop));
  }
  preview.spec.cancel = nullptr;  // it belongs to the caller and may be deleted earlier
  preview.finished = !progress.cancelled();
  preview.doing.clear();
  std::stable_sort(preview.findings.begin(), preview.findings.end(), [](const DataFinding& a, const DataFinding& b) { return a.weight > b.weight; });
  return preview;
}

}  // namespace

std::string_view nameOf(DataFinding::Weight weight) {
  switch (weight) {
    case DataFinding::Weight::Note: return "note";
    case DataFinding::Weight::Warning: return "warning";
    case DataFinding::Weight::Stop: return "stop";
  }
  return {};
}

bool DataPreview::trainable() const {
  return !spec.kind.empty() &&
         std::none_of(findings.begin(), findings.end(), [](const DataFinding& f) { return f.weight == DataFinding::Weight::Stop; });
}

std::int64_t DataPreview::outputs() const {
  switch (task) {
    case Task::Classification: return static_cast<std::int64_t>(classes.size());
    case Task::Regression: return std::max<std::int64_t>(1, static_cast<std::int64_t>(spec.target.size()));
    case Task::LanguageModel: return vocabulary;
  }
  return 0;
}

void addExample(DataFinding& finding, std::string example) {
  if (finding.examples.size() < kMostExamples) finding.examples.push_back(std::move(example));
}

void tellTestValidates(DataPreview& preview, const std::string& files) {
  DataFinding note;
  note.what = files + " choose the best checkpoint, as in projects without data.test_as, so that no test part remains";
  note.cure = "Set data.test_as = \"test\" to keep them for the test, or \"validation\" if this is wanted";
  preview.findings.push_back(std::move(note));
}

void tellEncoding(DataPreview& preview, const std::string& encoding) {
  if (encoding.empty() || encoding == "utf-8" || preview.spec.encoding != "auto") return;
  DataFinding note;
  note.what = fmt::format("the file is read as {} and converted to UTF-8", encodingTitle(encoding));
  note.cure = "Set data.encoding to another one if letters look wrong";
  preview.findings.push_back(std::move(note));
}

DataPreview previewData(const std::string& path, const PreviewWatch& watch, const DataSpec& asked) {
  DataPreview preview;
  preview.asked = preview.spec = asked;
  preview.spec.kind.clear();
  preview.spec.path.clear();
  try {
    recognize(path, preview);
  } catch (const Error& error) {
    preview.findings.push_back({DataFinding::Weight::Stop, withSubject(error, path), error.cure(), 0, {error.where()}, {}});
  }
  return run(std::move(preview), watch, true);
}

DataPreview previewData(const DataSpec& spec, const PreviewWatch& watch) {
  DataPreview preview;
  preview.spec = spec;
  return run(std::move(preview), watch, false);
}

void previewOpened(DataPreview& preview, PreviewProgress& progress) {
  preview.doing = "opening the data";
  progress.tell(preview);
  DataSpec whole = preview.spec;
  whole.openTest = true;
  const DataSplits splits = openData(whole);
  const SampleInfo& info = splits.train->info();
  preview.task = info.task;
  preview.train = splits.train->size();
  preview.validation = splits.validation ? splits.validation->size() : 0;
  preview.test = splits.test ? splits.test->size() : 0;
  preview.ownValidation = splits.ownValidation;
  preview.ownTest = splits.ownTest;
  const bool published = preview.spec.kind == "mnist" || preview.spec.kind == "cifar10";
  if (published && preview.spec.testAs == "auto" && preview.ownValidation)
    tellTestValidates(preview, preview.spec.kind == "mnist" ? "the files t10k" : "the file test_batch.bin");
  const Shape& shape = info.input().shape;
  if (shape.size() == 3) {
    preview.channels = shape[0];
    preview.height = shape[1];
    preview.width = shape[2];
  } else if (shape.size() == 1) {
    preview.inputs = shape[0];
  }
  if (info.task == Task::Classification) {
    for (const std::string& name : info.classNames) preview.classes.push_back({name});
    const auto count = [&](const Dataset& data, std::int64_t ClassCount::*field) {
      for (std::int64_t i = 0; i < data.size() && !(i % 4096 == 0 && progress.cancelled()); ++i)
        ++(preview.classes[static_cast<std::size_t>(data.label(i))].*field);
    };
    count(*splits.train, &ClassCount::train);
    if (splits.validation) count(*splits.validation, &ClassCount::validation);
    if (splits.test) count(*splits.test, &ClassCount::test);
  }
  for (const std::string& warning : splits.train->warnings()) preview.findings.push_back({DataFinding::Weight::Note, warning, {}, 0, {}, {}});
  if (info.task == Task::Classification && shape.size() == 3) judgeClassCounts(preview);
  if (shape.size() != 3) return;
  preview.doing = "looking for equal pictures";
  progress.tell(preview);
  if (info.task == Task::Classification) findEqualSamples(splits, preview, progress);
}

}  // namespace stepscope
