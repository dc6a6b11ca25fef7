// Finds neighbouring nodes that a library runs as one or two kernels:
// - a matrix product and an activation, or the activation's gradient and a bias gradient
// - the gradients of a convolution and of the batch norm before it
// - a batch norm and a relu with its bit mask
// - a batch norm whose scale, shift and relu the next convolution applies while it reads, so that the normalised images are never written
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/backend/cuda/base/fused_group.h"

namespace stepscope::cuda {

struct FusedGroups {
  struct Place {
    std::shared_ptr<FusedGroup> group;
    std::size_t part = 0;
  };
  std::vector<Place> at;       // one per node of the source graph; null: it runs alone or is absorbed
  std::vector<bool> absorbed;  // whether another node's group runs it
  std::vector<std::string> notes;
};

// The groups for which the library has kernels that the tuner accepted. None without a library, or if fusion is off. `channelsLast` is the layout of
// the program's images.
FusedGroups findFusedGroups(const Graph& graph, const Library& library, bool channelsLast);

}  // namespace stepscope::cuda
