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
  double timeoutMs = 0;                  // server: a sample waits at most so long for others, while the largest batch is not full
  double seconds = 10;                   // measured, for each batch
  std::int64_t fewest = 100;             // queries, if these take longer
  int threads = 0;                       // of all streams together; 0: all cores this process may use
  int streams = 1;                       // programs that answer at the same time, in threads of their own, with one copy of the weights
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string&)> progress = {};
};

struct LatencyFigures {
  std::int64_t batch = 0;                      // of a query; server: the largest
  int streams = 1, threads = 0;                // threads of one stream
  std::int64_t queries = 0, samples = 0;       // answered in the measured time, by all streams
  double p50 = 0, p90 = 0, p99 = 0, most = 0;  // latency of a query, ms; server: of a sample, from its arrival to its answer
  double samplesPerSecond = 0;
  double meanBatch = 0;                              // samples in a run of the program, on average
  double waitP50 = 0, waitP99 = 0;                   // server: of a sample, from its arrival to the beginning of its computation, ms
  double seconds = 0;                                // measured
  std::int64_t parameterBytes = 0, memoryBytes = 0;  // of the weights; planned of all programs together
  std::int64_t unanswered = 0;                       // server: samples that still waited when twice the time had passed: it cannot keep up
  double busyShare = 0;                              // of the cores' time taken by other programs meanwhile; NaN: not known
  DType precision = DType::F32;                      // of the products
  std::vector<std::string> notes{};                  // sentences for the user: what is otherwise than a frozen model was frozen for
};

// The nearest rank: the smallest of the values that at least `share` of them do not exceed. values: not empty, sorted.
double percentile(const std::vector<double>& values, double share);

// The times in seconds at which samples arrive: exponential gaps of mean 1 / qps, from Philox of `seed`, until `seconds`.
std::vector<double> poissonArrivals(double qps, double seconds, std::uint64_t seed);

// When the next batch of a server begins and how many samples it has.
struct Dispatch {
  double at = 0;  // s
  std::size_t samples = 0;
};
// arrivals: sorted, s; those before `next` are answered. The program is free from `now` on. A batch begins when `largest` samples wait, or the first
// of them has waited for `timeout` seconds. next < arrivals.size().
Dispatch nextDispatch(const std::vector<double>& arrivals, std::size_t next, double now, std::size_t largest, double timeout);

// sample: of the model (sampleOf). Inputs are random numbers (f32: standard normal; tokens: uniform). Each program is warmed up for at least half a
// second and five runs. Single and offline give an entry for each batch, server one. Server: the samples of nextDispatch(), in the smallest size
// that holds them. With streams each has threads / streams of the threads (at least one) and
// sends its own queries. Throws Error (Input): a frozen model has no such batch size, the server has several streams; Cancelled.
std::vector<LatencyFigures> measureLatency(const AskedModel& model, const SampleInfo& sample, const Backend& backend, const LatencyOptions& options);

}  // namespace stepscope
