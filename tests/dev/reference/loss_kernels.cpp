// Losses over classes and of single elements; the count of right answers.
#include <algorithm>
#include <cmath>

#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

std::string reductionOf(const Call& c) {
  return c.node.attrs.has("reduction") ? c.node.attrs.text("reduction") : "mean";
}

// --- over classes ---

struct Labels {
  const Tensor& labels;
  const Tensor* weights;
  double ignored;

  bool counts(std::size_t row) const { return labels[row] >= 0 && labels[row] != ignored; }
  std::size_t at(std::size_t row) const { return static_cast<std::size_t>(labels[row]); }
  double weight(std::size_t c) const { return weights ? (*weights)[c] : 1.0; }
  double counted() const {
    double sum = 0;
    for (std::size_t row = 0; row < labels.size(); ++row) sum += counts(row) ? weight(at(row)) : 0.0;
    return sum;
  }
};

Labels labelsOf(const Call& c, std::size_t labels, std::size_t weights) {
  return {*c.in[labels], c.has(weights) ? c.in[weights] : nullptr, static_cast<double>(c.node.attrs.integer("ignore_index", -1))};
}

void softmaxCrossEntropy(Call& c) {
  const auto n = static_cast<std::size_t>(c.inShape(0)[0]), k = static_cast<std::size_t>(c.inShape(0)[1]);
  const Labels labels = labelsOf(c, 1, 2);
  const double smoothing = c.node.attrs.real("label_smoothing", 0.0);
  double loss = 0;
  for (std::size_t row = 0; row < n; ++row) {
    const double* x = c.in[0]->data() + row * k;
    const double largest = *std::max_element(x, x + k);
    double sum = 0;
    for (std::size_t i = 0; i < k; ++i) sum += std::exp(x[i] - largest);
    for (std::size_t i = 0; i < k; ++i) (*c.out[1])[row * k + i] = std::exp(x[i] - largest) / sum;
    if (!labels.counts(row)) continue;
    const auto nll = [&](std::size_t i) { return labels.weight(i) * (std::log(sum) + largest - x[i]); };
    double all = 0;
    for (std::size_t i = 0; i < k; ++i) all += nll(i);
    loss += (1.0 - smoothing) * nll(labels.at(row)) + smoothing / static_cast<double>(k) * all;
  }
  (*c.out[0])[0] = labels.counted() != 0 ? loss / labels.counted() : 0.0;
}

void softmaxCrossEntropyGrad(Call& c) {
  const auto n = static_cast<std::size_t>(c.inShape(0)[0]), k = static_cast<std::size_t>(c.inShape(0)[1]);
  const Labels labels = labelsOf(c, 1, 3);
  const double smoothing = c.node.attrs.real("label_smoothing", 0.0);
  for (std::size_t row = 0; row < n; ++row) {
    if (!labels.counts(row)) continue;
    const double scale = (c.has(2) ? (*c.in[2])[0] : 1.0) / labels.counted();
    const auto share = [&](std::size_t i) {
      return labels.weight(i) * (smoothing / static_cast<double>(k) + (i == labels.at(row) ? 1.0 - smoothing : 0.0));
    };
    double all = 0;
    for (std::size_t i = 0; i < k; ++i) all += share(i);
    for (std::size_t i = 0; i < k; ++i) (*c.out[0])[row * k + i] = scale * ((*c.in[0])[row * k + i] * all - share(i));
  }
}

void nllLoss(Call& c) {
  const auto k = static_cast<std::size_t>(c.inShape(0)[1]);
  const Labels labels = labelsOf(c, 1, 2);
  const std::string reduction = reductionOf(c);
  double sum = 0;
  for (std::size_t row = 0; row < labels.labels.size(); ++row) {
    if (!labels.counts(row)) continue;
    const double loss = -labels.weight(labels.at(row)) * (*c.in[0])[row * k + labels.at(row)];
    if (reduction == "none") (*c.out[0])[row] = loss;
    sum += loss;
  }
  if (reduction == "sum") (*c.out[0])[0] = sum;
  if (reduction == "mean") (*c.out[0])[0] = labels.counted() != 0 ? sum / labels.counted() : 0.0;
}

void nllLossGrad(Call& c) {
  const auto k = static_cast<std::size_t>(c.outShape(0)[1]);
  const Labels labels = labelsOf(c, 0, 2);
  const std::string reduction = reductionOf(c);
  for (std::size_t row = 0; row < labels.labels.size(); ++row) {
    if (!labels.counts(row)) continue;
    const double dloss = c.has(1) ? (*c.in[1])[reduction == "none" ? row : 0] : 1.0;
    (*c.out[0])[row * k + labels.at(row)] = -dloss * labels.weight(labels.at(row)) / (reduction == "mean" ? labels.counted() : 1.0);
  }
}

