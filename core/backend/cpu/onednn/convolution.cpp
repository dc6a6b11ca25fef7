#include "core/backend/cpu/onednn/convolution.h"

#include <omp.h>

#include "core/backend/cpu/onednn/internal.h"

namespace stepscope::onednn {

namespace {

using Md = dnnl::memory::desc;
using Dims = dnnl::memory::dims;

struct Arguments {
  dnnl::algorithm algorithm;
  Md x, w, b, y;
  Dims strides, dilates, padding;
  bool bias;
};

Arguments argumentsOf(const ConvolutionSpec& spec) {
  Arguments a;
#if STEPSCOPE_ONEDNN_3
  a.algorithm = dnnl::algorithm::convolution_direct;  // Winograd left the library for x86 in 3.x
#else
  a.algorithm = spec.algorithm == ConvolutionSpec::Algorithm::Winograd ? dnnl::algorithm::convolution_winograd : dnnl::algorithm::convolution_direct;
#endif
  a.x = orAny(spec.xDesc, spec.x, spec.dtype);
  a.w = orAny(spec.wDesc, weightDims(spec.w, spec.groups), spec.dtype);
  a.y = orAny(spec.yDesc, spec.y, spec.dtype);
  a.b = Md({spec.y[1]}, dataType(spec.dtype), dnnl::memory::format_tag::x);
  a.strides = {spec.stride[0], spec.stride[1]};
  a.dilates = {spec.dilation[0] - 1, spec.dilation[1] - 1};
  a.padding = {spec.padding[0], spec.padding[1]};
  a.bias = spec.bias;
  return a;
}

dnnl::convolution_forward::primitive_desc forwardDescriptor(const Arguments& a, const dnnl::primitive_attr& attributes) {
  using Conv = dnnl::convolution_forward;
  const auto kind = dnnl::prop_kind::forward_training;
#if STEPSCOPE_ONEDNN_3
  if (a.bias) {
    return Conv::primitive_desc(cpuEngine(), kind, a.algorithm, a.x, a.w, a.b, a.y, a.strides, a.dilates, a.padding, a.padding, attributes);
  }
  return Conv::primitive_desc(cpuEngine(), kind, a.algorithm, a.x, a.w, a.y, a.strides, a.dilates, a.padding, a.padding, attributes);
#else
  if (a.bias) {
    return Conv::primitive_desc(Conv::desc(kind, a.algorithm, a.x, a.w, a.b, a.y, a.strides, a.dilates, a.padding, a.padding), attributes,
                                cpuEngine());
  }
  return Conv::primitive_desc(Conv::desc(kind, a.algorithm, a.x, a.w, a.y, a.strides, a.dilates, a.padding, a.padding), attributes, cpuEngine());
#endif
}

// `Conv` is one of the two backward passes.
template <class Conv>
typename Conv::primitive_desc backwardDescriptor(const Arguments& a, const dnnl::convolution_forward::primitive_desc& hint) {
#if STEPSCOPE_ONEDNN_3
  return {cpuEngine(), a.algorithm, a.x, a.w, a.y, a.strides, a.dilates, a.padding, a.padding, hint, baseAttributes()};
#else
  return {typename Conv::desc(a.algorithm, a.x, a.w, a.y, a.strides, a.dilates, a.padding, a.padding), baseAttributes(), cpuEngine(), hint};
#endif
}

Primitive makeForward(const ConvolutionSpec& spec) {
  dnnl::primitive_attr attributes = baseAttributes();
  const Arguments arguments = argumentsOf(spec);
  dnnl::post_ops ops;
  if (spec.addend) ops.append_binary(dnnl::algorithm::binary_add, arguments.y);  // must be the first post-op, see Arg::Addend
  if (spec.relu) appendEltwise(ops, {Eltwise::Kind::Relu});
  if (spec.activation) appendEltwise(ops, *spec.activation);
  if (ops.len() > 0) attributes.set_post_ops(ops);
  const auto pd = forwardDescriptor(arguments, attributes);
  std::vector<std::pair<Arg, TensorDesc>> descs = {
      {Arg::Src, wrap(pd.src_desc())}, {Arg::Weights, wrap(pd.weights_desc())}, {Arg::Dst, wrap(pd.dst_desc())}};
  if (spec.bias) descs.emplace_back(Arg::Bias, wrap(pd.bias_desc()));
  if (spec.addend) descs.emplace_back(Arg::Addend, wrap(arguments.y));
  return finish(pd, dnnl::convolution_forward(pd), std::move(descs));
}

Primitive makeBackwardData(const ConvolutionSpec& spec) {
  using Conv = dnnl::convolution_backward_data;
  Arguments a = argumentsOf(spec);
  a.bias = false;
  const auto pd = backwardDescriptor<Conv>(a, forwardDescriptor(a, baseAttributes()));
  return finish(pd, Conv(pd),
                {{Arg::DiffDst, wrap(pd.diff_dst_desc())}, {Arg::Weights, wrap(pd.weights_desc())}, {Arg::DiffSrc, wrap(pd.diff_src_desc())}});
}

// Sets the number of OpenMP threads to 1 during its lifetime: the library generates a kernel for the current number.
class OneThread {
 public:
  OneThread() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }
  ~OneThread() { omp_set_num_threads(before_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_;
};

Primitive makeBackwardWeights(const ConvolutionSpec& spec) {
  using Conv = dnnl::convolution_backward_weights;
  const OneThread scope;  // a kernel for several threads would spin at the library's own barriers
  Arguments a = argumentsOf(spec);
  a.bias = false;
  a.w = orAny(spec.wDesc, weightDims(spec.w, spec.groups), spec.weightGradType);
  // The hint only identifies the forward convolution, so its weights may have another layout than the gradient.
  Arguments h = a;
  h.w = orAny({}, weightDims(spec.w, spec.groups), spec.dtype);
  const auto pd = backwardDescriptor<Conv>(a, forwardDescriptor(h, baseAttributes()));
  return finish(pd, Conv(pd),
                {{Arg::Src, wrap(pd.src_desc())}, {Arg::DiffDst, wrap(pd.diff_dst_desc())}, {Arg::DiffWeights, wrap(pd.diff_weights_desc())}});
}

// Whether the kernel has a known data race. In oneDNN 2.6 a 1x1 kernel that collects strided pixels of NHWC images shares memory between its threads:
// results differ from run to run, and it writes beyond the scratchpad (seen in f32 and bf16, on AVX2 and AVX-512). One comparison with the trusted
// kernel would not find this race reliably.
bool races(const ConvolutionSpec& spec, const Primitive& primitive) {
  const bool strided = spec.stride[0] > 1 || spec.stride[1] > 1, pointwise = spec.w[2] == 1 && spec.w[3] == 1;
  return spec.pass == ConvolutionSpec::Pass::BackwardWeights && strided && pointwise && primitive.implementation().find("1x1") != std::string::npos &&
         primitive.desc(Arg::Src).format() == "acdb";
}

}  // namespace

Shape weightDims(const Shape& w, std::int64_t groups) {
  if (groups == 1) return w;
  return {groups, w[0] / groups, w[1], w[2], w[3]};
}

std::optional<Primitive> makeConvolution(const ConvolutionSpec& spec) {
#if STEPSCOPE_ONEDNN_3
  if (spec.algorithm == ConvolutionSpec::Algorithm::Winograd) return std::nullopt;
#endif
  auto primitive = ifOffered([&] {
    switch (spec.pass) {
      case ConvolutionSpec::Pass::Forward: return makeForward(spec);
      case ConvolutionSpec::Pass::BackwardData: return makeBackwardData(spec);
      case ConvolutionSpec::Pass::BackwardWeights: break;
    }
    return makeBackwardWeights(spec);
  });
  if (primitive && races(spec, *primitive)) return std::nullopt;
  return primitive;
}

}  // namespace stepscope::onednn
