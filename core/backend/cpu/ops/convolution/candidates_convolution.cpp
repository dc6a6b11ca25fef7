// Kernels of convolutions: the library's direct and Winograd kernels, a matrix product over im2col, our own for few channels and for depthwise
// convolutions, and the plain one that the others are compared with.
#include "core/backend/cpu/base/limits.h"
#include "core/backend/cpu/onednn/convolution.h"
#include "core/backend/cpu/onednn/matmul.h"
#include "core/backend/cpu/ops/convolution/convolution_makers.h"
#include "core/backend/cpu/ops/convolution/convolution_request.h"
#include "core/backend/cpu/ops/convolution/depthwise_convolution.h"
#include "core/backend/cpu/ops/convolution/im2col.h"
#include "core/backend/cpu/ops/convolution/small_convolution.h"
#include "core/backend/cpu/ops/elementwise/elementwise.h"
#include "core/backend/cpu/ops/elementwise/layer_epilogue.h"
#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/plain/plain_product.h"
#include "core/backend/cpu/ops/structure/relayout.h"

namespace stepscope::cpu {

namespace {

using onednn::Arg;
using onednn::ConvolutionSpec;
using Pass = ConvolutionSpec::Pass;
using onednn::TensorDesc;

std::optional<Convolution> parse(const KernelRequest& r) {
  return parseConvolution(r, DType::F32);
}

std::optional<onednn::Primitive> tryLibrary(const Convolution& c, const Physical& x, const Physical& y) {
  ConvolutionSpec spec = c.spec;
  spec.xDesc = x.desc;
  spec.yDesc = y.desc;
  return onednn::makeConvolution(spec);
}

}  // namespace

std::optional<Candidate> makeDirectConvolution(const KernelRequest& r) {
  const auto c = parse(r);
  if (!c) return std::nullopt;
  std::optional<Candidate> fallback;
  // Tries the preferred layouts first. If the library has no fast kernel for them, it may have one for NCHW or NHWC.
  const Physical xs[] = {c->x, image(c->spec.x, Layout::Plain), image(c->spec.x, Layout::ChannelsLast)};
  const Physical ys[] = {c->y, image(c->spec.y, Layout::Plain), image(c->spec.y, Layout::ChannelsLast)};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto primitive = tryLibrary(*c, xs[i], ys[i]);
    if (!primitive) continue;
    if (primitive->isOptimized()) return libraryCandidate(*c, "direct", *primitive, xs[i], ys[i]);
    if (!fallback) fallback = libraryCandidate(*c, "direct", *primitive, xs[i], ys[i]);
  }
  return fallback;
}

std::optional<Candidate> makeWinogradConvolution(const KernelRequest& r) {
  auto c = parse(r);
  if (!c || !c->simple || c->spec.w[2] != 3 || c->spec.w[3] != 3 || c->spec.stride[0] != 1 || c->spec.stride[1] != 1) return std::nullopt;
  if (!isBlocked(r.images) || c->x.layout != r.images || c->y.layout != r.images) return std::nullopt;
  c->spec.algorithm = ConvolutionSpec::Algorithm::Winograd;
  const auto primitive = tryLibrary(*c, c->x, c->y);
  if (!primitive || primitive->implementation().find("wino") == std::string::npos) return std::nullopt;
  return libraryCandidate(*c, "winograd", *primitive, c->x, c->y);
}

// ---- Matrix product over im2col. Each row of the column matrix is the patch of one pixel, for the pixels of all images. The patch has the channel
// order of x, so that copies are long, and the weights have the same order: (O, C / block, kh, kw, block) or (O, kh, kw, C).

namespace {

struct MatmulPlan {
  std::int64_t rows = 0, k = 0, outC = 0;
  bool copyX = true;  // false: x already is the columns (1x1, stride 1, channels last)
  bool copyY = true;  // false: y already is rows
  std::int64_t columnsOffset = 0, rowsOffset = 0, scratchOffset = 0;
  onednn::Primitive product;
};

}  // namespace

