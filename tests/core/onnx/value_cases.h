// The models of values.qz: legal models of every operator, each with inputs and what ONNX Runtime gave for them (values/generate.py).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/onnx/run_model.h"

#include <QByteArray>
#include <QTemporaryDir>

namespace stepscope::testing {

struct ValueCase {
  std::string title, op;
  onnx::OnnxModel model;
  std::map<std::string, onnx::Tensor, std::less<>> inputs;
  std::vector<std::pair<std::string, onnx::Tensor>> outputs;
};

// Reads them one after the other.
class ValueCases {
 public:
  explicit ValueCases(const QString& file);  // count() is 0 if there is no such file
  std::uint32_t count() const { return count_; }
  ValueCase next();

 private:
  QByteArray take(qsizetype count);
  std::uint32_t number();
  std::string written(const QByteArray& bytes) const;
  std::vector<std::pair<std::string, onnx::Tensor>> tensors();

  QTemporaryDir folder_;
  QByteArray bytes_;
  qsizetype at_ = 0;
  std::uint32_t count_ = 0;
};

// Empty where equal: whole numbers exactly, others within 1e-3 of the number or 1e-5 of the largest one, since a sum of numbers of both signs has an
// error of its terms.
std::string valueDifference(const Result& got, const onnx::Tensor& expected);

}  // namespace stepscope::testing
