// Operators that are losses. Classes are in dimension 1; all other dimensions together become rows.
#include <limits>

#include "core/onnx/converter.h"

namespace stepscope::onnx {

namespace {

constexpr std::int64_t kNoLabel = std::numeric_limits<std::int32_t>::min();

// (N, C, d1, ...) to (N * d1 * ..., C).
ValueId rows(Context& c, ValueId x) {
  const Shape s = c.shape(x);
  c.check(s.size() >= 2, "takes " + toString(s) + ", classes in dimension 1 are needed");
  std::vector<std::int64_t> permutation{0};
  for (std::size_t d = 2; d < s.size(); ++d) permutation.push_back(static_cast<std::int64_t>(d));
  permutation.push_back(1);
  return c.reshape(c.transpose(x, std::move(permutation)), {numel(s) / s[1], s[1]});
}

ValueId negativeLogLikelihood(Context& c, ValueId logProbabilities) {
  const ValueId labels = c.indices(1);
  const Shape labelShape = c.shape(labels);
  const std::string reduction = c.text("reduction", "mean");
  std::vector<ValueId> inputs{logProbabilities, c.reshape(labels, {numel(labelShape)})};
  if (c.has(2)) inputs.push_back(c.value(2));
  // If the file has no ignored label, none is ignored. Then -1 is out of range, like 5 for 5 classes.
  const bool mean = reduction == "mean";
  const Attributes attrs{
      {"ignore_index", c.integer("ignore_index", kNoLabel)}, {"reduction", mean ? std::string("sum") : reduction}, {"every_label", true}};
  ValueId loss = c.add("nll_loss", inputs, attrs);
  if (mean) {
    // The sum is divided by the sum of the weights, which is the loss if every log probability is -1. If no label counts, the result is NaN, as in
    // the standard; the graph's own mean would be 0.
    inputs[0] = c.add("fill", {}, {{"shape", c.shape(logProbabilities)}, {"value", -1.0}});
    loss = c.add("div", {loss, c.add("nll_loss", std::move(inputs), attrs)});
  }
  return reduction == "none" ? c.reshape(loss, labelShape) : loss;
}

void nllLoss(Context& c) {
  c.set(0, negativeLogLikelihood(c, rows(c, c.value(0))));
}

void softmaxCrossEntropyLoss(Context& c) {
  const ValueId x = c.value(0);
  const Shape s = c.shape(x);
  const ValueId logs = c.add("log_softmax", {rows(c, x)}, {{"axis", std::int64_t{1}}});
  c.set(0, negativeLogLikelihood(c, logs));
  if (!c.wantsOutput(1)) return;
  // Back to classes in dimension 1.
  Shape apart{s[0]};
  apart.insert(apart.end(), s.begin() + 2, s.end());
  apart.push_back(s[1]);
  std::vector<std::int64_t> permutation{0, static_cast<std::int64_t>(s.size()) - 1};
  for (std::size_t d = 2; d < s.size(); ++d) permutation.push_back(static_cast<std::int64_t>(d) - 1);
  c.set(1, c.transpose(c.reshape(logs, apart), std::move(permutation)));
}

}  // namespace

std::span<const Converter> lossConverters() {
  static const Converter table[] = {{"NegativeLogLikelihoodLoss", 12, nllLoss}, {"SoftmaxCrossEntropyLoss", 12, softmaxCrossEntropyLoss}};
  return table;
}

}  // namespace stepscope::onnx
