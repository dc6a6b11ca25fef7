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

}  // namespace stepscope::onednn
