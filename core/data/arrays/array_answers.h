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
  std::vector<std::string> classNames;          // Classification: sorted by value, texts by their bytes
  std::map<std::string, std::int32_t> indexOf;  // of a class by its name
  std::int64_t targets = 1;                     // Regression: numbers of each sample
};

// Decides the task from the answers for training, shape [samples][...]. `pictures`: the inputs are images, so integers are classes. `asked`: "auto",
// "classification" or "regression". `where`: the name of the array in an Error (Input).
AnswerKind answerKindOf(const NumpyArray& answers, bool pictures, const std::string& asked, const std::string& where);

// The class of each sample. Throws Error (Input) for a class that training does not have, and for another shape than in training.
std::vector<std::int32_t> classesOf(const NumpyArray& answers, const AnswerKind& kind, const std::string& where);
// The answers as numbers, shape [samples][kind.targets]. Throws Error (Input) for one that is not finite, and for another shape than in training.
std::vector<double> targetsOf(const NumpyArray& answers, const AnswerKind& kind, const std::string& where);

}  // namespace stepscope
