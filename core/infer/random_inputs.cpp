#include "core/infer/random_inputs.h"

#include <algorithm>
#include <span>

#include "core/base/philox.h"

namespace stepscope {

void fillRandomly(Program& program, const SampleInfo& sample, std::int64_t distinct) {
  PhiloxStream random(1, 0);
  const std::span<std::byte> x = program.input(kInputField);
  const auto bytes = static_cast<std::size_t>(sample.input().bytes());
  const std::span<std::byte> first = x.first(std::min(x.size(), bytes * static_cast<std::size_t>(distinct)));
  if (sample.input().dtype == DType::F32)
    for (float& value : floatsOf(first)) value = static_cast<float>(random.normal());
  else
    for (std::int32_t& token : integersOf(first)) token = static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(sample.outputs())));
  for (std::size_t at = first.size(); at < x.size(); at += first.size())
    std::copy_n(first.begin(), std::min(first.size(), x.size() - at), x.begin() + static_cast<std::ptrdiff_t>(at));
  if (program.graph().find(kTargetField) == kNone) return;
  const std::span<std::byte> labels = program.input(kTargetField);
  std::fill(labels.begin(), labels.end(), std::byte{0xFF});
}

}  // namespace stepscope
