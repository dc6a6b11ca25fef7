// Holds a device against the CPU: every op case in every number type, whole training steps, memory and repeatability. For any user with a
// GPU, and for the tests, which run it on an emulated one.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/backend/backend.h"

namespace stepscope {

struct SelftestCheck {
  enum class Result { Passed, Failed, Skipped } result = Result::Passed;
  // In this order, so that a run that is cut short has looked at what matters most: "kernels" (products and convolutions run on the
  // libraries'), "op f32", "op bf16 NHWC", "real f32 NCHW" (ops of the sizes that models have), "gradients" (of whole steps), "trajectory",
  // "graph" (a step in one launch and kernel by kernel), "memory", "scaler", "leak", "recording" (the profiler), "counters" (its samples), and last
  // what times kernels: "libraries f32", "libraries real f32" (the ops with every kernel of cuBLASLt and cuDNN)
  std::string group;
  std::string name;  // "conv2d 2x3x8x8 ..."
  double error = 0;  // the largest of the check: squared difference over squared size for ops, its root for gradients, relative for losses
  double bound = 0;
  std::string detail;  // why it failed or was skipped; a sentence
};

struct SelftestOptions {
  bool small = false;  // the real sizes with few pixels and tokens, no whole resnet50: for a device that computes on the host
  std::string only;    // checks whose group and name contain this text, or begin with it after a ^; empty: all
  std::function<void(const SelftestCheck&)> progress;  // called after every check; may be empty
  double seconds = 0;                                  // checks that would begin later are skipped, and say so; 0: as long as it takes
};

// Errors of a check (a refused op, a failing device) are results, not exceptions; only a device that is lost ends it early: then the last
// check says so. `device` and `cpu` are compared with each other.
std::vector<SelftestCheck> selftest(const Backend& device, const Backend& cpu, const SelftestOptions& options = {});

}  // namespace stepscope
