// One parameter's update: SGD, Adam, AdamW by torch.optim's rules (Kingma & Ba 2015; Loshchilov & Hutter 2019).
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

void checkScalar(const Graph& g, const Node& node, std::size_t index, DType dtype, const char* what) {
  checkShape(g, node, index, {}, what);
  check(inputOf(g, node, index).dtype == dtype, node, std::string(what) + " is not " + std::string(nameOf(dtype)));
}

std::vector<TensorType> inferSgd(const Graph& g, const Node& node) {
  checkInputs(node, 2, 5);
  check(hasInput(node, 3), node, "the learning rate is missing");
  checkSameShape(g, node, 0, 1);
  const double momentum = node.attrs.real("momentum");
  check(momentum == 0 || hasInput(node, 2), node, "momentum needs a buffer");
  check(momentum >= 0, node, "momentum is negative");
  check(!node.attrs.flag("nesterov") || (momentum > 0 && node.attrs.real("dampening") == 0), node,
        "nesterov needs a momentum above 0 and a dampening of 0");
  if (hasInput(node, 2)) checkSameShape(g, node, 0, 2);
  checkScalar(g, node, 3, DType::F32, "the learning rate");
  // The first step takes the gradient undampened, so the kernel must know which step it is.
  const bool needsStep = momentum != 0 && node.attrs.real("dampening") != 0;
  check(!needsStep || hasInput(node, 4), node, "dampening needs the step number");
  if (hasInput(node, 4)) checkScalar(g, node, 4, DType::I64, "the step");
  return {};
}

std::vector<TensorType> inferAdam(const Graph& g, const Node& node) {
  checkInputs(node, 6, 6);
  for (std::size_t i = 1; i < 4; ++i) checkSameShape(g, node, 0, i);
  checkScalar(g, node, 4, DType::F32, "the learning rate");
  checkScalar(g, node, 5, DType::I64, "the step");
  for (const char* key : {"beta1", "beta2"}) {
    const double beta = node.attrs.real(key);
    check(beta >= 0 && beta < 1, node, std::string(key) + " is " + std::to_string(beta), "It must be at least 0 and less than 1");
  }
  check(node.attrs.real("eps") >= 0, node, "eps is negative");
  return {};
}

Cost sgdCost(const Graph& g, const Node& node) {
  const std::int64_t perElement =
      (node.attrs.real("weight_decay") != 0 ? 2 : 0) + (hasInput(node, 2) ? 3 : 0) + (node.attrs.flag("nesterov") ? 2 : 0) + 2;
  return movedBytes(g, node, perElement * numel(inputOf(g, node, 0).shape));
}
// Two averages (3 + 4), a root, a division, eps, the update, the decay.
Cost adamCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, 14 * numel(inputOf(g, node, 0).shape));
}

}  // namespace

std::span<const OpDef> optimizerOps() {
  static const OpDef ops[] = {
      {.name = "sgd", .title = "SGD", .infer = inferSgd, .cost = sgdCost, .mutates = {0, 2}},
      {.name = "adam", .title = "Adam", .infer = inferAdam, .cost = adamCost, .mutates = {0, 2, 3}},
      {.name = "adamw", .title = "AdamW", .infer = inferAdam, .cost = adamCost, .mutates = {0, 2, 3}},
  };
  return ops;
}

}  // namespace stepscope
