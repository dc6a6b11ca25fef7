// Gradient accumulation: several batches before one update. The program keeps the mean of their gradients ("<parameter>.grad"), in which a
// batch counts by the answers it has, so that the mean is the gradient of one large batch after every one of them, of a last short group
// as of a whole one, and with targets that do not count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/graph/graph.h"
#include "core/project/project.h"
#include "core/train/steps/progress.h"

namespace stepscope {

// Answers of a batch that the loss of this graph is the mean of: labels (i32) that are not negative, targets (f32) that are numbers. Where
// the loss has class weights a label counts as much as its class, as it does in the mean.
double countedAnswers(const Graph& graph, std::span<const std::byte> labels);

// Counts the batch among the gathered and gives its share of the mean so far, for the Scalar "batch_share"; the first one's is 1.
double gather(Progress& progress, double weight);

// Whether the batch with which `gathered` batches are there (itself included) ends its group: `batchesLeft` more are in the epoch.
bool endsGroup(const Switches& switches, std::int64_t gathered, std::int64_t batchesLeft);

// Updates in an epoch of so many batches.
std::int64_t updatesOf(std::int64_t batches, const Switches& switches);

// The node after which a run ends that only gathers; kNone in a graph that does not.
NodeId lastBeforeUpdates(const Graph& graph);

// Samples that one update averages.
std::int64_t samplesPerUpdate(const Switches& switches);

}  // namespace stepscope
