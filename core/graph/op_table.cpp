#include <map>
#include <string>

#include "core/base/error.h"
#include "core/graph/op.h"

namespace stepscope {

namespace {

// Built once from the families; constant ever after.
struct OpTable {
  std::map<std::string_view, const OpDef*> byName;

  OpTable() {
    for (std::span<const OpDef> family : {convolutionOps(),   matmulOps(),
                                          normalizationOps(), elementwiseOps(),
                                          poolingOps(),       shapeOps(),
                                          lossOps(),          elementLossOps(),
                                          optimizerOps(),     castOps(),
                                          activationOps(),    arithmeticOps(),
                                          reductionOps(),     softmaxOps(),
                                          layerNormOps(),     batchedMatmulOps(),
                                          attentionOps(),     embeddingOps(),
                                          recurrentOps(),     structureOps(),
                                          resizeOps(),        convolutionTransposeOps(),
                                          groupNormOps()}) {
      for (const OpDef& op : family) require(byName.emplace(op.name, &op).second, "two ops have the same name");
    }
  }
};

const OpTable& opTable() {
  static const OpTable table;
  return table;
}

}  // namespace

const OpDef* findOp(std::string_view name) {
  const auto& ops = opTable().byName;
  const auto it = ops.find(name);
  return it == ops.end() ? nullptr : it->second;
}

const OpDef& opNamed(std::string_view name) {
  const OpDef* op = findOp(name);
  if (!op) throw Error(ErrorKind::Internal, std::string(name), "is not in the op table", "This is a bug; please report it");
  return *op;
}

std::vector<const OpDef*> allOps() {
  std::vector<const OpDef*> ops;
  for (const auto& [name, op] : opTable().byName) ops.push_back(op);
  return ops;
}

InputGroups inputGroups(const Node& node) {
  if (node.op->repeat == 0) return {};
  const std::int64_t count = node.attrs.integer("tensors", 1);
  return {static_cast<std::size_t>(count < 0 ? 0 : count), static_cast<std::size_t>(node.op->repeat)};
}

std::vector<std::size_t> mutatedInputs(const Node& node) {
  const InputGroups groups = inputGroups(node);
  std::vector<std::size_t> inputs;
  std::size_t first = 0;
  do {
    for (const int input : node.op->mutates) inputs.push_back(first + static_cast<std::size_t>(input));
    first += groups.size;
  } while (first < groups.end());
  return inputs;
}

}  // namespace stepscope
