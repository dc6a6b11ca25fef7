// Conversions between f32 and the narrow types (bf16, fp16), in any layout of an image; and between f32 and i32.
#include "core/backend/cpu/ops/elementwise/convert.h"
#include "core/backend/cpu/ops/families.h"

namespace stepscope::cpu {

namespace {

std::optional<Candidate> makeCast(const KernelRequest& r) {
  const DType from = r.input(0).dtype, to = r.output(0).dtype;
  const auto isNarrow = [](DType type) { return type == DType::BF16 || type == DType::F16; };
  const bool narrows = from == DType::F32 && isNarrow(to), widens = isNarrow(from) && to == DType::F32;
  if (!narrows && !widens) return std::nullopt;
  const bool half = (narrows ? to : from) == DType::F16;
  const Physical x = r.preferredInput(0), y = r.preferredOutput(0);
  Candidate candidate = ownCandidate({x}, {y});
  return runs(std::move(candidate), [narrows, half, count = x.bytes / sizeOf(from), threads = r.threads](const Buffers& b) {
    if (narrows) (half ? kernels::f32ToF16 : kernels::f32ToBf16)(b.in(0), b.out<std::uint16_t>(0), count, threads);
    else (half ? kernels::f16ToF32 : kernels::bf16ToF32)(b.in<std::uint16_t>(0), b.out(0), count, threads);
  });
}

std::optional<Candidate> makeConvert(const KernelRequest& r) {
  const DType from = r.input(0).dtype, to = r.output(0).dtype;
  const bool whole = from == DType::F32 && to == DType::I32;
  if (!whole && !(from == DType::I32 && to == DType::F32)) return std::nullopt;
  const Physical x = plain(r.inputShape(0), from), y = plain(r.outputShape(0), to);
  Candidate candidate = ownCandidate({x}, {y});
  return runs(std::move(candidate), [whole, count = elements(x), threads = r.threads](const Buffers& b) {
    if (whole) return kernels::f32ToI32(b.in(0), b.out<std::int32_t>(0), count, threads);
    kernels::i32ToF32(b.in<std::int32_t>(0), b.out(0), count, threads);
  });
}

}  // namespace

std::span<const OpKernels> castKernels() {
  static const OpKernels kernels[] = {{"cast", {{"own", makeCast}}}, {"convert", {{"own", makeConvert}}}};
  return kernels;
}

}  // namespace stepscope::cpu
