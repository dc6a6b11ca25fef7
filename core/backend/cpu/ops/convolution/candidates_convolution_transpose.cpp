// Transposed convolution: every kernel of a convolution's data gradient, and the bias added after it.
#include "core/backend/cpu/ops/convolution/convolution_makers.h"
#include "core/backend/cpu/ops/elementwise/elementwise.h"
#include "core/backend/cpu/ops/families.h"

namespace stepscope::cpu {

namespace {

template <CandidateMaker make>
std::optional<Candidate> asDataGradient(const KernelRequest& r) {
  Node node = r.node;
  node.op = &opNamed("conv2d_grad_input");
  node.inputs.resize(2);
  node.attrs.set("input_shape", Shape(r.outputShape(0)));
  const KernelRequest gradient{r.graph, node, r.threads, r.images, r.inputLayouts};
  std::optional<Candidate> candidate = make(gradient);
  if (!candidate || r.node.inputs.size() < 3) return candidate;
  candidate->inputs.push_back(r.has(2) ? plain(r.inputShape(2), DType::F32) : Physical{});
  if (!r.has(2)) return candidate;
  if (r.input(2).dtype != DType::F32) return std::nullopt;
  const kernels::ChannelBlocks layout = channelBlocks(r.outputShape(0), candidate->outputs[0].layout);
  candidate->bind = [inner = std::move(candidate->bind), layout, threads = r.threads](const Buffers& b) -> Launch {
    Buffers operands = b;
    operands.inputs.resize(2);
    return [launch = inner(operands), y = b.out(0), bias = b.in(2), layout, threads] {
      launch();
      kernels::addChannelBias(y, bias, layout, threads);
    };
  };
  return candidate;
}

}  // namespace

std::span<const OpKernels> convolutionTransposeKernels() {
  static const OpKernels kernels[] = {{"conv_transpose2d",
                                       {{"direct", asDataGradient<makeDirectConvolution>},
                                        {"winograd", asDataGradient<makeWinogradConvolution>},
                                        {"matmul", asDataGradient<makeMatmulConvolution>},
                                        {"own", asDataGradient<makeOwnConvolution>},
                                        {"own NCHW", asDataGradient<makeOwnConvolutionPlain>},
                                        {"plain", asDataGradient<makePlainConvolution>, true}}}};
  return kernels;
}

}  // namespace stepscope::cpu
