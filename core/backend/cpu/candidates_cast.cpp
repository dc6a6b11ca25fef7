// Conversions between f32 and the narrow types, bf16 and fp16, in whatever layout an image has.
#include "core/backend/cpu/candidate.h"
#include "core/backend/cpu/kernels/convert.h"
#include "core/backend/cpu/kernels/convert_f16.h"

namespace stepscope::cpu {

namespace {

std::optional<Candidate> makeCast(const KernelRequest& r) {
  const DType from = r.input(0).dtype, to = r.output(0).dtype;
  const auto isNarrow = [](DType type) { return type == DType::BF16 || type == DType::F16; };
  const bool narrows = from == DType::F32 && isNarrow(to), widens = isNarrow(from) && to == DType::F32;
  if (!narrows && !widens) return std::nullopt;
  const bool half = (narrows ? to : from) == DType::F16;
  const Physical x = r.preferredInput(0), y = r.preferredOutput(0);
  Candidate candidate;
  candidate.name = "own";
  candidate.library = "stepscope";
  candidate.inputs = {x};
  candidate.outputs = {y};
  candidate.bind = [narrows, half, count = x.bytes / sizeOf(from), threads = r.threads](const Buffers& b) -> Launch {
    if (narrows) {
      const auto narrow = half ? kernels::f32ToF16 : kernels::f32ToBf16;
      return [=] { narrow(b.in(0), b.out<std::uint16_t>(0), count, threads); };
    }
    const auto widen = half ? kernels::f16ToF32 : kernels::bf16ToF32;
    return [=] { widen(b.in<std::uint16_t>(0), b.out(0), count, threads); };
  };
  return candidate;
}

}  // namespace

std::span<const OpKernels> castKernels() {
  static const OpKernels kernels[] = {{"cast", {{"own", makeCast}}}};
  return kernels;
}

}  // namespace stepscope::cpu
