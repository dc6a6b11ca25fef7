#include "core/data/dataset.h"

namespace stepscope {

void SampleInfo::setFields(Shape input, DType dtype) {
  Field answer{kTargetField, {}, DType::I32, Field::Padding::NotCounted};
  if (task == Task::Regression) {
    answer.shape = {static_cast<std::int64_t>(targetNames.size())};
    answer.dtype = DType::F32;
  }
  if (task == Task::LanguageModel) answer.shape = input;
  fields = {{kInputField, std::move(input), dtype, Field::Padding::Zeros}, std::move(answer)};
}

std::int64_t SampleInfo::outputs() const {
  switch (task) {
    case Task::Classification: return static_cast<std::int64_t>(classNames.size());
    case Task::Regression: return static_cast<std::int64_t>(targetNames.size());
    case Task::LanguageModel: return static_cast<std::int64_t>(vocabulary.size());
  }
  return 0;
}

std::int64_t SampleInfo::sampleBytes() const {
  std::int64_t sum = 0;
  for (const Field& field : fields) sum += field.bytes();
  return sum;
}

void Dataset::readField(std::int64_t index, std::int64_t epoch, std::size_t field, std::span<std::byte> out) const {
  static const std::atomic<bool> never{false};
  std::vector<std::span<std::byte>> wanted(info().fields.size());
  wanted.at(field) = out;
  read(index, epoch, wanted, never);
}

std::int32_t Dataset::label(std::int64_t index) const {
  require(info().task == Task::Classification, "the data have no classes");
  std::int32_t answer = -1;
  readTarget(index, 0, std::as_writable_bytes(std::span(&answer, 1)));
  return answer;
}

void Dataset::checkRead(std::int64_t index, FieldMemory out) const {
  const std::vector<Field>& fields = info().fields;
  require(index >= 0 && index < size() && out.size() == fields.size(), "a sample is read out of range");
  for (std::size_t f = 0; f < fields.size(); ++f)
    require(out[f].empty() || static_cast<std::int64_t>(out[f].size()) == fields[f].bytes(), "a sample is read into memory of another size");
}

}  // namespace stepscope
