#include "core/backend/cpu/onednn/library.h"

#include "core/backend/cpu/onednn/internal.h"

namespace stepscope::onednn {

namespace {

bool hasIsa(dnnl::cpu_isa wanted) {
  const auto isa = static_cast<unsigned>(dnnl::get_effective_cpu_isa());
  return (isa & static_cast<unsigned>(wanted)) == static_cast<unsigned>(wanted);
}

}  // namespace

std::string version() {
  const dnnl_version_t* v = dnnl_version();
  return "oneDNN " + std::to_string(v->major) + "." + std::to_string(v->minor) + "." + std::to_string(v->patch);
}

std::string effectiveIsa() {
  if (hasIsa(dnnl::cpu_isa::avx512_core_amx)) return "AVX-512 + AMX";
  if (hasIsa(dnnl::cpu_isa::avx512_core)) return "AVX-512";
  if (hasIsa(dnnl::cpu_isa::avx2)) return "AVX2";
  return "SSE4.1";
}

bool hasBf16() {
  return hasIsa(dnnl::cpu_isa::avx512_core_bf16);
}

bool hasMatrixUnits() {
  return hasIsa(dnnl::cpu_isa::avx512_core_amx);
}

bool capAtAvx2() {
  return dnnl::set_max_cpu_isa(dnnl::cpu_isa::avx2) == dnnl::status::success;
}

std::optional<Primitive> makePeakProduct(DType type, std::int64_t m, std::int64_t n, std::int64_t k) {
  using Type = dnnl::memory::data_type;
  using Tag = dnnl::memory::format_tag;
  const Type a = dataType(type), b = type == DType::U8 ? Type::s8 : a, c = type == DType::U8 ? Type::s32 : Type::f32;
  const dnnl::memory::desc aDesc({m, k}, a, Tag::ab), bDesc({k, n}, b, Tag::any), cDesc({m, n}, c, Tag::ab);
  auto product = ifOffered([&] {
#if STEPSCOPE_ONEDNN_3
    const auto pd = dnnl::matmul::primitive_desc(cpuEngine(), aDesc, bDesc, cDesc, baseAttributes());
#else
    const auto pd = dnnl::matmul::primitive_desc(dnnl::matmul::desc(aDesc, bDesc, cDesc), baseAttributes(), cpuEngine());
#endif
    return finish(pd, dnnl::matmul(pd), {{Arg::Src, wrap(pd.src_desc())}, {Arg::Weights, wrap(pd.weights_desc())}, {Arg::Dst, wrap(pd.dst_desc())}});
  });
  if (!product || !product->isOptimized()) return std::nullopt;
  return product;
}

}  // namespace stepscope::onednn
