// The answers of an array: classes or numbers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/task.h"
#include "core/data/arrays/npy.h"

namespace stepscope {

struct AnswerKind {
  Task task = Task::Classification;
  bool oneHot = false;                          // a single 1 in each row
  std::vector<std::string> classNames;          // Classification: by value, texts by byte value
  std::map<std::string, std::int32_t> indexOf;  // of a class by its name
  std::int64_t targets = 1;                     // Regression: numbers of each sample
};

// By the answers for training. pictures: whole numbers are then classes. asked: "auto", "classification", "regression". Throws Error (Input) that
// names the array.
AnswerKind answerKindOf(const NumpyArray& answers, bool pictures, const std::string& asked, const std::string& where);

// The class of each sample. Throws Error (Input) for a class that training does not have.
std::vector<std::int32_t> classesOf(const NumpyArray& answers, const AnswerKind& kind, const std::string& where);
// kind.targets numbers of each sample. Throws Error (Input) for one that is not finite.
std::vector<double> targetsOf(const NumpyArray& answers, const AnswerKind& kind, const std::string& where);

}  // namespace stepscope
