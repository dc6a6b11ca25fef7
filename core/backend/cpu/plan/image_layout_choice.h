// The switch channels_last = auto: chooses how images are stored between the layers of a graph. Blocks of channels, NHWC and NCHW are compared for
// the whole graph: pools, norms and elementwise ops keep the layout of their input, and residual sums connect the branches of a network, so if one
// layer uses another layout than its neighbours, the copies cost more than it gains. Only convolutions can gain from another layout, and with blocked
// images the tuner chooses it for each of them (tuner.h).
#pragma once

#include <string>
#include <vector>

#include "core/backend/cpu/plan/lowering.h"

namespace stepscope::cpu {

// `blocks` (the lowering options for blocks of channels) changed to the layout `images`; Auto: blocks of channels.
LoweringOptions inLayout(const LoweringOptions& blocks, ImageLayout images);

// The key of the graph's choice in a table; empty for a graph whose layers have no images.
std::string layoutKey(const Graph& graph, const LoweringOptions& blocks);

struct LayoutChoice {
  Lowered lowered;
  ImageLayout images = ImageLayout::Auto;  // Auto: blocks of channels
  std::vector<std::string> notes;          // the measurements, for the report of the passes
};

// Lowers the graph in the layout in which its nodes and the copies between layouts take the least time, summed over a step; each kind of node is
// timed once. The result is stored in options.choices, by the shapes of the layers and the batch. Takes at most about ten seconds in addition to
// timing the kernels in blocks; nodes not timed by then count with their default kernels. The result is blocks of channels if a step takes too long
// to be measured, without that table, without autotune, if there is too little memory, or if the cores are busy. Throws Cancelled between two nodes.
LayoutChoice lowerInFastestLayout(const Graph& graph, const CompileOptions& options, const LoweringOptions& blocks, std::int64_t availableBytes);

}  // namespace stepscope::cpu
