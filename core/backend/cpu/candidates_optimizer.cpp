// Parameter updates. They know no layout: parameter, gradient and state lie alike, padding lanes are zero and stay zero.
#include "core/backend/cpu/candidate.h"
#include "core/backend/cpu/kernels/optimizer.h"

namespace stepscope::cpu {

namespace {

// The lowering hands in how parameter and state lie (the node's persistent inputs); the gradient follows them.
Candidate own(const KernelRequest& r, std::size_t tensors) {
  Candidate candidate;
  candidate.name = "own";
  candidate.library = "stepscope";
  candidate.inputs.resize(r.node.inputs.size());
  for (std::size_t i = 0; i < tensors && i < r.node.inputs.size(); ++i) {
    if (r.has(i)) candidate.inputs[i] = r.parameterLayout;
  }
  return candidate;
}

std::optional<Candidate> makeSgd(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  Candidate candidate = own(r, 3);
  const Attributes& a = r.node.attrs;
  const kernels::SgdOptions options{.momentum = a.real("momentum"),
                                    .dampening = a.real("dampening"),
                                    .weightDecay = a.real("weight_decay"),
                                    .nesterov = a.flag("nesterov")};
  const bool hasStep = r.has(4);  // only with dampening, which the first step leaves out
  candidate.bind = [options, hasStep, count = elements(r.parameterLayout), threads = r.threads](const Buffers& b) -> Launch {
    const kernels::SgdTensor tensor{b.in(0), b.in(1), options.momentum != 0 ? b.in(2) : nullptr, count};
    return [=, lr = b.in(3), step = hasStep ? b.in<std::int64_t>(4) : nullptr] {
      kernels::SgdOptions now = options;
      now.firstStep = step && *step == 1;
      kernels::sgd({&tensor, 1}, static_cast<double>(*lr), now, threads);
    };
  };
  return candidate;
}

std::optional<Candidate> makeAdam(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  Candidate candidate = own(r, 4);
  const Attributes& a = r.node.attrs;
  const kernels::AdamOptions options{.beta1 = a.real("beta1"),
                                     .beta2 = a.real("beta2"),
                                     .eps = a.real("eps"),
                                     .weightDecay = a.real("weight_decay"),
                                     .decoupled = r.node.op->name == "adamw"};
  candidate.bind = [options, count = elements(r.parameterLayout), threads = r.threads](const Buffers& b) -> Launch {
    const kernels::AdamTensor tensor{b.in(0), b.in(1), b.in(2), b.in(3), count};
    return [=, lr = b.in(4), step = b.in<std::int64_t>(5)] {
      kernels::adam({&tensor, 1}, static_cast<double>(*lr), *step, options, threads);
    };
  };
  return candidate;
}

}  // namespace

std::span<const OpKernels> optimizerKernels() {
  static const OpKernels kernels[] = {{"sgd", {{"own", makeSgd}}}, {"adam", {{"own", makeAdam}}}, {"adamw", {{"own", makeAdam}}}};
  return kernels;
}

}  // namespace stepscope::cpu
