#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/graph/op.h"

namespace stepscope {

namespace {

constexpr std::pair<std::string_view, OpId> kIds[] = {
#define STEPSCOPE_ID(id, name) {name, OpId::id},
    STEPSCOPE_OP_IDS(STEPSCOPE_ID)
#undef STEPSCOPE_ID
};

// Built once from the op families; never changes afterwards.
struct OpTable {
  std::deque<OpDef> ops;
  std::map<std::string_view, const OpDef*> byName;
  std::array<const OpDef*, std::size(kIds) + 1> byId{};

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
                                          groupNormOps(),     fusedOpEntries()}) {
      for (const OpDef& op : family) require(byName.emplace(op.name, &ops.emplace_back(op)).second, "two ops have the same name");
    }
    for (OpDef& op : ops) {
      const auto known = std::find_if(std::begin(kIds), std::end(kIds), [&](const auto& id) { return id.first == op.name; });
      if (known == std::end(kIds)) continue;
      op.id = known->second;
      byId[static_cast<std::size_t>(op.id)] = &op;
    }
    require(std::all_of(byId.begin() + 1, byId.end(), [](const OpDef* op) { return op != nullptr; }),
            "op_id.h names an op that is not in the op table");
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

const OpDef& opOf(OpId id) {
  const OpDef* op = opTable().byId[static_cast<std::size_t>(id)];
  require(op != nullptr, "an op without an id was requested by its id");
  return *op;
}

std::vector<const OpDef*> allOps() {
  std::vector<const OpDef*> ops;
  for (const auto& [name, op] : opTable().byName)
    if (!op->fused) ops.push_back(op);
  return ops;
}

std::vector<const OpDef*> fusedOps() {
  std::vector<const OpDef*> ops;
  for (const auto& [name, op] : opTable().byName)
    if (op->fused) ops.push_back(op);
  return ops;
}

std::string titleOf(const Node& node) {
  constexpr std::string_view kPlace = "activation";
  std::string title(node.op->title);
  const std::size_t at = title.find(kPlace);
  if (at != std::string::npos && node.attrs.has("activation")) title.replace(at, kPlace.size(), opNamed(node.attrs.text("activation")).title);
  return title;
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
