// The key of a node of a step's graph. It is the same in every run, so it joins memory plans, traces, graphs and two runs. The numbers of nodes
// change with every switch; the key does not, as long as the node itself is unchanged.
//
// A node keeps its key when a pass adds, drops or moves other nodes (checkpointing adds nodes of another phase, mixed precision adds casts, a backend
// adds reorders), since `occurrence` counts only nodes of the same layer, op and phase. The key changes when fusion joins the node with others into
// another op, and when two nodes of the same layer, op and phase change places.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace stepscope {

struct NodeKey {
  std::string layer;            // path in the user's model: "layer3.1.conv2"; gradient nodes have the layer of their forward node; may be empty
  std::string op;               // name in the op table: "conv2d_grad_weight"
  std::string phase;            // "forward", "backward", "recompute", "optimizer"; empty where it is not known
  std::int32_t occurrence = 0;  // 0 for the first node of this layer, op and phase in the order of the graph, 1 for the next

  friend auto operator<=>(const NodeKey&, const NodeKey&) = default;
};

// "layer3.1.conv2 conv2d forward", with "#1" from the second one on.
std::string toString(const NodeKey& key);

// Gives the nodes of one graph their keys. Call it in the order of the graph.
class NodeKeyCounter {
 public:
  NodeKey next(std::string layer, std::string op, std::string phase);

 private:
  std::map<NodeKey, std::int32_t> seen_;  // by the key with occurrence 0
};

}  // namespace stepscope

template <>
struct std::hash<stepscope::NodeKey> {
  std::size_t operator()(const stepscope::NodeKey& key) const noexcept;
};
