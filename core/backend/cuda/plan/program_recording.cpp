// Recorded steps of a GPU program: normally with CUPTI; node by node if CUPTI cannot be used.
#include <utility>

#include "core/backend/cuda/plan/program.h"
#include "core/backend/cuda/recording/gpu_recording.h"
#include "core/backend/node_category.h"
#include "core/base/clock.h"
#include "profiler/trace/recorder.h"

namespace stepscope::cuda {

void CudaProgram::runRecorded(Recorder& recorder) {
  if (!std::exchange(recorded_, true)) {  // a recording begins: try CUPTI again, since the permission may have changed
    whyNoKernels_.clear();
    profilerFailed_ = false;
  }
  // With an observer, which reads values between nodes, the host must wait for the device.
  if (!observed() && startCollecting()) {
    runCollected(recorder);
  } else {
    runWaited(recorder);
  }
}

bool CudaProgram::startCollecting() {
  if (collecting_) return true;
  if (!whyNoKernels_.empty()) return false;
  constexpr std::int64_t kCapBytes = std::int64_t{256} << 20;  // about 900 000 kernels between two steps
  DeviceProperties now;
  usedAtStart_ = device_->api().properties(device_->context(), &now) == kOk ? now.memoryBytes - now.freeBytes : -1;
  collecting_ = device_->api().startCollector(device_->context(), kCapBytes) == kOk;
  if (collecting_) device_->collecting = true;
  if (!collecting_) whyNoKernels_ = device_->api().errorText();
  constexpr std::int64_t kCounterInterval = 1'000'000;  // ns
  if (collecting_ && whyNoCounters_.empty()) {
    const bool sampling = device_->api().startCounters(device_->context(), kCounterInterval) == kOk;
    if (!sampling) whyNoCounters_ = device_->api().errorText();
    if (sampling) counterReader_ = std::make_unique<CounterReader>(device_);
    counterClock_ = {};
    counterTracks_ = {};
  }
  return collecting_;
}

void CudaProgram::stopCollecting() {
  recorded_ = false;
  if (!collecting_) return;
  const std::int32_t status = detachCollector();
  if (status == kDeviceLost) device_->check(status, "ending a recording");
}

std::int32_t CudaProgram::detachCollector() {
  collecting_ = false;
  collectedSteps_ = 0;
  recording_.reset();
  stopCounters();
  if (tracedGraph_) device_->api().freeGraph(tracedGraph_);
  tracedGraph_ = nullptr;
  tracedTried_ = false;
  if (capturedUnderCollector_) {  // the graph must not outlive the collector that observed its creation: it is recorded again
    if (stepGraph_) device_->api().freeGraph(stepGraph_);
    stepGraph_ = nullptr;
    captureTried_ = capturedUnderCollector_ = false;
  }
  device_->collecting = false;
  return device_->api().stopCollector(device_->context());
}

// Training continues without the profiler; a note in the recording says so.
void CudaProgram::profilerFailed(Recorder& recorder, std::int32_t status) {
  if (status == kDeviceLost) device_->check(status, "recording a step");
  whyNoKernels_ = device_->api().errorText();
  profilerFailed_ = true;
  recorder.note(std::string(kProfilerFailed) + whyNoKernels_, 1, false);
  detachCollector();
}

// Drops the records of other work since the last recorded step. The collector records everything in the process: validation steps, observed steps,
// reads of weights.
void CudaProgram::dropWorkOfOthers(Recorder& recorder) {
  if (!collecting_ || collectedTurn_ + 1 == device_->turn()) return;
  drain(recorder, true);
}

// Runs the step in its usual form, one graph, if the collector knows the node of each kernel in the graph. Otherwise kernel by kernel: work started
// between push and pop then has its node in the GPU's records.
void CudaProgram::runCollected(Recorder& recorder) {
  const DeviceApi& api = device_->api();
  SpanRing& host = recorder.trainerTrack();
  if (started_ && !tracedTried_) {
    captureTraced();
    if (stepGraph_ && !api.attributesGraphs())
      recorder.note("steps recorded kernel by kernel, since CUPTI cannot observe the creation of CUDA graphs: another profiler is attached", 1,
                    false);
    if (!whyNoGraph_.empty()) recorder.note("the step is not a CUDA graph: " + whyNoGraph_, 1, false);
    if (!whyNoCounters_.empty()) recorder.note("no sampled counters, only NVML's: " + whyNoCounters_, 1, false);
  }
  collectedTurn_ = device_->turn();
  if (!recording_ || recording_->recorder() != &recorder) {
    if (recording_) drain(recorder, true);  // the records that still belong to the previous recorder
    if (!collecting_) return runWaited(recorder);
    recording_ = std::make_unique<GpuRecording>(recorder, lowered_.graph, device_->properties(), usedAtStart_);
  }
  GpuRecording& recording = *recording_;
  recording.begin(recorder.step(), runBegan_);
  std::int32_t failed = kOk;
  {
    const Span span(&recorder, &host, recorder.intern(tracedGraph_ ? "start the step's graph" : "start kernels"), Category::Other);
    if (tracedGraph_) {
      device_->check(api.launchGraph(device_->context(), tracedGraph_), "running the step");
    } else {
      for (const Step& step : steps_) {
        const Node& node = lowered_.graph.node(step.node);
        const Span layer(&recorder, &host, recorder.intern(titleOf(node) + (node.scope.empty() ? "" : " " + node.scope)), Category::Other);
        if (failed == kOk) failed = api.pushNode(step.node + 1);
        launch(step);
        if (failed == kOk) failed = api.popNode();
      }
    }
  }
  {
    const Span span(&recorder, &host, recorder.intern("wait for the GPU"), Category::Idle);
    device_->check(api.synchronize(device_->context()), "running the step");
  }
  recording.end(nowNs());
  if (failed != kOk) return profilerFailed(recorder, failed);
  // CUPTI takes about 2 ms to return its records, however few there are (H200, CUPTI 13.0). So they are not read after every step, but after the
  // first ones, which show whether the graph can be observed.
  constexpr std::int64_t kFirst = 3, kDrainNs = 250'000'000;
  if (++collectedSteps_ <= kFirst || nowNs() - drainedNs_ >= kDrainNs) drain(recorder, false);
}

// Reads the records of the steps that still wait for them. With `stepsAlone` records of other work are left out.
void CudaProgram::drain(Recorder& recorder, bool stepsAlone) {
  if (recording_ && recording_->recorder() != &recorder) recording_.reset();  // the previous recorder no longer waits for its steps
  SpanRing& host = recorder.trainerTrack();
  CollectorCounts counts;
  const std::int64_t reading = nowNs();
  if (recording_) recording_->beginTaking(stepsAlone);
  const std::int32_t failed = device_->api().drainCollector(
      device_->context(), recording_.get(),
      [](void* user, const GpuRecord* record) {
        if (user) static_cast<GpuRecording*>(user)->take(*record);
      },
      &counts);
  // Writes the time for reading the records as a span of its own, since it does not belong to the step.
  const auto profiler = [&] {
    drainedNs_ = nowNs();
    host.write({reading, drainedNs_ - reading, recorder.intern("profiler: read the GPU's records"), -1, recorder.step(), Category::Other,
                SpanKind::Overhead});
  };
  if (failed != kOk) {
    profilerFailed(recorder, failed);
    return profiler();
  }
  if (!recording_) return;
  recording_->endTaking();
  recording_->tell(counts);
  readCounters(recorder, false);
  profiler();
  counts_.records += counts.records;
  counts_.dropped += counts.dropped;
  counts_.invalid += counts.invalid;
  counts_.unknown += counts.unknown;
  counts_.buffers += counts.buffers;
  counts_.refused += counts.refused;
  if (tracedGraph_ && recording_->kernelsWithoutNode() > 0) {
    // The driver did not report the nodes of the kernels. From here on kernels are started one by one, so that their nodes are known.
    recorder.note("kernels of a CUDA graph without a layer", recording_->kernelsWithoutNode(), false);
    device_->api().freeGraph(tracedGraph_);
    tracedGraph_ = nullptr;
  }
}

// Counters are optional: if they fail, the recording continues without them.
void CudaProgram::readCounters(Recorder& recorder, bool all) {
  if (!counterReader_) return;
  const CounterReader::Result read = counterReader_->take(all);
  for (const CounterReader::Reading& reading : read.readings) {
    counterClock_.read(reading.samples.back().end, reading.before);
    for (const CounterSample& sample : reading.samples) counterTracks_.put(sample, counterClock_, recorder);
  }
  recorder.note("the GPU's buffer of sampled counters overflowed", read.overflows, false);
  if (read.failed.empty()) return;
  whyNoCounters_ = read.failed;
  stopCounters();
}

void CudaProgram::stopCounters() {
  if (!counterReader_) return;
  counterReader_.reset();
  device_->api().stopCounters(device_->context());
}

void CudaProgram::settleRecording(Recorder& recorder) {
  if (collecting_ && recording_ && recording_->recorder() == &recorder && recording_->waiting() > 0)
    drain(recorder, collectedTurn_ != device_->turn());
  readCounters(recorder, true);
}

// Records the same step once more, while the collector observes the creation of its nodes.
void CudaProgram::captureTraced() {
  tracedTried_ = true;
  if (!captureTried_) capture();
  if (!stepGraph_ || !device_->api().attributesGraphs()) return;
  tracedGraph_ = record(true);
}

// Runs the step without CUPTI: the host waits for each node, and a span is the time that it measured for the node.
void CudaProgram::runWaited(Recorder& recorder) {
  SpanRing& ring = recorder.trainerTrack();
  if (!whyNoKernels_.empty())
    recorder.note(
        (profilerFailed_ ? std::string(kProfilerFailed) : "steps recorded by waiting for every node, since the GPU's profiler cannot be used: ") +
            whyNoKernels_,
        1, false);
  for (const Step& step : steps_) {
    const Node& node = lowered_.graph.node(step.node);
    const Span span(&recorder, &ring, recorder.intern(titleOf(node)), categoryOf(node), step.node);
    if (observer_) observer_->before(step.node);
    launch(step);
    device_->check(device_->api().synchronize(device_->context()), "running the step");
    copies_.clear();
    if (observer_ && !observer_->after(step.node)) return;
  }
}

}  // namespace stepscope::cuda
