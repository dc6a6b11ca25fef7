#include "core/data/arrays/array_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/base/lower.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

enum class Part { Train, Validation, Test };
struct Role {
  Part part = Part::Train;
  bool answers = false;
  bool named = false;  // the name contains the part
};

// The words of a name such as "x_train", "trainImages" or "X-test", in lower case.
std::vector<std::string> wordsOf(const std::string& name) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool upper = c >= 'A' && c <= 'Z', afterSmall = i > 0 && name[i - 1] >= 'a' && name[i - 1] <= 'z';
    if (c == '_' || c == '-' || c == '.' || c == ' ' || (upper && afterSmall)) words.emplace_back();
    if (c != '_' && c != '-' && c != '.' && c != ' ') words.back() += upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  std::erase_if(words, [](const std::string& word) { return word.empty(); });
  return words;
}

std::optional<Role> roleOf(const std::string& name) {
  static const std::set<std::string_view> ofTrain = {"train", "training", "tr"}, ofTest = {"test", "testing", "te"},
                                          ofValidation = {"val", "valid", "validation", "dev"},
                                          ofInputs = {"x", "xs", "image", "images", "img", "imgs", "data", "feature", "features", "input", "inputs"},
                                          ofAnswers = {"y", "ys", "label", "labels", "target", "targets", "class", "classes", "answer", "answers"};
  Role role;
  bool inputs = false;
  for (const std::string& word : wordsOf(name)) {
    if (ofTrain.contains(word) || ofTest.contains(word) || ofValidation.contains(word)) {
      role.part = ofTrain.contains(word) ? Part::Train : ofTest.contains(word) ? Part::Test : Part::Validation;
      role.named = true;
    } else if (ofInputs.contains(word)) {
      inputs = true;
    } else if (ofAnswers.contains(word)) {
      role.answers = true;
    } else if (word == "xtrain" || word == "xtest" || word == "xval" || word == "ytrain" || word == "ytest" || word == "yval") {
      (word[0] == 'x' ? inputs : role.answers) = true;
      role.part = word.ends_with("train") ? Part::Train : word.ends_with("test") ? Part::Test : Part::Validation;
      role.named = true;
    } else {
      return std::nullopt;
    }
  }
  if (inputs == role.answers) return std::nullopt;  // neither, or both
  return role;
}

std::vector<fs::path> filesIn(const std::string& folder, std::string_view extension) {
  std::vector<fs::path> files;
  std::error_code failed;
  std::size_t looked = 0;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end && ++looked < 100'000; entry.increment(failed))
    if (std::error_code ignored; lower(entry->path().extension().string()) == extension && entry->is_regular_file(ignored))
      files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  return files;
}

// The members of an archive whose names give them a role; all members if fewer than two names do. Adds to `others` the names of those not read.
std::vector<NumpyArray> membersOf(const std::string& file, const std::atomic<bool>* cancel, std::vector<std::string>& others) {
  const std::vector<std::string> names = namesInNpz(file);
  const auto known = [](const std::string& name) { return roleOf(name).has_value(); };
  if (std::count_if(names.begin(), names.end(), known) < 2) return readNumpy(file, cancel);
  std::copy_if(names.begin(), names.end(), std::back_inserter(others), [&](const std::string& name) { return !known(name); });
  return readNumpy(file, cancel, known);
}

std::vector<NumpyArray> arraysOf(const std::string& path, const std::atomic<bool>* cancel, std::vector<std::string>& others) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) {
    std::vector<NumpyArray> arrays = membersOf(path, cancel, others);
    if (arrays.size() == 1 && arrays[0].name.empty())
      throw Error(ErrorKind::Input, path, fmt::format("is one array ({}), so the answers are missing", arrays[0].title()),
                  "Put it into a folder as X.npy with the answers as y.npy, or save both in one file with numpy.savez(\"data.npz\", x=..., y=...)");
    return arrays;
  }
  if (const std::vector<fs::path> archives = filesIn(path, ".npz"); archives.size() == 1 && !holdsArrayFiles(path))
    return membersOf(archives[0].string(), cancel, others);
  std::vector<NumpyArray> arrays;
  for (const fs::path& file : filesIn(path, ".npy")) {
    throwIfCancelled(cancel);
    if (!roleOf(file.stem().string())) continue;
    arrays.push_back(std::move(readNumpy(file.string(), cancel).front()));
    arrays.back().name = file.stem().string();
  }
  return arrays;
}

