// channels_last = auto: how images are stored between the layers of one graph. Blocks of channels, NHWC and NCHW are compared for whole graphs, since
// pools, norms and elementwise ops keep the layout of their input, and residual sums connect the branches of a network: if a layer uses another
// layout than its neighbours, the copies cost more than it gains. Only for convolutions this can be worthwhile, and with blocked images they choose
// for themselves (tuner.h).
#pragma once

#include <string>
#include <vector>

#include "core/backend/cpu/plan/lowering.h"

namespace stepscope::cpu {

// The lowering options for the switch's value: `blocks` are those for Auto without a choice.
LoweringOptions inLayout(const LoweringOptions& blocks, ImageLayout images);

// The key of the graph's choice in a table; empty for a graph whose layers have no images.
std::string layoutKey(const Graph& graph, const LoweringOptions& blocks);

struct LayoutChoice {
  Lowered lowered;
  ImageLayout images = ImageLayout::Auto;  // Auto: blocks of channels
  std::vector<std::string> notes;          // the measurements, for the report of the passes
};

// The graph in the layout in which its nodes and the copies between layouts take the least time, summed over a step, each kind of node timed once:
// measured once and stored in options.choices, by the shapes of the layers and the batch. Takes at most about ten seconds in addition to timing the
// kernels in blocks; nodes that were not timed by then count with their default kernels. If single layers take longer than a fifth of a second, the
// result is blocks of channels; also without that table, without autotune, or if there is too little memory or the cores are busy. Throws Cancelled
// between two nodes.
LayoutChoice lowerInFastestLayout(const Graph& graph, const CompileOptions& options, const LoweringOptions& blocks, std::int64_t availableBytes);

}  // namespace stepscope::cpu
