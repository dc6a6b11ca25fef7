// A graph compiled for a device, given its numbers, and how far its results are from another's.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/graph/graph.h"
#include "tests/dev/reference/interpreter.h"

namespace stepscope {

// How long a check may time kernels, where it does.
constexpr double kTuningMs = 10'000;

// tuned: with every kernel that the libraries offer, chosen by timing, also those that sum in another order in every run.
std::unique_ptr<Program> compiled(const Backend& backend, const Graph& graph, ImageLayout images = ImageLayout::Auto, bool tuned = false,
                                  KernelChoices* choices = nullptr);

void give(Program& program, const Graph& graph, const reference::Bindings& bindings);
std::vector<float> floatsOf(const Program& program, const std::string& name, const Shape& shape);

// How far a loss is from another, relative to it; infinite where either is no number, which a maximum would not keep.
double distanceOf(double loss, double other);

// Squared difference over squared size; infinite where one is not a number and the other is.
double differenceOf(const std::vector<float>& a, const std::vector<float>& b);

// The nearest number that bf16 has; f16 has it too where it is neither large nor small, as the cases' operands are not.
double rounded(double v);

bool hasImages(const Graph& graph);

}  // namespace stepscope
