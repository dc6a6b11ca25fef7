// How fast a model answers, in the scenarios of MLPerf Inference (Reddi et al. 2020, and the rules of mlcommons/inference): single stream, offline,
// server. Runs are shorter than MLPerf's and are no MLPerf results.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/backend/backend.h"
#include "core/infer/asked_model.h"

namespace stepscope {

enum class Scenario : std::uint8_t {
  Single,   // a query is sent when the one before it is answered; MLPerf reports the 90th percentile of the latency
  Offline,  // all samples are there from the beginning; MLPerf reports samples a second
  Server,   // samples arrive by a Poisson process; MLPerf reports the rate at which the 99th percentile of the latency keeps a bound
};

struct LatencyOptions {
  Scenario scenario = Scenario::Single;
  std::vector<std::int64_t> batches{1};  // single, offline: one after the other; server: sizes that waiting samples may be computed in
  double qps = 0;                        // server: samples that arrive a second
  double seconds = 10;                   // measured, for each batch
  std::int64_t fewest = 100;             // queries, if these take longer
  int threads = 0;                       // 0: all cores this process may use
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string&)> progress = {};
};

struct LatencyFigures {
  std::int64_t batch = 0;                      // of a query; server: the largest
  std::int64_t queries = 0, samples = 0;       // answered in the measured time
  double p50 = 0, p90 = 0, p99 = 0, most = 0;  // latency of a query, ms; server: of a sample, from its arrival to its answer
  double samplesPerSecond = 0;
  double meanBatch = 0;                              // samples in a run of the program, on average
  double waitP50 = 0, waitP99 = 0;                   // server: of a sample, from its arrival to the beginning of its computation, ms
  double seconds = 0;                                // measured
  std::int64_t parameterBytes = 0, memoryBytes = 0;  // of the weights; planned of the whole program
  std::int64_t unanswered = 0;                       // server: samples that still waited when twice the time had passed: it cannot keep up
  double busyShare = 0;                              // of the cores' time taken by other programs meanwhile; NaN: not known
};

// The nearest rank: the smallest of the values that at least `share` of them do not exceed. values: not empty, sorted.
double percentile(const std::vector<double>& values, double share);

// The times in seconds at which samples arrive: exponential gaps of mean 1 / qps, from Philox of `seed`, until `seconds`.
std::vector<double> poissonArrivals(double qps, double seconds, std::uint64_t seed);

// sample: of the model (sampleOf). Inputs are random numbers (f32: standard normal; tokens: uniform). Each program is warmed up for at least half a
// second and five runs. Single and offline give an entry for each batch, server one. Server: as soon as the program is free it takes all samples that
// wait, up to the largest batch, in the smallest size that holds them. Throws Error (Input), Cancelled.
std::vector<LatencyFigures> measureLatency(const AskedModel& model, const SampleInfo& sample, const Backend& backend, const LatencyOptions& options);

}  // namespace stepscope
