#include "core/data/preview/class_counts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/data/counted_sentence.h"
#include "core/data/images/split_names.h"
#include "core/data/preview/preview_parts.h"

namespace stepscope {
namespace {

constexpr std::int64_t kUnevenClasses = 10;  // reported if one class has this many times the training samples of another

std::string samples(std::int64_t count, bool rows) {
  return rows ? countedSentence(count, "1 row", "{} rows") : countedSentence(count, "1 picture", "{} pictures");
}

}  // namespace

void judgeClassCounts(DataPreview& preview) {
  const bool rows = !preview.columns.empty();
  const ClassCount *least = nullptr, *most = nullptr;
  DataFinding unseen;
  for (const ClassCount& one : preview.classes) {
    if (one.train == 0) continue;
    if (!least || one.train < least->train) least = &one;
    if (!most || one.train > most->train) most = &one;
    if (one.validation > 0 || (rows && one.train == 1)) continue;  // classes with a single row are reported separately
    ++unseen.count;
    addExample(unseen, fmt::format("{}: {} for training, none for validation", one.name, one.train));
  }
  if (!least) return;
  if (most->train >= kUnevenClasses * least->train) {
    DataFinding uneven;
    uneven.weight = DataFinding::Weight::Warning;
    uneven.what = fmt::format("the classes are uneven: \"{}\" has {} for training, \"{}\" has {}", most->name, samples(most->train, rows),
                              least->name, samples(least->train, rows));
    uneven.cure = rows ? "Add rows of the small classes, or weigh them with train.loss.class_weights"
                       : "Add pictures of the small classes, or weigh them with train.loss.class_weights";
    preview.findings.push_back(std::move(uneven));
  }
  if (preview.validation == 0) {
    DataFinding none;
    none.weight = DataFinding::Weight::Warning;
    none.what = rows ? "there is no row for validation" : "there is no picture for validation";
    none.cure =
        rows ? "Without one the quality of the model on new rows is not known: raise data.validation_split, or name a file in data.validation_path"
             : "Without one the quality of the model on new pictures is not known: add some";
    preview.findings.push_back(std::move(none));
  } else if (unseen.count > 0) {
    unseen.weight = DataFinding::Weight::Warning;
    unseen.what = rows ? countedSentence(unseen.count, "one class has no row for validation", "{} classes have no row for validation")
                       : countedSentence(unseen.count, "one class has no picture for validation", "{} classes have no picture for validation");
    unseen.cure = "The quality of the model on it will not be known: add some";
    if (unseen.count > 1) unseen.cure = "The quality of the model on them will not be known: add some";
    preview.findings.push_back(std::move(unseen));
  }
}

void judgeClassNames(DataPreview& preview) {
  std::map<std::string, std::vector<std::string>> alike;
  for (const ClassCount& one : preview.classes) alike[foldedName(one.name)].push_back('"' + one.name + '"');
  DataFinding found;
  for (const auto& [folded, names] : alike) {
    if (names.size() < 2) continue;
    found.count += static_cast<std::int64_t>(names.size());
    addExample(found, fmt::format("{}", fmt::join(names, " and ")));
  }
  if (found.count == 0) return;
  found.weight = DataFinding::Weight::Warning;
  found.what = fmt::format("the names of {} classes differ only in case, blanks or accents", found.count);
  found.cure = "If they are the same, put their pictures into one folder";
  preview.findings.push_back(std::move(found));
}

}  // namespace stepscope