std::string listOf(const std::vector<NumpyArray>& arrays) {
  std::vector<std::string> shown;
  for (const NumpyArray& array : arrays) {
    if (shown.size() == 8) {
      shown.push_back("...");
      break;
    }
    shown.push_back(fmt::format("\"{}\" ({})", array.name, array.title()));
  }
  return fmt::format("{}", fmt::join(shown, ", "));
}

}  // namespace

bool holdsArrays(const std::string& folder) {
  return holdsArrayFiles(folder) || filesIn(folder, ".npz").size() == 1;
}

bool holdsArrayFiles(const std::string& folder) {
  bool inputs = false, answers = false;
  for (const fs::path& file : filesIn(folder, ".npy"))
    if (const std::optional<Role> role = roleOf(file.stem().string())) (role->answers ? answers : inputs) = true;
  return inputs && answers;
}

ArrayParts arrayPartsOf(const std::string& path, const std::atomic<bool>* cancel) {
  ArrayParts parts;
  std::vector<NumpyArray> arrays = arraysOf(path, cancel, parts.others);
  const std::string known = listOf(arrays);
  std::map<std::pair<Part, bool>, NumpyArray*> found;
  bool anyPart = false;
  for (const NumpyArray& array : arrays)
    if (const auto role = roleOf(array.name)) anyPart = anyPart || role->named;
  for (NumpyArray& array : arrays) {
    const std::optional<Role> role = roleOf(array.name);
    const bool taken = role && (role->named || !anyPart) && found.emplace(std::pair{role->part, role->answers}, &array).second;
    if (!taken) parts.others.push_back(array.name);
  }
  const bool both = found.contains({Part::Train, false}) && found.contains({Part::Train, true});
  if (!both && arrays.size() == 2 && !anyPart) {
    const bool first = arrays[0].size() >= arrays[1].size();
    found[{Part::Train, false}] = &arrays[first ? 0 : 1];
    found[{Part::Train, true}] = &arrays[first ? 1 : 0];
    parts.others.clear();
  }
  const auto pairOf = [&](Part part, const char* name) -> std::optional<ArrayPair> {
    const auto inputs = found.find({part, false}), answers = found.find({part, true});
    if (inputs == found.end() && answers == found.end()) return std::nullopt;
    if (inputs == found.end() || answers == found.end())
      throw Error(ErrorKind::Input, path,
                  fmt::format("the {} for {} are missing; the arrays are {}", inputs == found.end() ? "inputs" : "answers", name, known),
                  "Name the arrays x_train, y_train, x_test, y_test, or x and y");
    ArrayPair pair{std::move(*inputs->second), std::move(*answers->second)};
    const auto rows = [](const NumpyArray& array) { return array.shape.empty() ? std::int64_t{0} : array.shape[0]; };
    if (rows(pair.inputs) != rows(pair.answers) || rows(pair.inputs) == 0)
      throw Error(ErrorKind::Input, path,
                  fmt::format("\"{}\" is {}, and \"{}\" is {}: each sample needs one answer", pair.inputs.name, pair.inputs.title(),
                              pair.answers.name, pair.answers.title()),
                  "Save arrays with the same first dimension, which is not 0");
    return pair;
  };
  parts.train = pairOf(Part::Train, "training");
  parts.validation = pairOf(Part::Validation, "validation");
  parts.test = pairOf(Part::Test, "the test");
  if (!parts.train)
    throw Error(ErrorKind::Input, path,
                arrays.empty() ? "holds no arrays with the names of inputs and answers" : "no arrays for training are known by their names: " + known,
                "Name the arrays x and y, images and labels, data and labels, or x_train, y_train, x_test and y_test");
  return parts;
}

}  // namespace stepscope
