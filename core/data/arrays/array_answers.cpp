#include "core/data/arrays/array_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/error.h"
#include "core/data/table/table_parts.h"

namespace stepscope {
namespace {

constexpr std::size_t kMostClasses = 10'000;

std::int64_t widthOf(const NumpyArray& answers) {
  std::int64_t width = 1;
  for (std::size_t d = 1; d < answers.shape.size(); ++d) width *= answers.shape[d];
  return width;
}

bool isText(const NumpyArray& answers) {
  return answers.type == NumpyArray::Type::Text;
}

// Whether each row has a single 1 among zeros.
bool isOneHot(const NumpyArray& answers) {
  const std::int64_t width = widthOf(answers);
  if (width < 2 || isText(answers)) return false;
  for (std::int64_t row = 0; row < answers.shape[0]; ++row) {
    std::int64_t ones = 0;
    for (std::int64_t c = 0; c < width; ++c) {
      const double value = answers.number(row * width + c);
      if (value != 0 && value != 1) return false;
      ones += value == 1;
    }
    if (ones != 1) return false;
  }
  return true;
}

std::string nameOf(const NumpyArray& answers, std::int64_t index) {
  return isText(answers) ? answers.text(index) : fmt::format("{}", answers.number(index));
}

void addClasses(const NumpyArray& answers, AnswerKind& kind, const std::string& where) {
  std::set<std::string> texts;
  std::set<double> numbers;
  for (std::int64_t i = 0; i < answers.shape[0]; ++i) {
    if (isText(answers)) {
      texts.insert(answers.text(i));
    } else if (const double value = answers.number(i); std::isfinite(value)) {
      numbers.insert(value);
    } else {
      throw Error(ErrorKind::Input, where, fmt::format("the label {} is not a finite number", i), "Remove the sample, or give it a class");
    }
    if (texts.size() + numbers.size() > kMostClasses)
      throw Error(ErrorKind::Input, where, fmt::format("the labels have more than {} different values, too many for classes", kMostClasses),
                  "Set data.task = \"regression\", or use other answers");
  }
  kind.classNames.assign(texts.begin(), texts.end());
  for (const double value : numbers) kind.classNames.push_back(fmt::format("{}", value));
}

}  // namespace

AnswerKind answerKindOf(const NumpyArray& answers, bool pictures, const std::string& asked, const std::string& where) {
  AnswerKind kind;
  const std::int64_t width = widthOf(answers), samples = answers.shape[0];
  kind.targets = width;
  kind.oneHot = asked != "regression" && isOneHot(answers);
  if (kind.oneHot) {
    for (std::int64_t c = 0; c < width; ++c) kind.classNames.push_back(std::to_string(c));
  } else if (isText(answers)) {
    if (width > 1 || asked == "regression")
      throw Error(ErrorKind::Input, where, fmt::format("the answers are {}; one text for each sample is a class", answers.title()),
                  width > 1 ? "Save one label for each sample" : "Set data.task = \"classification\"");
    addClasses(answers, kind, where);
  } else {
    bool whole = true;
    std::set<double> few;
    for (std::int64_t i = 0; i < answers.size() && whole && few.size() <= kFewTableClasses; ++i) {
      const double value = answers.number(i);
      whole = std::isfinite(value) && value == std::floor(value);
      few.insert(value);
    }
    if (whole && few.size() > kFewTableClasses && !answers.whole())
      for (std::int64_t i = 0; i < answers.size() && whole; ++i) whole = answers.number(i) == std::floor(answers.number(i));
    const bool asTable = whole && few.size() <= kFewTableClasses && areTableClasses(few, static_cast<std::size_t>(samples));
    const bool classes = asked == "classification" || (asked == "auto" && width == 1 && (pictures ? whole : asTable));
    if (classes && width > 1)
      throw Error(ErrorKind::Input, where, fmt::format("the answers are {}, which are not classes: a row has no single 1", answers.title()),
                  "Save one label for each sample");
    kind.task = classes ? Task::Classification : Task::Regression;
    if (classes) addClasses(answers, kind, where);
  }
  if (kind.task == Task::Regression) {
    if (pictures)
      throw Error(ErrorKind::Input, where,
                  fmt::format("the answers of the pictures are numbers to predict ({}), and pictures are only classified", answers.title()),
                  "Use whole numbers or texts as labels; numbers that are classes are read with data.task = \"classification\"");
    return kind;
  }
  if (kind.classNames.size() < 2)
    throw Error(ErrorKind::Input, where, fmt::format("there is only one class, {}", kind.classNames.empty() ? "none" : kind.classNames[0]),
                "Use data with two classes or more");
  for (std::size_t c = 0; c < kind.classNames.size(); ++c) kind.indexOf[kind.classNames[c]] = static_cast<std::int32_t>(c);
  return kind;
}

std::vector<std::int32_t> classesOf(const NumpyArray& answers, const AnswerKind& kind, const std::string& where) {
  const std::int64_t width = widthOf(answers), samples = answers.shape[0];
  std::vector<std::int32_t> classes(static_cast<std::size_t>(samples), 0);
  if (kind.oneHot && (width != kind.targets || !isOneHot(answers)))
    throw Error(ErrorKind::Input, where,
                fmt::format("the answers are {}; those for training have a single 1 in each row of {}", answers.title(), kind.targets),
                "Save both in one form");
  if (!kind.oneHot && width != 1)
    throw Error(ErrorKind::Input, where, fmt::format("the answers are {}; those for training are one label for each sample", answers.title()),
                "Save both in one form");
  for (std::int64_t i = 0; i < samples; ++i) {
    std::int32_t& label = classes[static_cast<std::size_t>(i)];
    if (kind.oneHot) {
      while (answers.number(i * width + label) == 0) ++label;
      continue;
    }
    const std::string name = nameOf(answers, i);
    const auto found = kind.indexOf.find(name);
    if (found == kind.indexOf.end())
      throw Error(ErrorKind::Input, where,
                  fmt::format("the class \"{}\" of sample {} does not occur for training, so no model can learn it", name, i),
                  "Remove the sample, or add the class to the samples for training");
    label = found->second;
  }
  return classes;
}

std::vector<double> targetsOf(const NumpyArray& answers, const AnswerKind& kind, const std::string& where) {
  if (isText(answers) || widthOf(answers) != kind.targets)
    throw Error(ErrorKind::Input, where, fmt::format("the answers are {}; those for training are {} for each sample", answers.title(), kind.targets),
                "Save both in one form");
  std::vector<double> targets(static_cast<std::size_t>(answers.size()));
  for (std::int64_t i = 0; i < answers.size(); ++i) {
    const double value = targets[static_cast<std::size_t>(i)] = answers.number(i);
    if (!std::isfinite(value))
      throw Error(ErrorKind::Input, where, fmt::format("the answer of sample {} is not a finite number", i / kind.targets),
                  "Remove the sample, or give it an answer");
  }
  return targets;
}

}  // namespace stepscope
