// Softmax cross-entropy and accuracy over plain (N, K) rows.
#include "core/backend/cpu/candidate.h"
#include "core/backend/cpu/kernels/loss.h"

namespace stepscope::cpu {

namespace {

Candidate own(const KernelRequest& r) {
  Candidate candidate;
  candidate.name = "own";
  candidate.library = "stepscope";
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
    candidate.inputs.push_back(r.has(i) ? plain(r.inputShape(i), r.input(i).dtype) : Physical{});
  }
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i) candidate.outputs.push_back(plain(r.outputShape(i), r.output(i).dtype));
  return candidate;
}

bool takes(const KernelRequest& r) {
  return r.input(0).dtype == DType::F32 && r.input(1).dtype == DType::I32;
}

std::optional<Candidate> makeCrossEntropy(const KernelRequest& r) {
  if (!takes(r)) return std::nullopt;
  Candidate candidate = own(r);
  const std::int64_t n = r.inputShape(0)[0], classes = r.inputShape(0)[1];
  candidate.bind = [n, classes, threads = r.threads](const Buffers& b) -> Launch {
    return [=] { kernels::softmaxCrossEntropy(b.in(0), b.in<std::int32_t>(1), n, classes, b.out(0), b.out(1), threads); };
  };
  return candidate;
}

std::optional<Candidate> makeCrossEntropyGrad(const KernelRequest& r) {
  if (!takes(r)) return std::nullopt;
  Candidate candidate = own(r);
  const std::int64_t n = r.inputShape(0)[0], classes = r.inputShape(0)[1];
  candidate.bind = [n, classes, threads = r.threads](const Buffers& b) -> Launch {
    return [=] { kernels::softmaxCrossEntropyGrad(b.in(0), b.in<std::int32_t>(1), b.in(2), n, classes, b.out(0), threads); };
  };
  return candidate;
}

std::optional<Candidate> makeAccuracy(const KernelRequest& r) {
  if (!takes(r)) return std::nullopt;
  Candidate candidate = own(r);
  const std::int64_t n = r.inputShape(0)[0], classes = r.inputShape(0)[1];
  candidate.bind = [n, classes, threads = r.threads](const Buffers& b) -> Launch {
    return [=] { kernels::accuracy(b.in(0), b.in<std::int32_t>(1), n, classes, b.out(0), threads); };
  };
  return candidate;
}

}  // namespace

std::span<const OpKernels> lossKernels() {
  static const OpKernels kernels[] = {
      {"softmax_cross_entropy", {{"own", makeCrossEntropy}}},
      {"softmax_cross_entropy_grad", {{"own", makeCrossEntropyGrad}}},
      {"accuracy", {{"own", makeAccuracy}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
