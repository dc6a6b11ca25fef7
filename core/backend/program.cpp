#include <cstring>

#include "core/backend/backend.h"
#include "core/base/error.h"

namespace stepscope {

void Program::bind(std::string_view name, std::span<const std::byte> bytes) {
  const std::span<std::byte> target = input(name);
  require(target.size() == bytes.size(), "a batch does not have the size of the program's input");
  if (!bytes.empty() && target.data() != bytes.data()) std::memcpy(target.data(), bytes.data(), bytes.size());
}

}  // namespace stepscope
