// Kernels of convolutions in bf16 arithmetic: the library's, and our own for weight gradients and for Winograd's minimal filtering.
#include "core/backend/cpu/base/limits.h"
#include "core/backend/cpu/onednn/library.h"
#include "core/backend/cpu/ops/convolution/bf16_grad_weight.h"
#include "core/backend/cpu/ops/convolution/bf16_weights.h"
#include "core/backend/cpu/ops/convolution/bf16_winograd.h"
#include "core/backend/cpu/ops/convolution/convolution_makers.h"
#include "core/backend/cpu/ops/convolution/convolution_request.h"
#include "core/backend/cpu/simd/bf16_pairs.h"

namespace stepscope::cpu {

namespace {

using Pass = onednn::ConvolutionSpec::Pass;
using Half = std::uint16_t;  // the bits of a bf16

std::optional<Candidate> libraryConvolution(const Convolution& c, const char* name, const Physical& x, const Physical& y) {
  onednn::ConvolutionSpec spec = c.spec;
  spec.xDesc = x.desc;
  spec.yDesc = y.desc;
  const auto primitive = onednn::makeConvolution(spec);
  if (!primitive || !primitive->isOptimized()) return std::nullopt;
  return libraryCandidate(c, name, *primitive, x, y);
}

// The request if bf16 arithmetic is allowed and there is one group; kernels for groups do not use matrix instructions and are slower than f32.
std::optional<Convolution> parseDense(const KernelRequest& r) {
  if (!r.bf16Arithmetic) return std::nullopt;
  auto c = parseConvolution(r, DType::BF16);
  if (c && c->spec.groups > 1) return std::nullopt;
  return c;
}

}  // namespace

std::optional<Candidate> makeBf16Convolution(const KernelRequest& r) {
  const auto c = parseDense(r);
  if (!c) return std::nullopt;
  return libraryConvolution(*c, "bf16", image(c->spec.x, Layout::ChannelsLast, DType::BF16), image(c->spec.y, Layout::ChannelsLast, DType::BF16));
}

std::optional<Candidate> makeBf16Blocked(const KernelRequest& r) {
  if (onednn::hasMatrixUnits()) return std::nullopt;
  const auto c = parseDense(r);
  const auto blocked = [](const Physical& p) { return p.layout == Layout::Blocked16; };
  if (!c || !blocked(c->y) || !(blocked(c->x) || c->spec.x[1] <= 3)) return std::nullopt;
  return libraryConvolution(*c, "bf16 blocked", c->x, c->y);
}

std::optional<Candidate> makeBf16GradWeight(const KernelRequest& r) {
  const auto c = parseDense(r);
  if (!c || !c->simple || c->pass != Pass::BackwardWeights || r.output(0).dtype != DType::F32) return std::nullopt;
  if (c->x.layout == Layout::Plain || c->y.layout == Layout::Plain) return std::nullopt;
  const std::int64_t xBlock = blockOf(c->x.layout, c->spec.x[1]), yBlock = blockOf(c->y.layout, c->spec.y[1]);
  if (!kernels::bf16GradWeightSupports(c->shape, xBlock, yBlock)) return std::nullopt;
  Candidate candidate = ownCandidate({}, {});
  candidate.name = "bf16 own";
  Physical w = image(c->spec.w, Layout::Blocked16);  // as a layout of (O, C, kh, kw) this is (O, C / 16, kh, kw, 16)
  w.layout = Layout::Opaque;
  setOperands(*c, c->x, w, c->y, candidate);
  candidate.workspaceBytes = kernels::bf16GradWeightWorkspaceBytes(c->shape, r.threads);
  return runs(std::move(candidate), [shape = c->shape, xBlock, yBlock, threads = r.threads](const Buffers& b) {
    kernels::bf16GradWeight(shape, xBlock, yBlock, b.in<Half>(0), b.in<Half>(1), b.out(0), b.workspace, threads);
  });
}

namespace {

// The cases that our own kernels support: no bias, no relu, weight gradients in f32.
std::optional<Convolution> parseOwn(const KernelRequest& r) {
  auto c = parseDense(r);
  if (!c || !c->simple || c->spec.bias || c->spec.relu || c->y.layout == Layout::Plain) return std::nullopt;
  if (c->pass == Pass::BackwardWeights && r.output(0).dtype != DType::F32) return std::nullopt;
  return c;
}

DType weightType(const Convolution& c) {
  return c.pass == Pass::BackwardWeights ? DType::F32 : DType::BF16;
}

}  // namespace

std::optional<Candidate> makeBf16Winograd(const KernelRequest& r) {
  const auto c = parseOwn(r);
  if (!c || c->x.layout == Layout::Plain) return std::nullopt;
  const std::int64_t xBlock = blockOf(c->x.layout, c->spec.x[1]), yBlock = blockOf(c->y.layout, c->spec.y[1]);
  if (!kernels::bf16WinogradSupports(c->shape, xBlock, yBlock)) return std::nullopt;
  const auto pass = ownPassOf(*c);
  Candidate candidate = ownCandidate({}, {});
  candidate.name = "bf16 winograd";
  Physical w = image(c->spec.w, Layout::Blocked16, weightType(*c));  // (O, C / 16, kh, kw, 16)
  w.layout = Layout::Opaque;
  setOperands(*c, c->x, w, c->y, candidate);
  candidate.workspaceBytes = kernels::bf16WinogradWorkspaceBytes(pass, c->shape, r.threads);
  if (candidate.workspaceBytes > limits::kTransformBytes) return std::nullopt;
  return runs(std::move(candidate), [shape = c->shape, pass, xBlock, yBlock, threads = r.threads](const Buffers& b) {
    const Half *first = b.in<Half>(0), *second = b.in<Half>(1);
    switch (pass) {
      case kernels::ConvolutionPass::Forward:
        return kernels::bf16Winograd(shape, xBlock, yBlock, first, second, b.out<Half>(0), b.workspace, threads);
      case kernels::ConvolutionPass::GradInput:
        return kernels::bf16WinogradGradInput(shape, xBlock, yBlock, first, second, b.out<Half>(0), b.workspace, threads);
      case kernels::ConvolutionPass::GradWeight:
        return kernels::bf16WinogradGradWeight(shape, xBlock, yBlock, first, second, b.out(0), b.workspace, threads);
    }
  });
}

std::optional<Candidate> castIntoBlocks(const Physical& from, const Physical& to, const Shape& shape, int threads) {
  if (!kernels::multipliesBf16Pairs() || shape.size() != 4 || !from.desc || !to.desc) return std::nullopt;
  if (from.desc.dims() != shape || to.desc.dims() != shape || shape[0] % 16 != 0 || shape[1] % 16 != 0) return std::nullopt;
  if (from.desc.dtype() != DType::F32 || to.desc.dtype() != DType::BF16) return std::nullopt;
  // For a 1x1 kernel, blocks of 16 inputs are stored like plain weights.
  if (from.desc.format() != "aBcd16b" && !(from.desc.isPlain() && shape[2] * shape[3] == 1)) return std::nullopt;
  const std::string format = to.desc.format();
  const bool forward = format == "ABcd8b16a2b", backward = format == "ABcd8a16b2a", turned = format == "BAcd8a16b2a";
  if (!forward && !backward && !turned) return std::nullopt;
  Candidate candidate;
  candidate.name = "cast to blocks";
  candidate.library = "stepscope";
  candidate.inputs = {from};
  candidate.outputs = {to};
  return runs(std::move(candidate),
              [outC = shape[0], inC = shape[1], taps = shape[2] * shape[3], blocks = kernels::Bf16WeightBlocks{!forward, turned},
               threads](const Buffers& b) { kernels::blockWeightsBf16(outC, inC, taps, blocks, b.in(0), b.out<std::uint16_t>(0), threads); });
}

}  // namespace stepscope::cpu
