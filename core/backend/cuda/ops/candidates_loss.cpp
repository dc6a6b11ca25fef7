// Kernels of losses and of the number of right answers.
#include <algorithm>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/loss.h"

namespace stepscope::cuda {
namespace {

std::string reductionOf(const Call& c) {
  return c.node.attrs.has("reduction") ? c.node.attrs.text("reduction") : "mean";
}

Labels labelsOf(const Call& c, std::size_t labels, std::size_t weights, Int classes) {
  return {c.inAs<const int>(labels),       c.in(weights), c.inCount(labels), c.node.attrs.integer("ignore_index", -1), classes,
          c.node.attrs.flag("every_label")};
}

// The workspace of a loss over classes: an int that is set if a label is invalid (OpKernel::dataFault), the divisor of a mean, then one number per
// row or block.
constexpr Int kCounted = 4, kParts = 64;  // offsets in bytes of the divisor and of the numbers
constexpr const char* kWrongLabel = "a label of the batch is beyond the model's outputs";
constexpr Geometry kOneBlock{1, 256};

Int rowWorkspace(const Call& c) {
  return kParts + 4 * c.inShape(0)[0];
}
Int countWorkspace(const Call&) {
  return kParts;
}

void crossEntropy(const Call& c, LaunchList& list) {
  const Int width = c.inShape(0)[1];
  const Labels labels = labelsOf(c, 1, 2, width);
  float *const counted = c.work<float>(kCounted), *const losses = c.work<float>(kParts);
  list.add(CountLabels{labels, counted, c.work<int>()}, kOneBlock);
  list.add(CrossEntropy{c.in(0), labels, c.out(1), losses, width, c.real("label_smoothing", 0.0)}, perRow(labels.rows, width));
  list.add(FinishSum{losses, counted, c.out(0), labels.rows, 1.0F}, kOneBlock);
}
void crossEntropyGrad(const Call& c, LaunchList& list) {
  const Int width = c.inShape(0)[1];
  const Labels labels = labelsOf(c, 1, 3, width);
  list.add(CountLabels{labels, c.work<float>()}, kOneBlock);
  list.add(CrossEntropyGrad{c.in(0), c.in(2), labels, c.work<float>(), c.out(0), width, c.real("label_smoothing", 0.0)}, perRow(labels.rows, width));
}

void nll(const Call& c, LaunchList& list) {
  const Int width = c.inShape(0)[1];
  const Labels labels = labelsOf(c, 1, 2, width);
  const std::string reduction = reductionOf(c);
  float *const counted = c.work<float>(kCounted), *const losses = c.work<float>(kParts);
  list.add(CountLabels{labels, counted, c.work<int>()}, kOneBlock);
  if (reduction == "none") {
    list.add(NegativeLogLikelihood{c.in(0), labels, c.out(0), nullptr, width}, perElement(labels.rows));
    return;
  }
  const bool mean = reduction == "mean";
  list.add(NegativeLogLikelihood{c.in(0), labels, {}, losses, width}, perElement(labels.rows));
  list.add(FinishSum{losses, mean ? counted : nullptr, c.out(0), labels.rows, 1.0F}, kOneBlock);
}
void nllGrad(const Call& c, LaunchList& list) {
  const Labels labels = labelsOf(c, 0, 2, c.outShape(0)[1]);
  const std::string reduction = reductionOf(c);
  const bool mean = reduction == "mean";
  if (mean) list.add(CountLabels{labels, c.work<float>()}, kOneBlock);
  list.add(NegativeLogLikelihoodGrad{labels, c.in(1), mean ? c.work<float>() : nullptr, c.out(0), c.outShape(0)[1], reduction == "none"},
           perElement(c.outCount(0)));
}

void accuracy(const Call& c, LaunchList& list) {
  const Int rows = c.inShape(0)[0], width = c.inShape(0)[1];
  float* const right = c.work<float>(kParts);
  list.add(RightAnswers{c.in(0), c.inAs<const int>(1), right, rows, width}, perRow(rows, width));
  list.add(FinishSum{right, nullptr, c.out(0), rows, 1.0F}, kOneBlock);
}

// --- losses of single elements ---

constexpr Geometry partsOf(Int count) {
  const Geometry whole = perElement(count);
  return {whole.blocks < 1024 ? whole.blocks : 1024, whole.threads};
}
Int elementWorkspace(const Call& c) {
  return kParts + 4 * partsOf(c.inCount(0)).blocks;
}
// Computes the divisor of the sum: the number of targets that count, for "batchmean" the equivalent number of samples. Returns false if there is no
// division.
bool countTargets(const Call& c, LaunchList& list) {
  const std::string reduction = reductionOf(c);
  if (reduction != "mean" && reduction != "batchmean") return false;
  const Int count = c.inCount(1);
  const double samples = reduction == "mean" ? 1.0 : static_cast<double>(c.inShape(0)[0]) / static_cast<double>(std::max<Int>(count, 1));
  list.add(CountTargets{c.in(1), count, static_cast<float>(samples), c.work<float>()}, kOneBlock);
  return true;
}

template <class F>
void elementLoss(const Call& c, LaunchList& list) {
  const Int count = c.inCount(0), weights = c.has(2) ? std::max<Int>(c.inCount(2), 1) : 1;
  const float delta = c.real("delta", 1.0);
  if (reductionOf(c) == "none") {
    list.add(ElementLoss<F>{c.in(0), c.in(1), c.in(2), c.out(0), nullptr, count, weights, delta}, perElement(count));
    return;
  }
  const bool counted = countTargets(c, list);
  const Geometry geometry = partsOf(count);
  float* const parts = c.work<float>(kParts);
  list.add(ElementLoss<F>{c.in(0), c.in(1), c.in(2), {}, parts, count, weights, delta}, geometry);
  list.add(FinishSum{parts, counted ? c.work<float>() : nullptr, c.out(0), geometry.blocks, 1.0F}, kOneBlock);
}
template <class F>
void elementLossGrad(const Call& c, LaunchList& list) {
  const Int count = c.inCount(0), weights = c.has(3) ? std::max<Int>(c.inCount(3), 1) : 1;
  const bool counted = countTargets(c, list);
  list.add(ElementLossGrad<F>{c.in(0), c.in(1), c.in(2), c.in(3), counted ? c.work<float>() : nullptr, c.out(0), count, weights, c.real("delta", 1.0),
                              reductionOf(c) == "none"},
           perElement(count));
}

}  // namespace

std::span<const OpKernel> lossKernels() {
  static const OpKernel kernels[] = {
      {.op = "softmax_cross_entropy", .bind = crossEntropy, .workspaceBytes = rowWorkspace, .dataFault = kWrongLabel},
      {.op = "softmax_cross_entropy_grad", .bind = crossEntropyGrad, .workspaceBytes = countWorkspace},
      {.op = "nll_loss", .bind = nll, .workspaceBytes = rowWorkspace, .dataFault = kWrongLabel},
      {.op = "nll_loss_grad", .bind = nllGrad, .workspaceBytes = countWorkspace},
      {.op = "accuracy", .bind = accuracy, .workspaceBytes = rowWorkspace},
      {.op = "mse_loss", .bind = elementLoss<SquaredError>, .workspaceBytes = elementWorkspace},
      {.op = "mse_loss_grad", .bind = elementLossGrad<SquaredError>, .workspaceBytes = countWorkspace},
      {.op = "l1_loss", .bind = elementLoss<AbsoluteError>, .workspaceBytes = elementWorkspace},
      {.op = "l1_loss_grad", .bind = elementLossGrad<AbsoluteError>, .workspaceBytes = countWorkspace},
      {.op = "huber_loss", .bind = elementLoss<Huber>, .workspaceBytes = elementWorkspace},
      {.op = "huber_loss_grad", .bind = elementLossGrad<Huber>, .workspaceBytes = countWorkspace},
      {.op = "bce_with_logits_loss", .bind = elementLoss<BinaryCrossEntropy>, .workspaceBytes = elementWorkspace},
      {.op = "bce_with_logits_loss_grad", .bind = elementLossGrad<BinaryCrossEntropy>, .workspaceBytes = countWorkspace},
      {.op = "kl_div_loss", .bind = elementLoss<Divergence>, .workspaceBytes = elementWorkspace},
      {.op = "kl_div_loss_grad", .bind = elementLossGrad<Divergence>, .workspaceBytes = countWorkspace},
  };
  return kernels;
}

}  // namespace stepscope::cuda
