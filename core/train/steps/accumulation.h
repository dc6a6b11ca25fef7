// Gradient accumulation: several batches before one update. The program keeps the mean of their gradients ("<parameter>.grad"). A batch is weighted
// by its number of answers, so after every batch the mean equals the gradient of one large batch, even for a short last group and for targets that do
// not count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/graph/graph.h"
#include "core/project/project.h"
#include "core/train/steps/progress.h"

namespace stepscope {

// The answers of a batch over which this graph's loss is the mean: labels (i32) that are not negative, targets (f32) that are not NaN. If the loss
// has class weights, a label counts with the weight of its class, as in the mean.
double countedAnswers(const Graph& graph, std::span<const std::byte> labels);

// Adds the batch to the group and returns its weight in the mean so far, for the Scalar "batch_share"; 1 for the first batch.
double gather(Progress& progress, double weight);

// Whether the present batch, number `gathered` of its group, ends the group: the epoch has `batchesLeft` more batches.
bool endsGroup(const Switches& switches, std::int64_t gathered, std::int64_t batchesLeft);

// Updates in an epoch with this number of batches.
std::int64_t updatesOf(std::int64_t batches, const Switches& switches);

// The last node of a run that only accumulates gradients; kNone in a graph without accumulation.
NodeId lastBeforeUpdates(const Graph& graph);

// Samples that one update averages.
std::int64_t samplesPerUpdate(const Switches& switches);

}  // namespace stepscope
