#include "core/backend/cpu/ops/convolution/convolution_request.h"

#include "core/backend/cpu/ops/convolution/grad_weight_parts.h"

namespace stepscope::cpu {

namespace {

using onednn::Arg;
using Pass = onednn::ConvolutionSpec::Pass;

Pass passOf(const Node& node) {
  if (node.op->id == OpId::Conv2dGradInput) return Pass::BackwardData;
  return node.op->id == OpId::Conv2dGradWeight ? Pass::BackwardWeights : Pass::Forward;
}

}  // namespace

std::optional<Convolution> parseConvolution(const KernelRequest& r, DType type) {
  Convolution c;
  c.pass = passOf(r.node);
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
    if (r.has(i) && r.input(i).dtype != type) return std::nullopt;
  }
  if (c.pass == Pass::Forward && r.output(0).dtype != type) return std::nullopt;
  onednn::ConvolutionSpec& s = c.spec;
  s.pass = c.pass;
  s.dtype = type;
  switch (c.pass) {
    case Pass::Forward:
      s.x = r.inputShape(0);
      s.w = r.inputShape(1);
      s.y = r.outputShape(0);
      s.bias = r.has(2);
      s.relu = r.node.attrs.flag("relu");
      break;
    case Pass::BackwardData:
      s.y = r.inputShape(0);
      s.w = r.inputShape(1);
      s.x = r.outputShape(0);
      break;
    case Pass::BackwardWeights:
      s.x = r.inputShape(0);
      s.y = r.inputShape(1);
      s.w = r.outputShape(0);
      s.weightGradType = r.output(0).dtype;
      break;
  }
  const auto& stride = r.node.attrs.integers("stride");
  const auto& padding = r.node.attrs.integers("padding");
  const auto& dilation = r.node.attrs.integers("dilation");
  for (std::size_t i = 0; i < 2; ++i) {
    s.stride[i] = stride[i];
    s.padding[i] = padding[i];
    s.dilation[i] = dilation[i];
  }
  s.groups = r.node.attrs.integer("groups", 1);
  c.simple = s.groups == 1 && dilation[0] == 1 && dilation[1] == 1;
  c.shape = {s.x[0], s.x[1], s.x[2], s.x[3], s.w[0], s.w[2], s.w[3], stride[0], stride[1], padding[0], padding[1]};
  c.x = preferred(s.x, type, r.images);
  c.y = preferred(s.y, type, r.images);
  c.threads = r.threads;
  return c;
}

void setOperands(const Convolution& c, const Physical& x, const Physical& w, const Physical& y, Candidate& candidate) {
  switch (c.pass) {
    case Pass::Forward:
      candidate.inputs = {x, w};
      if (c.spec.bias) candidate.inputs.push_back(plain({c.spec.y[1]}, c.spec.dtype));
      candidate.outputs = {y};
      break;
    case Pass::BackwardData:
      candidate.inputs = {y, w};
      candidate.outputs = {x};
      break;
    case Pass::BackwardWeights:
      candidate.inputs = {x, y};
      candidate.outputs = {w};
      break;
  }
}

Candidate libraryCandidate(const Convolution& c, std::string name, const onednn::Primitive& primitive, const Physical& x, const Physical& y) {
  if (c.pass == Pass::BackwardWeights && c.threads > 1) return gradWeightInParts(c, std::move(name), primitive, x, y);
  Candidate candidate;
  candidate.name = std::move(name);
  candidate.library = "oneDNN " + primitive.implementation();
  const Arg weights = c.pass == Pass::BackwardWeights ? Arg::DiffWeights : Arg::Weights;
  setOperands(c, x, weight(primitive.desc(weights)), y, candidate);
  candidate.workspaceBytes = primitive.scratchpadBytes();
  candidate.bind = [primitive, pass = c.pass, bias = c.spec.bias, addend = c.spec.addend](const Buffers& b) -> Launch {
    std::vector<std::pair<Arg, void*>> pointers;
    switch (pass) {
      case Pass::Forward:
        pointers = {{Arg::Src, b.in(0)}, {Arg::Weights, b.in(1)}, {Arg::Dst, b.out(0)}};
        if (bias) pointers.emplace_back(Arg::Bias, b.in(2));
        if (addend) pointers.emplace_back(Arg::Addend, b.in(3));
        break;
      case Pass::BackwardData: pointers = {{Arg::DiffDst, b.in(0)}, {Arg::Weights, b.in(1)}, {Arg::DiffSrc, b.out(0)}}; break;
      case Pass::BackwardWeights: pointers = {{Arg::Src, b.in(0)}, {Arg::DiffDst, b.in(1)}, {Arg::DiffWeights, b.out(0)}}; break;
    }
    pointers.emplace_back(Arg::Scratchpad, b.workspace);
    return [execution = primitive.bind(pointers)] { execution.run(); };
  };
  return candidate;
}

kernels::ConvolutionPass ownPassOf(const Convolution& c) {
  switch (c.pass) {
    case Pass::Forward: return kernels::ConvolutionPass::Forward;
    case Pass::BackwardData: return kernels::ConvolutionPass::GradInput;
    case Pass::BackwardWeights: break;
  }
  return kernels::ConvolutionPass::GradWeight;
}

}  // namespace stepscope::cpu
