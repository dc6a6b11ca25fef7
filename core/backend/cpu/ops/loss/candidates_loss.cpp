// Kernels of losses and accuracy over plain data: here softmax cross-entropy, negative log-likelihood and accuracy on (N, K) rows.
#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/loss/element_loss.h"
#include "core/backend/cpu/ops/loss/loss.h"

namespace stepscope::cpu {

namespace {

kernels::ClassLoss classLoss(const KernelRequest& r, const Shape& shape) {
  kernels::ClassLoss loss;
  loss.n = shape[0];
  loss.classes = shape[1];
  loss.labelSmoothing = static_cast<float>(r.node.attrs.real("label_smoothing", 0.0));
  loss.ignoreIndex = static_cast<std::int32_t>(r.node.attrs.integer("ignore_index", -1));
  loss.everyLabel = r.node.attrs.flag("every_label");
  return loss;
}

kernels::RowReduction reductionOf(const Node& node) {
  const std::string reduction = node.attrs.has("reduction") ? node.attrs.text("reduction") : "mean";
  if (reduction == "sum") return kernels::RowReduction::Sum;
  return reduction == "none" ? kernels::RowReduction::None : kernels::RowReduction::Mean;
}

std::optional<Candidate> makeCrossEntropy(const KernelRequest& r) {
  return runs(plainCandidate(r), [loss = classLoss(r, r.inputShape(0)), threads = r.threads](const Buffers& b) {
    kernels::softmaxCrossEntropy(loss, b.in(0), b.in<std::int32_t>(1), b.in(2), b.out(0), b.out(1), threads);
  });
}

std::optional<Candidate> makeCrossEntropyGrad(const KernelRequest& r) {
  return runs(plainCandidate(r), [loss = classLoss(r, r.inputShape(0)), threads = r.threads](const Buffers& b) {
    kernels::softmaxCrossEntropyGrad(loss, b.in(0), b.in<std::int32_t>(1), b.in(3), b.in(2), b.out(0), threads);
  });
}

std::optional<Candidate> makeNll(const KernelRequest& r) {
  return runs(plainCandidate(r), [loss = classLoss(r, r.inputShape(0)), reduction = reductionOf(r.node), threads = r.threads](const Buffers& b) {
    kernels::nllLoss(loss, reduction, b.in(0), b.in<std::int32_t>(1), b.in(2), b.out(0), threads);
  });
}

std::optional<Candidate> makeNllGrad(const KernelRequest& r) {
  return runs(plainCandidate(r), [loss = classLoss(r, r.outputShape(0)), reduction = reductionOf(r.node), threads = r.threads](const Buffers& b) {
    kernels::nllLossGrad(loss, reduction, b.in<std::int32_t>(0), b.in(2), b.in(1), b.out(0), threads);
  });
}

std::optional<Candidate> makeAccuracy(const KernelRequest& r) {
  auto candidate = plainCandidate(r);
  if (!candidate) return candidate;
  const std::int64_t n = r.inputShape(0)[0], classes = r.inputShape(0)[1];
  return runs(std::move(candidate), [n, classes, threads = r.threads](const Buffers& b) {
    kernels::accuracy(b.in(0), b.in<std::int32_t>(1), n, classes, b.out(0), threads);
  });
}

}  // namespace

// Losses of a prediction and a target of the same shape.
namespace {

using kernels::ElementLoss;
using kernels::LossReduction;

LossReduction elementReductionOf(const Node& node) {
  const std::string reduction = node.attrs.has("reduction") ? node.attrs.text("reduction") : "mean";
  if (reduction == "sum") return LossReduction::Sum;
  if (reduction == "none") return LossReduction::None;
  return reduction == "batchmean" ? LossReduction::BatchMean : LossReduction::Mean;
}

// The shape of the loss. `posWeight` is the index of the input pos_weight; a single number there is used for all elements, as a row of length one.
kernels::ElementLossShape shapeOf(const KernelRequest& r, ElementLoss loss, std::size_t posWeight) {
  const Shape& shape = r.inputShape(0);
  kernels::ElementLossShape s;
  s.loss = loss;
  s.reduction = elementReductionOf(r.node);
  s.delta = static_cast<float>(r.node.attrs.real("delta", 1.0));
  s.rows = shape.empty() ? 1 : shape[0];
  s.period = r.has(posWeight) ? numel(r.inputShape(posWeight)) : 1;
  s.count = numel(shape);
  return s;
}

template <ElementLoss loss>
std::optional<Candidate> makeLoss(const KernelRequest& r) {
  return runs(plainCandidate(r), [shape = shapeOf(r, loss, 2), threads = r.threads](const Buffers& b) {
    kernels::elementLoss(shape, b.in(0), b.in(1), b.in(2), b.out(0), threads);
  });
}

template <ElementLoss loss>
std::optional<Candidate> makeLossGrad(const KernelRequest& r) {
  return runs(plainCandidate(r), [shape = shapeOf(r, loss, 3), threads = r.threads](const Buffers& b) {
    kernels::elementLossGrad(shape, b.in(0), b.in(1), b.in(3), b.in(2), b.out(0), threads);
  });
}

}  // namespace

std::span<const OpKernels> lossKernels() {
  static const OpKernels kernels[] = {{"softmax_cross_entropy", {{"own", makeCrossEntropy}}},
                                      {"softmax_cross_entropy_grad", {{"own", makeCrossEntropyGrad}}},
                                      {"nll_loss", {{"own", makeNll}}},
                                      {"nll_loss_grad", {{"own", makeNllGrad}}},
                                      {"accuracy", {{"own", makeAccuracy}}},
                                      {"mse_loss", {{"own", makeLoss<ElementLoss::MeanSquared>}}},
                                      {"mse_loss_grad", {{"own", makeLossGrad<ElementLoss::MeanSquared>}}},
                                      {"l1_loss", {{"own", makeLoss<ElementLoss::L1>}}},
                                      {"l1_loss_grad", {{"own", makeLossGrad<ElementLoss::L1>}}},
                                      {"huber_loss", {{"own", makeLoss<ElementLoss::Huber>}}},
                                      {"huber_loss_grad", {{"own", makeLossGrad<ElementLoss::Huber>}}},
                                      {"bce_with_logits_loss", {{"own", makeLoss<ElementLoss::BceWithLogits>}}},
                                      {"bce_with_logits_loss_grad", {{"own", makeLossGrad<ElementLoss::BceWithLogits>}}},
                                      {"kl_div_loss", {{"own", makeLoss<ElementLoss::KlDiv>}}},
                                      {"kl_div_loss_grad", {{"own", makeLossGrad<ElementLoss::KlDiv>}}}};
  return kernels;
}

}  // namespace stepscope::cpu
