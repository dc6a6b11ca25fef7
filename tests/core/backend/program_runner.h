// Compiles and runs a graph and compares it with the double-precision interpreter. Shared by the tests of the backend.
#pragma once

#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "tests/dev/reference/interpreter.h"
#include "tests/support/compare_arrays.h"

namespace stepscope {

inline std::vector<std::byte> plainBytes(const Value& value, const reference::Tensor& tensor) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(numel(value.shape) * sizeOf(value.dtype)));
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    if (value.dtype == DType::I32) {
      const auto v = static_cast<std::int32_t>(tensor[i]);
      std::memcpy(bytes.data() + i * 4, &v, 4);
    } else if (value.dtype == DType::U8) {
      bytes[i] = static_cast<std::byte>(tensor[i]);
    } else {
      const auto v = static_cast<float>(tensor[i]);
      std::memcpy(bytes.data() + i * 4, &v, 4);
    }
  }
  return bytes;
}

inline void attachAlone(Program& program) {
  program.attach(std::make_shared<Arena>(program.plan().stateBytes), std::make_shared<Arena>(program.plan().stepBytes));
}

inline void bindState(Program& program, const Graph& graph, const reference::Bindings& bindings) {
  for (const Value& value : graph.values()) {
    if (!isPersistent(value.role)) continue;
    const auto it = bindings.find(value.name);
    if (it != bindings.end()) program.write(value.name, plainBytes(value, it->second));
  }
}

inline void bindInputs(Program& program, const Graph& graph, const reference::Bindings& bindings) {
  for (const Value& value : graph.values()) {
    const auto it = bindings.find(value.name);
    if (it == bindings.end()) continue;
    if (value.role == Role::Input) {
      const auto bytes = plainBytes(value, it->second);
      std::memcpy(program.input(value.name).data(), bytes.data(), bytes.size());
    } else if (value.role == Role::Scalar) {
      program.setScalar(value.name, it->second[0]);
    }
  }
}

inline std::vector<float> readFloats(const Program& program, const std::string& name, std::int64_t count) {
  std::vector<float> values(static_cast<std::size_t>(count));
  program.read(name, std::as_writable_bytes(std::span(values)));
  return values;
}

// Squared error over squared size; the error alone where everything is zero. Infinite where the two cannot be compared.
inline double normalizedError(const std::vector<float>& got, const reference::Tensor& expected) {
  const double distance = test::compareNorms(got, expected, std::numeric_limits<double>::infinity()).worst;
  return distance * distance;
}

}  // namespace stepscope
