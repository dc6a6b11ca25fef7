#include "core/backend/cpu/precision/bf16_use.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

#include "core/backend/cpu/base/limits.h"
#include "core/base/error.h"

namespace stepscope {

Bf16Use bf16UseFromEnvironment() {
  const char* set = std::getenv("STEPSCOPE_BF16");
  const std::string_view text = set ? set : "";
  if (text.empty()) return Bf16Use::Best;
  if (text == "arithmetic") return Bf16Use::Arithmetic;
  if (text == "storage") return Bf16Use::Storage;
  throw Error(ErrorKind::Input, "STEPSCOPE_BF16", fmt::format("\"{}\" is not one of the uses of bf16", text),
              "Set it to arithmetic or storage, or unset it to use what is faster here");
}

bool multipliesBf16(Bf16Use use, bool instructions, double f32Peak, double bf16Peak) {
  if (!instructions || use == Bf16Use::Storage) return false;
  if (use == Bf16Use::Arithmetic) return true;
  return f32Peak > 0 && bf16Peak >= cpu::limits::kWorthwhileBf16 * f32Peak;
}

}  // namespace stepscope
