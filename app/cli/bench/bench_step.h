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
  std::vector<std::pair<std::string, double>> candidateMs;  // candidates timed in this process; empty if the choice was known
};

struct BenchOptions {
  int steps = 0;          // 0: as many as run in five seconds, 10 to 1000
  int warmUp = 0;         // steps before the timed ones; 0: as many as run in half a second, at least three
  int threads = 0;        // 0: all cores
  bool roofline = false;  // after the timed steps, run more steps with a clock around every node
  bool record = false;    // after the timed steps, record as many, like a capture, and then run as many without recording
};

struct BenchResult {
  double minMs = 0, medianMs = 0;
  std::vector<double> stepMs;  // of every timed step, in order
  int steps = 0, threads = 0;
  std::int64_t peakBytes = 0;          // by the plan
  std::int64_t residentBytes = 0;      // resident part of that memory after the steps
  std::int64_t flopsPerStep = 0;       // forward and backward, a multiply-add counted as two
  std::int64_t processBytes = 0;       // peak resident memory of the process while it steps, above the value before the model was compiled
  double recordedMs = 0, afterMs = 0;  // medians of recorded steps, and of those after the recording; 0 unless asked for
  Machine machine;                     // reference of fractions: the peak in the type it multiplies in; the bandwidth only with a roofline
  std::vector<RooflineRow> roofline;   // empty unless asked for
  double recomputedMs = 0;             // with a roofline: of the nodes that run again in the backward pass
  int recomputed = 0;                  // their number
  std::vector<BenchNode> nodes;        // with a roofline: all nodes that take time, the slowest first
};

// SGD with momentum 0.9. Kernels are timed on first use and remembered.
BenchResult benchStep(const ModelSpec& model, const ModelInput& input, const Switches& switches, const BenchOptions& options, const Backend& backend);

}  // namespace stepscope::cli
