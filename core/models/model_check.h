// Finds faults of a model that keep it from learning, or parts without effect, in its forward graph before the first step.
#pragma once

#include <string>
#include <vector>

#include "core/models/model.h"

namespace stepscope {

struct ModelFinding {
  std::string layer;     // "conv1"; the first one if there are several
  std::string sentence;  // what was found
  std::string cure;      // one line
};

// `forward`: from buildModel() in training. `published`: true for a zoo model whose layers must match published weights, where a bias without effect
// is allowed. In the order of severity, the last two kinds together in the order of the nodes:
// - parameters that the loss does not depend on;
// - a softmax or another activation between the last layer and cross-entropy, which applies softmax itself (PyTorch's CrossEntropyLoss);
// - more than kMostPlain layers with weights one after the other, without a normalisation or a shortcut between them (Simonyan and
// Zisserman 2015, section 3.1: deeper plain networks needed layers trained before; He et al. 2016, figure 1);
// - an activation of an activation;
// - a bias before batch norm, which subtracts it again (Ioffe and Szegedy 2015, section 3.2).
std::vector<ModelFinding> checkModel(const Graph& forward, bool published);
inline constexpr int kMostPlain = 9;

}  // namespace stepscope
