// What all programs share: the check for numbers that are not finite, and access to values by name.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/backend/backend.h"
#include "core/base/error.h"

namespace stepscope {

Finiteness finitenessOf(DType type, std::span<const std::byte> bytes) {
  Finiteness worst = Finiteness::Finite;
  if (type == DType::F32) {
    for (std::size_t i = 0; i + sizeof(float) <= bytes.size(); i += sizeof(float)) {
      float x;
      std::memcpy(&x, bytes.data() + i, sizeof(x));
      if (!std::isfinite(x)) worst = std::max(worst, std::isnan(x) ? Finiteness::NotANumber : Finiteness::Infinite);
    }
  } else if (type == DType::BF16 || type == DType::F16) {
    const unsigned exponent = type == DType::BF16 ? 0x7F80U : 0x7C00U;
    for (std::size_t i = 0; i + 2 <= bytes.size(); i += 2) {
      std::uint16_t bits;
      std::memcpy(&bits, bytes.data() + i, 2);
      if ((bits & exponent) == exponent) worst = std::max(worst, (bits & 0x7FFFU) != exponent ? Finiteness::NotANumber : Finiteness::Infinite);
    }
  }
  return worst;
}

void Program::bind(std::string_view name, std::span<const std::byte> bytes) {
  const std::span<std::byte> target = input(name);
  require(target.size() == bytes.size(), "a batch does not have the size of the program's input");
  if (!bytes.empty() && target.data() != bytes.data()) std::memcpy(target.data(), bytes.data(), bytes.size());
}

ValueId Program::valueNamed(std::string_view name) const {
  const auto& outputs = graph().outputs();
  if (const auto it = outputs.find(name); it != outputs.end()) return it->second;
  const ValueId value = graph().find(name);
  if (value == kNone) throw Error(ErrorKind::Internal, std::string(name), "is neither an output nor a parameter of the program");
  return value;
}

}  // namespace stepscope
