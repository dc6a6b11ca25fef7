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
  std::vector<std::pair<std::string, double>> candidateMs;  // ms of the candidates timed in this process; empty if the choice was known
};

struct BenchOptions {
  int steps = 0;          // 0: as many as run in five seconds, 10 to 1000
  int warmUp = 0;         // steps before the timed ones; 0: as many as run in half a second, at least three
  int threads = 0;        // 0: all cores
  bool roofline = false;  // after the timed steps, times every node in further steps
  bool record = false;    // after the timed steps, times as many with recording (like a capture), and then as many without
};

struct BenchResult {
  double minMs = 0, medianMs = 0;
  std::vector<double> stepMs;  // of every timed step, in order
  int steps = 0, threads = 0;
  std::int64_t peakBytes = 0;          // peak memory of the plan
  std::int64_t residentBytes = 0;      // resident part of the planned memory after the steps
  std::int64_t flopsPerStep = 0;       // forward and backward, a multiply-add counted as two
  std::int64_t processBytes = 0;       // peak resident memory of the process from the compilation to the timed steps, less the value before
  double recordedMs = 0, afterMs = 0;  // medians of the steps with recording and of those after them; 0 unless `record`
  Machine machine;                     // peak rate in the type in which the program multiplies; bandwidth only with `roofline`
  std::vector<RooflineRow> roofline;   // empty unless BenchOptions::roofline
  double recomputedMs = 0;             // with a roofline: time of the nodes that run again in the backward pass
  int recomputed = 0;                  // number of these nodes
  std::vector<BenchNode> nodes;        // with a roofline: all nodes that take time, the slowest first
};

// Runs the benchmark with SGD with momentum 0.9. Kernels are timed when they are first used, and their times are stored for later programs.
BenchResult benchStep(const ModelSpec& model, const ModelInput& input, const Switches& switches, const BenchOptions& options, const Backend& backend);

}  // namespace stepscope::cli
