// Times the training step of a model on synthetic data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/models/model.h"
#include "core/project/project.h"
#include "core/report/roofline.h"

namespace stepscope::cli {

struct BenchNode {
  std::string layer, op, phase, kernel;
  double ms = 0, limitMs = 0;
  std::vector<std::pair<std::string, double>> candidateMs;  // what was timed for it in this process; empty where the choice was known
};

struct BenchOptions {
  int steps = 0;          // 0: as many as five seconds take, 10 to 1000
  int warmUp = 0;         // steps before those that are timed; 0: as many as half a second takes, at least three
  int threads = 0;        // 0: all cores
  bool roofline = false;  // after the timed steps some more are run with a clock around every node
  bool record = false;    // after the timed steps as many are recorded, as a capture does, and then as many run without again
};

struct BenchResult {
  double minMs = 0, medianMs = 0;
  std::vector<double> stepMs;  // of every timed step, in order
  int steps = 0, threads = 0;
  std::int64_t peakBytes = 0;          // by the plan
  std::int64_t residentBytes = 0;      // of that memory, after the steps: pages that the system holds
  std::int64_t flopsPerStep = 0;       // of forward and backward, a multiply and an add counted as two
  std::int64_t processBytes = 0;       // most resident memory of the process while it steps, above what it had before the model was compiled
  double recordedMs = 0, afterMs = 0;  // medians of recorded steps, and of those after the recording; 0 unless asked for
  Machine machine;                     // what fractions are taken of: the peak in the type it multiplies in; the bandwidth only with a roofline
  std::vector<RooflineRow> roofline;   // empty unless asked for
  double recomputedMs = 0;             // likewise: of the nodes that run again in the backward pass
  int recomputed = 0;                  // how many they are
  std::vector<BenchNode> nodes;        // all that take time, the slowest first, likewise
};

// SGD with momentum 0.9. Kernels are timed on first use and remembered.
BenchResult benchStep(const ModelSpec& model, const ModelInput& input, const Switches& switches, const BenchOptions& options, const Backend& backend);

}  // namespace stepscope::cli
