// Kernels of matrix products and convolutions: those of cuBLASLt and cuDNN if they accept the shape, else our own.
#include <algorithm>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/batch_norm.h"
#include "core/backend/cuda/kernels/convolution.h"

namespace stepscope::cuda {
namespace {

// Most workspace bytes of a plan, as NVIDIA recommends for Hopper.
constexpr Int kWorkspaceLimit = Int{32} << 20;

Shape leading(const Shape& shape) {
  return {shape.begin(), shape.end() - 2};
}
Int rowsOf(const Shape& shape) {
  return numel(shape) / std::max<Int>(shape.back(), 1);
}

// d = op(a) op(b): the input indices of `a` and `b`, and the sizes.
struct Product {
  int a, b;
  Int m, n, k, batch = 1;
  bool transposeA = false, transposeB = false, bias = false, relu = false;
  Int strideA = 0, strideB = 0;
  bool regular = true;  // the matrices of a batch are evenly spaced in a and in b
  Walk matrixA{}, matrixB{};
};

Product linear(const Call& c) {
  const Shape& w = c.inShape(1);
  Product p{0, 1, rowsOf(c.inShape(0)), w[0], w[1]};
  p.transposeB = true;
  p.bias = c.has(2);
  p.relu = c.flag("relu");
  return p;
}
Product linearGradInput(const Call& c) {
  return {0, 1, rowsOf(c.inShape(0)), c.inShape(1)[1], c.inShape(1)[0]};
}
Product linearGradWeight(const Call& c) {
  Product p{1, 0, c.inShape(1).back(), c.inShape(0).back(), rowsOf(c.inShape(0))};
  p.transposeA = true;
  return p;
}

// The step, in matrices, from one matrix of the operand to the next along the leading dimensions of the output; -1: the steps differ.
Int stepOf(const Shape& whole, const Shape& part) {
  if (numel(part) == numel(whole)) return 1;
  return numel(part) == 1 ? 0 : -1;
}
Product batched(const Call& c) {
  const Shape &a = c.inShape(0), &b = c.inShape(1), &y = c.outShape(0);
  Product p{0, 1, y[y.size() - 2], y.back(), 0};
  p.transposeA = c.flag("transpose_a");
  p.transposeB = c.flag("transpose_b");
  p.k = a[a.size() - (p.transposeA ? 2 : 1)];
  const Shape whole = leading(y);
  p.batch = numel(whole);
  const Int stepA = stepOf(whole, leading(a)), stepB = stepOf(whole, leading(b));
  p.regular = stepA >= 0 && stepB >= 0;
  p.strideA = stepA * p.m * p.k;
  p.strideB = stepB * p.k * p.n;
  p.matrixA = broadcastWalk(whole, leading(a));
  p.matrixB = broadcastWalk(whole, leading(b));
  return p;
}

template <Product (*describe)(const Call&)>
void bindProduct(const Call& c, LaunchList& list) {
  const Product p = describe(c);
  list.add(Matmul{c.in(static_cast<std::size_t>(p.a)), c.in(static_cast<std::size_t>(p.b)), p.bias ? c.in(2) : In{}, c.out(0), p.m, p.n, p.k, p.batch,
                  p.transposeA, p.transposeB, p.relu, p.matrixA, p.matrixB},
           perElement(p.batch * p.m * p.n));
}

// Nullopt if the library cannot have a kernel for it.
std::optional<MatmulRequest> requestOf(const Call& c, const Product& p, const Library& library) {
  if (!p.regular || p.m == 0 || p.n == 0 || p.k == 0 || p.batch == 0) return std::nullopt;
  MatmulRequest request;
  request.m = p.m;
  request.n = p.n;
  request.k = p.k;
  request.batch = p.batch;
  request.strideA = p.strideA;
  request.strideB = p.strideB;
  request.strideD = p.m * p.n;
  request.transposeA = p.transposeA;
  request.transposeB = p.transposeB;
  request.typeA = elementTypeOf(c.inputValue(static_cast<std::size_t>(p.a)).dtype);
  request.typeB = elementTypeOf(c.inputValue(static_cast<std::size_t>(p.b)).dtype);
  request.typeD = request.typeBias = elementTypeOf(c.outputValue(0).dtype);
  request.bias = p.bias;
  if (p.bias) request.typeBias = elementTypeOf(c.inputValue(2).dtype);
  request.epilogue = p.relu ? Epilogue::Relu : Epilogue::None;
  request.allowTf32 = library.allowTf32;
  request.deterministic = library.deterministic;
  request.workspaceLimit = kWorkspaceLimit;
  return request;
}

std::optional<Planned> planned(const MatmulRequest& request, const Library& library, std::vector<PlanOperand> operands) {
  return plannedBy(library.api->makeMatmul, request, library, std::move(operands));
}

template <Product (*describe)(const Call&)>
std::optional<Planned> planProduct(const Call& c, const Library& library) {
  const Product p = describe(c);
  const auto request = requestOf(c, p, library);
  if (!request) return std::nullopt;
  return planned(*request, library, {{p.a}, {p.b}, {-1}, {p.bias ? 2 : kNoOperand}});
}

// --- convolutions ---

ConvolutionShape shapeOf(const Call& c, const Shape& x, const Shape& w, const Shape& y) {
  const auto &stride = c.node.attrs.integers("stride"), &padding = c.node.attrs.integers("padding"), &dilation = c.node.attrs.integers("dilation");
  return {x[0],      x[1],      x[2],       x[3],       w[0],        w[2],        w[3],          y[2], y[3], c.node.attrs.integer("groups"),
          stride[0], stride[1], padding[0], padding[1], dilation[0], dilation[1], c.channelsLast};
}
ConvolutionShape forwardShape(const Call& c) {
  return shapeOf(c, c.inShape(0), c.inShape(1), c.outShape(0));
}
ConvolutionShape inputGradientShape(const Call& c) {
  return shapeOf(c, c.outShape(0), c.inShape(1), c.inShape(0));
}
ConvolutionShape weightGradientShape(const Call& c) {
  return shapeOf(c, c.inShape(0), c.outShape(0), c.inShape(1));
}

void convolution(const Call& c, LaunchList& list) {
  list.add(Convolution{forwardShape(c), c.in(0), c.in(1), c.in(2), c.out(0), c.flag("relu")}, perElement(c.outCount(0)));
}
// The gradient of the input, and the transposed convolution, whose weight (channels in, channels out, ...) is that of the corresponding convolution.
void inputGradient(const Call& c, LaunchList& list) {
  list.add(ConvolutionInputGradient{inputGradientShape(c), c.in(0), c.in(1), c.in(2), c.out(0)}, perElement(c.outCount(0)));
}
void weightGradient(const Call& c, LaunchList& list) {
  const ConvolutionShape s = weightGradientShape(c);
  list.add(ConvolutionWeightGradient{s, c.in(0), c.in(1), c.out(0)}, perRow(c.outCount(0), s.n * s.yh * s.yw));
}

ConvolutionRequest requestOf(ConvolutionPass pass, const ConvolutionShape& s, DType type, const Library& library) {
  ConvolutionRequest r;
  r.pass = pass;
  const Int x[] = {s.n, s.c, s.h, s.w}, w[] = {s.o, s.c / s.groups, s.kh, s.kw}, y[] = {s.n, s.o, s.yh, s.yw};
  std::copy_n(x, 4, r.x);
  std::copy_n(w, 4, r.w);
  std::copy_n(y, 4, r.y);
  r.stride[0] = s.strideH;
  r.stride[1] = s.strideW;
  r.padding[0] = s.padH;
  r.padding[1] = s.padW;
  r.dilation[0] = s.dilationH;
  r.dilation[1] = s.dilationW;
  r.groups = s.groups;
  r.channelsLast = s.last;
  r.type = r.weightType = elementTypeOf(type);
  r.allowTf32 = library.allowTf32;
  r.deterministic = library.deterministic;
  r.workspaceLimit = Int{256} << 20;  // cuDNN's fast weight gradients need so much
  return r;
}

std::optional<Planned> planned(const ConvolutionRequest& request, const Library& library, std::vector<PlanOperand> operands) {
  return plannedBy(library.api->makeConvolution, request, library, std::move(operands));
}

// Adds the launches for bias and relu after a convolution without them.
void biasAndRelu(const Call& c, LaunchList& list) {
  const Int count = c.outCount(0);
  if (c.has(2)) {
    const Shape& y = c.outShape(0);
    const Walk straight = broadcastWalk(y, y, c.channelsLast), channels = broadcastWalk(y, {1, y[1], 1, 1}, c.channelsLast);
    if (c.flag("relu")) {
      list.add(Map2<AddRelu>{c.out(0).in(), c.in(2), c.out(0), count, 0, 0, false, straight, channels}, perElement(count));
    } else {
      list.add(Map2<Add>{c.out(0).in(), c.in(2), c.out(0), count, 0, 0, false, straight, channels}, perElement(count));
    }
  } else if (c.flag("relu")) {
    list.add(Map1<Relu>{c.out(0).in(), c.out(0), count, 0, 0, true, {}}, perElement(count));
  }
}

std::optional<Planned> planConvolution(const Call& c, const Library& library) {
  if (c.outCount(0) == 0) return std::nullopt;
  ConvolutionRequest request = requestOf(ConvolutionPass::Forward, forwardShape(c), c.outputValue(0).dtype, library);
  const bool epilogue = c.has(2) || c.flag("relu");
  if (epilogue && (!c.has(2) || c.inputValue(2).dtype == c.outputValue(0).dtype)) {
    request.bias = c.has(2);
    request.relu = c.flag("relu");
    if (auto fused = planned(request, library, c.has(2) ? std::vector<PlanOperand>{{0}, {1}, {-1}, {2}} : std::vector<PlanOperand>{{0}, {1}, {-1}}))
      return fused;
    request.bias = request.relu = 0;
  }
  auto plain = planned(request, library, {{0}, {1}, {-1}});
  if (plain && epilogue) plain->after = biasAndRelu;
  return plain;
}
std::optional<Planned> planConvolutionSums(const Call& c, const Library& library) {
  if (c.outCount(0) == 0) return std::nullopt;
  ConvolutionRequest request = requestOf(ConvolutionPass::Forward, forwardShape(c), c.outputValue(0).dtype, library);
  request.statistics = 1;
  return planned(request, library, {{0}, {1}, {-1}, {-2}, {-3}});
}
std::optional<Planned> planInputGradient(const Call& c, const Library& library) {
  if (c.outCount(0) == 0) return std::nullopt;
  auto plan = planned(requestOf(ConvolutionPass::InputGradient, inputGradientShape(c), c.outputValue(0).dtype, library), library, {{0}, {1}, {-1}});
  if (plan && c.has(2)) plan->after = biasAndRelu;
  return plan;
}
std::optional<Planned> planWeightGradient(const Call& c, const Library& library) {
  if (c.inCount(0) == 0 || c.inCount(1) == 0) return std::nullopt;
  ConvolutionRequest request = requestOf(ConvolutionPass::WeightGradient, weightGradientShape(c), c.inputValue(0).dtype, library);
  request.weightType = elementTypeOf(c.outputValue(0).dtype);
  return planned(request, library, {{0}, {1}, {-1}});
}

// Bytes of the operands that the library needs besides: the inverse deviations of the norm, and three vectors that are never read.
Int throughNormBytes(Int channels) {
  return 4 * alignedToPlan(4 * channels);
}
void inverseDeviations(const Call& c, LaunchList& list) {
  const Int channels = c.inShape(2)[1];
  list.add(InverseDeviation{c.in(6), c.work<float>(), channels, c.real("eps")}, perElement(channels));
}
// Computes dx in place from the gradient before the relu, which the library has written to the memory of dx.
void normInput(const Call& c, LaunchList& list) {
  const Int channels = c.outShape(0)[1], count = c.outCount(0);
  list.add(BatchNormGradApply{c.in(2), c.out(0).in(), c.in(3), c.in(5), c.in(6), c.out(1).in(), c.out(2).in(), nullptr, c.out(0), Out{}, count,
                              channels, 1, c.real("eps"), static_cast<float>(count / std::max<Int>(channels, 1))},
           perElement(channels % 8 == 0 ? count / 8 : count));
}

// --- fused ops: those of core/graph/ops/fused.cpp ---

std::optional<Planned> linearEpilogue(const Call& c, const Library& library, Epilogue epilogue) {
  const Product p = linear(c);
  auto request = requestOf(c, p, library);
  if (!request) return std::nullopt;
  const bool keep = c.node.outputs.size() > 1;
  request->epilogue = epilogue;
  request->keepForBackward = keep;
  return planned(*request, library, {{0}, {1}, {-1}, {p.bias ? 2 : kNoOperand}, {keep ? -2 : kNoOperand}});
}
std::optional<Planned> planLinearGelu(const Call& c, const Library& library) {
  return linearEpilogue(c, library, Epilogue::Gelu);
}
std::optional<Planned> planLinearReluBits(const Call& c, const Library& library) {
  return linearEpilogue(c, library, Epilogue::Relu);
}

std::optional<Planned> planLinearGradEpilogue(const Call& c, const Library& library) {
  auto request = requestOf(c, linearGradInput(c), library);
  if (!request) return std::nullopt;
  const bool biasGradient = c.node.outputs.size() > 1;
  request->epilogue = c.node.attrs.text("activation") == "gelu" ? Epilogue::GeluGrad : Epilogue::ReluGrad;
  if (biasGradient) request->biasGradient = BiasGradient::OfResult;
  return planned(*request, library, {{0}, {1}, {-1}, {biasGradient ? -2 : kNoOperand}, {2}});
}

std::optional<Planned> planLinearGradWeightWithBias(const Call& c, const Library& library) {
  const Product p = linearGradWeight(c);
  auto request = requestOf(c, p, library);
  if (!request) return std::nullopt;
  request->biasGradient = BiasGradient::OfA;
  return planned(*request, library, {{p.a}, {p.b}, {-1}, {-2}});
}

std::optional<Planned> planConvolutionThroughNorm(const Call& c, const Library& library) {
  if (c.outCount(0) == 0) return std::nullopt;
  ConvolutionRequest request = requestOf(ConvolutionPass::InputGradient, inputGradientShape(c), c.outputValue(0).dtype, library);
  request.normGradient = 1;
  const Int vector = alignedToPlan(4 * c.outShape(0)[1]);
  auto made = planned(request, library,
                      {{0},
                       {1},
                       {-1},
                       {2},
                       {5},
                       {kInWorkspace},
                       {3},
                       {4},
                       {-2},
                       {-3},
                       {kInWorkspace, vector},
                       {kInWorkspace, 2 * vector},
                       {kInWorkspace, 3 * vector}});
  if (!made) return std::nullopt;
  made->ownBytes = throughNormBytes(c.outShape(0)[1]);
  made->before = inverseDeviations;
  made->after = normInput;
  return made;
}

std::optional<Planned> planConvolutionOfNorm(const Call& c, const Library& library) {
  if (c.outCount(0) == 0) return std::nullopt;
  const bool sums = c.node.outputs.size() > 1;
  ConvolutionRequest request = requestOf(ConvolutionPass::Forward, forwardShape(c), c.outputValue(0).dtype, library);
  request.prologue = 1;
  request.statistics = sums;
  const int scale = static_cast<int>(kScaleShiftInput);
  return planned(request, library,
                 {{0}, {1}, {-1}, {sums ? -2 : kNoOperand}, {sums ? -3 : kNoOperand}, {scale}, {scale, shiftOffset(c.inShape(0)[1])}});
}
std::optional<Planned> planWeightGradientOfNorm(const Call& c, const Library& library) {
  if (c.inCount(0) == 0 || c.inCount(1) == 0) return std::nullopt;
  ConvolutionRequest request = requestOf(ConvolutionPass::WeightGradient, weightGradientShape(c), c.inputValue(0).dtype, library);
  request.weightType = elementTypeOf(c.outputValue(0).dtype);
  request.prologue = 1;
  const int scale = static_cast<int>(kScaleShiftInput);
  return planned(request, library, {{0}, {1}, {-1}, {kNoOperand}, {kNoOperand}, {scale}, {scale, shiftOffset(c.inShape(0)[1])}});
}

}  // namespace

std::span<const OpKernel> productKernels() {
  static const OpKernel kernels[] = {
      {.op = "linear", .bind = bindProduct<linear>, .plan = planProduct<linear>},
      {.op = "linear_grad_input", .bind = bindProduct<linearGradInput>, .plan = planProduct<linearGradInput>},
      {.op = "linear_grad_weight", .bind = bindProduct<linearGradWeight>, .plan = planProduct<linearGradWeight>},
      {.op = "matmul", .bind = bindProduct<batched>, .plan = planProduct<batched>},
      {.op = "conv2d", .bind = convolution, .plan = planConvolution, .layout = LayoutUse::Images},
      {.op = "conv2d_grad_input", .bind = inputGradient, .plan = planInputGradient, .layout = LayoutUse::Images},
      {.op = "conv2d_grad_weight", .bind = weightGradient, .plan = planWeightGradient, .layout = LayoutUse::Images},
      {.op = "conv_transpose2d", .bind = inputGradient, .plan = planInputGradient, .layout = LayoutUse::Images},
      {.op = "linear_activation", .plan = planLinearGelu},
      {.op = "linear_relu_bits", .plan = planLinearReluBits},
      {.op = "linear_grad_input_activation_grad", .plan = planLinearGradEpilogue},
      {.op = "linear_grad_weight_bias", .plan = planLinearGradWeightWithBias},
      {.op = "conv2d_sums", .plan = planConvolutionSums, .layout = LayoutUse::Images},
      {.op = "conv2d_of_norm", .plan = planConvolutionOfNorm, .layout = LayoutUse::Images},
      {.op = "conv2d_grad_weight_of_norm", .plan = planWeightGradientOfNorm, .layout = LayoutUse::Images},
      {.op = "conv2d_grad_input_norm_grad", .plan = planConvolutionThroughNorm, .layout = LayoutUse::Images},
  };
  return kernels;
}

}  // namespace stepscope::cuda
