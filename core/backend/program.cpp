#include <cstring>

#include "core/backend/backend.h"
#include "core/base/error.h"

namespace stepscope {

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
