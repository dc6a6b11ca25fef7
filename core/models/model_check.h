// What of a model keeps it from learning, or has no effect, told by its forward graph before a step is made.
#pragma once

#include <string>
#include <vector>

#include "core/models/model.h"

namespace stepscope {

struct ModelFinding {
  std::string layer;     // "conv1", the first where there are several
  std::string sentence;  // what is so
  std::string cure;      // one line
};

// forward: of buildModel() in training. published: a model of the zoo, whose layers are those of the weights that others published: a bias that has
// no effect is part of them. In the order of severity:
//   - parameters that the loss does not depend on;
//   - a softmax or another activation between the last layer and cross-entropy, which applies softmax itself (PyTorch's CrossEntropyLoss);
//   - more than kMostPlain layers with weights one after the other, without a normalisation or a shortcut between them (Simonyan and Zisserman 2015,
//     section 3.1: deeper plain networks needed layers trained before; He et al. 2016, figure 1);
//   - an activation of an activation;
//   - a bias before batch norm, which subtracts it again (Ioffe and Szegedy 2015, section 3.2).
std::vector<ModelFinding> checkModel(const Graph& forward, bool published);
inline constexpr int kMostPlain = 9;

}  // namespace stepscope