std::optional<Candidate> makeMatmulConvolution(const KernelRequest& r) {
  const auto c = parse(r);
  if (!c || !c->simple || c->x.layout == Layout::Plain) return std::nullopt;
  const std::int64_t block = blockOf(c->x.layout, c->spec.x[1]);
  if (block == 1) return std::nullopt;  // with one channel im2col treats NHWC as plain, whose matrix is transposed
  MatmulPlan plan;
  plan.rows = c->spec.y[0] * c->spec.y[2] * c->spec.y[3];
  plan.k = kernels::im2colK(c->shape, block);
  plan.outC = c->spec.y[1];
  if (plan.rows * plan.k * 4 > limits::kColumnBytes) return std::nullopt;

  onednn::MatmulSpec spec;
  switch (c->pass) {
    case Pass::Forward: spec = {.m = plan.rows, .n = plan.outC, .k = plan.k, .transposeB = true, .bias = c->spec.bias, .relu = c->spec.relu}; break;
    case Pass::BackwardData: spec = {.m = plan.rows, .n = plan.k, .k = plan.outC}; break;
    case Pass::BackwardWeights: spec = {.m = plan.outC, .n = plan.k, .k = plan.rows, .transposeA = true}; break;
  }
  const auto product = onednn::makeMatmul(spec);
  if (!product || !product->isOptimized()) return std::nullopt;
  plan.product = *product;
  WorkspaceLayout workspace;
  plan.copyY = c->y.layout != Layout::ChannelsLast && c->spec.y[1] * c->spec.y[2] * c->spec.y[3] != c->spec.y[1];
  if (c->y.bytes != numel(c->spec.y) * 4) plan.copyY = true;
  plan.columnsOffset = workspace.add(plan.rows * plan.k * 4);
  plan.rowsOffset = workspace.add(plan.copyY ? plan.rows * plan.outC * 4 : 0);
  plan.scratchOffset = workspace.add(product->scratchpadBytes());

  Candidate candidate;
  candidate.name = "matmul";
  candidate.library = "oneDNN " + product->implementation();
  const Layout weightLayout = c->x.layout;  // as a layout of (O, C, kh, kw) this is (O, C / block, kh, kw, block)
  Physical w = image(c->spec.w, weightLayout);
  w.layout = Layout::Opaque;
  setOperands(*c, c->x, w, c->y, candidate);
  candidate.workspaceBytes = workspace.bytes();
  const std::int64_t yBlock = blockOf(c->y.layout, plan.outC);
  const kernels::ChannelBlocks yShape = channelBlocks(c->spec.y, c->y.layout);
  candidate.bind = [plan, conv = *c, block, yBlock, yShape](const Buffers& b) -> Launch {
    auto* columns = reinterpret_cast<float*>(b.workspace + plan.columnsOffset);
    auto* rows = reinterpret_cast<float*>(b.workspace + plan.rowsOffset);
    std::byte* scratch = b.workspace + plan.scratchOffset;
    const int threads = conv.threads;
    const kernels::ChannelBlocks rowShape{yShape.n, yShape.c, yShape.spatial, yShape.c};
    const kernels::ConvolutionShape shape = conv.shape;
    switch (conv.pass) {
      case Pass::Forward: {
        const float* x = b.in(0);
        float* y = b.out(0);
        float* product = plan.copyY ? rows : y;
        std::vector<std::pair<Arg, void*>> pointers = {{Arg::Src, columns}, {Arg::Weights, b.in(1)}, {Arg::Dst, product}, {Arg::Scratchpad, scratch}};
        if (conv.spec.bias) pointers.emplace_back(Arg::Bias, b.in(2));
        return [=, execution = plan.product.bind(pointers)] {
          kernels::im2col(shape, block, x, columns, threads);
          execution.run();
          if (plan.copyY) kernels::relayout(rowShape, rows, yBlock, y, threads);
        };
      }
      case Pass::BackwardData: {
        float* dy = b.in(0);
        float* dx = b.out(0);
        const auto execution =
            plan.product.bind({{Arg::Src, plan.copyY ? rows : dy}, {Arg::Weights, b.in(1)}, {Arg::Dst, columns}, {Arg::Scratchpad, scratch}});
        return [=] {
          if (plan.copyY) kernels::relayout(yShape, dy, rowShape.c, rows, threads);
          execution.run();
          kernels::col2im(shape, block, columns, dx, threads);
        };
      }
      case Pass::BackwardWeights: {
        const float* x = b.in(0);
        float* dy = b.in(1);
        const auto execution =
            plan.product.bind({{Arg::Src, plan.copyY ? rows : dy}, {Arg::Weights, columns}, {Arg::Dst, b.out(0)}, {Arg::Scratchpad, scratch}});
        return [=] {
          kernels::im2col(shape, block, x, columns, threads);
          if (plan.copyY) kernels::relayout(yShape, dy, rowShape.c, rows, threads);
          execution.run();
        };
      }
    }
    return {};
  };
  return candidate;
}

