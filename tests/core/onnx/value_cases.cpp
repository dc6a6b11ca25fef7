#include "tests/core/onnx/value_cases.h"

#include <algorithm>
#include <cmath>

#include <QFile>
#include <QtEndian>

namespace stepscope::testing {

namespace {

bool isHalf(const onnx::Tensor& t) {
  return t.onnxType == 10 || t.onnxType == 16;
}

}  // namespace

// Lengths and counts are 32 bits, little-endian.
ValueCases::ValueCases(const QString& file) {
  QFile packed(file);
  if (!packed.open(QIODevice::ReadOnly)) return;
  bytes_ = qUncompress(packed.readAll());
  count_ = number();
}

QByteArray ValueCases::take(qsizetype count) {
  const QByteArray part = bytes_.mid(at_, count);
  at_ += count;
  return part;
}

std::uint32_t ValueCases::number() {
  const QByteArray four = take(4);
  return four.size() == 4 ? qFromLittleEndian<std::uint32_t>(four.constData()) : 0;
}

std::string ValueCases::written(const QByteArray& bytes) const {
  QFile file(folder_.filePath("message.pb"));
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("no room for a file of the test");
  return file.fileName().toStdString();
}

std::vector<std::pair<std::string, onnx::Tensor>> ValueCases::tensors() {
  std::vector<std::pair<std::string, onnx::Tensor>> all;
  for (std::uint32_t left = number(); left > 0; --left) {
    const std::string name = take(number()).toStdString();
    all.emplace_back(name, onnx::readTensor(written(take(number()))));
  }
  return all;
}

ValueCase ValueCases::next() {
  ValueCase one;
  one.title = take(number()).toStdString();
  one.op = one.title.substr(0, one.title.find(' '));
  one.model = onnx::readModel(written(take(number())));
  for (const auto& [name, tensor] : tensors()) one.inputs[name] = tensor;
  one.outputs = tensors();
  return one;
}

std::string valueDifference(const Result& got, const onnx::Tensor& expected) {
  if (expected.integer || got.shape != expected.shape || got.values.size() != expected.count()) return differenceOf(got, expected);
  double largest = 0;
  for (std::size_t i = 0; i < expected.count(); ++i)
    if (std::isfinite(expected.at(i))) largest = std::max(largest, std::abs(expected.at(i)));
  const double relative = isHalf(expected) ? 2e-3 : 1e-3, absolute = 1e-7 + 1e-5 * largest;
  for (std::size_t i = 0; i < expected.count(); ++i) {
    const double is = got.values[i], right = expected.at(i);
    const bool same = std::isnan(right)   ? std::isnan(is)
                      : std::isinf(right) ? is == right
                                          : std::abs(is - right) <= absolute + relative * std::abs(right);
    if (!same) return "element " + std::to_string(i) + " is " + std::to_string(is) + " where " + std::to_string(right) + " is right";
  }
  return {};
}

}  // namespace stepscope::testing
