// channels_last = auto: how images are stored between the layers of one graph. Blocks of channels, NHWC and NCHW are compared as whole
// graphs, since pools, norms and elementwise ops keep the layout of their input, and residual sums tie the branches of a network together:
// what a layer gains by another layout than its neighbours' it pays twice over in copies. Only convolutions can be worth that, and where
// images are in blocks they choose for themselves (tuner.h).
#pragma once

#include <string>
#include <vector>

#include "core/backend/cpu/plan/lowering.h"

namespace stepscope::cpu {

// How lowering lays images out for the switch's value: `blocks` is lowering for Auto without a choice.
LoweringOptions inLayout(const LoweringOptions& blocks, ImageLayout images);

// Where a table of choices keeps that of the graph; empty for a graph whose layers have no images.
std::string layoutKey(const Graph& graph, const LoweringOptions& blocks);

struct LayoutChoice {
  Lowered lowered;
  ImageLayout images = ImageLayout::Auto;  // Auto: blocks of channels
  std::vector<std::string> notes;          // what was measured, for the report of the passes
};

// The graph in the layout in which its nodes and the copies between layouts take the least time, summed over a step, each kind of node
// timed once: measured once and kept in options.choices, by the shapes of the layers and the batch. Takes about ten seconds at the most
// beyond the timing of kernels in blocks; what was not timed by then counts as it would run without. Where single layers take longer than a
// fifth of a second, blocks of channels. Without that table, without autotune, or where the trial finds too little memory or busy cores,
// blocks of channels. Throws Cancelled between two nodes.
LayoutChoice lowerInFastestLayout(const Graph& graph, const CompileOptions& options, const LoweringOptions& blocks, std::int64_t availableBytes);

}  // namespace stepscope::cpu