// ---- Our own kernels for few channels and for depthwise convolutions.

namespace {

std::optional<Candidate> smallCandidate(const Convolution& c) {
  const std::int64_t xBlock = blockOf(c.x.layout, c.spec.x[1]), yBlock = blockOf(c.y.layout, c.spec.y[1]);
  const auto pass = ownPassOf(c);
  if (!kernels::smallConvolutionSupports(pass, c.shape, xBlock, yBlock)) return std::nullopt;
  Candidate candidate = ownCandidate({}, {});
  setOperands(c, c.x, plain(c.spec.w, DType::F32), c.y, candidate);
  candidate.workspaceBytes = kernels::smallConvolutionWorkspaceBytes(pass, c.shape, c.threads);
  return runs(std::move(candidate), [pass = c.pass, shape = c.shape, relu = c.spec.relu, threads = c.threads, xBlock, yBlock](const Buffers& b) {
    switch (pass) {
      case Pass::Forward: return kernels::smallConvolution(shape, xBlock, yBlock, b.in(0), b.in(1), b.in(2), relu, b.out(0), b.workspace, threads);
      case Pass::BackwardData: return kernels::smallConvolutionGradInput(shape, xBlock, yBlock, b.in(0), b.in(1), b.out(0), b.workspace, threads);
      case Pass::BackwardWeights: return kernels::smallConvolutionGradWeight(shape, xBlock, yBlock, b.in(0), b.in(1), b.out(0), b.workspace, threads);
    }
  });
}

// Depthwise convolutions (one kernel per channel): the library has no fast weight gradient for kernels larger than 3x3, and is slow for gradients
// with strides.
std::optional<Candidate> depthwiseCandidate(const Convolution& c) {
  const ConvolutionSpec& s = c.spec;
  if (s.groups != s.x[1] || s.groups != s.y[1] || c.x.layout == Layout::Plain) return std::nullopt;
  const kernels::DepthwiseShape shape{s.x[0],       s.x[1], s.x[2],      s.x[3],      s.y[2],       s.y[3],       blockOf(c.x.layout, s.x[1]),
                                      s.w[2],       s.w[3], s.stride[0], s.stride[1], s.padding[0], s.padding[1], s.dilation[0],
                                      s.dilation[1]};
  if (!kernels::depthwiseSupports(shape)) return std::nullopt;
  Candidate candidate = ownCandidate({}, {});
  setOperands(c, c.x, plain(s.w, DType::F32), c.y, candidate);
  if (c.pass == Pass::BackwardWeights) candidate.workspaceBytes = kernels::depthwiseGradWeightWorkspaceBytes(shape, c.threads);
  return runs(std::move(candidate), [pass = c.pass, shape, relu = s.relu, threads = c.threads](const Buffers& b) {
    switch (pass) {
      case Pass::Forward: return kernels::depthwiseConvolution(shape, b.in(0), b.in(1), b.in(2), relu, b.out(0), threads);
      case Pass::BackwardData: return kernels::depthwiseGradInput(shape, b.in(0), b.in(1), b.out(0), threads);
      case Pass::BackwardWeights: return kernels::depthwiseGradWeight(shape, b.in(0), b.in(1), b.out(0), b.workspace, threads);
    }
  });
}

}  // namespace

std::optional<Candidate> makeOwnConvolution(const KernelRequest& r) {
  const auto c = parse(r);
  if (!c) return std::nullopt;
  if (c->spec.groups > 1) return depthwiseCandidate(*c);
  return c->simple ? smallCandidate(*c) : std::nullopt;
}

// ---- The kernel that the others are compared with, and that runs if no other may.

