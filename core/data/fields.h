// The tensors of a sample, by name: each one is an input of the model's graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/base/dtype.h"
#include "core/base/shape.h"

namespace stepscope {

// Their names in a data set with one input and one answer.
inline constexpr const char *kInputField = "x", *kTargetField = "labels";

struct Field {
  // How a batch is filled if its last samples are missing.
  enum class Padding : std::uint8_t {
    Zeros,
    NotCounted,  // every bit is set: -1 as i32 and NaN as f32, an answer that no loss counts
  };

  std::string name;
  Shape shape;  // of one sample
  DType dtype = DType::F32;
  Padding padding = Padding::Zeros;

  std::int64_t bytes() const { return numel(shape) * sizeOf(dtype); }
};

// Memory for each field of a sample or of a batch, in the order of SampleInfo::fields; a field with an empty span is not read.
using FieldMemory = std::span<const std::span<std::byte>>;

}  // namespace stepscope