void accuracy(Call& c) {
  const auto n = static_cast<std::size_t>(c.inShape(0)[0]), k = static_cast<std::size_t>(c.inShape(0)[1]);
  for (std::size_t row = 0; row < n; ++row) {
    const double* x = c.in[0]->data() + row * k;
    const auto argmax = std::max_element(x, x + k) - x;
    if (static_cast<double>(argmax) == (*c.in[1])[row]) (*c.out[0])[0] += 1;
  }
}

// --- of single elements ---

// (prediction, target, pos_weight, delta) -> loss or slope.
using Element = double (*)(double, double, double, double);

double sigmoid(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}
double squared(double x, double t, double, double) {
  return (x - t) * (x - t);
}
double squaredSlope(double x, double t, double, double) {
  return 2.0 * (x - t);
}
double absolute(double x, double t, double, double) {
  return std::abs(x - t);
}
double absoluteSlope(double x, double t, double, double) {
  return x > t ? 1.0 : x < t ? -1.0 : 0.0;
}
double huber(double x, double t, double, double delta) {
  const double d = std::abs(x - t);
  return d <= delta ? 0.5 * d * d : delta * (d - 0.5 * delta);
}
double huberSlope(double x, double t, double, double delta) {
  return std::clamp(x - t, -delta, delta);
}
double binary(double x, double t, double weight, double) {
  return -weight * t * std::log(sigmoid(x)) - (1.0 - t) * std::log(sigmoid(-x));
}
double binarySlope(double x, double t, double weight, double) {
  return -weight * t * sigmoid(-x) + (1.0 - t) * sigmoid(x);
}
double divergence(double x, double t, double, double) {
  return t == 0 ? 0.0 : t * (std::log(t) - x);
}
double divergenceSlope(double, double t, double, double) {
  return -t;
}

double posWeight(const Call& c, std::size_t input, std::size_t e) {
  return c.has(input) ? (*c.in[input])[e % c.in[input]->size()] : 1.0;
}

// What the sum of all is divided by.
double divisor(const Call& c) {
  double counted = 0;
  for (const double t : *c.in[1]) counted += std::isnan(t) ? 0 : 1;
  const std::string reduction = reductionOf(c);
  if (reduction == "mean") return counted;
  return reduction == "batchmean" ? counted / static_cast<double>(c.in[1]->size()) * static_cast<double>(c.inShape(0)[0]) : 1.0;
}

template <Element value>
void elementLoss(Call& c) {
  const bool each = reductionOf(c) == "none";
  for (std::size_t e = 0; e < c.in[0]->size(); ++e) {
    const double t = (*c.in[1])[e];
    if (std::isnan(t)) continue;
    (*c.out[0])[each ? e : 0] += value((*c.in[0])[e], t, posWeight(c, 2, e), c.node.attrs.real("delta", 1.0)) / divisor(c);
  }
}

template <Element slope>
void elementLossGrad(Call& c) {
  const bool each = reductionOf(c) == "none";
  for (std::size_t e = 0; e < c.in[0]->size(); ++e) {
    const double t = (*c.in[1])[e], dloss = c.has(2) ? (*c.in[2])[each ? e : 0] : 1.0;
    if (std::isnan(t)) continue;
    (*c.out[0])[e] = dloss * slope((*c.in[0])[e], t, posWeight(c, 3, e), c.node.attrs.real("delta", 1.0)) / divisor(c);
  }
}

}  // namespace

void addLossKernels(Kernels& k) {
  k["softmax_cross_entropy"] = softmaxCrossEntropy;
  k["softmax_cross_entropy_grad"] = softmaxCrossEntropyGrad;
  k["nll_loss"] = nllLoss;
  k["nll_loss_grad"] = nllLossGrad;
  k["accuracy"] = accuracy;
  k["mse_loss"] = elementLoss<squared>;
  k["mse_loss_grad"] = elementLossGrad<squaredSlope>;
  k["l1_loss"] = elementLoss<absolute>;
  k["l1_loss_grad"] = elementLossGrad<absoluteSlope>;
  k["huber_loss"] = elementLoss<huber>;
  k["huber_loss_grad"] = elementLossGrad<huberSlope>;
  k["bce_with_logits_loss"] = elementLoss<binary>;
  k["bce_with_logits_loss_grad"] = elementLossGrad<binarySlope>;
  k["kl_div_loss"] = elementLoss<divergence>;
  k["kl_div_loss_grad"] = elementLossGrad<divergenceSlope>;
}

}  // namespace stepscope::reference
