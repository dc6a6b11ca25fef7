// Losses over classes and of single elements, each as the loss itself and, without a reduction, on the way to one.
#include <cmath>

#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {

namespace {

struct ClassCase {
  const char* name;
  Shape logits;
  bool weighted = false;
  double smoothing = 0;
  std::int64_t ignored = -1;
  bool scaled = false;  // the loss is a part of another
};

OpCase crossEntropyCase(const ClassCase& k) {
  CaseBuilder b(std::string("softmax_cross_entropy ") + k.name);
  std::vector<ValueId> inputs{b.parameter("x", k.logits, 4.0), b.integers("classes", {k.logits[0]}, k.logits[1])};
  if (k.weighted) inputs.push_back(b.input("weights", {k.logits[1]}, 0.8, 1.0));
  const ValueId loss = b.add("softmax_cross_entropy", std::move(inputs), {{"label_smoothing", k.smoothing}, {"ignore_index", k.ignored}});
  if (!k.scaled) return b.finishScalar(loss);
  return b.finishScalar(b.add("mul", {loss, loss}));
}

OpCase nllCase(const char* name, bool weighted, std::int64_t ignored, const char* reduction) {
  CaseBuilder b(std::string("nll_loss ") + name + ", " + reduction);
  const ValueId logP = b.add("log_softmax", {b.parameter("x", {6, 5}, 3.0)}, {{"axis", std::int64_t{1}}});
  std::vector<ValueId> inputs{logP, b.integers("classes", {6}, 5)};
  if (weighted) inputs.push_back(b.input("weights", {5}, 0.8, 1.0));
  const ValueId loss = b.add("nll_loss", std::move(inputs), {{"ignore_index", ignored}, {"reduction", std::string(reduction)}});
  return std::string_view(reduction) == "none" ? b.finish(loss) : b.finishScalar(loss);
}

struct ElementCase {
  const char* op;
  Shape shape;
  const char* reduction;
  const char* extra = "";
};

// Targets of a kind that the loss is made for, away from its bends.
OpCase elementCase(const ElementCase& k) {
  const std::string_view op = k.op, extra = k.extra;
  CaseBuilder b(std::string(op) + " " + toString(k.shape) + " " + k.reduction + (extra.empty() ? "" : " with " + std::string(extra)));
  ValueId x = b.parameter("x", k.shape, 3.0);
  const bool share = op == "bce_with_logits_loss" || op == "kl_div_loss";
  if (op == "kl_div_loss") x = b.add("log_softmax", {x}, {{"axis", static_cast<std::int64_t>(k.shape.size()) - 1}});
  std::vector<ValueId> inputs{x};
  if (extra == "a trained target") {
    inputs.push_back(b.parameter("target", k.shape));
  } else {
    inputs.push_back(share ? b.input("target", k.shape, 0.5, 0.5) : b.input("target", k.shape));
  }
  if (extra == "missing targets") b.bound("target")[1] = std::nan("");
  if (extra == "a target of 0") b.bound("target")[1] = 0.0;
  Attributes attrs{{"reduction", std::string(k.reduction)}};
  if (op == "huber_loss") attrs.set("delta", 1.5);
  if (extra == "pos_weight") inputs.push_back(b.input("pos_weight", {k.shape.back()}, 0.7, 1.5));
  if (extra == "one pos_weight") inputs.push_back(b.input("pos_weight", {}, 0.7, 2.5));
  const ValueId loss = b.add(k.op, std::move(inputs), std::move(attrs));
  return std::string_view(k.reduction) == "none" ? b.finish(loss) : b.finishScalar(loss);
}

}  // namespace

void addLossCases(std::vector<OpCase>& cases) {
  for (const ClassCase& k : std::initializer_list<ClassCase>{{"with smoothing", {5, 7}, false, 0.1},
                                                             {"with class weights", {6, 5}, true},
                                                             {"with weights and smoothing", {4, 19}, true, 0.2},
                                                             {"ignoring a class", {9, 3}, false, 0.0, 1},
                                                             {"ignoring a class, weights, smoothing", {9, 4}, true, 0.3, 2},
                                                             {"as a factor", {3, 6}, false, 0.0, -1, true},
                                                             {"weighted, as a factor", {3, 6}, true, 0.1, -1, true}})
    cases.push_back(crossEntropyCase(k));
  for (const char* reduction : {"mean", "sum", "none"}) {
    cases.push_back(nllCase("alone", false, -1, reduction));
    cases.push_back(nllCase("weighted, ignoring a class", true, 2, reduction));
  }
  for (const char* op : {"mse_loss", "l1_loss", "huber_loss", "bce_with_logits_loss", "kl_div_loss"}) {
    for (const char* reduction : {"mean", "sum", "none"}) cases.push_back(elementCase({op, {4, 9}, reduction}));
    cases.push_back(elementCase({op, {2, 17, 2, 3}, "mean", "missing targets"}));
  }
  for (const char* op : {"mse_loss", "l1_loss", "huber_loss"}) cases.push_back(elementCase({op, {3, 5}, "mean", "a trained target"}));
  cases.push_back(elementCase({"bce_with_logits_loss", {5, 21}, "mean", "pos_weight"}));
  cases.push_back(elementCase({"bce_with_logits_loss", {5, 21}, "mean", "one pos_weight"}));
  cases.push_back(elementCase({"bce_with_logits_loss", {4, 3}, "none", "pos_weight"}));
  cases.push_back(elementCase({"kl_div_loss", {4, 6}, "batchmean"}));
  cases.push_back(elementCase({"kl_div_loss", {4, 6}, "batchmean", "a target of 0"}));
}

}  // namespace stepscope
