// Private to this folder: what the opaque types contain, and helpers that use dnnl.hpp.
#pragma once

#include <oneapi/dnnl/dnnl.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/backend/cpu/onednn/eltwise.h"
#include "core/backend/cpu/onednn/primitive.h"
#include "core/backend/cpu/onednn/refused.h"

namespace stepscope::onednn {

// The 3.x interface has no operation descriptors and keeps memory descriptors opaque; Debian 12 has 2.x.
#if DNNL_VERSION_MAJOR >= 3
#define STEPSCOPE_ONEDNN_3 1
#else
#define STEPSCOPE_ONEDNN_3 0
#endif

struct DescImpl {
  dnnl::memory::desc md;
};

struct PrimitiveImpl {
  dnnl::primitive primitive;
  std::vector<std::pair<Arg, TensorDesc>> descs;
  std::int64_t scratchpadBytes = 0;
  dnnl::memory::desc scratchpad;
  std::string implementation;
};

const dnnl::engine& cpuEngine();
dnnl::memory::data_type dataType(DType dtype);
TensorDesc wrap(const dnnl::memory::desc& md);
// The descriptor; if it is empty, one with format `any`, so that the library chooses the layout.
dnnl::memory::desc orAny(const TensorDesc& desc, const Shape& dims, DType dtype);
dnnl::primitive_attr baseAttributes();
void appendEltwise(dnnl::post_ops& ops, const Eltwise& eltwise);

// Returns the result of `work`. The library's exceptions are converted to Refused, here and nowhere else.
template <class Work>
auto translated(Work work) {
  try {
    return work();
  } catch (const dnnl::error& error) {
    throw Refused(error.what(), error.status == dnnl_out_of_memory);
  }
}
// The same, but nullopt if the library has no such kernel. Lack of memory still throws.
template <class Work>
auto ifOffered(Work work) -> std::optional<decltype(work())> {
  try {
    return translated(work);
  } catch (const Refused& refused) {
    if (refused.outOfMemory()) throw;
    return std::nullopt;
  }
}

// Makes a Primitive with the scratchpad and the implementation name of any primitive descriptor.
template <class Descriptor, class Kernel>
Primitive finish(const Descriptor& pd, Kernel kernel, std::vector<std::pair<Arg, TensorDesc>> descs) {
  auto impl = std::make_shared<PrimitiveImpl>();
  impl->primitive = kernel;
  impl->descs = std::move(descs);
  impl->scratchpad = pd.scratchpad_desc();
  impl->scratchpadBytes = static_cast<std::int64_t>(impl->scratchpad.get_size());
  impl->implementation = pd.impl_info_str();
  return Primitive(std::move(impl));
}

}  // namespace stepscope::onednn
