// Neighbouring nodes that a library runs as one kernel or two: a matrix product with an activation, or with the activation's gradient and a
// bias gradient; a convolution's gradient together with the gradient of the batch norm before it; a batch norm with a relu and its bit
// mask; a batch norm whose scale, shift and relu the next convolution applies as it reads, so that the normalised images are never written.
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
  std::vector<Place> at;       // one a node of the source graph; null: it runs by itself, or
  std::vector<bool> absorbed;  // not at all
  std::vector<std::string> notes;
};

// What the library has kernels for and the tuner has let pass. Nothing without a library or where fusion is off. channelsLast: how the
// program has its images.
FusedGroups findFusedGroups(const Graph& graph, const Library& library, bool channelsLast);

}  // namespace stepscope::cuda
