#include "core/backend/common/scalar_bytes.h"

#include <cstdint>
#include <cstring>
#include <string>

#include "core/base/error.h"

namespace stepscope {
namespace {

// Calls use(a number of the type).
template <class Use>
void as(DType type, std::string_view name, const Use& use) {
  switch (type) {
    case DType::F32: return use(float{});
    case DType::I64: return use(std::int64_t{});
    case DType::I32: return use(std::int32_t{});
    default: throw Error(ErrorKind::Internal, std::string(name), "a scalar of this type cannot be read or set");
  }
}

}  // namespace

void putScalar(DType type, double number, std::byte* at, std::string_view name) {
  as(type, name, [&](auto value) {
    value = static_cast<decltype(value)>(number);
    std::memcpy(at, &value, sizeof(value));
  });
}

double scalarAt(DType type, const std::byte* at, std::string_view name) {
  double number = 0;
  as(type, name, [&](auto value) {
    std::memcpy(&value, at, sizeof(value));
    number = static_cast<double>(value);
  });
  return number;
}

}  // namespace stepscope
