// The tensors that a sample consists of, by name: each is an input of the model's graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/base/dtype.h"
#include "core/base/shape.h"

namespace stepscope {

// The names that a data set of one input and one answer gives them.
inline constexpr const char *kInputField = "x", *kTargetField = "labels";

struct Field {
  // What fills up a batch whose last samples are missing.
  enum class Padding : std::uint8_t {
    Zeros,
    NotCounted,  // every bit is set, which is -1 as an i32 and a NaN as an f32: the answer that no loss counts
  };

  std::string name;
  Shape shape;  // of one sample
  DType dtype = DType::F32;
  Padding padding = Padding::Zeros;

  std::int64_t bytes() const { return numel(shape) * sizeOf(dtype); }
};

// Memory for each field of a sample or of a batch, in the order of SampleInfo::fields; an empty one is not wanted.
using FieldMemory = std::span<const std::span<std::byte>>;

}  // namespace stepscope
