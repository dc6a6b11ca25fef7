// Conversions between f32 and bf16, in whatever layout an image has.
#include "core/backend/cpu/candidate.h"
#include "core/backend/cpu/kernels/convert.h"

namespace stepscope::cpu {

namespace {

std::optional<Candidate> makeCast(const KernelRequest& r) {
  const DType from = r.input(0).dtype, to = r.output(0).dtype;
  const bool narrows = from == DType::F32 && to == DType::BF16, widens = from == DType::BF16 && to == DType::F32;
  if (!narrows && !widens) return std::nullopt;
  const Physical x = r.preferredInput(0), y = r.preferredOutput(0);
  Candidate candidate;
  candidate.name = "own";
  candidate.library = "stepscope";
  candidate.inputs = {x};
  candidate.outputs = {y};
  candidate.bind = [narrows, count = x.bytes / sizeOf(from), threads = r.threads](const Buffers& b) -> Launch {
    if (narrows) return [=] { kernels::f32ToBf16(b.in(0), b.out<std::uint16_t>(0), count, threads); };
    return [=] { kernels::bf16ToF32(b.in<std::uint16_t>(0), b.out(0), count, threads); };
  };
  return candidate;
}

}  // namespace

std::span<const OpKernels> castKernels() {
  static const OpKernels kernels[] = {{"cast", {{"own", makeCast}}}};
  return kernels;
}

}  // namespace stepscope::cpu
