// How fast a model answers, in the scenarios of MLPerf Inference (Reddi et al. 2020, and the rules of mlcommons/inference): single stream, offline,
// server. Runs are shorter than those of MLPerf, so the results are not MLPerf results.
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
  Offline,  // all samples are there from the beginning; MLPerf reports samples per second
  Server,   // samples arrive in a Poisson process; MLPerf reports the highest rate at which the 99th percentile of the latency is within a bound
};

struct LatencyOptions {
  Scenario scenario = Scenario::Single;
  std::vector<std::int64_t> batches{1};  // single, offline: each is measured; server: the batch sizes for samples that wait together
  double qps = 0;                        // server: samples that arrive per second, on average
  double timeoutMs = 0;                  // server: how long a sample waits for others while the largest batch is not full
  double seconds = 10;                   // duration of the measurement for each batch size; server: in which samples arrive
  std::int64_t fewest = 100;             // single, offline: each stream measures at least this many queries, even if that takes longer
  int threads = 0;                       // of all streams together; 0: all cores this process may use
  int streams = 1;                       // programs that answer at the same time, in threads of their own, with one copy of the weights
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string&)> progress = {};
};

struct LatencyFigures {
  std::int64_t batch = 0;                      // samples per query; server: the largest batch size
  int streams = 1, threads = 0;                // `threads`: of one stream
  std::int64_t queries = 0, samples = 0;       // answered in the measured time, by all streams; server: `queries` counts the batches
  double p50 = 0, p90 = 0, p99 = 0, most = 0;  // latency of a query, ms; server: of a sample, from its arrival to its answer
  double samplesPerSecond = 0;
  double meanBatch = 0;                              // samples in a run of the program, on average
  double waitP50 = 0, waitP99 = 0;                   // server: waiting time of a sample, from its arrival to the start of its computation, ms
  double seconds = 0;                                // duration of the measurement
  std::int64_t parameterBytes = 0, memoryBytes = 0;  // size of the weights; planned memory of all programs together
  std::int64_t unanswered = 0;       // server: samples not yet answered after twice `seconds`; more than 0: the model is slower than the arrivals
  double busyShare = 0;              // fraction of the time of the cores that other programs used meanwhile; NaN: not known
  DType precision = DType::F32;      // of matrix products and convolutions
  std::vector<std::string> notes{};  // sentences for the user, if a frozen model runs differently on this machine
};

// A percentile by the nearest-rank method: the smallest of the values for which at least the fraction `share` of all values is not larger. `values`:
// not empty, sorted.
double percentile(const std::vector<double>& values, double share);

// The times at which samples arrive, from 0 to `seconds`, s: exponentially distributed gaps of mean 1 / qps, drawn by Philox with `seed`.
std::vector<double> poissonArrivals(double qps, double seconds, std::uint64_t seed);

// When the next batch of a server begins and how many samples it has.
struct Dispatch {
  double at = 0;  // s
  std::size_t samples = 0;
};
// `arrivals`: sorted, s; those before index `next`, which must exist, are answered. The program is free from `now` on. A batch begins when `largest`
// samples wait, or the first of them has waited for `timeout` seconds.
Dispatch nextDispatch(const std::vector<double>& arrivals, std::size_t next, double now, std::size_t largest, double timeout);

// `sample`: of the model (sampleOf). Inputs are random numbers (f32: standard normal; tokens: uniform). Each program first runs for at least half a
// second and five times without being measured. Single and offline give an entry for each batch size, server one. Server: a batch is computed with
// the smallest batch size that holds the samples of nextDispatch(). Each stream has threads / streams threads, at least one, and sends its own
// queries. Throws Error (Input) if a frozen model has no such batch size, the server has several streams or no sample arrives; Cancelled.
std::vector<LatencyFigures> measureLatency(const AskedModel& model, const SampleInfo& sample, const Backend& backend, const LatencyOptions& options);

}  // namespace stepscope
