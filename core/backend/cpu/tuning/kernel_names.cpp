#include "core/backend/cpu/tuning/kernel_names.h"

#include <string_view>

namespace stepscope::cpu {

namespace {

struct Renamed {
  std::string_view before, now;
};
constexpr Renamed kKernels[] = {
    {"own plain", "own NCHW"},
    {"channels last", "direct NHWC"},
    {"matmul one thread", "matmul single-threaded"},
    {"direct with the rest", "direct with epilogue"},
};
// How a kernel's name went on where a second one follows it.
constexpr Renamed kEndings[] = {
    {", then the rest", ", then epilogue"},
    {" in shares", ", epilogue in tiles"},
    {", then the sums", ", then bias gradient"},
};

}  // namespace

std::string currentKernelName(std::string kept) {
  std::string ending;
  for (const Renamed& renamed : kEndings)
    if (kept.ends_with(renamed.before)) {
      ending = renamed.now;
      kept.resize(kept.size() - renamed.before.size());
      break;
    }
  for (const Renamed& renamed : kKernels)
    if (kept == renamed.before) return std::string(renamed.now) + ending;
  return kept + ending;
}

}  // namespace stepscope::cpu
