// A DeviceApi that runs on the host: the kernels' own text, one thread a block or as many as the launch asks for (emulated_launch.h), and
// matrix products and convolutions in plain loops. It counts what it is asked for and fails where a test wants it to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/backend/cuda/base/device_api.h"
#include "tests/core/backend/cuda/emulated_launch.h"

namespace stepscope::cuda {

struct Emulation {
  // What the device shall be like.
  BlockThreads threads = BlockThreads::One;  // a block
  int realThreads = 32;                      // with BlockThreads::Real
  std::int64_t memoryBytes = std::int64_t{1} << 34;
  int computeCapability = 90;
  bool libraries = true;                           // false: cuBLASLt and cuDNN refuse everything
  bool fusedConvolutions = true;                   // false: a convolution with bias or relu is refused
  bool throughNorms = true;                        // false: an image gradient that goes on through a norm is refused
  bool prologues = true;                           // false: one that reads through a norm is refused; else f16 alone has it
  bool wrongPrologues = false;                     // they forget the shift
  float prologueMs = 0;                            // how much longer they take
  bool epilogues = true;                           // false: a product has no more than bias and relu behind it
  bool wrongBiasGradients = false;                 // those that come with a product
  bool wrongIndices = false;                       // of maxima
  bool wrongNorms = false;                         // of the libraries: layer and RMS norm
  float ownKernelMs = 0;                           // how long a launch of ours takes
  float startMs = 0;                               // how long the device waits for the host to start anything: a kernel, or a whole graph
  std::vector<std::string> alternatives{"first"};  // of a plan
  std::vector<float> alternativeMs{1};             // how long each takes; below 0: it cannot be taken
  std::set<std::string> unbuildable;               // that can be taken, but not built
  std::set<std::string> wrongAlternatives;         // of every library's kernel: those that give other numbers
  double wrongFrom = 0;                            // of their results the part from here on, as a share; 0: all
  bool wrongGraphs = false;                        // and those of a step that runs as a graph
  bool wrongProducts = false;                      // matrix products are a little off
  std::int64_t leakBytes = 0;                      // kept back whenever a block of 64 KiB or more is released
  bool canCollect = true;
  bool pushFails = false;      // the profiler fails while a step is started
  bool drainFails = false;     // or when its records are asked for
  bool wrongLaunches = false;  // kernels of a graph carry a number that no call has, as CUPTI 13.0 tells from the second recording on
  bool wallClock = false;      // the collector's times are those of the wall clock
  bool canSample = true;       // hardware counters
  bool samplingFails = false;  // but not when they are read
  bool canCapture = true;
  bool throwsWhileRecording = false;  // a kernel is started, and the host has no memory for it
  bool watchesGraphs = true;          // the collector sees graphs being made
  bool attributesGraphs = true;       // and its records then tell whose a graph's kernel is
  bool loseNow = false;               // the next call finds the device lost
  std::int64_t loseAfter = -1;        // launches until the device is lost; -1: never

  std::string fault;                                     // one of emulated_faults.h; empty: none
  bool faultInGraphs = false;                            // it comes with a step's graph alone, where nothing holds kernels against ours
  bool inGraph = false;                                  // a graph runs
  std::map<const void*, std::vector<std::byte>> copied;  // by address, for the faults of copies

  bool exiting = false;  // the program is past main(): nothing may be given back any more

  bool isWrongNow = false;  // the alternative that runs

  // What has happened.
  std::int64_t allocatedBytes = 0, allocations = 0, hostAllocations = 0, events = 0, plans = 0, graphs = 0;
  std::int64_t watchedGraphs = 0, graphsBehindCollector = 0;  // made while the collector runs, and still there when it is stopped
  std::int64_t collectorStarts = 0, collectorStops = 0, counterStops = 0;
  std::int64_t launches = 0, captured = 0, graphLaunches = 0, uploads = 0, synchronisations = 0;
  std::int64_t planRuns = 0, planBuilds = 0, epilogueRequests = 0;
  std::set<std::string> kernelTypes;
  std::map<std::string, std::int64_t> mostBlocks;  // of a launch of ours, by type
};

// One a process: the table has no room for a state of its own.
Emulation& emulation();
const DeviceApi& emulatedDevice();

}  // namespace stepscope::cuda
