#include "core/backend/cpu/onednn/primitive.h"

#include "core/backend/cpu/onednn/internal.h"

namespace stepscope::onednn {

namespace {

int argumentIndex(Arg arg) {
  switch (arg) {
    case Arg::Src: return DNNL_ARG_SRC;
    case Arg::Weights: return DNNL_ARG_WEIGHTS;
    case Arg::Bias: return DNNL_ARG_BIAS;
    case Arg::Dst: return DNNL_ARG_DST;
    case Arg::DiffSrc: return DNNL_ARG_DIFF_SRC;
    case Arg::DiffWeights: return DNNL_ARG_DIFF_WEIGHTS;
    case Arg::DiffDst: return DNNL_ARG_DIFF_DST;
    case Arg::Scratchpad: return DNNL_ARG_SCRATCHPAD;
    case Arg::Addend:  // the second operand of the first post-op
      return DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1;
  }
  return 0;
}

}  // namespace

// CPU engines and in-order CPU streams have no state, so one of each is enough for all threads.
const dnnl::engine& cpuEngine() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

dnnl::primitive_attr baseAttributes() {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return attributes;
}

void appendEltwise(dnnl::post_ops& ops, const Eltwise& eltwise) {
  const auto append = [&](dnnl::algorithm algorithm, float alpha = 0, float beta = 0) {
#if STEPSCOPE_ONEDNN_3
    ops.append_eltwise(algorithm, alpha, beta);
#else
    ops.append_eltwise(1.0F, algorithm, alpha, beta);
#endif
  };
  using Algorithm = dnnl::algorithm;
  switch (eltwise.kind) {
    case Eltwise::Kind::Relu: return append(Algorithm::eltwise_relu);
    case Eltwise::Kind::LeakyRelu: return append(Algorithm::eltwise_relu, eltwise.alpha);
    case Eltwise::Kind::Gelu: return append(Algorithm::eltwise_gelu_erf);
    case Eltwise::Kind::GeluTanh: return append(Algorithm::eltwise_gelu_tanh);
    case Eltwise::Kind::Silu: return append(Algorithm::eltwise_swish, 1.0F);
    case Eltwise::Kind::HardSwish:  // in 3.x slope and offset of the hard sigmoid are parameters, in 2.x they are fixed at these values
      return append(Algorithm::eltwise_hardswish, 1.0F / 6.0F, 0.5F);
  }
}

struct Execution::Impl {
  dnnl::primitive primitive;
  dnnl::stream stream;
  std::vector<dnnl::memory> memories;
  std::vector<dnnl_exec_arg_t> arguments;
};

void Execution::run() const {
  const dnnl_status_t status =
      dnnl_primitive_execute(impl_->primitive.get(), impl_->stream.get(), static_cast<int>(impl_->arguments.size()), impl_->arguments.data());
  if (status != dnnl_success) throw Refused("a kernel of the library failed", status == dnnl_out_of_memory);
}

TensorDesc Primitive::desc(Arg arg) const {
  for (const auto& [key, desc] : impl_->descs) {
    if (key == arg) return desc;
  }
  return {};
}

std::int64_t Primitive::scratchpadBytes() const {
  return impl_->scratchpadBytes;
}
const std::string& Primitive::implementation() const {
  return impl_->implementation;
}
bool Primitive::isOptimized() const {
  return impl_->implementation.find("ref") == std::string::npos;
}

Execution Primitive::bind(const std::vector<std::pair<Arg, void*>>& pointers) const {
  auto impl = std::make_shared<Execution::Impl>();
  translated([&] {
    impl->primitive = impl_->primitive;
    impl->stream = dnnl::stream(cpuEngine());
    impl->memories.reserve(pointers.size());
    for (const auto& [arg, pointer] : pointers) {
      if (arg == Arg::Scratchpad && impl_->scratchpadBytes == 0) continue;
      const dnnl::memory::desc md = arg == Arg::Scratchpad ? impl_->scratchpad : desc(arg).impl().md;
      impl->memories.emplace_back(md, cpuEngine(), pointer);
      impl->arguments.push_back({argumentIndex(arg), impl->memories.back().get()});
    }
  });
  Execution execution;
  execution.impl_ = std::move(impl);
  return execution;
}

std::optional<Primitive> makeReorder(const TensorDesc& from, const TensorDesc& to) {
  return ifOffered([&] {
    const dnnl::reorder::primitive_desc pd(cpuEngine(), from.impl().md, cpuEngine(), to.impl().md, baseAttributes());
    return finish(pd, dnnl::reorder(pd), {{Arg::Src, from}, {Arg::Dst, to}});
  });
}

}  // namespace stepscope::onednn
