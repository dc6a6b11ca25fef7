// Losses of a prediction and a target of its shape, over plain memory.
#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/loss/element_loss.h"

namespace stepscope::cpu {

namespace {

using kernels::ElementLoss;
using kernels::LossReduction;

LossReduction reductionOf(const Node& node) {
  const std::string reduction = node.attrs.has("reduction") ? node.attrs.text("reduction") : "mean";
  if (reduction == "sum") return LossReduction::Sum;
  if (reduction == "none") return LossReduction::None;
  return reduction == "batchmean" ? LossReduction::BatchMean : LossReduction::Mean;
}

// The input that holds pos_weight; one number serves all elements as a row of one.
kernels::ElementLossShape shapeOf(const KernelRequest& r, ElementLoss loss, std::size_t posWeight) {
  const Shape& shape = r.inputShape(0);
  kernels::ElementLossShape s;
  s.loss = loss;
  s.reduction = reductionOf(r.node);
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

std::span<const OpKernels> elementLossKernels() {
  static const OpKernels kernels[] = {
      {"mse_loss", {{"own", makeLoss<ElementLoss::MeanSquared>}}},
      {"mse_loss_grad", {{"own", makeLossGrad<ElementLoss::MeanSquared>}}},
      {"l1_loss", {{"own", makeLoss<ElementLoss::L1>}}},
      {"l1_loss_grad", {{"own", makeLossGrad<ElementLoss::L1>}}},
      {"huber_loss", {{"own", makeLoss<ElementLoss::Huber>}}},
      {"huber_loss_grad", {{"own", makeLossGrad<ElementLoss::Huber>}}},
      {"bce_with_logits_loss", {{"own", makeLoss<ElementLoss::BceWithLogits>}}},
      {"bce_with_logits_loss_grad", {{"own", makeLossGrad<ElementLoss::BceWithLogits>}}},
      {"kl_div_loss", {{"own", makeLoss<ElementLoss::KlDiv>}}},
      {"kl_div_loss_grad", {{"own", makeLossGrad<ElementLoss::KlDiv>}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