std::optional<Candidate> makePlainConvolution(const KernelRequest& r) {
  const auto c = parse(r);
  if (!c) return std::nullopt;
  if (c->pass == Pass::BackwardWeights && r.output(0).dtype != DType::F32) return std::nullopt;
  const ConvolutionSpec& s = c->spec;
  const kernels::PlainConvolutionShape shape{s.x[0], s.x[1],      s.x[2],      s.x[3],       s.y[1],       s.y[2],        s.y[3],        s.w[2],
                                             s.w[3], s.stride[0], s.stride[1], s.padding[0], s.padding[1], s.dilation[0], s.dilation[1], s.groups};
  Candidate candidate = ownCandidate({}, {});
  candidate.name = "plain";
  setOperands(*c, plain(s.x, DType::F32), plain(s.w, DType::F32), plain(s.y, DType::F32), candidate);
  candidate.workspaceBytes = kernels::plainConvolutionWorkspaceBytes(shape, c->threads);
  return runs(std::move(candidate), [pass = c->pass, shape, relu = s.relu, threads = c->threads](const Buffers& b) {
    switch (pass) {
      case Pass::Forward: return kernels::plainConvolution(shape, b.in(0), b.in(1), b.in(2), relu, b.out(0), b.workspace, threads);
      case Pass::BackwardData: return kernels::plainConvolutionGradInput(shape, b.in(0), b.in(1), b.out(0), b.workspace, threads);
      case Pass::BackwardWeights: return kernels::plainConvolutionGradWeight(shape, b.in(0), b.in(1), b.out(0), b.workspace, threads);
    }
  });
}

// ---- A convolution with an epilogue (core/graph/ops/fused.cpp).

// The library's direct kernel, which applies the epilogue before it writes the result.
std::optional<Candidate> makeDirectConvolutionWith(const KernelRequest& r) {
  const auto epilogue = epilogueOf(r.node);
  if (!epilogue || epilogue->keepsInput) return std::nullopt;
  auto c = parse(r);
  if (!c) return std::nullopt;
  c->spec.addend = epilogue->addend;
  c->spec.relu = epilogue->relu;
  if (epilogue->activation) {
    c->spec.activation = eltwiseOf(*epilogue->activation);
    if (!c->spec.activation) return std::nullopt;
  }
  const auto primitive = tryLibrary(*c, c->x, c->y);
  if (!primitive || !primitive->isOptimized()) return std::nullopt;
  Candidate candidate = libraryCandidate(*c, "direct with epilogue", *primitive, c->x, c->y);
  if (epilogue->addend) {
    candidate.inputs.resize(3);  // the bias may be absent
    candidate.inputs.push_back(c->y);
  }
  return candidate;
}

// Transposed convolution: the kernels of a convolution's data gradient, with the bias added afterwards.
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

std::span<const OpKernels> convolutionKernels() {
  // In order of preference. Each pass lists kernels that gained about 1 % of some step or more (tests/bench/ledger).
  const NamedMaker bf16Blocked{"bf16 blocked", makeBf16Blocked}, bf16{"bf16", makeBf16Convolution}, bf16Own{"bf16 own", makeBf16GradWeight},
      bf16Winograd{"bf16 winograd", makeBf16Winograd}, direct{"direct", makeDirectConvolution}, winograd{"winograd", makeWinogradConvolution},
      matmul{"matmul", makeMatmulConvolution}, own{"own", makeOwnConvolution}, plain{"plain", makePlainConvolution, true};
  static const OpKernels kernels[] = {{"conv2d", {bf16Blocked, bf16, bf16Winograd, direct, winograd, matmul, own, plain}},
                                      {"conv2d_grad_input", {bf16Blocked, bf16, bf16Winograd, direct, winograd, matmul, own, plain}},
                                      {"conv2d_grad_weight", {bf16Blocked, bf16, bf16Own, bf16Winograd, direct, winograd, matmul, own, plain}},
                                      {"conv_transpose2d",
                                       {{"direct", asDataGradient<makeDirectConvolution>},
                                        {"winograd", asDataGradient<makeWinogradConvolution>},
                                        {"matmul", asDataGradient<makeMatmulConvolution>},
                                        {"own", asDataGradient<makeOwnConvolution>},
                                        {"plain", asDataGradient<makePlainConvolution>, true}}}};
  return kernels;
}

}  // namespace stepscope::cpu
