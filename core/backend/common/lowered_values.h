// Maps the values of a source graph to the backend's graph, with their copies in other layouts: a copy is made once and used by every later reader.
// `Layout` is the backend's type for how a value is stored in memory.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "core/graph/op.h"

namespace stepscope {

template <class Layout>
class LoweredValues {
 public:
  explicit LoweredValues(const Graph& source) : layouts_(source.values().size()), made_(source.values().size(), kNone) {}

  // How the value of the source graph is stored in the lowered graph (layout), and its id there (made); kNone until it is made.
  Layout& layout(ValueId source) { return layouts_[source]; }
  const Layout& layout(ValueId source) const { return layouts_[source]; }
  ValueId made(ValueId source) const { return made_[source]; }
  void setMade(ValueId source, ValueId made) { made_[source] = made; }

  // The value in layout `wanted`: itself if same() says that its layout is equal, else a copy, which makeCopy() appends to the lowered graph if there
  // is none yet.
  template <class Same, class MakeCopy>
  ValueId in(ValueId source, const Layout& wanted, const Same& same, const MakeCopy& makeCopy) {
    if (same(layout(source), wanted)) return made(source);
    auto& copies = copies_[source];
    for (const auto& [layout, copy] : copies)
      if (same(layout, wanted)) return copy;
    const ValueId copy = makeCopy();
    copies.emplace_back(wanted, copy);
    return copy;
  }

 private:
  std::vector<Layout> layouts_;
  std::vector<ValueId> made_;
  std::map<ValueId, std::vector<std::pair<Layout, ValueId>>> copies_;
};

// The node that copies `from`, a value of the lowered graph, for a reader: it belongs to the reader's layer.
inline Node reorderFor(const Node& reader, ValueId from) {
  Node node;
  node.op = &opNamed("reorder");
  node.inputs = {from};
  node.scope = reader.scope;
  node.phase = reader.phase;
  return node;
}

}  // namespace stepscope
