// Element types of tensors. Sizes in bytes.
#pragma once

#include <cstdint>
#include <string_view>

namespace stepscope {

enum class DType : std::uint8_t { F32, BF16, F16, I64, I32, U8, I8 };

constexpr bool isFloat(DType type) {
  return type == DType::F32 || type == DType::BF16 || type == DType::F16;
}

constexpr std::int64_t sizeOf(DType type) {
  switch (type) {
    case DType::F32: return 4;
    case DType::BF16: return 2;
    case DType::F16: return 2;
    case DType::I64: return 8;
    case DType::I32: return 4;
    case DType::U8: return 1;
    case DType::I8: return 1;
  }
  return 0;
}

constexpr std::string_view nameOf(DType type) {
  switch (type) {
    case DType::F32: return "f32";
    case DType::BF16: return "bf16";
    case DType::F16: return "f16";
    case DType::I64: return "i64";
    case DType::I32: return "i32";
    case DType::U8: return "u8";
    case DType::I8: return "i8";
  }
  return "?";
}

}  // namespace stepscope
